//! Reassociation: orders the operands of sums and products so that those that change least come first.
//!
//! ```text
//! %1: f32 = fadd %x, %u                         %1: f32 = fadd %u, %w
//! %2: f32 = fadd %1, 1.0f32                     %2: f32 = fadd %1, 1.0f32
//! %3: f32 = fadd %2, %w                         %3: f32 = fadd %2, 2.0f32
//! %4: f32 = fadd %3, 2.0f32                     %4: f32 = fadd %3, %x        (%u and %w are uniform, %x varies)
//! ```
//!
//! The operands of a chain of at most 16 are sorted: what is uniform, constants, what the loop around does not change, what
//! varies. So constants meet (`combine` makes them one), and what is the same for all invocations, or in every
//! iteration, is computed by itself, so that it can be done once.
//!
//! Integers and booleans have these laws exactly. Floats have them with [`FloatLaws::Real`](crate::FloatLaws), where neither the
//! operation nor the module asks for more (`precise`, `invariant`, execution modes), as Vulkan and ESSL say. The order within a rank stays, so that equal chains stay
//! equal.

use crate::analysis::Analyses;
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::optimize::chain::{Chain, is_associative};
use crate::optimize::combine::rearranges_floats;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, ValueDef, visit};

/// The rank of an operand: how often it changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Uniform,
    Constant,
    Invariant,
    Varying,
}

/// Runs the pass; gives the number of chains put into another order.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let floats = rearranges_floats(module, session.settings.floats);
    let mut changes = 0;
    for id in module.code_ids() {
        if !module.functions[id].insts.values().any(|inst| is_associative(inst.op, floats)) {
            continue;
        }
        let mut plan = plan(module, &module.functions[id], floats);
        plan.retain(|_| session.may_change());
        if plan.is_empty() {
            continue;
        }
        changes += plan.len();
        let gone: FxHashSet<Inst> =
            plan.iter().flat_map(|(chain, _)| chain.nodes.iter().skip(1).copied()).collect();
        let plan: FxHashMap<Inst, Vec<Operand>> =
            plan.into_iter().map(|(chain, leaves)| (chain.nodes[0], leaves)).collect();
        rewrite_in(module, id, session, |rewriter, inst| {
            if let Some(leaves) = plan.get(&inst) {
                rebuild(rewriter, inst, leaves);
            }
            if gone.contains(&inst) { Action::Remove } else { Action::Keep }
        });
    }
    changes
}

/// The chains whose order changes, with their operands in the new one.
fn plan(module: &Module, function: &FunctionData, floats: bool) -> Vec<(Chain, Vec<Operand>)> {
    let facts = Analyses::new(module, function);
    let mut plan = Vec::new();
    // The loops around.
    let mut loops: Vec<Inst> = Vec::new();
    visit::walk(function, function.body, |event| match event {
        visit::Event::Inst(inst) => {
            let op = function.op(inst);
            if op == Op::Loop {
                loops.push(inst);
            } else if is_associative(op, floats)
                && let Some(chain) = Chain::ending_at(function, facts.nesting(), facts.uses(), inst)
                && chain.leaves.len() > 2
            {
                let around = loops.last().map_or(0, |&around| facts.nesting().position(around));
                let mut leaves = chain.leaves.clone();
                leaves.sort_by_key(|&leaf| rank(function, &facts, around, leaf));
                // Constants stand on the right.
                let constants = leaves.iter().take_while(|leaf| leaf.constant().is_some()).count();
                if constants > 0 && constants < leaves.len() {
                    leaves[..=constants].rotate_right(1);
                }
                // A chain that is sorted and leans to the left stays.
                let leaning = chain.nodes.windows(2).all(|pair| {
                    let first = function.operands(pair[0]).first().and_then(|operand| operand.value());
                    first.is_some() && first == function.result(pair[1])
                });
                if leaves != chain.leaves || !leaning {
                    plan.push((chain, leaves));
                }
            }
        }
        visit::Event::Behind(inst) if function.op(inst) == Op::Loop => {
            loops.pop();
        }
        visit::Event::Behind(_) | visit::Event::Enter(_) | visit::Event::Leave(_) => {}
    });
    plan
}

fn rank(function: &FunctionData, facts: &Analyses<'_>, around: u32, operand: Operand) -> Rank {
    let Some(value) = operand.value() else { return Rank::Constant };
    let outside = match function.values[value].def() {
        ValueDef::Result { inst, .. } => facts.nesting().position(inst) < around,
        ValueDef::Param { block, .. } => {
            facts.nesting().owner(block).is_none_or(|owner| facts.nesting().position(owner) < around)
        }
    };
    match (facts.uniformity().is_uniform(operand), outside || around == 0) {
        (true, true) => Rank::Uniform,
        (false, true) if around > 0 => Rank::Invariant,
        _ => Rank::Varying,
    }
}

/// Computes the operands one after the other, in front of the end of the chain, which takes the last.
fn rebuild(rewriter: &mut Rewriter<'_>, root: Inst, leaves: &[Operand]) {
    let (Some(result), [first, inner @ .., last]) = (rewriter.function.result(root), leaves) else { return };
    let (data, inst) = (rewriter.function.values[result], rewriter.function.insts[root]);
    let mut sum = rewriter.resolve(*first);
    for &leaf in inner {
        let operands = [sum, rewriter.resolve(leaf)];
        sum = rewriter.push_at(inst.span(), inst.op, &operands, 0, (data.ty, data.precision)).into();
    }
    let last = rewriter.resolve(*last);
    rewriter.function.set_operands(root, &[sum, last]);
}
