//! Leaves of a varying: the scalars and vectors that its type is made of.

use crate::stages::declared::Declared;
use vitrum_ir::{Decorations, Length, Module, Precision, Qualifiers, Scalar, Type, TypeData};
use vitrum_passes::location_count;

/// Most leaves of a varying that is looked at by parts.
const MOST: usize = 64;

/// The depth to which types of varyings nest.
const DEEPEST: usize = 8;

/// A scalar or vector within a varying.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The indices that lead to it, but for that of the vertex.
    pub(super) path: Vec<u32>,
    pub(super) scalar: Scalar,
    pub(super) size: u32,
    pub(super) precision: Precision,
    /// Those of a variable of its own.
    pub(super) decorations: Decorations,
    /// The names of members and the indices on the way to it.
    pub(super) steps: Vec<String>,
}

impl Leaf {
    /// All of its components, as a mask.
    pub(super) fn all(&self) -> u8 {
        ((1u32 << self.size) - 1) as u8
    }
}

/// The leaves of a varying in order; none if there are too many, or if a length is not known.
pub(super) fn of(declared: &Declared<'_>) -> Option<Vec<Leaf>> {
    let mut leaves = Vec::new();
    // The stage before has one for each view.
    let has_views = |decorations: &Decorations| decorations.qualifiers.contains(Qualifiers::PER_VIEW);
    if has_views(&declared.decorations) || declared.members().iter().any(|it| has_views(&it.decorations)) {
        return None;
    }
    let whole = Part {
        path: Vec::new(),
        steps: Vec::new(),
        ty: declared.ty,
        precision: declared.precision,
        decorations: declared.decorations.clone(),
    };
    let is_found = if declared.block.is_some() {
        block(declared, whole, &mut leaves)
    } else {
        flatten(declared.module(), whole, &mut leaves)
    };
    is_found.filter(|()| !leaves.is_empty()).map(|()| leaves)
}

struct Part {
    path: Vec<u32>,
    steps: Vec<String>,
    ty: Type,
    precision: Precision,
    decorations: Decorations,
}

impl Part {
    /// A part of this one, at a number of locations behind its start.
    fn part(&self, index: u32, step: String, ty: Type, behind: u32) -> Self {
        let mut part = Self {
            path: self.path.clone(),
            steps: self.steps.clone(),
            ty,
            precision: self.precision,
            decorations: self.decorations.clone(),
        };
        part.path.push(index);
        part.steps.push(step);
        let start = part.decorations.location;
        part.decorations.location = start.map(|start| start.saturating_add(behind));
        part
    }
}

/// The members of a block, with the qualifiers that they have from it.
fn block(declared: &Declared<'_>, mut whole: Part, leaves: &mut Vec<Leaf>) -> Option<()> {
    let module = declared.module();
    let mut elements = Vec::new();
    match module.types.get(whole.ty) {
        TypeData::Array { element, length: Length::Constant(length) } if length as usize <= MOST => {
            // Elements of an array of blocks follow one another only if all members do.
            let inner = module.members(element).iter();
            if inner.clone().any(|member| member.decorations.location.is_some()) {
                return None;
            }
            let count = location_count(module, element, false);
            let each =
                |index: u32| whole.part(index, index.to_string(), element, count.saturating_mul(index));
            elements.extend((0..length).map(each));
        }
        TypeData::Struct(_) => {
            whole.ty = declared.ty;
            elements.push(whole);
        }
        _ => return None,
    }
    for element in elements {
        let mut next = element.decorations.location;
        for (member, index) in module.members(element.ty).iter().zip(0..) {
            let of_member = declared.member(member);
            let mut part = element.part(index, of_member.name.to_owned(), member.ty, 0);
            part.precision = member.precision;
            let location = member.decorations.location.or(next);
            part.decorations = Decorations { location, ..of_member.decorations };
            next = location.map(|start| start.saturating_add(location_count(module, member.ty, false)));
            flatten(module, part, leaves)?;
        }
    }
    Some(())
}

fn flatten(module: &Module, part: Part, leaves: &mut Vec<Leaf>) -> Option<()> {
    let mut open = vec![part];
    while let Some(part) = open.pop() {
        if part.path.len() > DEEPEST || open.len() + leaves.len() >= MOST {
            return None;
        }
        match module.types.get(part.ty) {
            TypeData::Scalar(scalar) => leaves.push(leaf(part, scalar, 1)),
            TypeData::Vector { scalar, size } => leaves.push(leaf(part, scalar, u32::from(size))),
            TypeData::Matrix { scalar, columns, rows } => {
                let column = module.types.find(TypeData::Vector { scalar, size: rows })?;
                let count = location_count(module, column, false);
                let each = |index: u32| part.part(index, index.to_string(), column, count * index);
                open.extend((0..u32::from(columns)).rev().map(each));
            }
            TypeData::Array { element, length: Length::Constant(length) } if length as usize <= MOST => {
                let count = location_count(module, element, false);
                let each =
                    |index: u32| part.part(index, index.to_string(), element, count.saturating_mul(index));
                open.extend((0..length).rev().map(each));
            }
            TypeData::Struct(_) => {
                let mut behind = 0u32;
                let mut parts = Vec::new();
                for (member, index) in module.members(part.ty).iter().zip(0..) {
                    let name = module.names.get(member.name).to_owned();
                    let mut inner = part.part(index, name, member.ty, behind);
                    inner.precision = member.precision;
                    behind = behind.saturating_add(location_count(module, member.ty, false));
                    parts.push(inner);
                }
                open.extend(parts.into_iter().rev());
            }
            _ => return None,
        }
    }
    Some(())
}

fn leaf(part: Part, scalar: Scalar, size: u32) -> Leaf {
    let Part { path, steps, precision, decorations, .. } = part;
    Leaf { path, scalar, size, precision, decorations, steps }
}
