//! Counts of a module.

use vitrum::ir::{FunctionData, Module, Op, TypeData, Value, visit};
use vitrum_passes::analysis::liveness::Liveness;

use crate::data::Statistics;

/// The counts of a module.
pub(crate) fn statistics(module: &Module) -> Statistics {
    let mut found = Statistics::default();
    for id in module.code_ids() {
        let function = &module.functions[id];
        found.functions += 1;
        for (_, inst) in visit::insts(function) {
            let data = &function.insts[inst];
            found.instructions += 1;
            found.placed += usize::from(!data.span().is_nowhere());
            found.loops += usize::from(data.op == Op::Loop);
            found.branches += usize::from(matches!(data.op, Op::If | Op::Switch));
            *found.ops.entry(data.op.mnemonic()).or_default() += 1;
        }
        let pressure = Liveness::new(function).pressure(|value| scalars(module, function, value));
        found.live = found.live.max(pressure);
    }
    found
}

/// The scalars of a value; a pointer has none.
fn scalars(module: &Module, function: &FunctionData, value: Value) -> u32 {
    match module.types.get(function.values[value].ty) {
        TypeData::Scalar(_) => 1,
        TypeData::Vector { size, .. } => u32::from(size),
        TypeData::Matrix { columns, rows, .. } => u32::from(columns) * u32::from(rows),
        _ => 0,
    }
}
