//! New variables and new instructions.

use super::types;
use crate::random::Random;
use vitrum_ir::{
    Function, FunctionData, Inst, Intrinsic, LayoutRule, MemoryAccess, Module, Op, Operand, Precision, Sig,
    Span, Storage, Type, ValueDef, typing, verify,
};

/// Candidates for a new instruction, of which the first that verifies is taken: few combinations of operands do.
const CANDIDATES: usize = 24;

/// A new variable, which the entry point loads or stores to.
pub(super) fn variable(module: &mut Module, random: &mut Random) -> Option<String> {
    let entry = module.entry?;
    let all: Vec<Type> = module.types.iter().map(|row| row.0).collect();
    let &of = random.pick(&all)?;
    let ty = types::another(module, random, of)?;
    let &(storage, name) = random.pick(Storage::ALL)?;
    let global = module.add_global("added", ty, storage);
    let is_block = !module.members(ty).is_empty() && random.chance(70);
    module.globals[global].block = is_block.then_some(LayoutRule::Std430);
    if matches!(storage, Storage::Input | Storage::Output) {
        module.globals[global].decorations.location = Some(20);
    } else {
        (module.globals[global].decorations.binding, module.globals[global].decorations.set) =
            (Some(20), Some(0));
    }
    let function = &mut module.functions[entry];
    let body = function.body;
    let inst = if random.chance(50) {
        let inst = function.new_inst(Op::Load, &[global.into()], MemoryAccess::NONE.bits(), Span::default());
        function.add_results(inst, &[(ty, Precision::None)]);
        inst
    } else {
        let value = module.constants.null(ty);
        function.new_inst(
            Op::Store,
            &[global.into(), value.into()],
            MemoryAccess::NONE.bits(),
            Span::default(),
        )
    };
    function.blocks[body].insts.insert(0, inst);
    Some(format!("{name} of type {}", types::name(module, ty)))
}

/// A new instruction in the body of a function.
pub(super) fn instruction(module: &mut Module, random: &mut Random) -> Option<String> {
    let functions: Vec<Function> = module.function_ids().collect();
    let &id = random.pick(&functions)?;
    let mut last = None;
    for _ in 0..CANDIDATES {
        let mut changed = module.clone();
        let what = candidate(&mut changed, random, id);
        let verifies = verify(&changed).is_ok();
        if what.is_some() {
            last = what.map(|what| (changed, what));
        }
        if verifies && last.is_some() {
            break;
        }
    }
    let (changed, what) = last?;
    *module = changed;
    Some(what)
}

fn candidate(module: &mut Module, random: &mut Random, id: Function) -> Option<String> {
    let (op, imm, count, has_result) = if random.chance(40) {
        let number = random.below(Intrinsic::ALL.len());
        let row = Intrinsic::ALL[number].info();
        let count = random.between(usize::from(row.operands.0), usize::from(row.operands.1).min(6));
        (Op::Intrinsic, number as u32, count, row.result.is_some())
    } else {
        let &op = random.pick(Op::ALL)?;
        let stores =
            matches!(op.info().sig, Sig::Store | Sig::AtomicStore | Sig::StoreSwizzle | Sig::ImageWrite);
        let imm = if random.chance(80) { 0 } else { random.below(64) as u32 };
        (op, imm, 1 + random.below(3), !stores)
    };
    if matches!(op.info().sig, Sig::Call | Sig::Control | Sig::Terminator) {
        return None;
    }
    let function = &module.functions[id];
    let body = function.body;
    let place = random.below(function.blocks[body].insts.len());
    let known = known_before(module, function, place);
    let operands: Vec<Operand> = (0..count).filter_map(|_| random.pick(&known).copied()).collect();
    let given: Vec<Type> =
        operands.iter().map(|&operand| typing::operand_type(module, function, operand)).collect();
    let result = match typing::infer(module, op, &given, imm) {
        Some(ty) => ty,
        None => {
            let all: Vec<Type> = module.types.iter().map(|row| row.0).collect();
            *random.pick(&all)?
        }
    };
    let function = &mut module.functions[id];
    let inst = function.new_inst(op, &operands, imm, Span::default());
    if has_result {
        function.add_results(inst, &[(result, Precision::None)]);
    }
    function.blocks[body].insts.insert(place, inst);
    let name = function.intrinsic(inst).map_or(op.mnemonic(), Intrinsic::name);
    Some(format!("`{name}`"))
}

/// The operands that are known before an instruction of the body.
fn known_before(module: &Module, function: &FunctionData, place: usize) -> Vec<Operand> {
    let insts: &[Inst] = function.blocks[function.body].insts.get(..place).unwrap_or(&[]);
    let values = function.values.iter().filter(|row| match row.1.def() {
        ValueDef::Result { inst, .. } => insts.contains(&inst),
        ValueDef::Param { block, .. } => block == function.body,
    });
    let values: Vec<Operand> = values.map(|row| row.0.into()).collect();
    let constants = module.constants.iter().map(|row| Operand::from(row.0));
    values.into_iter().chain(constants).chain(module.global_ids().map(Operand::from)).collect()
}
