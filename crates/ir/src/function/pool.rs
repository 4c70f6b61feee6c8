//! The pools of operands and values that the instructions of a function share.

use super::{FunctionData, Inst, InstData, NAMED, Operand, PARAM, Value, ValueData, ValueFlags};
use crate::intrinsic::Intrinsic;
use crate::module::Precision;
use crate::ops::{Op, OpSet};
use crate::side_table::Id;
use crate::span::Span;
use crate::types::Type;
use crate::visit;

impl FunctionData {
    /// Says that no instruction calls that is in a block.
    pub fn forget_calls(&mut self) {
        self.past.calls =
            self.insts.values().any(|data| data.op == Op::Intrinsic && calls(data.op, data.imm));
    }

    /// Makes an instruction that is in no block yet and has no results yet.
    pub fn new_inst(&mut self, op: Op, operands: &[Operand], imm: u32, span: Span) -> Inst {
        let mut data = self.inst_data(op, operands, imm);
        data.set_span(span);
        self.insts.0.alloc(data)
    }

    /// The data of a new instruction without results and source; its operands are in the pool.
    #[inline]
    fn inst_data(&mut self, op: Op, operands: &[Operand], imm: u32) -> InstData {
        let operands = operands.get(..usize::from(u16::MAX)).unwrap_or(operands);
        let operand_start = self.operands.len() as u32;
        self.past.add(op, imm);
        // There are one or two most often, for which a copy of memory is a call too many.
        operands.iter().for_each(|&operand| self.operands.push(operand));
        InstData {
            op,
            operand_count: operands.len() as u16,
            operand_start,
            first_result: 0,
            result_count: 0,
            span_length: 0,
            span_start: 0,
            imm,
        }
    }

    /// Makes an instruction with one result that is in no block yet; gives it and its result.
    #[inline]
    pub fn new_value(
        &mut self,
        op: Op,
        operands: &[Operand],
        imm: u32,
        span: Span,
        result: (Type, Precision),
    ) -> (Inst, Value) {
        let mut data = self.inst_data(op, operands, imm);
        data.set_span(span);
        data.first_result = self.values.len() as u32;
        data.result_count = 1;
        let inst = self.insts.0.alloc(data);
        let (ty, precision) = result;
        let def = inst.index() as u32 & !(PARAM | NAMED);
        let value = self.values.alloc(ValueData { ty, def, index: 0, precision, flags: ValueFlags::NONE });
        (inst, value)
    }

    /// Adds an operand of the instruction that [`FunctionData::new_inst_of_pushed`] makes next.
    #[inline]
    pub fn push_operand(&mut self, operand: Operand) {
        self.operands.push(operand);
    }

    /// Makes an instruction of the operands that were pushed last, so many, and of results. It is in no block yet.
    #[inline]
    pub fn new_inst_of_pushed(
        &mut self,
        op: Op,
        operands: u16,
        imm: u32,
        results: &[(Type, Precision, ValueFlags)],
    ) -> Inst {
        let inst = self.insts.0.alloc(InstData {
            op,
            operand_count: operands,
            operand_start: self.operands.len().saturating_sub(operands.into()) as u32,
            first_result: if results.is_empty() { 0 } else { self.values.len() as u32 },
            result_count: results.len().min(usize::from(u16::MAX)) as u16,
            span_length: 0,
            span_start: 0,
            imm,
        });
        self.past.add(op, imm);
        let def = inst.index() as u32 & !(PARAM | NAMED);
        for (index, &(ty, precision, flags)) in results.iter().enumerate() {
            self.values.alloc(ValueData { ty, def, index: index as u16, precision, flags });
        }
        inst
    }

    /// True if every instruction is in a block, and the pool of operands has theirs, in order, and no others.
    pub(crate) fn is_compact(&self) -> bool {
        let (mut count, mut next) = (0, 0);
        visit::each(self, self.body, |_| count += 1);
        let are_in_order = self.insts.0.values().all(|data| {
            let starts_here = data.operand_start as usize == next;
            next += usize::from(data.operand_count);
            starts_here
        });
        count == self.insts.len() && are_in_order && next == self.operands.len()
    }
}

/// The operations of the instructions that a function has or has had. It does not count when functions are
/// compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past {
    /// True if some call functions.
    pub(super) calls: bool,
    pub(super) ops: OpSet,
}

impl Default for Past {
    fn default() -> Self {
        Self { calls: false, ops: OpSet::NONE }
    }
}

impl PartialEq for Past {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Past {}

impl Past {
    /// Adds an instruction with this immediate.
    #[inline]
    pub(crate) fn add(&mut self, op: Op, imm: u32) {
        self.calls |= calls(op, imm);
        self.ops.insert(op);
    }
}

/// True if an instruction with this immediate calls functions of the module.
#[inline]
fn calls(op: Op, imm: u32) -> bool {
    op == Op::Call || op == Op::Intrinsic && Intrinsic::from_imm(imm).is_some_and(Intrinsic::calls)
}
