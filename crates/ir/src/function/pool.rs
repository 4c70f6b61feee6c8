//! The pools of operands and values that the instructions of a function share.

use super::{FunctionData, Inst, InstData, NAMED, Operand, PARAM, ValueData, ValueFlags};
use crate::intrinsic::Intrinsic;
use crate::module::Precision;
use crate::ops::Op;
use crate::side_table::Id;
use crate::types::Type;
use crate::visit;

impl FunctionData {
    /// Says that no instruction calls that is in a block.
    pub fn forget_calls(&mut self) {
        self.calls = self.insts.values().any(|data| data.op == Op::Intrinsic && calls(data.op, data.imm));
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
        self.calls |= calls(op, imm);
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

/// True if an instruction with this immediate calls functions of the module.
#[inline]
pub(crate) fn calls(op: Op, imm: u32) -> bool {
    op == Op::Call || op == Op::Intrinsic && Intrinsic::from_imm(imm).is_some_and(Intrinsic::calls)
}
