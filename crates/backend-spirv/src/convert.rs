//! Between values and memory: the same IR type has one SPIR-V type as a value and others in blocks.
//!
//! Aggregates are copied with `OpCopyLogical` where the version has it and no bool is in them; else part by part.

use crate::error::{Error, Result};
use crate::function::FunctionWriter;
use crate::layout::Layout;
use crate::options::Version;
use spirv::Op;
use vitrum_ir::{Length, Scalar, Type, TypeData};

impl FunctionWriter<'_, '_> {
    /// Converts a loaded value from this memory layout.
    #[inline]
    pub(crate) fn loaded_value(&mut self, id: u32, ty: Type, layout: Layout) -> Result<u32> {
        if layout == Layout::None || self.w.is_alike_everywhere(ty) {
            return Ok(id);
        }
        self.relay(id, ty, layout, Layout::None)
    }

    /// The value to store in memory of this layout.
    #[inline]
    pub(crate) fn stored_value(&mut self, id: u32, ty: Type, layout: Layout) -> Result<u32> {
        if layout == Layout::None || self.w.is_alike_everywhere(ty) {
            return Ok(id);
        }
        self.relay(id, ty, Layout::None, layout)
    }

    fn relay(&mut self, id: u32, ty: Type, from: Layout, to: Layout) -> Result<u32> {
        if from == to {
            return Ok(id);
        }
        let target = self.w.laid(ty, to)?;
        if target == self.w.laid(ty, from)? {
            return Ok(id);
        }
        let module = self.w.module;
        match module.types.get(ty) {
            TypeData::Scalar(Scalar::Bool)
            | TypeData::Vector { scalar: Scalar::Bool, .. }
            | TypeData::LongVector { scalar: Scalar::Bool, .. } => self.relay_bool(id, ty, target, to),
            TypeData::Struct(_) | TypeData::Array { .. }
                if self.w.version >= Version::V1_4 && !self.w.facts(ty).holds(Scalar::Bool) =>
            {
                Ok(self.emit_plain(Op::CopyLogical, target, &[id]))
            }
            _ if !self.w.facts(ty).is_separable() => {
                Err(Error::too_large("composite that is copied to or from a block"))
            }
            TypeData::Struct(struct_id) => {
                let members = &module.structs[struct_id].members;
                let mut parts = Vec::with_capacity(members.len());
                for (index, member) in (0..).zip(members) {
                    let (from, to) = (from.of_member(member), to.of_member(member));
                    parts.push(self.relay_part(id, index, member.ty, from, to)?);
                }
                Ok(self.emit_plain(Op::CompositeConstruct, target, &parts))
            }
            TypeData::Array { element, length: Length::Constant(length) } => {
                let mut parts = Vec::with_capacity(length as usize);
                for index in 0..length {
                    parts.push(self.relay_part(id, index, element, from, to)?);
                }
                Ok(self.emit_plain(Op::CompositeConstruct, target, &parts))
            }
            TypeData::Array { .. } => {
                Err(Error::unsupported("copies of arrays of specialised length out of or into blocks"))
            }
            _ => Err(Error::malformed("a load or store of what has no value")),
        }
    }

    fn relay_part(&mut self, whole: u32, index: u32, ty: Type, from: Layout, to: Layout) -> Result<u32> {
        let laid = self.w.laid(ty, from)?;
        let part = self.emit_plain(Op::CompositeExtract, laid, &[whole, index]);
        self.relay(part, ty, from, to)
    }

    /// Bool is a `uint` in memory: 0 or not.
    fn relay_bool(&mut self, id: u32, ty: Type, target: u32, to: Layout) -> Result<u32> {
        let zero = self.w.splat_constant(ty, Scalar::U32, 0)?;
        if to == Layout::None {
            return Ok(self.emit_plain(Op::INotEqual, target, &[id, zero]));
        }
        let one = self.w.splat_constant(ty, Scalar::U32, 1)?;
        Ok(self.emit_plain(Op::Select, target, &[id, one, zero]))
    }
}
