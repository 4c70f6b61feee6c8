//! Changes of instructions.

use super::types;
use crate::random::Random;
use vitrum_ir::{
    Constant, ConstantKind, Function, FunctionData, Inst, Intrinsic, Module, Op, Operand, ParamMode,
    Qualifiers, Scalar, Type, TypeData, Value, typing, visit,
};

/// The instructions in blocks that hold a condition.
fn insts(module: &Module, holds: impl Fn(&FunctionData, Inst) -> bool) -> Vec<(Function, Inst)> {
    let mut insts = Vec::new();
    for (id, function) in module.functions.iter() {
        let all = visit::insts(function).into_iter().map(|row| row.1);
        insts.extend(all.filter(|&inst| holds(function, inst)).map(|inst| (id, inst)));
    }
    insts
}

fn place(module: &Module, function: Function, inst: Inst) -> String {
    let data = &module.functions[function];
    let name = data.intrinsic(inst).map_or(data.op(inst).mnemonic(), Intrinsic::name);
    format!("&{}, `{name}`", module.names.get(data.name))
}

/// All that can be an operand in a function.
fn operands(module: &Module, function: &FunctionData) -> Vec<Operand> {
    let values = function.values.iter().map(|row| Operand::from(row.0));
    let constants = module.constants.iter().map(|row| Operand::from(row.0));
    values.chain(constants).chain(module.global_ids().map(Operand::from)).collect()
}

/// An operand that is any other.
pub(super) fn operand(module: &mut Module, random: &mut Random) -> Option<String> {
    let all = insts(module, |function, inst| !function.operands(inst).is_empty());
    let &(id, inst) = random.pick(&all)?;
    let others = operands(module, &module.functions[id]);
    let &other = random.pick(&others)?;
    let index = random.below(module.functions[id].operands(inst).len());
    *module.functions[id].operands_mut(inst).get_mut(index)? = other;
    types::infer_results(module);
    Some(format!("{}: operand {index} {other:?}", place(module, id, inst)))
}

/// An operand that is another one of the same type, or a pointer to the same type.
pub(super) fn like_operand(module: &mut Module, random: &mut Random) -> Option<String> {
    let all = insts(module, |function, inst| !function.operands(inst).is_empty());
    let &(id, inst) = random.pick(&all)?;
    let function = &module.functions[id];
    let index = random.below(function.operands(inst).len());
    let &old = function.operands(inst).get(index)?;
    let of = |operand: Operand| {
        let ty = typing::operand_type(module, function, operand);
        module.types.pointee(ty).map_or((ty, false), |pointee| (pointee, true))
    };
    let wanted = of(old);
    let mut others = operands(module, function);
    others.retain(|&other| other != old && of(other) == wanted);
    let &other = random.pick(&others)?;
    *module.functions[id].operands_mut(inst).get_mut(index)? = other;
    Some(format!("{}: operand {index} {other:?} of its type", place(module, id, inst)))
}

/// A constant operand with another value or of another integer type.
pub(super) fn constant(module: &mut Module, random: &mut Random) -> Option<String> {
    let is_scalar = |constant: Constant| {
        let data = module.constants.get(constant);
        matches!((module.types.get(data.ty), &data.kind), (TypeData::Scalar(_), ConstantKind::Scalar(_)))
    };
    let of = |function: &FunctionData, inst| {
        let operands = function.operands(inst).iter().enumerate();
        operands
            .filter(|row| row.1.constant().is_some_and(is_scalar))
            .map(|row| row.0)
            .collect::<Vec<usize>>()
    };
    let all = insts(module, |function, inst| !of(function, inst).is_empty());
    let &(id, inst) = random.pick(&all)?;
    let &index = random.pick(&of(&module.functions[id], inst))?;
    let old = module.functions[id].operands(inst).get(index)?.constant()?;
    let mut scalar = module.types.scalar_of(module.constants.ty(old))?;
    if random.chance(20) {
        scalar =
            *random.pick(&[Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U64, Scalar::I16, Scalar::U8])?;
    }
    let bits = match random.below(4) {
        0 => random.below(8) as u64,
        1 => 1 << random.below(16),
        2 => u64::MAX,
        _ => random.number(),
    };
    let bits = if scalar.width() == 64 { bits } else { bits & ((1 << scalar.width()) - 1) };
    let new = module.constants.scalar(scalar, bits);
    *module.functions[id].operands_mut(inst).get_mut(index)? = new.into();
    Some(format!("{}: operand {index} {bits:#x} of {}", place(module, id, inst), scalar.name()))
}

/// Another immediate.
pub(super) fn immediate(module: &mut Module, random: &mut Random) -> Option<String> {
    let fixed = |op| matches!(op, Op::Call | Op::If | Op::Loop | Op::Switch | Op::Intrinsic);
    let used = |function: &FunctionData, inst: Inst| {
        !fixed(function.op(inst))
            && (function.insts[inst].imm != 0 || matches!(function.op(inst), Op::Load | Op::Store))
    };
    let all = insts(module, used);
    let &(id, inst) = random.pick(&all)?;
    let old = module.functions[id].insts[inst].imm;
    let new = match random.below(3) {
        0 => old ^ 1 << random.below(32),
        1 => old ^ 1 << random.below(14),
        _ => random.below(16) as u32,
    };
    module.functions[id].set_imm(inst, new);
    Some(format!("{}: {old:#x} to {new:#x}", place(module, id, inst)))
}

/// Another operation, often one with the same typing rule.
pub(super) fn operation(module: &mut Module, random: &mut Random) -> Option<String> {
    let control = |op| matches!(op, Op::Call | Op::If | Op::Loop | Op::Switch | Op::Intrinsic);
    let all = insts(module, |function, inst| !control(function.op(inst)));
    let &(id, inst) = random.pick(&all)?;
    let old = module.functions[id].op(inst);
    let alike = random.chance(80);
    let others = Op::ALL.iter().copied().filter(|&op| !control(op) && op != old);
    let class = |op: Op| std::mem::discriminant(&op.info().sig);
    let others: Vec<Op> = others.filter(|&op| !alike || class(op) == class(old)).collect();
    let &new = random.pick(&others)?;
    let place = place(module, id, inst);
    module.functions[id].set_op(inst, new);
    types::infer_results(module);
    Some(format!("{place} to `{}`", new.mnemonic()))
}

/// Another intrinsic, often one with as many operands.
pub(super) fn intrinsic(module: &mut Module, random: &mut Random) -> Option<String> {
    let all = insts(module, |function, inst| function.intrinsic(inst).is_some());
    let &(id, inst) = random.pick(&all)?;
    let old = module.functions[id].intrinsic(inst)?.info();
    let alike = random.chance(90);
    let fits = |other: &Intrinsic| {
        let row = other.info();
        let count = module.functions[id].operands(inst).len() as u8;
        !alike
            || row.result.is_some() == old.result.is_some()
                && (row.operands.0..=row.operands.1).contains(&count)
    };
    let others: Vec<(usize, Intrinsic)> =
        Intrinsic::ALL.iter().copied().enumerate().filter(|row| fits(&row.1)).collect();
    let &(imm, new) = random.pick(&others)?;
    let place = place(module, id, inst);
    module.functions[id].set_imm(inst, imm as u32);
    Some(format!("{place} to `{}`", new.name()))
}

/// Another type of a result.
pub(super) fn result(module: &mut Module, random: &mut Random) -> Option<String> {
    let all = insts(module, |function, inst| function.result(inst).is_some());
    let &(id, inst) = random.pick(&all)?;
    let results: Vec<Value> = module.functions[id].results(inst).collect();
    let &value = random.pick(&results)?;
    let old = module.functions[id].values[value].ty;
    let ty: Type = types::another(module, random, old)?;
    module.functions[id].values[value].ty = ty;
    types::infer_results(module);
    module.functions[id].values[value].ty = ty;
    Some(format!("{}: type {}", place(module, id, inst), types::name(module, ty)))
}

/// An instruction left out, or two of a block that change places, or one copied into another block.
pub(super) fn instruction(module: &mut Module, random: &mut Random) -> Option<String> {
    let all = insts(module, |function, inst| function.op(inst).info().sig != vitrum_ir::Sig::Terminator);
    let &(id, inst) = random.pick(&all)?;
    let place = place(module, id, inst);
    let function = &mut module.functions[id];
    let blocks: Vec<_> = function.blocks.iter().map(|row| row.0).collect();
    let block = blocks.iter().copied().find(|&block| function.blocks[block].insts.contains(&inst))?;
    let at = function.blocks[block].insts.iter().position(|&other| other == inst)?;
    match random.below(3) {
        0 => {
            function.blocks[block].insts.remove(at);
            Some(format!("{place}: left out"))
        }
        1 => {
            let count = function.blocks[block].insts.len();
            let other = random.below(count.saturating_sub(1));
            function.blocks[block].insts.swap(at, other);
            Some(format!("{place}: swapped with number {other}"))
        }
        _ => {
            let &to = random.pick(&blocks)?;
            function.blocks[block].insts.remove(at);
            let end = random.below(function.blocks[to].insts.len());
            function.blocks[to].insts.insert(end, inst);
            Some(format!("{place}: moved"))
        }
    }
}

/// Another mode or qualifier of a parameter, or another type of the result of a function.
pub(super) fn parameter(module: &mut Module, random: &mut Random) -> Option<String> {
    let functions: Vec<Function> = module.function_ids().collect();
    let &id = random.pick(&functions)?;
    let name = module.names.get(module.functions[id].name).to_owned();
    let count = module.functions[id].params.len();
    if count == 0 {
        let result = module.functions[id].result;
        let ty = types::another(module, random, result)?;
        module.functions[id].result = ty;
        return Some(format!("&{name}: result {}", types::name(module, ty)));
    }
    let index = random.below(count);
    let param = module.functions[id].params.get_mut(index)?;
    if random.chance(50) {
        param.passing = random.pick(ParamMode::ALL)?.0;
        return Some(format!("&{name}: parameter {index} {}", param.passing.name()));
    }
    let &(qualifier, text) = random.pick(Qualifiers::ALL)?;
    param.qualifiers.insert(qualifier);
    Some(format!("&{name}: parameter {index} {text}"))
}
