//! Facts about types, each computed once before anything is written: how deeply they nest, how many scalars they have,
//! and of which kinds.

use crate::error::{Error, Result};
use vitrum_ir::types::common;
use vitrum_ir::{IdSet, Length, Module, Scalar, SideTable, Type, TypeData};

/// Types nest no deeper than this, so that recursion over them is bounded.
const MAX_DEPTH: u32 = 255;

/// Composites of more scalars than this are not taken apart.
const MAX_LEAVES: u32 = 1 << 16;

/// Facts about a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    depth: u32,
    leaves: u32,
    /// One bit for each [`Scalar`].
    scalars: u32,
    /// True if the rest was computed.
    known: bool,
}

impl Facts {
    /// True if a scalar of this kind is in it.
    pub(crate) fn holds(self, scalar: Scalar) -> bool {
        self.scalars & 1 << scalar as u32 != 0
    }

    /// Bytes that its address is a multiple of, whatever the layout.
    pub(crate) fn align(self) -> u32 {
        match self.scalars {
            scalars if scalars & BITS_64 != 0 => 8,
            scalars if scalars & (BITS_32 | BITS_1) != 0 => 4,
            scalars if scalars & BITS_16 != 0 => 2,
            scalars if scalars & BITS_8 != 0 => 1,
            _ => 4,
        }
    }

    /// True if a scalar of 8 bits is in it.
    pub(crate) fn holds_8(self) -> bool {
        self.scalars & BITS_8 != 0
    }

    /// True if a scalar of 16 bits is in it.
    pub(crate) fn holds_16(self) -> bool {
        self.scalars & BITS_16 != 0
    }

    /// True if it is small enough to be copied or compared part by part.
    pub(crate) fn is_separable(self) -> bool {
        self.leaves <= MAX_LEAVES
    }
}

/// A bit for each scalar of this width.
const fn of_width(width: u32) -> u32 {
    let mut bits = 0;
    let mut index = 0;
    while index < Scalar::ALL.len() {
        let scalar = Scalar::ALL[index].0;
        if scalar.width() == width {
            bits |= 1 << scalar as u32;
        }
        index += 1;
    }
    bits
}

const BITS_1: u32 = of_width(1);
const BITS_8: u32 = of_width(8);
const BITS_16: u32 = of_width(16);
const BITS_32: u32 = of_width(32);
const BITS_64: u32 = of_width(64);

/// Those of the types that every module has.
static OF_COMMON: [Facts; common::ALL] = {
    let mut all = [Facts { depth: 0, leaves: 1, scalars: 0, known: true }; common::ALL];
    let mut index = 0;
    while index < Scalar::ALL.len() {
        let scalar = Scalar::ALL[index].0;
        all[common::scalar(scalar).index()].scalars = 1 << scalar as u32;
        let mut size = 2;
        while let Some(vector) = common::vector(scalar, size) {
            all[vector.index()].scalars = 1 << scalar as u32;
            size += 1;
        }
        index += 1;
    }
    all
};

/// The facts of every type, in the memory of another table.
///
/// # Errors
/// Types that are nested too deeply, or contain themselves.
pub(crate) fn facts(module: &Module, mut known: SideTable<Type, Facts>) -> Result<SideTable<Type, Facts>> {
    known.clear();
    known.reserve_exact(module.types.len());
    known.extend(OF_COMMON.iter().copied());
    known.resize(module.types.len(), Facts::default());
    let mut open = IdSet::with_capacity(known.len());
    let mut stack = Vec::with_capacity(8);
    for (root, data) in module.types.iter().skip(OF_COMMON.len()) {
        if let Some(facts) = of_leaf(data) {
            known.set(root, facts);
            continue;
        }
        stack.push(root);
        while let Some(&ty) = stack.last() {
            if known.get(ty).is_none_or(|facts| facts.known) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for_parts(module, ty, |part| {
                if known.get(part).is_some_and(|facts| !facts.known) {
                    stack.push(part);
                }
            });
            if stack.len() == before {
                known.set(ty, combine(module, ty, &known)?);
                stack.pop();
            } else if !open.insert(ty) {
                // It waits for its parts a second time: they wait for it.
                return Err(Error::malformed("a type contains itself"));
            }
        }
    }
    Ok(known)
}

fn for_parts(module: &Module, ty: Type, mut each: impl FnMut(Type)) {
    match module.types.get(ty) {
        TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => each(element),
        TypeData::Pointer { pointee, .. } => each(pointee),
        TypeData::Struct(id) => module.structs[id].members.iter().for_each(|member| each(member.ty)),
        _ => {}
    }
}

/// The facts of a type that has no parts.
fn of_leaf(data: TypeData) -> Option<Facts> {
    let scalars = match data {
        TypeData::Array { .. }
        | TypeData::RuntimeArray { .. }
        | TypeData::Pointer { .. }
        | TypeData::Struct(_) => return None,
        TypeData::Scalar(scalar)
        | TypeData::Vector { scalar, .. }
        | TypeData::LongVector { scalar, .. }
        | TypeData::Matrix { scalar, .. }
        | TypeData::CooperativeMatrix { scalar, .. } => 1 << scalar as u32,
        // An address lies in memory like a number.
        TypeData::BufferReference { .. } => 1 << Scalar::U64 as u32,
        _ => 0,
    };
    Some(Facts { depth: 0, leaves: 1, scalars, known: true })
}

fn combine(module: &Module, ty: Type, known: &SideTable<Type, Facts>) -> Result<Facts> {
    // A part may come behind its composite in the table.
    if let Some(facts) = of_leaf(module.types.get(ty)) {
        return Ok(facts);
    }
    let mut facts = Facts { depth: 0, leaves: 0, scalars: 0, known: true };
    let mut empty = true;
    for_parts(module, ty, |part| {
        let part = known.at(part);
        empty = false;
        facts.depth = facts.depth.max(part.depth + 1);
        facts.leaves = facts.leaves.saturating_add(part.leaves);
        facts.scalars |= part.scalars;
    });
    if empty {
        facts.leaves = 1;
    }
    if let TypeData::Array { length: Length::Constant(length), .. } = module.types.get(ty) {
        facts.leaves = facts.leaves.saturating_mul(length.max(1));
    }
    if facts.depth > MAX_DEPTH {
        let place = match module.types.get(module.types.innermost(ty)) {
            TypeData::Struct(id) => Some(module.structs[id].origin.span),
            _ => None,
        };
        return Err(Error::too_large("type nesting").at(place));
    }
    Ok(facts)
}

#[cfg(test)]
mod tests {
    use super::facts;
    use vitrum_ir::{Module, Scalar, Stage, types::common};

    #[test]
    fn common_types_are_leaves() {
        let module = Module::new(Stage::Vertex);
        for (ty, data) in module.types.iter() {
            assert_eq!(Some(super::OF_COMMON[ty.index()]), super::of_leaf(data));
        }
    }

    #[test]
    fn facts_follow_from_parts() {
        let mut module = Module::new(Stage::Vertex);
        let inner = module.types.array(common::BVEC2, 300);
        let outer = module.types.array(inner, 300);
        let all = facts(&module, super::SideTable::default()).unwrap();
        assert!(all.at(outer).holds(Scalar::Bool) && !all.at(outer).holds(Scalar::F32));
        assert!(!all.at(outer).is_separable() && all.at(inner).is_separable());
    }

    #[test]
    fn parts_may_come_later() {
        let text = "vir 1\nstage compute\ndeclare #L\ndeclare #N\n\
            struct #L {\n    next: reference<#N, std430, 16>\n}\nstruct #N {\n    link: #L\n}\n\
            global @n: #N buffer block(std430)\n";
        let module = vitrum_ir_text::parse(text).unwrap();
        let all = facts(&module, super::SideTable::default()).unwrap();
        for (ty, data) in module.types.iter() {
            if let vitrum_ir::TypeData::Struct(_) = data {
                assert_eq!(all.at(ty).align(), 8);
            }
        }
    }

    #[test]
    fn deep_types_are_an_error() {
        let mut module = Module::new(Stage::Vertex);
        let mut ty = common::F32;
        for _ in 0..100_000 {
            ty = module.types.array(ty, 1);
        }
        assert!(facts(&module, super::SideTable::default()).is_err());
    }
}
