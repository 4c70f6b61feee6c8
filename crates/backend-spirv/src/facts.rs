//! Facts about types, each computed once before anything is written: how deeply they nest, how many scalars they have,
//! and of which kinds.

use crate::error::Error;
use vitrum_ir::{Length, Module, Scalar, Type, TypeData};

/// Types nest no deeper than this, so that recursion over them is bounded.
const MAX_DEPTH: u32 = 255;

/// Composites of more scalars than this are not taken apart.
const MAX_LEAVES: u32 = 1 << 16;

/// What is known of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    depth: u32,
    leaves: u32,
    /// One bit for each [`Scalar`].
    scalars: u16,
}

impl Facts {
    /// Whether a scalar of this kind is in it.
    pub(crate) fn holds(self, scalar: Scalar) -> bool {
        self.scalars & 1 << scalar as u16 != 0
    }

    /// The kinds of scalars in it.
    pub(crate) fn scalars(self) -> impl Iterator<Item = Scalar> {
        Scalar::ALL.into_iter().map(|row| row.0).filter(move |&scalar| self.holds(scalar))
    }

    /// Bytes that its address is a multiple of, whatever the layout.
    pub(crate) fn align(self) -> u32 {
        self.scalars()
            .map(|scalar| if scalar == Scalar::Bool { 4 } else { scalar.width() / 8 })
            .max()
            .unwrap_or(4)
    }

    /// Whether a scalar of this width is in it.
    pub(crate) fn holds_width(self, width: u32) -> bool {
        self.scalars().any(|scalar| scalar.width() == width)
    }

    /// Whether it is small enough to be copied or compared part by part.
    pub(crate) fn is_separable(self) -> bool {
        self.leaves <= MAX_LEAVES
    }
}

/// The facts of every type, by position.
///
/// # Errors
/// Types that are nested too deeply, or contain themselves.
pub(crate) fn facts(module: &Module) -> Result<Vec<Facts>, Error> {
    let mut known: Vec<Option<Facts>> = vec![None; module.types.iter().count()];
    let mut open = vec![false; known.len()];
    for (root, _) in module.types.iter() {
        let mut stack = vec![root];
        while let Some(&ty) = stack.last() {
            if known.get(ty.index()).is_none_or(Option::is_some) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for part in parts(module, ty) {
                if known.get(part.index()).is_some_and(Option::is_none) {
                    stack.push(part);
                }
            }
            if stack.len() == before {
                known[ty.index()] = Some(combine(module, ty, &known)?);
                stack.pop();
            } else if std::mem::replace(&mut open[ty.index()], true) {
                // It waits for its parts a second time: they wait for it.
                return Err(Error::malformed("a type contains itself"));
            }
        }
    }
    Ok(known.into_iter().map(Option::unwrap_or_default).collect())
}

fn parts(module: &Module, ty: Type) -> Vec<Type> {
    match module.types.get(ty) {
        TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => vec![element],
        TypeData::Pointer { pointee, .. } => vec![pointee],
        TypeData::Struct(id) => module.structs[id].members.iter().map(|member| member.ty).collect(),
        _ => Vec::new(),
    }
}

fn combine(module: &Module, ty: Type, known: &[Option<Facts>]) -> Result<Facts, Error> {
    let mut facts = Facts { depth: 0, leaves: 1, scalars: 0 };
    let parts = parts(module, ty);
    if !parts.is_empty() {
        facts.leaves = 0;
    }
    for part in parts {
        let part = known.get(part.index()).copied().flatten().unwrap_or_default();
        facts.depth = facts.depth.max(part.depth + 1);
        facts.leaves = facts.leaves.saturating_add(part.leaves);
        facts.scalars |= part.scalars;
    }
    match module.types.get(ty) {
        TypeData::Array { length: Length::Constant(length), .. } => {
            facts.leaves = facts.leaves.saturating_mul(length.max(1));
        }
        TypeData::Scalar(scalar)
        | TypeData::Vector { scalar, .. }
        | TypeData::Matrix { scalar, .. }
        | TypeData::CooperativeMatrix { scalar, .. } => facts.scalars = 1 << scalar as u16,
        // An address lies in memory like a number.
        TypeData::BufferReference { .. } => facts.scalars = 1 << Scalar::U64 as u16,
        _ => {}
    }
    if facts.depth > MAX_DEPTH {
        return Err(Error::TooLarge("nesting of types".into()));
    }
    Ok(facts)
}

#[cfg(test)]
mod tests {
    use super::facts;
    use vitrum_ir::{Module, Scalar, Stage, types::common};

    #[test]
    fn facts_follow_from_parts() {
        let mut module = Module::new(Stage::Vertex);
        let inner = module.types.array(common::BVEC2, 300);
        let outer = module.types.array(inner, 300);
        let all = facts(&module).unwrap();
        assert!(all[outer.index()].holds(Scalar::Bool) && !all[outer.index()].holds(Scalar::F32));
        assert!(!all[outer.index()].is_separable() && all[inner.index()].is_separable());
    }

    #[test]
    fn deep_types_are_an_error() {
        let mut module = Module::new(Stage::Vertex);
        let mut ty = common::F32;
        for _ in 0..100_000 {
            ty = module.types.array(ty, 1);
        }
        assert!(facts(&module).is_err());
    }
}
