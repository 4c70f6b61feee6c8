//! If-conversion: turns branches between few cheap operations into selections.
//!
//! ```text
//! %1: f32 = if %c {                           %2: f32 = fadd %x, 1.0f32
//!     %2: f32 = fadd %x, 1.0f32               %1: f32 = select %c, %2, %x
//!     merge %2
//! } else {
//!     merge %x
//! }
//! %3: bool = if %a { merge %b } else { merge false }      %3: bool = and %a, %b
//! ```
//!
//! Arms that hold only operations that may run for nothing are done before the branch, which goes. Those are pure, and
//! not undefined for operands that the condition excludes; or loads of memory that nobody else writes meanwhile and
//! that surely is there: variables, inputs, uniforms, at known indices. Derivatives, samples with derivatives, votes
//! and whatever else depends on who runs it together stays where it is. A result that is the same whichever arm is
//! taken, or wherever a loop or a switch is left, is that value. A branch on `not` becomes one on its operand, with its
//! arms changed, and so does one whose first arm is empty if the inverse of its condition costs nothing (`invert`).
//!
//! An author's `dont_flatten` is kept.
//!
//! `flatten_divergent_branches` asks besides whether those that come to a branch take the same arm. If they do, one arm is
//! jumped over, and only what is next to nothing is done for nothing; if they do not, both arms are run one after the
//! other in any case, and more is worth a selection.

mod invert;
mod results;

use crate::analysis::Analyses;
use crate::analysis::memory::{Path, Root, is_surely_there};
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use invert::Inversions;
use results::Exits;
use rustc_hash::FxHashSet;
use vitrum_ir::types::common;
use vitrum_ir::{
    Block, ControlHints, ControlKind, Effects, Function, FunctionData, Inst, List, MemoryAccess, Module, Op,
    Operand, Precision, SpirvCode, Storage, Type, TypeData, Value, typing, visit,
};

/// The cost of what may run for nothing, in simple operations.
pub(crate) const BUDGET: u32 = 8;

/// The same if the author asks for it.
const BUDGET_IF_ASKED: u32 = 64;

/// The same if all take the same arm: a jump costs as much.
const BUDGET_OF_UNIFORM: u32 = 2;

/// The same if they do not.
const BUDGET_OF_DIVERGENT: u32 = 16;

/// Runs the pass; gives the number of branches and results that went.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    if !module.functions[function].may_have(Op::CONTROL) {
        return 0;
    }
    let data = &module.functions[function];
    let (exits, inversions) = (Exits::new(data), invert::find(data));
    let visitor = SimplifyBranches { exits, uniform: None, inversions };
    rewrite_function(module, function, session, visitor)
}

/// The same, by whether branches are uniform.
pub(crate) fn run_on_divergent(module: &mut Module, id: Function, session: &mut Session) -> usize {
    let function = &module.functions[id];
    if !function.may_have(Op::CONTROL) {
        return 0;
    }
    let facts = Analyses::new(module, function);
    let is_uniform = |inst: Inst| {
        function.operands(inst).first().is_some_and(|&condition| facts.uniformity().is_uniform(condition))
    };
    let branches = visit::insts(function).into_iter().map(|row| row.1);
    let branches = branches.filter(|&inst| function.op(inst) == Op::If && is_uniform(inst));
    let uniform = Some(branches.collect());
    let visitor =
        SimplifyBranches { exits: Exits::new(function), uniform, inversions: Inversions::default() };
    rewrite_function(module, id, session, visitor)
}

struct SimplifyBranches {
    exits: Exits,
    /// The branches of which all take the same arm, if that is asked.
    uniform: Option<FxHashSet<Inst>>,
    /// The branches that are inverted.
    inversions: Inversions,
}

impl SimplifyBranches {
    /// The cost that arms may have if they always run.
    fn budget(&self, control: Inst) -> u32 {
        match &self.uniform {
            None => BUDGET,
            Some(uniform) if uniform.contains(&control) => BUDGET_OF_UNIFORM,
            Some(_) => BUDGET_OF_DIVERGENT,
        }
    }
}

impl Visitor for SimplifyBranches {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if rewriter.function.op(inst) == Op::If {
            change_arms(rewriter, inst);
        }
        self.exits.see(&rewriter.function, inst);
        Action::Keep
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        self.exits.enter(&rewriter.function, control, part);
    }

    fn leave(&mut self, rewriter: &mut Rewriter<'_>, control: Inst) {
        let known = self.exits.leave(rewriter, control);
        if let Some(arms) = Arms::of(&rewriter.function, control)
            && arms.fit(rewriter, control, self.budget(control))
            && rewriter.may_change()
        {
            rewriter.remark(control, |_| "branch turned into a selection".to_owned());
            flatten(rewriter, control, &arms);
            return;
        }
        if let Some(operations) = self.inversions.remove(&control)
            && rewriter.may_change()
        {
            rewriter.changes += 1;
            invert::invert(&mut rewriter.function, &operations);
            swap_arms(&mut rewriter.function, control);
        }
        for (value, operand) in known {
            if rewriter.may_change() {
                rewriter.forward(value, operand);
            }
        }
    }
}

/// `if !c` with its arms changed.
fn change_arms(rewriter: &mut Rewriter<'_>, inst: Inst) {
    let Some(&condition) = rewriter.function.operands(inst).first() else { return };
    let Some(not) = rewriter.function.definition(condition) else { return };
    if rewriter.function.op(not) != Op::Not {
        return;
    }
    let Some(&positive) = rewriter.function.operands(not).first() else { return };
    if !rewriter.may_change() {
        return;
    }
    rewriter.changes += 1;
    if let Some(slot) = rewriter.function.operands_mut(inst).first_mut() {
        *slot = positive;
    }
    swap_arms(&mut rewriter.function, inst);
}

fn swap_arms(function: &mut FunctionData, inst: Inst) {
    if let Some(control) = function.control_mut(inst)
        && let ControlKind::If { then, other } = &mut control.kind
    {
        std::mem::swap(then, other);
    }
}

/// The arms of an `if` that both merge.
struct Arms {
    blocks: [Block; 2],
    /// The two candidates for each result.
    values: List<[Operand; 2]>,
}

impl Arms {
    fn of(function: &FunctionData, control: Inst) -> Option<Self> {
        let [then, other] = function.arms(control)?;
        let merged = |block| function.ends_with(block, Op::Merge).map(|last| function.operands(last));
        let values = merged(then)?.iter().zip(merged(other)?).map(|(&yes, &no)| [yes, no]).collect();
        Some(Self { blocks: [then, other], values })
    }

    /// True if both arms may and should be done whatever the condition is.
    fn fit(&self, rewriter: &Rewriter<'_>, control: Inst, budget: u32) -> bool {
        let function = &rewriter.function;
        let hints = function.control(control).map_or(ControlHints::NONE, |control| control.hints);
        if hints.contains(ControlHints::DONT_FLATTEN) {
            return false;
        }
        let mut left = if hints.contains(ControlHints::FLATTEN) { BUDGET_IF_ASKED } else { budget };
        for &[yes, no] in &self.values {
            if yes == no {
                continue;
            }
            let ty = typing::operand_type(rewriter.module, function, yes);
            if !is_selected(rewriter.module, ty) || left == 0 {
                return false;
            }
            left -= 1;
        }
        for block in self.blocks {
            let insts = &function.blocks[block].insts;
            // The terminator is no operation.
            for &inst in insts.iter().take(insts.len().saturating_sub(1)) {
                match cost(rewriter.module, function, inst) {
                    Some(cost) if cost <= left => left -= cost,
                    _ => return false,
                }
            }
        }
        true
    }
}

/// True if values of a type can be selected on every target at the cost of one operation.
fn is_selected(module: &Module, ty: Type) -> bool {
    matches!(module.types.get(ty), TypeData::Scalar(_) | TypeData::Vector { .. })
}

/// The cost of an operation if it may run for nothing.
pub(crate) fn cost(module: &Module, function: &FunctionData, inst: Inst) -> Option<u32> {
    let data = &function.insts[inst];
    let op = data.op;
    match op {
        Op::Load => is_always_there(module, function, inst).then_some(1),
        // A variable would be made, and its address would be selected.
        Op::Access | Op::Extract | Op::Swizzle | Op::Shuffle | Op::Construct | Op::Splat | Op::Bitcast => {
            Some(u32::from(op == Op::Construct))
        }
        Op::Fdiv | Op::Frem | Op::Fmod | Op::Inverse | Op::Determinant => Some(4),
        _ if op.effects() != Effects::PURE => None,
        _ => Some(match op.info().spirv {
            SpirvCode::Ext(number) if is_slow(number) => 4,
            SpirvCode::None | SpirvCode::Core(_) | SpirvCode::Ext(_) => 1,
        }),
    }
}

/// True if a function of GLSL.std.450 is more than an instruction or two on most devices.
fn is_slow(number: u8) -> bool {
    // Rounding, signs, minima and maxima, clamps and mixes are not.
    !matches!(number, 1..=5 | 8..=10 | 37..=46 | 48 | 50 | 73..=75 | 79..=81)
}

/// True if a load reads memory that is there and that nobody else changes.
fn is_always_there(module: &Module, function: &FunctionData, inst: Inst) -> bool {
    let data = &function.insts[inst];
    let access = MemoryAccess::from_bits(data.imm);
    let Some(&pointer) = function.operands(inst).first() else { return false };
    let path = Path::resolved(module, function, pointer);
    let known = is_surely_there(module, function, &path);
    let own = match path.root {
        Root::Variable(_) => true,
        Root::Global(global) => matches!(
            module.globals[global].storage,
            Storage::Private | Storage::Input | Storage::Uniform | Storage::PushConstant
        ),
        Root::Parameter(_) | Root::Other(_) => false,
    };
    known && own && access == MemoryAccess::NONE
}

/// Puts the arms before their branch and selections in its place.
fn flatten(rewriter: &mut Rewriter<'_>, control: Inst, arms: &Arms) {
    let Some(&condition) = rewriter.function.operands(control).first() else { return };
    rewriter.take_back(control);
    for block in arms.blocks {
        let mut insts = std::mem::take(&mut rewriter.function.blocks[block].insts);
        insts.pop();
        rewriter.put_back(&insts);
    }
    let results: Vec<Value> = rewriter.function.results(control).collect();
    for (value, &[yes, no]) in results.into_iter().zip(&arms.values) {
        let (ty, precision) = (rewriter.function.values[value].ty, rewriter.function.values[value].precision);
        let chosen = choose(rewriter, condition, yes, no, ty, precision);
        if let Some(chosen) = chosen.value().filter(|_| chosen != yes && chosen != condition) {
            rewriter.inherit(value, chosen);
        } else {
            rewriter.forward(value, chosen);
        }
    }
}

/// `condition ? yes : no`
fn choose(
    rewriter: &mut Rewriter<'_>,
    condition: Operand,
    yes: Operand,
    no: Operand,
    ty: Type,
    precision: Precision,
) -> Operand {
    if yes == no {
        return yes;
    }
    let bits = |operand: Operand| {
        let constant = operand.constant().filter(|_| ty == common::BOOL)?;
        rewriter.module.constants.bits(constant).map(|bits| bits != 0)
    };
    let not =
        |rewriter: &mut Rewriter<'_>| rewriter.push(Op::Not, &[condition], 0, common::BOOL, Precision::None);
    match (bits(yes), bits(no)) {
        (Some(true), Some(false)) => condition,
        (Some(false), Some(true)) => not(rewriter),
        (None, Some(false)) => rewriter.push(Op::And, &[condition, yes], 0, ty, precision),
        (Some(true), None) => rewriter.push(Op::Or, &[condition, no], 0, ty, precision),
        (Some(false), None) => {
            let not = not(rewriter);
            rewriter.push(Op::And, &[not, no], 0, ty, precision)
        }
        (None, Some(true)) => {
            let not = not(rewriter);
            rewriter.push(Op::Or, &[not, yes], 0, ty, precision)
        }
        _ => rewriter.push(Op::Select, &[condition, yes, no], 0, ty, precision),
    }
}
