//! Differences between types of two stages.

use super::declared::Pair;
use rustc_hash::FxHashSet;
use vitrum_glsl::builtin_types::type_name;
use vitrum_ir::link::same_type;
use vitrum_ir::{Length, Module, Scalar, Type, TypeData};

/// Kinds of differences that count.
#[derive(Clone, Copy, Default)]
pub(super) struct Policy {
    /// Names of structs count.
    pub(super) names: bool,
    /// Precisions of struct members count.
    pub(super) precisions: bool,
    /// The first type may be a longer vector.
    pub(super) may_be_wider: bool,
}

/// The difference of the types of two declarations, as the end of a sentence that begins with their name.
pub(super) fn type_difference(pair: &Pair<'_>, policy: Policy) -> Option<String> {
    let (a, b) = (&pair.before, &pair.after);
    let comparison = Comparison { a: a.module(), b: b.module(), policy };
    let difference = comparison.find(a.ty, b.ty)?;
    let Difference { path, what, before, after } = difference;
    let whole = path.is_empty();
    let subject = if whole { String::new() } else { format!("has a member `{}` that ", path.join(".")) };
    Some(format!("{subject}{}", pair.differ(what, &before, &after)))
}

struct Difference {
    path: Vec<String>,
    what: &'static str,
    before: String,
    after: String,
}

struct Comparison<'a> {
    a: &'a Module,
    b: &'a Module,
    policy: Policy,
}

impl Comparison<'_> {
    fn find(&self, a: Type, b: Type) -> Option<Difference> {
        let mut assumed = FxHashSet::default();
        let mut open = vec![(Vec::new(), a, b)];
        while let Some((path, a, b)) = open.pop() {
            if !assumed.insert((a, b)) {
                continue;
            }
            let (inner_a, inner_b) = (self.a.types.innermost(a), self.b.types.innermost(b));
            let (TypeData::Struct(of_a), TypeData::Struct(of_b)) =
                (self.a.types.get(inner_a), self.b.types.get(inner_b))
            else {
                if self.is_same(a, b) {
                    continue;
                }
                return Some(self.types(path, a, b));
            };
            if !self.same_lengths(a, b) {
                return Some(self.types(path, a, b));
            }
            let (of_a, of_b) = (&self.a.structs[of_a], &self.b.structs[of_b]);
            if self.policy.names && self.a.names.get(of_a.name) != self.b.names.get(of_b.name) {
                return Some(self.types(path, a, b));
            }
            let (count_a, count_b) = (of_a.members.len(), of_b.members.len());
            if count_a != count_b {
                let (before, after) = (format!("{count_a} members"), count_b.to_string());
                return Some(Difference { path, what: "has", before, after });
            }
            for (one, other) in of_a.members.iter().zip(&of_b.members).rev() {
                let (name, theirs) = (self.a.names.get(one.name), self.b.names.get(other.name));
                if name != theirs {
                    let (before, after) = (format!("a member `{name}`"), format!("`{theirs}` in its place"));
                    return Some(Difference { path, what: "has", before, after });
                }
                let mut inner = path.clone();
                inner.push(name.to_owned());
                if self.policy.precisions && one.precision != other.precision {
                    let (before, after) =
                        (format!("`{}`", one.precision.name()), format!("`{}`", other.precision.name()));
                    return Some(Difference { path: inner, what: "is", before, after });
                }
                open.push((inner, one.ty, other.ty));
            }
        }
        None
    }

    fn types(&self, path: Vec<String>, a: Type, b: Type) -> Difference {
        let (before, after) = (format!("`{}`", type_name(self.a, a)), format!("`{}`", type_name(self.b, b)));
        Difference { path, what: "is of type", before, after }
    }

    /// Equality of types without structs.
    fn is_same(&self, a: Type, b: Type) -> bool {
        if same_type((self.a, a), (self.b, b)) {
            return true;
        }
        self.policy.may_be_wider
            && self.same_lengths(a, b)
            && match (self.part(self.a, a), self.part(self.b, b)) {
                (Some((one, width)), Some((other, needed))) => one == other && width >= needed,
                _ => false,
            }
    }

    fn part(&self, module: &Module, ty: Type) -> Option<(Scalar, u32)> {
        match module.types.get(module.types.innermost(ty)) {
            TypeData::Scalar(scalar) => Some((scalar, 1)),
            TypeData::Vector { scalar, size } => Some((scalar, u32::from(size))),
            _ => None,
        }
    }

    /// True if both are arrays of the same lengths, or no arrays.
    fn same_lengths(&self, mut a: Type, mut b: Type) -> bool {
        loop {
            match (self.a.types.get(a), self.b.types.get(b)) {
                (
                    TypeData::Array { element: of_a, length: in_a },
                    TypeData::Array { element: of_b, length: in_b },
                ) => {
                    // Specialised lengths are known when the program is made.
                    if let (Length::Constant(in_a), Length::Constant(in_b)) = (in_a, in_b)
                        && in_a != in_b
                    {
                        return false;
                    }
                    (a, b) = (of_a, of_b);
                }
                (TypeData::RuntimeArray { element: of_a }, TypeData::RuntimeArray { element: of_b }) => {
                    (a, b) = (of_a, of_b);
                }
                (TypeData::Array { .. } | TypeData::RuntimeArray { .. }, _)
                | (_, TypeData::Array { .. } | TypeData::RuntimeArray { .. }) => return false,
                _ => return true,
            }
        }
    }
}
