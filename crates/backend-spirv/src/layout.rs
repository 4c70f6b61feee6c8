//! Where the members of blocks lie: offsets and strides by layout rule (GLSL 4.60 section 7.6.2.2,
//! `GL_EXT_scalar_block_layout`).

use rustc_hash::FxHashMap;
use vitrum_ir::{Decorations, LayoutRule, Length, Module, Qualifiers, Scalar, Struct, Type, TypeData};

/// How a place in memory is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Layout {
    /// Not at all: locals, private and shared variables, plain inputs and outputs.
    None,
    /// An input or output block: members carry locations or built-ins, not offsets.
    Interface,
    /// A uniform, storage or push constant block, or an array of such.
    Block(Rule),
    /// Something within such a block.
    Nested(Rule),
}

/// A layout rule with the matrix order of what surrounds the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rule {
    kind: RuleKind,
    pub(crate) row_major: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum RuleKind {
    Std140,
    Std430,
    Scalar,
}

impl Rule {
    pub(crate) fn new(rule: LayoutRule, row_major: bool) -> Self {
        let kind = match rule {
            LayoutRule::Std140 | LayoutRule::Shared | LayoutRule::Packed => RuleKind::Std140,
            LayoutRule::Std430 => RuleKind::Std430,
            LayoutRule::Scalar => RuleKind::Scalar,
        };
        Self { kind, row_major }
    }

    /// The rule for a member, whose qualifiers may turn matrices.
    fn of_member(self, decorations: &Decorations) -> Self {
        let qualifiers = decorations.qualifiers;
        let row_major = qualifiers.contains(Qualifiers::ROW_MAJOR)
            || self.row_major && !qualifiers.contains(Qualifiers::COLUMN_MAJOR);
        Self { row_major, ..self }
    }
}

impl Layout {
    /// The layout of a member of a struct that lies like this.
    pub(crate) fn of_member(self, decorations: &Decorations) -> Self {
        match self {
            Self::None | Self::Interface => Self::None,
            Self::Block(rule) | Self::Nested(rule) => Self::Nested(rule.of_member(decorations)),
        }
    }
}

/// Bytes that something takes, and what its address is a multiple of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) size: u32,
    pub(crate) align: u32,
}

/// Extents that were computed before.
#[derive(Debug, Default)]
pub(crate) struct Extents {
    known: FxHashMap<(Type, Rule), Extent>,
}

fn round_up(offset: u32, align: u32) -> u32 {
    offset.checked_next_multiple_of(align.max(1)).unwrap_or(u32::MAX)
}

fn scalar_size(scalar: Scalar) -> u32 {
    if scalar == Scalar::Bool { 4 } else { scalar.width() / 8 }
}

fn vector_extent(scalar: Scalar, count: u32, rule: Rule) -> Extent {
    let size = scalar_size(scalar);
    let slots = match (rule.kind, count) {
        (RuleKind::Scalar, _) => 1,
        (_, 3) => 4,
        (_, count) => count,
    };
    Extent { size: size * count, align: size * slots }
}

/// Distance between the columns (or rows) of a matrix.
pub(crate) fn matrix_stride(scalar: Scalar, columns: u8, rows: u8, rule: Rule) -> u32 {
    let count = if rule.row_major { columns } else { rows };
    element_stride(vector_extent(scalar, u32::from(count), rule), rule)
}

fn element_align(extent: Extent, rule: Rule) -> u32 {
    if rule.kind == RuleKind::Std140 { round_up(extent.align, 16) } else { extent.align }
}

fn element_stride(extent: Extent, rule: Rule) -> u32 {
    round_up(extent.size, element_align(extent, rule))
}

impl Extents {
    /// Distance between the elements of an array of `element`.
    pub(crate) fn stride(&mut self, module: &Module, element: Type, rule: Rule) -> u32 {
        element_stride(self.extent(module, element, rule), rule)
    }

    /// Offsets of the members of a struct; `align` is the least alignment that the block asks for.
    pub(crate) fn offsets(&mut self, module: &Module, id: Struct, rule: Rule, align: u32) -> Vec<u32> {
        self.members(module, id, rule, align).0
    }

    fn members(&mut self, module: &Module, id: Struct, rule: Rule, least: u32) -> (Vec<u32>, Extent) {
        let members = &module.structs[id].members;
        let mut offsets = Vec::with_capacity(members.len());
        let mut whole = Extent { size: 0, align: 1 };
        for member in members {
            let extent = self.extent(module, member.ty, rule.of_member(&member.decorations));
            let align = extent.align.max(member.decorations.align.unwrap_or(0)).max(least);
            let start = member.decorations.offset.unwrap_or(whole.size);
            let offset = round_up(start, align);
            offsets.push(offset);
            whole.size = offset.saturating_add(extent.size);
            whole.align = whole.align.max(extent.align);
        }
        whole.align = element_align(whole, rule);
        if rule.kind != RuleKind::Scalar {
            whole.size = round_up(whole.size, whole.align);
        }
        (offsets, whole)
    }

    /// Size and alignment of a type. The nesting of types is bounded before anything is written.
    pub(crate) fn extent(&mut self, module: &Module, ty: Type, rule: Rule) -> Extent {
        if let Some(&extent) = self.known.get(&(ty, rule)) {
            return extent;
        }
        let extent = match module.types.get(ty) {
            TypeData::Scalar(scalar) => vector_extent(scalar, 1, rule),
            TypeData::Vector { scalar, size } => vector_extent(scalar, u32::from(size), rule),
            TypeData::Matrix { scalar, columns, rows } => {
                let (vectors, length) = if rule.row_major { (rows, columns) } else { (columns, rows) };
                let align = element_align(vector_extent(scalar, u32::from(length), rule), rule);
                Extent { size: matrix_stride(scalar, columns, rows, rule) * u32::from(vectors), align }
            }
            TypeData::Array { element, length } => {
                let extent = self.extent(module, element, rule);
                let count = match length {
                    Length::Constant(count) => count,
                    Length::Spec(_) => 1,
                };
                let size = element_stride(extent, rule).saturating_mul(count);
                Extent { size, align: element_align(extent, rule) }
            }
            TypeData::RuntimeArray { element } => {
                let extent = self.extent(module, element, rule);
                Extent { size: 0, align: element_align(extent, rule) }
            }
            TypeData::Struct(id) => self.members(module, id, rule, 0).1,
            TypeData::BufferReference { .. } | TypeData::Pointer { .. } | TypeData::AccelerationStructure => {
                Extent { size: 8, align: 8 }
            }
            _ => Extent { size: 4, align: 4 },
        };
        self.known.insert((ty, rule), extent);
        extent
    }
}

#[cfg(test)]
mod tests {
    use super::{Extents, Rule};
    use vitrum_ir::{Decorations, LayoutRule, Member, Module, Precision, Stage, StructData, types::common};

    #[test]
    fn rules_differ_as_the_specification_says() {
        let mut module = Module::new(Stage::Fragment);
        let matrix = module.types.matrix(vitrum_ir::Scalar::F32, 3, 2);
        let array = module.types.array(common::F32, 3);
        let member = |ty| Member {
            name: vitrum_ir::Name::EMPTY,
            ty,
            precision: Precision::None,
            decorations: Decorations::default(),
        };
        let types = [common::F32, common::VEC3, common::F32, matrix, array, common::VEC2];
        let members = types.into_iter().map(member).collect();
        let id = module.structs.alloc(StructData { name: vitrum_ir::Name::EMPTY, members });
        let mut offsets =
            |rule, row_major| Extents::default().offsets(&module, id, Rule::new(rule, row_major), 0);
        assert_eq!(offsets(LayoutRule::Std140, false), [0, 16, 28, 32, 80, 128]);
        assert_eq!(offsets(LayoutRule::Std140, true), [0, 16, 28, 32, 64, 112]);
        assert_eq!(offsets(LayoutRule::Std430, false), [0, 16, 28, 32, 56, 72]);
        assert_eq!(offsets(LayoutRule::Scalar, false), [0, 4, 16, 20, 44, 56]);
    }
}
