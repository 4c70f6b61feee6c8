//! `precise` (GLSL 4.60 section 4.9): values that flow into a precise variable are computed as written, also through
//! local variables and control flow of the function.

use crate::lower::Lowering;
use crate::lower::body::Body;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{Block, FunctionData, Inst, Op, Operand, Value, ValueDef, ValueFlags};

/// Sources of the values that local variables and control instructions of a function give.
#[derive(Default)]
struct Sources {
    /// Values stored to each local variable.
    stores: FxHashMap<Value, Vec<Operand>>,
    /// Values that the arms of each control instruction with results merge.
    merges: FxHashMap<Inst, Vec<Operand>>,
}

impl Body {
    /// Records a value that flows into a precise variable.
    pub(crate) fn note_precise(&mut self, operand: Operand) {
        self.precise_values.push(operand);
    }
}

impl Lowering<'_> {
    /// Marks the values that the recorded ones were computed from.
    pub(crate) fn spread_precise(&mut self) {
        let mut work = std::mem::take(&mut self.body.precise_values);
        if work.is_empty() {
            return;
        }
        let function = &mut self.module.functions[self.cursor.function];
        let sources = sources(function);
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        while let Some(operand) = work.pop() {
            let Some(value) = operand.value().filter(|&value| seen.insert(value)) else { continue };
            let ValueDef::Result { inst, .. } = function.values[value].def() else { continue };
            let op = function.insts[inst].op;
            match op {
                Op::Var => work.extend(sources.stores.get(&value).into_iter().flatten()),
                Op::Load | Op::Access => {
                    // Only the variable counts, not its indices.
                    work.extend(function.operands(inst).first());
                }
                _ => {
                    if !op.is_control() && op != Op::Call {
                        function.values[value].flags.insert(ValueFlags::PRECISE);
                        work.extend_from_slice(function.operands(inst));
                    }
                    work.extend(sources.merges.get(&inst).into_iter().flatten());
                }
            }
        }
    }
}

/// The variable that a pointer points into.
fn base_of(function: &FunctionData, pointer: Operand) -> Option<Value> {
    let mut value = pointer.value()?;
    loop {
        let ValueDef::Result { inst, .. } = function.values[value].def() else { return None };
        match function.insts[inst].op {
            Op::Var => return Some(value),
            Op::Access => value = function.operands(inst).first()?.value()?,
            _ => return None,
        }
    }
}

fn sources(function: &FunctionData) -> Sources {
    let mut sources = Sources::default();
    let mut blocks: Vec<(Block, Option<Inst>)> =
        function.blocks.iter().map(|(block, _)| (block, None)).collect();
    for (inst, data) in function.insts.iter() {
        if !matches!(data.op, Op::If) || data.result_count() == 0 {
            continue;
        }
        for block in function.control(inst).into_iter().flat_map(|control| control.blocks()) {
            blocks.push((block, Some(inst)));
        }
    }
    for (block, owner) in blocks {
        let insts = &function.blocks[block].insts;
        if let Some(owner) = owner {
            if let Some(&last) = insts.last()
                && function.insts[last].op == Op::Merge
            {
                sources.merges.entry(owner).or_default().extend_from_slice(function.operands(last));
            }
            continue;
        }
        for &inst in insts {
            if let (Op::Store | Op::StoreSwizzle, &[pointer, value]) =
                (function.insts[inst].op, function.operands(inst))
                && let Some(base) = base_of(function, pointer)
            {
                sources.stores.entry(base).or_default().push(value);
            }
        }
    }
    sources
}
