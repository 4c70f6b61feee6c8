//! Memory layout of types, by layout rule (OpenGL 4.6 section 7.6.2.2, `GL_EXT_scalar_block_layout`).
//!
//! A struct carries no offsets, since it may lie in blocks of different rules: they are computed here, from the
//! type, the rule and whether matrices are row-major. `shared` and `packed` are left to the implementation, and
//! lie as `std140`. A bool takes 32 bits, a buffer reference or a handle 64, an opaque type nothing.
//!
//! In the scalar layout and that of Direct3D neither a struct nor an array has padding at its end: the next member may begin there.
//! A vector of Direct3D lies within 16 bytes, which only its explicit offset tells. An
//! array whose length is a specialisation constant is as long as by default, as the offsets must be fixed when
//! the module is made.
//!
//! Every type is visited once for a [`Layouts`]. Sizes saturate at `u32::MAX`, which no buffer reaches.

use crate::constants::{Constant, Constants};
use crate::fold::{Specialization, Tables};
use crate::module::{LayoutRule, Member, Module, Qualifiers, SpecConstant};
use crate::types::{Length, Scalar, Type, TypeData, Types};
use rustc_hash::FxHashMap;

/// The size and alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Bytes from its beginning to its end; for a runtime array 0.
    pub size: u32,
    /// Alignment in bytes: a power of two.
    pub align: u32,
}

/// The offsets of a struct's members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructLayout {
    /// Bytes from the beginning of the struct, one a member.
    pub offsets: Vec<u32>,
    /// Of the struct as a whole.
    pub extent: Extent,
}

/// Layouts of the types of a module by one rule.
#[derive(Debug)]
pub struct Layouts<'m> {
    module: &'m Module,
    rule: LayoutRule,
    /// By type and whether it is row-major. None while it is being computed: a struct within itself, which the
    /// verifier reports, counts as empty.
    memo: FxHashMap<(Type, bool), Option<Extent>>,
    /// Copies in which operations on specialisation constants are evaluated, once there is one.
    scratch: Option<Box<Scratch>>,
}

#[derive(Debug)]
struct Scratch {
    types: Types,
    constants: Constants,
    defaults: Specialization,
}

/// True if a member's matrices are row-major, given the order of the struct that it is in.
pub fn is_row_major(member: &Member, inherited: bool) -> bool {
    let qualifiers = member.decorations.qualifiers;
    qualifiers.contains(Qualifiers::ROW_MAJOR) || inherited && !qualifiers.contains(Qualifiers::COLUMN_MAJOR)
}

impl<'m> Layouts<'m> {
    /// Layouts by `rule`.
    pub fn new(module: &'m Module, rule: LayoutRule) -> Self {
        Self { module, rule, memo: FxHashMap::default(), scratch: None }
    }

    /// Size and alignment of `ty`.
    pub fn extent(&mut self, ty: Type, row_major: bool) -> Extent {
        if let Some(extent) = self.of_leaf(ty, row_major) {
            return extent;
        }
        // Types nest as deeply as the input likes, so the parts wait on a stack of their own.
        let mut pending = vec![(ty, row_major)];
        while let Some(&key) = pending.last() {
            match self.memo.get(&key) {
                Some(Some(_)) => {
                    pending.pop();
                }
                Some(None) => {
                    pending.pop();
                    let extent = self.compute(key.0, key.1);
                    self.memo.insert(key, Some(extent));
                }
                None => {
                    self.memo.insert(key, None);
                    self.push_parts(key.0, key.1, &mut pending);
                }
            }
        }
        self.known(ty, row_major)
    }

    /// Size of `ty` in bytes.
    pub fn size(&mut self, ty: Type, row_major: bool) -> u32 {
        self.extent(ty, row_major).size
    }

    /// Alignment of `ty` in bytes.
    pub fn align(&mut self, ty: Type, row_major: bool) -> u32 {
        self.extent(ty, row_major).align
    }

    /// Bytes from an element of an array or runtime array to the next; none for other types.
    pub fn array_stride(&mut self, ty: Type, row_major: bool) -> Option<u32> {
        let element = match self.module.types.get(ty) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => element,
            _ => return None,
        };
        let extent = self.extent(element, row_major);
        Some(self.stride(extent))
    }

    /// Bytes from a column (or row, if row-major) of a matrix to the next; none for other types. An array of
    /// matrices has the stride of its elements.
    pub fn matrix_stride(&mut self, ty: Type, row_major: bool) -> Option<u32> {
        let mut ty = ty;
        loop {
            match self.module.types.get(ty) {
                TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => ty = element,
                TypeData::Matrix { scalar, columns, rows } => {
                    let (_, line) = lines(columns, rows, row_major);
                    return Some(self.stride(self.vector(scalar, line)));
                }
                _ => return None,
            }
        }
    }

    /// Offsets of the members of a struct type, with regard to their `offset` and `align` qualifiers; empty for
    /// other types.
    pub fn members(&mut self, ty: Type, row_major: bool) -> StructLayout {
        let module = self.module;
        for member in module.members(ty) {
            self.extent(member.ty, is_row_major(member, row_major));
        }
        self.place(module.members(ty), row_major)
    }

    /// The extent of a number, or a vector or matrix of numbers, which most members are: these are not kept.
    fn of_leaf(&self, ty: Type, row_major: bool) -> Option<Extent> {
        match self.module.types.get(ty) {
            TypeData::Scalar(scalar) => Some(self.vector(scalar, 1)),
            TypeData::Vector { scalar, size } => Some(self.vector(scalar, u32::from(size))),
            TypeData::Matrix { scalar, columns, rows } => {
                let (count, line) = lines(columns, rows, row_major);
                Some(self.repeat(self.vector(scalar, line), count))
            }
            _ => None,
        }
    }

    /// The extent of a part, if it is computed already; none for a part that contains itself.
    fn known(&self, ty: Type, row_major: bool) -> Extent {
        if let Some(extent) = self.of_leaf(ty, row_major) {
            return extent;
        }
        self.memo.get(&(ty, row_major)).copied().flatten().unwrap_or(Extent { size: 0, align: 1 })
    }

    fn push_parts(&self, ty: Type, row_major: bool, pending: &mut Vec<(Type, bool)>) {
        let mut push = |key: (Type, bool)| {
            if self.of_leaf(key.0, key.1).is_none() && !self.memo.contains_key(&key) {
                pending.push(key);
            }
        };
        match self.module.types.get(ty) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => {
                push((element, row_major))
            }
            TypeData::Struct(_) => {
                for member in self.module.members(ty) {
                    push((member.ty, is_row_major(member, row_major)));
                }
            }
            _ => {}
        }
    }

    /// The extent of a type whose parts are known.
    fn compute(&mut self, ty: Type, row_major: bool) -> Extent {
        if let Some(extent) = self.of_leaf(ty, row_major) {
            return extent;
        }
        match self.module.types.get(ty) {
            TypeData::LongVector { scalar, length, .. } => {
                let count = self.count(length);
                self.vector(scalar, count)
            }
            TypeData::Array { element, length } => {
                let count = self.count(length);
                self.repeat(self.known(element, row_major), count)
            }
            TypeData::RuntimeArray { element } => self.repeat(self.known(element, row_major), 0),
            TypeData::Struct(_) => self.place(self.module.members(ty), row_major).extent,
            TypeData::BufferReference { .. } | TypeData::Handle { .. } | TypeData::Pointer { .. } => {
                Extent { size: 8, align: 8 }
            }
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector { .. }
            | TypeData::Matrix { .. }
            | TypeData::Image(_)
            | TypeData::Sampler { .. }
            | TypeData::SampledImage(_)
            | TypeData::AtomicCounter
            | TypeData::AccelerationStructure
            | TypeData::RayQuery
            | TypeData::Tensor { .. }
            | TypeData::Descriptor { .. }
            | TypeData::HitObject
            | TypeData::Spirv(_)
            | TypeData::CooperativeMatrix { .. }
            | TypeData::TensorLayout { .. }
            | TypeData::TensorView { .. }
            | TypeData::Expression(_) => Extent { size: 0, align: 1 },
        }
    }

    /// A scalar or vector: rules 1 to 3.
    fn vector(&self, scalar: Scalar, count: u32) -> Extent {
        let bytes = match scalar {
            Scalar::Bool => 4,
            scalar => scalar.width().div_ceil(8),
        };
        let align = match self.rule {
            LayoutRule::Scalar | LayoutRule::Direct3d => bytes,
            LayoutRule::Std140 | LayoutRule::Std430 | LayoutRule::Shared | LayoutRule::Packed => {
                bytes * count.clamp(1, 4).next_power_of_two()
            }
        };
        Extent { size: bytes.saturating_mul(count), align }
    }

    /// The alignment that an array or struct has, given the largest of its parts: rules 4 and 9.
    fn composite_align(&self, align: u32) -> u32 {
        match self.rule {
            LayoutRule::Std140 | LayoutRule::Shared | LayoutRule::Packed | LayoutRule::Direct3d => {
                align.max(16)
            }
            LayoutRule::Std430 | LayoutRule::Scalar => align,
        }
    }

    /// Bytes from one element to the next.
    fn stride(&self, element: Extent) -> u32 {
        round_up(element.size, self.composite_align(element.align))
    }

    /// An array of `count` elements: rules 4 to 8 and 10.
    fn repeat(&self, element: Extent, count: u32) -> Extent {
        let stride = self.stride(element);
        let size = match (self.rule, count.checked_sub(1)) {
            (_, None) => 0,
            (LayoutRule::Scalar | LayoutRule::Direct3d, Some(last)) => {
                stride.saturating_mul(last).saturating_add(element.size)
            }
            (_, Some(_)) => stride.saturating_mul(count),
        };
        Extent { size, align: self.composite_align(element.align) }
    }

    /// The members of a struct, one after the other: rule 9.
    fn place(&self, members: &[Member], row_major: bool) -> StructLayout {
        let mut end = 0u32;
        let mut last_end = 0;
        let mut struct_align = 1;
        let mut offsets = Vec::with_capacity(members.len());
        for member in members {
            let extent = self.known(member.ty, is_row_major(member, row_major));
            let least = member.decorations.align.filter(|align| align.is_power_of_two()).unwrap_or(1);
            let align = extent.align.max(least);
            let offset = round_up(member.decorations.offset.unwrap_or(end), align);
            offsets.push(offset);
            end = offset.saturating_add(extent.size);
            // With explicit offsets the last member need not be the last in memory.
            last_end = last_end.max(end);
            struct_align = struct_align.max(align);
        }
        let align = self.composite_align(struct_align);
        let size = match self.rule {
            LayoutRule::Scalar | LayoutRule::Direct3d => last_end,
            _ => round_up(last_end, align),
        };
        StructLayout { offsets, extent: Extent { size, align } }
    }

    /// Number of an array's elements; the default if specialisation constants say it.
    pub fn count(&mut self, length: Length) -> u32 {
        match length {
            Length::Constant(count) => count,
            Length::Spec(constant) => self.default_length(constant).unwrap_or(0),
        }
    }

    fn default_length(&mut self, constant: Constant) -> Option<u32> {
        let module = self.module;
        let scratch = self.scratch.get_or_insert_with(|| {
            let (types, constants) = (module.types.clone(), module.constants.clone());
            Box::new(Scratch { types, constants, defaults: Specialization::default() })
        });
        let Scratch { types, constants, defaults } = &mut **scratch;
        let mut tables = Tables { types, constants, structs: &module.structs };
        let default = |spec: SpecConstant| Some(module.spec_constants[spec].default);
        let value = defaults.apply(&mut tables, constant, default)?;
        let bits = tables.constants.bits(value)?;
        u32::try_from(bits).ok()
    }
}

/// Number of the lines that a matrix is stored in, and of the components of each.
fn lines(columns: u8, rows: u8, row_major: bool) -> (u32, u32) {
    if row_major { (u32::from(rows), u32::from(columns)) } else { (u32::from(columns), u32::from(rows)) }
}

/// The next multiple of `align`, a power of two.
fn round_up(offset: u32, align: u32) -> u32 {
    offset.checked_next_multiple_of(align.max(1)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
