//! Memory layout. Offsets and strides come from [`vitrum_ir::layout`].

use rustc_hash::FxHashMap;
use vitrum_ir::layout::{Layouts, StructLayout, is_row_major};
use vitrum_ir::{LayoutRule, Length, Member, Module, Type};

/// The layout of a type in memory.
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
    /// A block of a descriptor heap, or something within that holds descriptors.
    Heap(HeapLayout),
}

/// The layout of what holds descriptors in a descriptor heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct HeapLayout {
    /// The rule of all else.
    pub(crate) rule: Rule,
    /// Bytes of a descriptor, if the author says so, and not the device.
    pub(crate) size: Option<u32>,
}

/// A layout rule with the matrix order of the enclosing struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rule {
    /// One of `KINDS`.
    kind: LayoutRule,
    pub(crate) row_major: bool,
}

impl Rule {
    pub(crate) fn new(rule: LayoutRule, row_major: bool) -> Self {
        let kind = match rule {
            LayoutRule::Shared | LayoutRule::Packed => LayoutRule::Std140,
            LayoutRule::Std140 | LayoutRule::Std430 | LayoutRule::Scalar | LayoutRule::Direct3d => rule,
        };
        Self { kind, row_major }
    }

    /// Its position among the rules that differ.
    fn position(self) -> usize {
        KINDS.iter().position(|&kind| kind == self.kind).unwrap_or(0)
    }
}

impl Layout {
    /// The layout rule in a block.
    pub(crate) fn rule(self) -> Option<Rule> {
        match self {
            Self::None | Self::Interface => None,
            Self::Block(rule) | Self::Nested(rule) | Self::Heap(HeapLayout { rule, .. }) => Some(rule),
        }
    }

    /// The layout of a member of a struct with this layout.
    pub(crate) fn of_member(self, member: &Member) -> Self {
        match self {
            Self::None | Self::Interface => Self::None,
            Self::Block(rule) | Self::Nested(rule) => {
                Self::Nested(Rule { row_major: is_row_major(member, rule.row_major), ..rule })
            }
            Self::Heap(heap) => {
                let rule = Rule { row_major: is_row_major(member, heap.rule.row_major), ..heap.rule };
                Self::Heap(HeapLayout { rule, size: member.decorations.heap })
            }
        }
    }
}

/// The rules that differ.
const KINDS: [LayoutRule; 4] =
    [LayoutRule::Std140, LayoutRule::Std430, LayoutRule::Scalar, LayoutRule::Direct3d];

/// Offsets and strides by every rule.
#[derive(Debug)]
pub(crate) struct Extents<'m> {
    rules: [Layouts<'m>; KINDS.len()],
    /// Of the structs whose members were asked for one by one.
    offsets: FxHashMap<(Type, Rule), Vec<u32>>,
}

impl<'m> Extents<'m> {
    pub(crate) fn new(module: &'m Module) -> Self {
        Self { rules: KINDS.map(|rule| Layouts::new(module, rule)), offsets: FxHashMap::default() }
    }

    fn of(&mut self, rule: Rule) -> &mut Layouts<'m> {
        &mut self.rules[rule.position()]
    }

    /// Distance between the elements of an array; 0 for other types.
    pub(crate) fn array_stride(&mut self, ty: Type, rule: Rule) -> u32 {
        self.of(rule).array_stride(ty, rule.row_major).unwrap_or(0)
    }

    /// Distance between the columns (or rows) of a matrix, or of the matrices in an array.
    pub(crate) fn matrix_stride(&mut self, ty: Type, rule: Rule) -> Option<u32> {
        self.of(rule).matrix_stride(ty, rule.row_major)
    }

    /// Offset of a member in its struct.
    pub(crate) fn offset(&mut self, ty: Type, rule: Rule, member: u32) -> u32 {
        let layouts = &mut self.rules[rule.position()];
        let known = self.offsets.entry((ty, rule));
        let offsets = known.or_insert_with(|| layouts.members(ty, rule.row_major).offsets);
        offsets.get(member as usize).copied().unwrap_or(1)
    }

    /// The alignment of a type.
    pub(crate) fn align(&mut self, ty: Type, rule: Rule) -> u32 {
        self.of(rule).align(ty, rule.row_major)
    }

    /// Bytes of a type.
    pub(crate) fn size(&mut self, ty: Type, rule: Rule) -> u32 {
        self.of(rule).size(ty, rule.row_major)
    }

    /// Number of an array's elements; the default if specialisation constants say it.
    pub(crate) fn count(&mut self, length: Length) -> u32 {
        let [layouts, ..] = &mut self.rules;
        layouts.count(length)
    }

    /// Layout of a struct's members.
    pub(crate) fn members(&mut self, ty: Type, rule: Rule) -> StructLayout {
        self.of(rule).members(ty, rule.row_major)
    }
}
