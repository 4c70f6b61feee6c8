//! What is not printed: values that nothing uses, and what follows a loop that is never left.

use vitrum_ir::{
    Block, ControlKind, Effects, FunctionData, Inst, Intrinsic, MemoryAccess, Op, Operand, Value,
};

/// Which instructions of a function go, by their numbers; none for most functions.
pub(super) fn of(function: &FunctionData) -> Vec<bool> {
    let mut scan = Scan {
        function,
        order: Vec::with_capacity(function.insts.len()),
        counts: vec![0; function.values.len()],
        dead: vec![false; function.insts.len()],
    };
    scan.block(function.body, &mut Vec::new());
    // What uses a value stands behind it.
    for index in (0..scan.order.len()).rev() {
        let Some(&inst) = scan.order.get(index) else { continue };
        if scan.is_idle(inst) {
            scan.remove(inst);
        }
    }
    scan.dead
}

struct Scan<'a> {
    function: &'a FunctionData,
    /// What may be executed, in text order.
    order: Vec<Inst>,
    counts: Vec<u32>,
    dead: Vec<bool>,
}

impl Scan<'_> {
    /// Counts the uses in a block; `exits` says of each loop and switch around it whether it is left from within.
    fn block(&mut self, block: Block, exits: &mut Vec<bool>) {
        let function = self.function;
        let mut insts = function.blocks[block].insts.iter();
        for &inst in insts.by_ref() {
            self.order.push(inst);
            for &operand in function.operands(inst) {
                if let Some(count) = operand.value().and_then(|value| self.count(value)) {
                    *count += 1;
                }
            }
            let op = function.insts[inst].op;
            if matches!(op, Op::Break | Op::BreakIf)
                && let Some(exit) = exits.last_mut()
            {
                *exit = true;
            }
            let Some(control) = function.control(inst) else { continue };
            let is_exit = !matches!(control.kind, ControlKind::If { .. });
            if is_exit {
                exits.push(false);
            }
            for inner in control.blocks() {
                self.block(inner, exits);
            }
            if is_exit && exits.pop() == Some(false) && op == Op::Loop {
                break;
            }
        }
        for &inst in insts {
            if let Some(dead) = self.dead.get_mut(number(inst)) {
                *dead = true;
            }
        }
    }

    fn count(&mut self, value: Value) -> Option<&mut u32> {
        self.counts.get_mut(super::raw(value))
    }

    /// Whether an instruction does nothing but give values, and nobody wants them.
    fn is_idle(&self, inst: Inst) -> bool {
        let data = self.function.insts[inst];
        let effects = match data.op {
            // A variable with a value is the author's; another one is declared only if it is used.
            Op::Var | Op::Call => return false,
            Op::Intrinsic => Intrinsic::from_imm(data.imm).map_or(Effects::WRITES, |it| it.info().effects),
            op => op.effects(),
        };
        let volatile = data.op == Op::Load
            && MemoryAccess::from_bits(data.imm).contains(MemoryAccess::VOLATILE)
            || data.op == Op::ImageRead
                && vitrum_ir::ImageOperands::from_bits(data.imm).contains(vitrum_ir::ImageOperands::VOLATILE);
        let unused = |value: Value| self.counts.get(super::raw(value)).is_none_or(|&count| count == 0);
        effects.is_removable() && !volatile && self.function.results(inst).all(unused)
    }

    fn remove(&mut self, inst: Inst) {
        if let Some(dead) = self.dead.get_mut(number(inst)) {
            *dead = true;
        }
        let function = self.function;
        for value in function.operands(inst).iter().copied().filter_map(Operand::value) {
            if let Some(count) = self.count(value) {
                *count = count.saturating_sub(1);
            }
        }
    }
}

/// The index of an instruction.
pub(super) fn number(inst: Inst) -> usize {
    inst.into_raw().into_u32() as usize
}
