//! One atomic for a subgroup, where each of its invocations has one at the same place.
//!
//! ```text
//! %old: u32 = atomic_iadd @count, %n          %sum: u32 = intrinsic.subgroup_iadd 3u32, 0u32, %n
//! use %old                               =>   %before: u32 = intrinsic.subgroup_iadd 3u32, 2u32, %n
//!                                             %first: bool = intrinsic.subgroup_elect 3u32
//!                                             %one: u32 = if %first {
//!                                                 %1: u32 = atomic_iadd @count, %sum
//!                                                 merge %1
//!                                             } else {
//!                                                 merge 0u32
//!                                             }
//!                                             %all: u32 = intrinsic.subgroup_broadcast_first 3u32, %one
//!                                             %old: u32 = iadd %all, %before
//!                                             use %old
//! ```
//!
//! A device runs atomics at one place one after the other. Divergence analysis proves that the place is the same for the whole
//! subgroup. Its invocations do their atomics in any order, so that of the scan is one of them. Sums, differences, extremes and bits of integers of 32 bits are combined, if they order no other memory.
//!
//! Not in fragment shaders, where helper invocations take part in a subgroup and have no atomics. The result needs operations on
//! subgroups (SPIR-V 1.3), so the pass runs only when asked for by name. Mesa's drivers do the same.
//!
//! NIR: `nir_opt_uniform_atomics`.

use crate::analysis::Analyses;
use crate::analysis::uniformity::Uniformity;
use crate::analysis::uses::Uses;
use crate::framework::rewrite::{Action, End, Rewriter, rewrite_in};
use crate::framework::session::Session;
use rustc_hash::FxHashSet;
use vitrum_glsl::extensions::Extension;
use vitrum_ir::types::common;
use vitrum_ir::{
    AtomicAccess, Function, FunctionData, Inst, Intrinsic, Module, Op, Operand, Precision, Stage, typing,
};

/// The atomics that are combined: the operation on the values of a subgroup, and the one on the old value and those before.
const ROWS: &[(Op, Intrinsic, Op)] = &[
    (Op::AtomicIadd, Intrinsic::SubgroupIadd, Op::Iadd),
    (Op::AtomicIsub, Intrinsic::SubgroupIadd, Op::Isub),
    (Op::AtomicSmin, Intrinsic::SubgroupSmin, Op::Smin),
    (Op::AtomicUmin, Intrinsic::SubgroupUmin, Op::Umin),
    (Op::AtomicSmax, Intrinsic::SubgroupSmax, Op::Smax),
    (Op::AtomicUmax, Intrinsic::SubgroupUmax, Op::Umax),
    (Op::AtomicAnd, Intrinsic::SubgroupIand, Op::Iand),
    (Op::AtomicOr, Intrinsic::SubgroupIor, Op::Ior),
    (Op::AtomicXor, Intrinsic::SubgroupIxor, Op::Ixor),
];

/// The extensions that have the functions in GLSL.
const EXTENSIONS: [Extension; 3] = [
    Extension::KhrShaderSubgroupBasic,
    Extension::KhrShaderSubgroupArithmetic,
    Extension::KhrShaderSubgroupBallot,
];

/// SPIR-V's `Scope` of a subgroup, and two of its `GroupOperation`s.
const SUBGROUP: u32 = 3;
const REDUCE: u32 = 0;
const EXCLUSIVE_SCAN: u32 = 2;

/// The bits of SPIR-V's `MemorySemantics` that order other accesses, or make this one volatile.
const ORDERING: u32 = 0x801e;

/// Runs the pass; gives the number of atomics that are combined.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    let data = &module.functions[function];
    let atomics = data.insts.iter().map(|row| row.0);
    let mut found: FxHashSet<Inst> = atomics.filter(|&inst| may_combine(module, data, inst)).collect();
    if module.stage == Stage::Fragment || found.is_empty() {
        return 0;
    }
    let facts = Analyses::new(module, data);
    let uniformity = Uniformity::new(module, data, facts.nesting(), facts.flow());
    found.retain(|&inst| {
        facts.nesting().block(inst).is_some()
            && data.operands(inst).first().is_some_and(|&pointer| uniformity.is_uniform(pointer))
    });
    if found.is_empty() {
        return 0;
    }
    let uses = Uses::new(data);
    rewrite_in(module, function, session, |rewriter, inst| {
        if !found.contains(&inst) || !rewriter.may_change() {
            return Action::Keep;
        }
        let is_used = rewriter.function.results(inst).any(|value| uses.count(value) > 0);
        combine(rewriter, inst, is_used).unwrap_or(Action::Keep)
    })
}

fn row(function: &FunctionData, inst: Inst) -> Option<&'static (Op, Intrinsic, Op)> {
    ROWS.iter().find(|row| row.0 == function.op(inst))
}

/// True if an instruction is an atomic that can be combined, and is not what this pass makes.
fn may_combine(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let Some(row) = row(function, inst) else { return false };
    let &[_, value] = function.operands(inst) else { return false };
    let is_plain = AtomicAccess::from_bits(function.insts[inst].imm).semantics & ORDERING == 0;
    let is_word = matches!(typing::operand_type(module, function, value), common::I32 | common::U32);
    let made = function.definition(value).and_then(|inst| function.intrinsic(inst));
    is_plain && is_word && made != Some(row.1)
}

fn combine(rewriter: &mut Rewriter<'_>, inst: Inst, is_used: bool) -> Option<Action> {
    let &(op, group, step) = row(&rewriter.function, inst)?;
    let imm = rewriter.function.insts[inst].imm;
    let &[pointer, value] = rewriter.function.operands(inst) else { return None };
    let (pointer, value) = (rewriter.resolve(pointer), rewriter.resolve(value));
    let result = rewriter.function.result(inst)?;
    let (ty, zero) = (rewriter.ty(value), rewriter.module.constants.null(rewriter.ty(value)).into());
    for extension in EXTENSIONS {
        rewriter.module.require_extension(extension.name());
    }
    let subgroup: Operand = rewriter.module.constants.u32(SUBGROUP).into();
    let within = |rewriter: &mut Rewriter<'_>, form: u32| {
        let form = rewriter.module.constants.u32(form).into();
        rewriter.push(Op::Intrinsic, &[subgroup, form, value], group as u32, ty, Precision::None)
    };
    let all = within(rewriter, REDUCE);
    let before = is_used.then(|| within(rewriter, EXCLUSIVE_SCAN));
    let elect = Intrinsic::SubgroupElect as u32;
    let first = rewriter.push(Op::Intrinsic, &[subgroup], elect, common::BOOL, Precision::None);
    let merged = |value: Operand| End::Merge(if is_used { vec![value] } else { Vec::new() });
    let one = rewriter.if_(
        first,
        |rewriter| merged(rewriter.push(op, &[pointer, all], imm, ty, Precision::None)),
        |_| merged(zero),
    );
    if let (Some(before), Some(&one)) = (before, one.first()) {
        let broadcast = Intrinsic::SubgroupBroadcastFirst as u32;
        let old = rewriter.push(Op::Intrinsic, &[subgroup, one], broadcast, ty, Precision::None);
        let old = rewriter.op(step, &[old, before]);
        rewriter.forward(result, old);
    }
    Some(Action::Remove)
}
