//! Loop unrolling where the number of iterations is known.
//!
//! ```text
//! %r: f32 = loop 0i32, 0.0f32 (%i: i32, %s: f32) {        %3: f32 = fadd 0.0f32, %a
//!     %1: bool = slt %i, 2i32                             %4: f32 = fadd %3, %a
//!     if %1 { merge } else { break %s }                   store @out, %4
//!     %2: f32 = fadd %s, %a
//!     continue
//! } continuing { %3: i32 = iadd %i, 1i32  next %3, %2 }
//! store @out, %r
//! ```
//!
//! The number comes from [`crate::analysis::loops`], which runs what decides about leaving. A loop that runs once, or that is
//! left before its first iteration is through, goes in any case. Another goes if all its iterations, less what is
//! constant in them, cost no more than the loop does (`unroll_smaller_loops`), or if it goes over an array that could
//! become values then (`unroll_loops`). Drivers unroll what they like themselves, so nothing else is gained by more to
//! read. They inline calls, too, so that the body of a function counts at each call.
//!
//! A loop that its end always leaves (`do { ... } while (false)`) may be left before in any number of ways, and so may a loop
//! that is not entered more than some number of times: its iterations stand in a loop that is run once (`early`), until
//! what follows each `break` goes into the other arm. Of others, one way leads out of the loop: an arm of an `if` in its
//! body, or `break_if` at its end. Other ways to the next iteration are made one before (`exits`). The author's `dont_unroll` is kept. Every iteration is run by those who ran it before, and
//! in the same order, so that derivatives and barriers mean what they did.

mod early;

use crate::analysis::Analyses;
use crate::analysis::loops::{Entries, LoopInfo};
use crate::analysis::memory::{Path, Root};
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::optimize::cost;
use crate::optimize::exits::Exits;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::edit::{Renames, copy_block};
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlHints, ControlKind, Function, FunctionData, Inst, List, Module, Op, Operand, Precision,
    Storage, Type, TypeData, Value, ValueFlags,
};

/// Iterations of a loop that is unrolled, at most.
const MOST_ITERATIONS: u32 = 64;

/// Words of an unrolled loop over an array at most.
const MOST_WORDS: u64 = 768;

/// Instructions that are copied in a function at least, if there is reason; else twice those that it has.
const LEAST_ROOM: usize = 1 << 13;

/// Rounds to find the parameters that are constant in each iteration.
const ROUNDS: usize = 4;

/// Unrolls loops that become no larger, and those over arrays; gives their number.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    unroll(module, function, session, true)
}

/// Unrolls loops that become no larger; gives their number.
pub(crate) fn run_smaller(module: &mut Module, function: Function, session: &mut Session) -> usize {
    unroll(module, function, session, false)
}

fn unroll(module: &mut Module, id: Function, session: &mut Session, arrays: bool) -> usize {
    let function = &module.functions[id];
    if !function.may_have(&[Op::Loop]) {
        return 0;
    }
    let facts = Analyses::new(module, function);
    let mut known = FxHashMap::default();
    for info in facts.loops().iter() {
        let count = match info.entries {
            Entries::Exactly(count) | Entries::AtMost(count) => count,
            Entries::Unknown => {
                stays(function, info, session, || "the number of its iterations is not known".to_owned());
                continue;
            }
        };
        let times = count.saturating_sub(u32::from(info.asks_first));
        if times > MOST_ITERATIONS {
            stays(function, info, session, || format!("{times} iterations, more than {MOST_ITERATIONS}"));
            continue;
        }
        known.insert(info.inst, Known { count, iterations: times });
    }
    if known.is_empty() {
        return 0;
    }
    let room = LEAST_ROOM.max(2 * function.insts.len());
    let mut called: FxHashSet<Function> = FxHashSet::default();
    if function.may_call() {
        visit::each(function, function.body, |inst| called.extend(function.callee(inst)));
    }
    let words = |callee| (callee, u64::from(session.summaries.of(module, callee).words));
    let bodies = called.into_iter().map(words).collect();
    let unroll = Unroll { known, bodies, arrays, room };
    // If no loop goes, a walk would only find the reasons for remarks.
    if !session.keeps_remarks() && !unroll.finds_any(module, function) {
        return 0;
    }
    rewrite_function(module, id, session, unroll)
}

/// Says why a loop stays that its author wants unrolled.
fn stays(function: &FunctionData, info: &LoopInfo, session: &mut Session, why: impl FnOnce() -> String) {
    let is_marked =
        function.control(info.inst).is_some_and(|control| control.hints.contains(ControlHints::UNROLL));
    if is_marked {
        session.missed(function.insts[info.inst].span(), || format!("loop not unrolled: {}", why()));
    }
}

/// `3 iterations`
fn iterations(count: u32) -> String {
    format!("{count} iteration{}", if count == 1 { "" } else { "s" })
}

/// Facts about a loop.
#[derive(Clone, Copy)]
struct Known {
    /// Number of times its body is entered.
    count: u32,
    /// Number of times its body runs past the test that ends the loop.
    iterations: u32,
}

struct Unroll {
    known: FxHashMap<Inst, Known>,
    /// Words of the functions that are called.
    bodies: FxHashMap<Function, u64>,
    arrays: bool,
    /// Instructions that may still be copied.
    room: usize,
}

impl Unroll {
    /// True if any of the loops may go as the function is.
    fn finds_any(&self, module: &Module, function: &FunctionData) -> bool {
        self.known.iter().any(|(&control, &Known { count, .. })| {
            count == 1
                || Form::of(function, control).or_else(|| Form::left_early(function, control)).is_some_and(
                    |form| {
                        let costs = Costs::of(module, function, &self.bodies, control, (&form, count));
                        self.allows(&costs, count)
                    },
                )
        })
    }

    /// True if a loop that is entered so often may go.
    fn allows(&self, costs: &Costs, count: u32) -> bool {
        let pays =
            costs.unrolled <= costs.whole || self.arrays && costs.arrays && costs.unrolled <= MOST_WORDS;
        (count <= 1 || pays) && costs.copies(count) <= self.room
    }
}

/// The way in which a loop is left.
enum Exit {
    /// By an arm of an `if` in its body; the other arm goes on.
    Arm { inst: Inst, leaving: Block, staying: Block },
    /// By a `break_if`.
    End,
    /// By breaks before the first iteration is through.
    Once,
    /// In any number of ways, at the latest in the last iteration.
    Early,
}

/// True if the author wants a loop to stay.
fn is_kept(function: &FunctionData, control: Inst) -> bool {
    function.control(control).is_some_and(|control| control.hints.contains(ControlHints::DONT_UNROLL))
}

/// A loop that can be unrolled.
struct Form {
    body: Block,
    continuing: Option<Block>,
    exit: Exit,
    continues: Exits,
    breaks: Exits,
}

impl Visitor for Unroll {
    fn inst(&mut self, _rewriter: &mut Rewriter<'_>, _inst: Inst) -> Action {
        Action::Keep
    }

    fn leave(&mut self, rewriter: &mut Rewriter<'_>, control: Inst) {
        let Some(&Known { count, iterations: times }) = self.known.get(&control) else { return };
        if count == 1 {
            end_by_breaks(rewriter, control);
        }
        let form = Form::of(&rewriter.function, control);
        let Some(form) = form.or_else(|| Form::left_early(&rewriter.function, control)) else {
            if !is_kept(&rewriter.function, control) {
                rewriter.missed(control, |_| "loop not unrolled: its exits cannot be copied".to_owned());
            }
            return;
        };
        let costs = Costs::of(rewriter.module, &rewriter.function, &self.bodies, control, (&form, count));
        if !self.allows(&costs, count) {
            rewriter.missed(control, |_| {
                let Costs { unrolled, whole, .. } = costs;
                format!("loop of {} not unrolled: {unrolled} words instead of {whole}", iterations(times))
            });
            return;
        }
        if !rewriter.may_change() {
            return;
        }
        self.room -= costs.copies(count);
        rewriter.remark(control, |_| match (count, times) {
            (_, 0) => "loop without iterations removed".to_owned(),
            (1, _) => "loop that runs once removed".to_owned(),
            _ => format!("loop of {} unrolled", iterations(times)),
        });
        if matches!(form.exit, Exit::Early) {
            form.unroll_early(rewriter, control, count);
            // It runs once now.
            let Some(form) = Form::of(&rewriter.function, control) else { return };
            rewriter.take_back(control);
            form.unroll(rewriter, control, 1);
            return;
        }
        rewriter.take_back(control);
        form.unroll(rewriter, control, count);
    }
}

impl Form {
    fn of(function: &FunctionData, control: Inst) -> Option<Self> {
        let data = function.control(control)?;
        let &ControlKind::Loop { body, continuing } = &data.kind else { return None };
        if is_kept(function, control) {
            return None;
        }
        let params = function.blocks[body].params.iter().copied();
        let more = continuing.into_iter().flat_map(|block| function.blocks[block].params.iter().copied());
        let marked = |value: Value| function.values[value].flags.contains(ValueFlags::NONUNIFORM);
        if params.chain(more).chain(function.results(control)).any(marked) {
            return None;
        }
        let continues = Exits::of(function, body, Op::Continue);
        let breaks = Exits::of(function, body, Op::Break);
        if continues.list.is_empty() {
            let fits = breaks.is_at_end(function, body) || breaks.can_sink(function, body);
            return fits.then_some(Self { body, continuing, exit: Exit::Once, continues, breaks });
        }
        if !continues.is_at_end(function, body) && !continues.can_sink(function, body) {
            return None;
        }
        let end = continuing.and_then(|block| function.terminator(block));
        let at_end = end.is_some_and(|end| function.op(end) == Op::BreakIf);
        let exit = match breaks.list.as_slice() {
            [] => Exit::End,
            &[only] if !at_end => {
                let inst = *breaks.leaving_of(only)?;
                let [then, other] = function.arms(inst)?;
                let last = Some(only);
                let (leaving, staying) = match [then, other].map(|arm| function.terminator(arm)) {
                    [first, _] if first == last => (then, other),
                    [_, second] if second == last => (other, then),
                    _ => return None,
                };
                let goes_on = function.ends_with(staying, Op::Merge).is_some();
                let direct = function.blocks[body].insts.contains(&inst);
                // Nothing goes around before the decision, and it has no results to stand for.
                if !goes_on
                    || !direct
                    || function.insts[inst].result_count() > 0
                    || continues.is_leaving(inst)
                {
                    return None;
                }
                Exit::Arm { inst, leaving, staying }
            }
            _ => return None,
        };
        Some(Self { body, continuing, exit, continues, breaks })
    }

    /// The instructions up to the decision and those before the loop is left; or before it goes on, and after.
    fn parts(&self, function: &FunctionData) -> (List<Inst>, List<Inst>) {
        let insts = &function.blocks[self.body].insts;
        let Exit::Arm { inst, leaving, staying } = self.exit else { return (insts.clone(), List::new()) };
        let at = insts.iter().position(|&it| it == inst).unwrap_or(0);
        let (before, behind) = insts.split_at(at);
        let mut stay = List::from_slice(before);
        let arm = &function.blocks[staying].insts;
        stay.extend_from_slice(arm.split_last().map_or(&[], |(_, arm)| arm));
        stay.extend_from_slice(behind.get(1..).unwrap_or(&[]));
        let mut leave = List::from_slice(before);
        leave.extend_from_slice(&function.blocks[leaving].insts);
        (stay, leave)
    }

    /// Puts the iterations in front of the current place, and forwards the results.
    fn unroll(&self, rewriter: &mut Rewriter<'_>, control: Inst, count: u32) {
        let mut renames = Renames::new();
        self.unify(rewriter, control);
        let (stay, leave) = self.parts(&rewriter.function);
        let function = &mut rewriter.function;
        let [stay, leave] = [stay, leave].map(|insts| function.new_block(&insts));
        let mut entered: Vec<Operand> = function.operands(control).to_vec();
        let mut results: Vec<Operand> = Vec::new();
        for iteration in 1..=count {
            bind(rewriter, self.body, &entered, &mut renames);
            if iteration == count && matches!(self.exit, Exit::Arm { .. }) {
                results = place(rewriter, leave, &mut renames).0;
                break;
            }
            let (continued, _) = place(rewriter, stay, &mut renames);
            if matches!(self.exit, Exit::Once) {
                results = continued;
                break;
            }
            let Some(continuing) = self.continuing else {
                entered = continued;
                continue;
            };
            bind(rewriter, continuing, &continued, &mut renames);
            let (next, given) = place(rewriter, continuing, &mut renames);
            if iteration == count {
                results = next.get(1..1 + given).unwrap_or(&[]).to_vec();
            } else if matches!(self.exit, Exit::End) {
                entered = next.get(1 + given..).unwrap_or(&[]).to_vec();
            } else {
                entered = next;
            }
        }
        let old: Vec<Value> = rewriter.function.results(control).collect();
        for (old, new) in old.into_iter().zip(results) {
            rewriter.forward(old, new);
        }
    }

    /// Gives the body one exit.
    fn unify(&self, rewriter: &mut Rewriter<'_>, control: Inst) {
        let function = &mut rewriter.function;
        let exits = if matches!(self.exit, Exit::Once) { &self.breaks } else { &self.continues };
        if exits.is_at_end(function, self.body) {
            return;
        }
        let types: Vec<(Type, Precision)> = match (&self.exit, self.continuing) {
            (Exit::Once, _) => function.result_types(control),
            (_, Some(block)) => function.types_of(function.blocks[block].params.iter().copied()),
            (_, None) => function.types_of(function.blocks[self.body].params.iter().copied()),
        };
        exits.sink(function, self.body, &types);
    }
}

/// A loop that is entered once and asks at its end is left by whoever comes to its end: each `continue` is a `break`.
///
/// ```text
/// %r: f32 = loop {                              %r: f32 = loop {
///     if %c { break %a } else { merge }             if %c { break %a } else { merge }
///     continue %b                                   break %b
/// } continuing (%p: f32) {                      }
///     break_if true (%p) next
/// }
/// ```
fn end_by_breaks(rewriter: &mut Rewriter<'_>, control: Inst) {
    let function = &rewriter.function;
    let kind = function.control(control).map(|control| (&control.kind, control.hints));
    let Some((&ControlKind::Loop { body, continuing: Some(continuing) }, hints)) = kind else { return };
    let &[end] = &*function.blocks[continuing].insts else { return };
    let continues = Exits::of(function, body, Op::Continue);
    let breaks = Exits::of(function, body, Op::Break);
    if function.op(end) != Op::BreakIf
        || hints.contains(ControlHints::DONT_UNROLL)
        || breaks.list.is_empty()
        || continues.is_in_switch()
        || !rewriter.may_change()
    {
        return;
    }
    let function = &mut rewriter.function;
    let given = function.insts[end].imm as usize;
    let results = function.operands(end).get(1..1 + given).unwrap_or(&[]).to_vec();
    let params = function.blocks[continuing].params.clone();
    for inst in continues.list {
        let passed = function.operands(inst).to_vec();
        let stands = |operand: Operand| {
            let at = operand.value().and_then(|value| params.iter().position(|&param| param == value));
            at.and_then(|at| passed.get(at).copied()).unwrap_or(operand)
        };
        let operands: Vec<Operand> = results.iter().map(|&result| stands(result)).collect();
        function.set_op(inst, Op::Break);
        function.set_operands(inst, &operands);
    }
    if let Some(control) = function.control_mut(control) {
        control.kind = ControlKind::Loop { body, continuing: None };
    }
    rewriter.changes += 1;
}

/// Lets operands stand for the parameters of a block.
fn bind(rewriter: &Rewriter<'_>, block: Block, operands: &[Operand], renames: &mut Renames) {
    for (&param, &operand) in rewriter.function.blocks[block].params.iter().zip(operands) {
        renames.insert(param, operand);
    }
}

/// Puts a copy of a block in front of the current place. The operands of its terminator, and what that says besides.
fn place(rewriter: &mut Rewriter<'_>, block: Block, renames: &mut Renames) -> (Vec<Operand>, usize) {
    let copy = copy_block(&mut rewriter.function, block, renames);
    let mut insts = std::mem::take(&mut rewriter.function.blocks[copy].insts);
    let last = insts.pop();
    rewriter.put_back(&insts);
    last.map_or((Vec::new(), 0), |last| {
        (rewriter.function.operands(last).to_vec(), rewriter.function.insts[last].imm as usize)
    })
}

/// The cost of a loop as it is, and unrolled.
struct Costs {
    /// Words of the loop.
    whole: u64,
    /// Words of its iterations.
    unrolled: u64,
    /// Instructions of an iteration.
    size: usize,
    /// True if it goes over an array that could become values.
    arrays: bool,
}

impl Costs {
    fn of(
        module: &Module,
        function: &FunctionData,
        bodies: &FxHashMap<Function, u64>,
        control: Inst,
        (form, count): (&Form, u32),
    ) -> Self {
        let known = known_values(module, function, control, form);
        let mut costs =
            Self { whole: u64::from(cost::of_inst(function, control)), unrolled: 0, size: 0, arrays: false };
        let (mut iteration, mut last) = (0, 0);
        // The decision is no part of an iteration, and the arm that leaves of the last one alone.
        let (decision, leaving) = match form.exit {
            Exit::Arm { inst, leaving, .. } => (Some(inst), Some(leaving)),
            Exit::End | Exit::Once | Exit::Early => (None, None),
        };
        let (mut before, mut in_leaving) = (true, false);
        for block in std::iter::once(form.body).chain(form.continuing) {
            visit::walk(function, block, |event| match event {
                Event::Enter(block) if Some(block) == leaving => in_leaving = true,
                Event::Leave(block) if Some(block) == leaving => in_leaving = false,
                Event::Inst(inst) => {
                    // A driver inlines the body of a function at each call.
                    let body = function.callee(inst).and_then(|callee| bodies.get(&callee));
                    let words = u64::from(cost::of_inst(function, inst)) + body.copied().unwrap_or(0);
                    costs.whole += words;
                    costs.size += 1;
                    if Some(inst) == decision {
                        before = false;
                        return;
                    }
                    let decided = matches!(form.exit, Exit::Early) && is_decided(function, inst, &known);
                    if decided || is_free(function, inst, &known) {
                        return;
                    }
                    costs.arrays |= is_of_array(module, function, inst, &known);
                    if in_leaving {
                        last += words;
                    } else {
                        iteration += words;
                        last += if before { words } else { 0 };
                    }
                }
                Event::Enter(_) | Event::Leave(_) | Event::Behind(_) => {}
            });
        }
        let full = match form.exit {
            Exit::Arm { .. } => u64::from(count.saturating_sub(1)),
            Exit::End | Exit::Once | Exit::Early => {
                last = 0;
                u64::from(count)
            }
        };
        costs.unrolled = iteration * full + last;
        costs
    }

    /// Instructions that are made if a loop goes that is entered so often.
    fn copies(&self, count: u32) -> usize {
        (count as usize).saturating_mul(self.size)
    }
}

/// True if an instruction of an iteration costs nothing in the end.
fn is_free(function: &FunctionData, inst: Inst, known: &FxHashSet<Value>) -> bool {
    let op = function.op(inst);
    let mut results = function.results(inst);
    matches!(op, Op::Continue | Op::Next | Op::BreakIf | Op::Break)
        || results.any(|value| known.contains(&value))
}

/// True if each iteration knows which arm is taken.
fn is_decided(function: &FunctionData, inst: Inst, known: &FxHashSet<Value>) -> bool {
    let condition = function.operands(inst).first().and_then(|condition| condition.value());
    function.op(inst) == Op::If && condition.is_some_and(|condition| known.contains(&condition))
}

/// The values that are constant in each iteration.
fn known_values(module: &Module, function: &FunctionData, control: Inst, form: &Form) -> FxHashSet<Value> {
    let plain = |operand: Operand| operand.constant().is_some_and(|it| !module.constants.is_spec(it));
    let params = &function.blocks[form.body].params;
    let mut constant: Vec<bool> = function.operands(control).iter().map(|&first| plain(first)).collect();
    constant.resize(params.len(), false);
    let mut known = FxHashSet::default();
    for _ in 0..ROUNDS {
        known.clear();
        known.extend(params.iter().zip(&constant).filter(|row| *row.1).map(|row| *row.0));
        let is_known = |known: &FxHashSet<Value>, operand: Operand| {
            plain(operand) || operand.value().is_some_and(|it| known.contains(&it))
        };
        let spread = |block: Block, known: &mut FxHashSet<Value>| {
            visit::walk(function, block, |event| {
                if let Event::Inst(inst) = event {
                    let operands = function.operands(inst);
                    let op = function.op(inst);
                    if op.effects().is_pure()
                        && op != Op::Access
                        && !operands.is_empty()
                        && operands.iter().all(|&operand| is_known(known, operand))
                    {
                        known.extend(function.results(inst));
                    }
                }
            });
        };
        spread(form.body, &mut known);
        let only = |list: &[Inst]| match list {
            &[only] => function.operands(only).to_vec(),
            _ => Vec::new(),
        };
        let continued = only(&form.continues.list);
        let next = match form.continuing {
            None => continued,
            Some(block) => {
                let params = function.blocks[block].params.iter();
                let same = params.zip(&continued).filter(|row| is_known(&known, *row.1)).map(|row| *row.0);
                let same: Vec<Value> = same.collect();
                known.extend(same);
                spread(block, &mut known);
                function.terminator(block).map_or(Vec::new(), |last| {
                    let skip = match function.op(last) {
                        Op::BreakIf => 1 + function.insts[last].imm as usize,
                        _ => 0,
                    };
                    function.operands(last).get(skip..).unwrap_or(&[]).to_vec()
                })
            }
        };
        let mut changed = false;
        for (index, slot) in constant.iter_mut().enumerate() {
            let stays = next.get(index).is_some_and(|&operand| is_known(&known, operand));
            changed |= *slot && !stays;
            *slot &= stays;
        }
        if !changed {
            return known;
        }
    }
    FxHashSet::default()
}

/// True if an instruction takes a part of a variable or value that only the iteration's number tells.
fn is_of_array(module: &Module, function: &FunctionData, inst: Inst, known: &FxHashSet<Value>) -> bool {
    let mut indices = indices_of_own(module, function, inst, Owner::Function).iter();
    indices.any(|operand| operand.value().is_some_and(|value| known.contains(&value)))
}

/// True for the address of a variable of a function.
fn is_address_of_variable(module: &Module, function: &FunctionData, value: Value) -> bool {
    let ty = module.types.get(function.values[value].ty);
    matches!(ty, TypeData::Pointer { storage: Storage::Function, .. })
}

/// The variables of which parts count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// Those of the function, and private globals.
    Function,
    /// Those of callers as well.
    Caller,
}

/// The indices by which an instruction takes a part of a value, or of a variable of an owner; none of other instructions.
pub(super) fn indices_of_own<'f>(
    module: &Module,
    function: &'f FunctionData,
    inst: Inst,
    owner: Owner,
) -> &'f [Operand] {
    match (function.op(inst), function.operands(inst)) {
        (Op::ExtractDynamic | Op::InsertDynamic, [.., index]) => std::slice::from_ref(index),
        (Op::Access, &[base, ref indices @ ..]) => {
            let is_own = match Path::of(function, base).root {
                Root::Variable(_) => true,
                Root::Global(global) => module.globals[global].storage == Storage::Private,
                Root::Parameter(value) if owner == Owner::Caller => {
                    is_address_of_variable(module, function, value)
                }
                Root::Parameter(_) | Root::Other(_) => false,
            };
            if is_own { indices } else { &[] }
        }
        _ => &[],
    }
}
