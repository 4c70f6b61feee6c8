//! The form of instructions, from the tables of `rspirv`; that of newer ones from the table of intrinsics.

use rspirv::grammar::{INSTRUCTION_TABLE, LogicalOperand, OperandKind, OperandQuantifier};
use rustc_hash::FxHashMap;
use spirv::Op;
use vitrum_ir::Intrinsic;

use crate::words::{Inst, string};

/// The form of an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// The operation, if the crate `spirv` knows it.
    pub(crate) known: Option<Op>,
    pub(crate) has_type: bool,
    pub(crate) has_result: bool,
    /// Operands behind type and result; none if they are not known.
    operands: Option<&'static [LogicalOperand]>,
}

/// The forms that were asked for.
#[derive(Debug, Default)]
pub(crate) struct Grammar {
    shapes: FxHashMap<u16, Shape>,
}

impl Grammar {
    /// The form of an instruction.
    pub(crate) fn shape(&mut self, op: u16) -> Shape {
        *self.shapes.entry(op).or_insert_with(|| find(op))
    }

    /// Calls `each` with the ids among the operands of an instruction that may name values: not those of its labels.
    pub(crate) fn each_id(&self, inst: &Inst<'_>, mut each: impl FnMut(u32)) {
        let Some(operands) = self.shapes.get(&inst.op).and_then(|shape| shape.operands) else {
            inst.words.iter().copied().for_each(each);
            return;
        };
        let mut words = inst.words;
        for operand in operands {
            let repeats = operand.quantifier == OperandQuantifier::ZeroOrMore;
            loop {
                let Some((&first, rest)) = words.split_first() else { return };
                words = rest;
                match operand.kind {
                    OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics => each(first),
                    OperandKind::PairIdRefIdRef | OperandKind::PairIdRefLiteralInteger => {
                        each(first);
                        words = words.get(1..).unwrap_or(&[]);
                    }
                    OperandKind::LiteralString => {
                        let more = string(rest).1;
                        let ends = first.to_le_bytes().contains(&0);
                        words = if ends { rest } else { rest.get(more..).unwrap_or(&[]) };
                    }
                    // The ids come behind the mask.
                    OperandKind::ImageOperands => {
                        words.iter().copied().for_each(each);
                        return;
                    }
                    // Cases and alignments are numbers, labels and scopes are no values of the function.
                    OperandKind::PairLiteralIntegerIdRef | OperandKind::MemoryAccess => return,
                    _ => {}
                }
                if !repeats {
                    break;
                }
            }
        }
    }
}

fn find(op: u16) -> Shape {
    let known = Op::from_u32(u32::from(op));
    if let Some(row) = INSTRUCTION_TABLE.lookup_opcode(u32::from(op)) {
        let has = |kind| row.operands.iter().any(|operand| operand.kind == kind);
        let (has_type, has_result) = (has(OperandKind::IdResultType), has(OperandKind::IdResult));
        let own = usize::from(has_type) + usize::from(has_result);
        return Shape { known, has_type, has_result, operands: row.operands.get(own..) };
    }
    let has_result = Intrinsic::from_opcode(op).is_some_and(|intrinsic| intrinsic.info().result.is_some());
    Shape { known, has_type: has_result, has_result, operands: None }
}

#[cfg(test)]
mod tests {
    use super::Grammar;
    use crate::words::Inst;
    use spirv::Op;

    fn ids(op: Op, words: &[u32]) -> Vec<u32> {
        let mut ids = Vec::new();
        let inst = Inst::plain(op, words);
        let mut grammar = Grammar::default();
        grammar.shape(inst.op);
        grammar.each_id(&inst, |id| ids.push(id));
        ids
    }

    #[test]
    fn literals_are_no_ids() {
        assert_eq!(ids(Op::CompositeExtract, &[7, 1, 2]), [7]);
        assert_eq!(ids(Op::Load, &[7, 2, 16]), [7]);
        assert_eq!(ids(Op::ImageSampleExplicitLod, &[7, 8, 2, 9]), [7, 8, 9]);
        assert_eq!(ids(Op::BranchConditional, &[7, 8, 9, 1, 2]), [7, 8, 9]);
        assert_eq!(ids(Op::Switch, &[7, 8, 1, 9]), [7, 8]);
        assert_eq!(ids(Op::ExtInst, &[1, 31, 7]), [1, 7]);
        assert_eq!(ids(Op::AccessChain, &[7, 8, 9]), [7, 8, 9]);
    }
}
