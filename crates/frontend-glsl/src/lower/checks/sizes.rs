//! Size limits of types, blocks and workgroups, so that 32 bits hold all sizes.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::structs::OpenStruct;
use crate::lower::queries::ModuleQueries;
use crate::lower::report::Report;
use vitrum_ir::layout::Layouts;
use vitrum_ir::{LayoutRule, Length, Span, Struct, Type, TypeData};

/// The maximum size of a type, in bytes without padding; a resource counts as one byte. Element counts are often `int`.
const MOST_BYTES: u64 = i32::MAX as u64;

/// The maximum factor of padding: that of an 8-bit scalar in an array of `std140`.
const MOST_PADDING: u64 = 16;

impl Report<'_> {
    fn report_size(&mut self, what: &str, bytes: u64, span: Span) {
        let message = format!("{what} takes at least {bytes} bytes; the limit is {MOST_BYTES}");
        self.error(Code::TypeTooLarge, span, message);
    }
}

impl Lowering<'_> {
    /// Checks the size of an array type; false if it is too large.
    pub(crate) fn check_array_size(&mut self, ty: Type, span: Span) -> bool {
        let bytes = self.unpadded_size(ty);
        if bytes > MOST_BYTES {
            let name = self.module.type_name(ty);
            self.report.report_size(&format!("`{name}`"), bytes, span);
        }
        bytes <= MOST_BYTES
    }

    /// The bytes that a struct holds; one that is too large is reported, and counts as empty.
    pub(crate) fn struct_bytes(&mut self, open: &OpenStruct, span: Span) -> u64 {
        let sizes = open.members.iter().map(|member| self.unpadded_size(member.ty));
        let bytes = sizes.fold(0, u64::saturating_add);
        if bytes > MOST_BYTES {
            self.report.report_size(if open.is_block() { "block" } else { "struct" }, bytes, span);
            return 0;
        }
        bytes
    }

    /// The size of a type without padding. An array whose length is a specialisation constant counts as one element.
    fn unpadded_size(&self, ty: Type) -> u64 {
        match self.module.types.get(ty) {
            TypeData::Array { element, length } => {
                let count = if let Length::Constant(count) = length { u64::from(count) } else { 1 };
                self.unpadded_size(element).saturating_mul(count)
            }
            TypeData::RuntimeArray { element } => self.unpadded_size(element),
            TypeData::Struct(id) => self.structs.bytes(id),
            TypeData::BufferReference { .. } | TypeData::Handle { .. } => 8,
            data => {
                let bytes = self.module.types.scalar_of(ty).map_or(1, |scalar| scalar.width().div_ceil(8));
                let count = match data {
                    TypeData::Vector { size, .. } => u64::from(size),
                    TypeData::Matrix { columns, rows, .. } => u64::from(columns) * u64::from(rows),
                    _ => 1,
                };
                u64::from(bytes) * count
            }
        }
    }

    /// Checks that the members of a block, with offsets and padding, end below 4 GiB.
    pub(crate) fn check_block_size(&mut self, id: Struct, rule: LayoutRule, span: Span) {
        let member_bounds = self.module.structs[id].members.iter().map(|member| {
            let align = u64::from(member.decorations.align.unwrap_or(1)).max(MOST_PADDING);
            let offset = u64::from(member.decorations.offset.unwrap_or(0));
            offset + align + (self.unpadded_size(member.ty) + 1).saturating_mul(MOST_PADDING)
        });
        // Most blocks are far from the limit.
        if member_bounds.fold(0, u64::saturating_add) < u64::from(u32::MAX) {
            return;
        }
        let ty = self.module.types.intern(TypeData::Struct(id));
        // Sizes saturate.
        if Layouts::new(&self.module, rule).size(ty, false) == u32::MAX {
            let most = u32::MAX - 1;
            let message = format!("block members extend beyond the limit of {most} bytes");
            self.report.error(Code::TypeTooLarge, span, message);
        }
    }

    /// Checks that the invocations of a workgroup can be counted in 31 bits.
    pub(crate) fn check_workgroup_size(&mut self, end: Span) {
        let Some(size) = self.module.execution.local_size else { return };
        let sizes = size.map(|size| match self.module.constants.get(size).kind {
            vitrum_ir::ConstantKind::Spec(spec) => self.module.spec_constants[spec].default,
            _ => size,
        });
        let sizes = sizes.map(|size| self.module.constants.bits(size).unwrap_or(1));
        let count = sizes.into_iter().fold(1, u64::saturating_mul);
        if count > MOST_BYTES {
            let [x, y, z] = sizes;
            let span = self.interface.local_size.span.unwrap_or(end);
            let message = format!("workgroup of {x} x {y} x {z} has more than {MOST_BYTES} invocations");
            self.report.error(Code::LayoutValue, span, message);
        }
    }
}
