//! Loops that never end, and loops that `[[unroll]]` cannot unroll.

use rustc_hash::FxHashSet;
use vitrum_frontend_glsl::diagnostics::Code;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlHints, FunctionData, Inst, Module, Op, Operand, OperandKind, SideTable, Span, ValueDef,
};
use vitrum_passes::analysis::Analyses;
use vitrum_passes::analysis::loops::Entries;
use vitrum_passes::analysis::memory::reads_what_stays;

use super::{Findings, Shader};

/// The ways out of a loop.
#[derive(Default)]
struct Exits {
    /// `break`, with the `if` whose arm it ends, if that is in the body itself.
    breaks: Vec<Option<Inst>>,
    /// The condition at the end of the continuing block.
    break_if: Option<Operand>,
    /// True if something leaves the function, or may.
    leaves: bool,
}

pub(super) fn find(shader: &Shader<'_>, findings: &mut Findings<'_>) {
    if !shader.functions().any(|(_, function)| function.insts.iter().any(|row| row.1.op == Op::Loop)) {
        return;
    }
    let module = shader.promoted();
    // Exits by `discard` are gone from the other module.
    let ending = ending(shader);
    for (id, function) in module.functions.iter().filter(|row| row.1.has_code()) {
        let discarding = discarding_loops(&shader.module.functions[id]);
        let facts = Analyses::new(module, function);
        for info in facts.loops().iter() {
            let span = function.insts[info.inst].span();
            let mut exits = exits(function, info.inst, &ending);
            exits.leaves |= discarding.contains(&span);
            let message = match never_ends(module, function, info.inst, &exits) {
                Some(message) => message,
                None => {
                    let hints =
                        function.control(info.inst).map_or(ControlHints::NONE, |control| control.hints);
                    let unrolls = hints.contains(ControlHints::UNROLL) && info.entries == Entries::Unknown;
                    if unrolls && depends_on_memory(function, &exits) {
                        let message = "loop marked by `[[unroll]]` has no constant number of iterations";
                        findings.add(Code::ImpossibleUnroll, span, message.to_owned(), |it| it);
                    }
                    continue;
                }
            };
            findings.add(Code::InfiniteLoop, span, message.to_owned(), |it| it);
        }
    }
}

/// Functions that may end the invocation.
fn ending(shader: &Shader<'_>) -> SideTable<vitrum_ir::Function, bool> {
    let mut ending = SideTable::filled(shader.module.functions.len(), false);
    for &id in shader.calls.bottom_up() {
        let function = &shader.module.functions[id];
        let own = !function.has_code() || function.insts.iter().any(|row| is_end(row.1.op));
        let called = shader.calls.callees(id).iter().any(|&callee| ending.at(callee));
        ending.set(id, own || called);
    }
    ending
}

fn is_end(op: Op) -> bool {
    matches!(op, Op::Terminate | Op::IgnoreIntersection | Op::TerminateRay | Op::EmitMeshTasks)
}

fn exits(function: &FunctionData, inst: Inst, ending: &SideTable<vitrum_ir::Function, bool>) -> Exits {
    let mut exits = Exits::default();
    let Some(control) = function.control(inst) else { return exits };
    let blocks: Vec<Block> = control.blocks().collect();
    let body = blocks.first().copied();
    for &block in &blocks {
        // Control instructions that are open, the innermost last.
        let mut open: Vec<Inst> = Vec::new();
        visit::walk(function, block, |event| match event {
            Event::Inst(at) => {
                let op = function.op(at);
                match op {
                    Op::Break if !open.iter().any(|&it| matches!(function.op(it), Op::Loop | Op::Switch)) => {
                        let only = open.first().copied().filter(|_| open.len() == 1 && body == Some(block));
                        exits.breaks.push(only);
                    }
                    Op::BreakIf if open.is_empty() => exits.break_if = function.operands(at).first().copied(),
                    Op::Return => exits.leaves = true,
                    Op::Call => exits.leaves |= function.callee(at).is_none_or(|callee| ending.at(callee)),
                    op if is_end(op) => exits.leaves = true,
                    _ => {}
                }
                if function.control(at).is_some() {
                    open.push(at);
                }
            }
            Event::Behind(_) => {
                open.pop();
            }
            Event::Enter(_) | Event::Leave(_) => {}
        });
    }
    exits
}

/// The first tokens of loops that have an exit by `discard` in the module of the front end.
fn discarding_loops(function: &FunctionData) -> FxHashSet<Span> {
    let mut found = FxHashSet::default();
    let mut open: Vec<Span> = Vec::new();
    visit::walk(function, function.body, |event| match event {
        Event::Inst(inst) if function.op(inst) == Op::Loop => open.push(function.insts[inst].span()),
        Event::Behind(inst) if function.op(inst) == Op::Loop => {
            open.pop();
        }
        Event::Inst(inst) if is_end(function.op(inst)) => found.extend(open.drain(..)),
        Event::Inst(_) | Event::Behind(_) | Event::Enter(_) | Event::Leave(_) => {}
    });
    found
}

/// The reason for which a loop never ends.
fn never_ends(module: &Module, function: &FunctionData, inst: Inst, exits: &Exits) -> Option<&'static str> {
    if exits.leaves {
        return None;
    }
    let condition = match (&exits.breaks[..], exits.break_if) {
        ([], None) => {
            let continues = has_continue(function, inst);
            return continues.then_some("this loop never ends: nothing leaves it");
        }
        (&[Some(choice)], None) if function.op(choice) == Op::If => *function.operands(choice).first()?,
        ([], Some(condition)) => condition,
        _ => return None,
    };
    let stays = condition.constant().is_none() && is_invariant(module, function, inst, condition);
    stays.then_some("this loop never ends once its condition holds: nothing in it changes that")
}

/// True if a loop comes to its next iteration.
fn has_continue(function: &FunctionData, inst: Inst) -> bool {
    let Some(control) = function.control(inst) else { return false };
    control.blocks().any(|block| {
        let insts = visit::insts_of(function, block);
        insts.iter().any(|&(_, inst)| matches!(function.op(inst), Op::Continue | Op::Next))
    })
}

/// True if an operand is the same in every iteration of a loop.
fn is_invariant(module: &Module, function: &FunctionData, inst: Inst, operand: Operand) -> bool {
    let Some(control) = function.control(inst) else { return false };
    let mut within: FxHashSet<Inst> = FxHashSet::default();
    let mut params: FxHashSet<vitrum_ir::Value> = FxHashSet::default();
    for block in control.blocks() {
        visit::walk(function, block, |event| match event {
            Event::Inst(inst) => {
                within.insert(inst);
            }
            Event::Enter(block) => params.extend(function.blocks[block].params.iter().copied()),
            Event::Behind(_) | Event::Leave(_) => {}
        });
    }
    let mut work = vec![operand];
    let mut seen: FxHashSet<Operand> = FxHashSet::default();
    while let Some(next) = work.pop() {
        let OperandKind::Value(value) = next.kind() else { continue };
        if !seen.insert(next) {
            continue;
        }
        match function.values[value].def() {
            ValueDef::Param { .. } if params.contains(&value) => return false,
            ValueDef::Param { .. } => {}
            ValueDef::Result { inst, .. } if within.contains(&inst) => {
                let op = function.op(inst);
                let stays = op == Op::Load && reads_what_stays(module, function, inst);
                if !stays && !op.effects().is_pure() {
                    return false;
                }
                work.extend_from_slice(function.operands(inst));
            }
            ValueDef::Result { .. } => {}
        }
    }
    true
}

/// True if the conditions of a loop need something that is read from memory, a texture or a call.
fn depends_on_memory(function: &FunctionData, exits: &Exits) -> bool {
    let conditions = exits.breaks.iter().flatten().filter_map(|&choice| function.operands(choice).first());
    let mut work: Vec<Operand> = conditions.copied().chain(exits.break_if).collect();
    let mut seen: FxHashSet<Operand> = FxHashSet::default();
    while let Some(next) = work.pop() {
        if !seen.insert(next) {
            continue;
        }
        if let Some(inst) = super::definition(function, next) {
            if !function.op(inst).effects().is_pure() {
                return true;
            }
            work.extend_from_slice(function.operands(inst));
        }
    }
    false
}
