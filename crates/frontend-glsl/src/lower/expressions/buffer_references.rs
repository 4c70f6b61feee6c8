//! Buffer references: members of their blocks, and address arithmetic (`GL_EXT_buffer_reference`,
//! `GL_EXT_buffer_reference2`).

use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::expressions::places::Place;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use crate::parser::BinaryOp;
use vitrum_ir::layout::Layouts;
use vitrum_ir::types::common;
use vitrum_ir::{Op, Operand, Precision, Span, Storage, Type, TypeData};

impl Lowering<'_> {
    /// Member `index` of the block of a buffer reference.
    pub(crate) fn reference_member(&mut self, base: Expr, index: u32, span: Span) -> Expr {
        let TypeData::BufferReference { block, .. } = self.module.types.get(base.ty) else {
            return Expr::error(span);
        };
        // Memory qualifiers of a variable of reference type apply to the target.
        let variable = match base.kind {
            ExprKind::Place(id) => self.places.get(id).map(|place| place.access),
            _ => None,
        };
        let Some(reference) = self.operand(base) else { return Expr::error(span) };
        let ty = self.module.types.intern(TypeData::Struct(block));
        let pointer = self.module.types.pointer(Storage::PhysicalBuffer, ty);
        let address = self.bitcast(reference, pointer, span);
        let mut place = Place::whole(address, ty, Storage::PhysicalBuffer, Precision::None);
        place.access = variable.unwrap_or_default();
        let id = self.places.add(place);
        self.member(Expr::new(ExprKind::Place(id), ty, base.span), index, span)
    }

    /// `reference[index]`: a reference to the block `index` blocks further on.
    pub(crate) fn reference_element(&mut self, base: Expr, index: Operand, span: Span) -> Expr {
        let Some(reference) = self.operand(base) else { return Expr::error(span) };
        let index = Expr::value(index, self.operand_type(index), span);
        let base = Expr::value(reference, base.ty, base.span);
        match self.reference_arithmetic(BinaryOp::Add, base, index, span) {
            Some(value) => Expr::value(value, base.ty, span),
            None => Expr::error(span),
        }
    }

    /// Sums and differences of references and integers; `None` for other operands.
    #[inline(never)]
    pub(crate) fn reference_arithmetic(
        &mut self,
        operator: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Operand> {
        if !self.enabled(Extension::ExtBufferReference2) {
            return None;
        }
        let (ExprKind::Value(a), ExprKind::Value(b)) = (left.kind, right.kind) else { return None };
        match (self.module.is_reference(left.ty), self.module.is_reference(right.ty), operator) {
            (true, false, BinaryOp::Add | BinaryOp::Subtract) => {
                self.moved_reference(operator, a, left.ty, b, right.ty, span)
            }
            (false, true, BinaryOp::Add) => self.moved_reference(operator, b, right.ty, a, left.ty, span),
            (true, true, BinaryOp::Subtract) if left.ty == right.ty => {
                let (a, b) = (self.bitcast(a, common::U64, span), self.bitcast(b, common::U64, span));
                let bytes = self.op(Op::Isub, &[a, b], 0, span);
                let bytes = self.bitcast(bytes, common::I64, span);
                let size = self.reference_size(left.ty)?;
                let size = self.module.constants.scalar(vitrum_ir::Scalar::I64, size);
                Some(self.op(Op::Sdiv, &[bytes, size.into()], 0, span))
            }
            _ => None,
        }
    }

    /// A reference that is moved by a number of blocks.
    fn moved_reference(
        &mut self,
        operator: BinaryOp,
        reference: Operand,
        ty: Type,
        count: Operand,
        count_type: Type,
        span: Span,
    ) -> Option<Operand> {
        if !self.module.is_integer_scalar(count_type) {
            return None;
        }
        let count = self.convert(count, count_type, common::I64, span);
        let size = self.reference_size(ty)?;
        let size = self.module.constants.scalar(vitrum_ir::Scalar::I64, size);
        let bytes = self.op(Op::Imul, &[count, size.into()], 0, span);
        let bytes = self.bitcast(bytes, common::U64, span);
        let address = self.bitcast(reference, common::U64, span);
        let op = if operator == BinaryOp::Add { Op::Iadd } else { Op::Isub };
        let address = self.op(op, &[address, bytes], 0, span);
        Some(self.bitcast(address, ty, span))
    }

    /// Bit-casts a value.
    pub(crate) fn bitcast(&mut self, value: Operand, ty: Type, span: Span) -> Operand {
        self.cursor.span = span;
        self.builder().emit(Op::Bitcast, &[value], 0, ty, Precision::None)
    }

    /// The distance of consecutive blocks: the size of a block, rounded up to the alignment of the reference. A block
    /// with an unsized array has none.
    fn reference_size(&mut self, ty: Type) -> Option<u64> {
        let TypeData::BufferReference { block, layout, align } = self.module.types.get(ty) else {
            return None;
        };
        let last = self.module.structs[block].members.last();
        if last.is_some_and(|last| self.module.is_unsized(last.ty)) {
            return None;
        }
        let block = self.module.types.intern(TypeData::Struct(block));
        let size = Layouts::new(&self.module, layout).size(block, false);
        Some(u64::from(size).next_multiple_of(u64::from(align.max(1))))
    }
}
