//! Inlining: replaces calls by the bodies of functions where that makes the module smaller.
//!
//! ```text
//! fn &twice(%x: f32 in) -> f32 {              %1: f32 = fadd @in, @in
//!     %1: f32 = fadd %x, %x                   store @out, %1
//!     return %1
//! }
//! %1: f32 = call &twice %in
//! store @out, %1
//! ```
//!
//! A function whose author says so stays as it is, or goes; one that is called once goes where it is called. Another goes if all copies
//! of its body, less the calls, its frame, and what constant arguments and variables passed by address let later passes take away, cost
//! no more than it does as a function. Copies in one caller share loads of memory that nobody writes, and none has a return. Drivers
//! inline everything themselves, so what counts is how much there is to read.
//!
//! Functions with several returns are changed as `unify_returns` does. What cannot be changed so
//! stays. Whatever a copied instruction says (precision, `precise`, order of effects) it says in the copy too.

use crate::analysis::Analyses;
use crate::analysis::calls::Calls;
use crate::analysis::memory::reads_what_stays;
use crate::framework::function_summaries::FunctionSummaries;
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::lower::unify_returns::{self, can_unify, unify, unify_all};
use crate::optimize::cost;
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};
use vitrum_ir::edit::{Renames, copy_body, remove_functions};
use vitrum_ir::{
    Capacity, Function, FunctionData, Inlining, Inst, Module, Op, Operand, SideTable, TypeData, typing, visit,
};

/// The policy of inlining.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Policy {
    /// Inlines calls if the module becomes smaller.
    Size,
    /// Everything, as long as the module has no more words than the factor `growth` gives, or than `words` at all. Functions of more
    /// words than `function` stay, if they are called more than once.
    All { growth: u64, words: u64, function: u64 },
}

/// The growth of a module, as a factor, at which inlining of everything stops.
const GROWTH: u64 = 4;

/// The words that a module may have in any case if everything is inlined: small functions are called often in small modules.
const LEAST_WORDS: u64 = 1 << 16;

/// The words of the largest function that is inlined at several calls for the compile time of drivers. They inline larger ones faster
/// than they read the copies: with a function of 25,000 words that is called three times, RADV takes two thirds of the time.
const LARGEST_WORDS: u64 = 1 << 13;

/// Inlines what makes the module smaller; gives the number of calls inlined.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    session.summaries.keep_others();
    inline(module, session, Policy::Size)
}

/// Inlines everything; gives the number of calls inlined.
pub(crate) fn run_all(module: &mut Module, session: &mut Session) -> usize {
    inline(module, session, Policy::All { growth: GROWTH, words: LEAST_WORDS, function: u64::MAX })
}

/// Inlines everything but repeated calls of large functions; gives the number of calls inlined.
pub(crate) fn run_most(module: &mut Module, session: &mut Session) -> usize {
    inline(module, session, Policy::All { growth: GROWTH, words: LEAST_WORDS, function: LARGEST_WORDS })
}

/// Inlines everything as long as the module has no more than so many words; gives the number of calls inlined.
pub(crate) fn run_up_to(module: &mut Module, session: &mut Session, words: u64) -> usize {
    inline(module, session, Policy::All { growth: 0, words, function: u64::MAX })
}

fn inline(module: &mut Module, session: &mut Session, policy: Policy) -> usize {
    if module.functions.len() < 2 {
        return 0;
    }
    let chosen = choose(module, &mut session.summaries, policy);
    inline_where(module, session, &chosen, false).0
}

/// Inlines all calls of these functions, whatever their returns are, and removes them. Functions that stay are those that call
/// themselves, and those whose arguments have other types than their parameters. Gives the number of calls inlined; none, if the
/// module would have more instructions than `most`.
pub(crate) fn inline_all(
    module: &mut Module,
    session: &mut Session,
    is_chosen: impl Fn(&Module, &FunctionData) -> bool,
    most: usize,
) -> Option<usize> {
    let calls = session.summaries.calls(module);
    let mut chosen: SideTable<Function, bool> = SideTable::filled(module.functions.len(), false);
    let mut sizes: SideTable<Function, usize> = SideTable::filled(module.functions.len(), 0);
    let mut total = 0usize;
    for &id in calls.bottom_up() {
        let function = &module.functions[id];
        let mut size = function.insts.len();
        for (_, inst) in visit::insts(function) {
            if let Some(callee) = function.callee(inst).filter(|&callee| chosen.at(callee)) {
                size = size.saturating_add(sizes.at(callee));
            }
        }
        sizes.set(id, size);
        let is_fit =
            |&(caller, inst): &(Function, Inst)| fits(module, function, &module.functions[caller], inst);
        let may_go = !module.is_root(id) && function.has_code() && !calls.is_recursive(id);
        let goes = may_go && is_chosen(module, function) && calls.sites(id).iter().all(is_fit);
        chosen.set(id, goes);
        total = total.saturating_add(if goes { 0 } else { size });
    }
    if total > most {
        return None;
    }
    let (changes, ready) = inline_where(module, session, &chosen, true);
    if changes > 0 {
        remove_functions(module, |id| ready.at(id));
        session.summaries.clear();
    }
    Some(changes)
}

/// Inlines all calls of chosen functions whose returns can be unified, which takes a switch in some (`always`); gives their number,
/// and the functions.
fn inline_where(
    module: &mut Module,
    session: &mut Session,
    chosen: &SideTable<Function, bool>,
    always: bool,
) -> (usize, SideTable<Function, bool>) {
    let mut ready = SideTable::filled(chosen.len(), false);
    if !chosen.values().any(|&chosen| chosen) {
        return (0, ready);
    }
    let ids: Vec<Function> = module.function_ids().collect();
    for &id in &ids {
        if !chosen.at(id) {
            continue;
        }
        let is_unified = session.summaries.of(module, id).is_unified;
        let is_ready = is_unified || always || can_unify(&module.functions[id]);
        ready.set(id, is_ready && session.may_change());
        if ready.at(id) && !is_unified {
            if always {
                unify_all(module, id, session);
            } else {
                unify(module, id, session);
            }
            session.summaries.forget(id);
            ready.set(id, unify_returns::is_unified(&module.functions[id]));
        }
    }
    // A function that is inlined stays as it is, and its calls are inlined where it goes: so a chain of functions is copied
    // once, and not again at each link.
    let calls = session.summaries.calls(module);
    // The instructions and values that come into each function.
    let mut more: SideTable<Function, Capacity> = SideTable::filled(ready.len(), Capacity::default());
    for &id in calls.bottom_up() {
        for &callee in calls.callees(id).iter().filter(|&&callee| ready.at(callee)) {
            more.set(id, more.at(id) + more.at(callee) + module.functions[callee].room());
        }
    }
    let mut changes = 0;
    let barred = RefCell::new(Vec::new());
    for id in ids {
        let more = more.at(id);
        if ready.at(id) || more == Capacity::default() {
            continue;
        }
        module.functions[id].reserve(more);
        let stays = Cell::new(false);
        let visitor = Inline { ready: &ready, stays: &stays, barred: &barred, continuing: Vec::new() };
        changes += rewrite_function(module, id, session, visitor);
        session.summaries.forget(id);
        if !stays.get() {
            module.functions[id].forget_calls();
        }
    }
    for id in barred.into_inner() {
        ready.set(id, false);
    }
    (changes, ready)
}

struct Inline<'a> {
    ready: &'a SideTable<Function, bool>,
    /// True if some call stays.
    stays: &'a Cell<bool>,
    /// The functions of which a call stays since it is in a continuing block.
    barred: &'a RefCell<Vec<Function>>,
    /// The loops whose continuing blocks are open.
    continuing: Vec<Inst>,
}

/// True if a function ends more than its own call, as `discard` does.
pub(crate) fn ends_invocations(function: &FunctionData) -> bool {
    let mut found = false;
    visit::each(function, function.body, |inst| {
        found |= matches!(function.op(inst), Op::Terminate | Op::IgnoreIntersection | Op::TerminateRay);
    });
    found
}

impl Visitor for Inline<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let Some(callee) = rewriter.function.callee(inst) else { return Action::Keep };
        // A continuing block comes to its end, but may call what does not.
        let is_barred = !self.continuing.is_empty() && ends_invocations(&rewriter.module.functions[callee]);
        if is_barred {
            self.barred.borrow_mut().push(callee);
        }
        if !self.ready.at(callee) || is_barred {
            self.stays.set(true);
            rewriter.missed(inst, |module| {
                let name = module.functions[callee].name;
                format!("call of `{}` not inlined", module.names.get(name))
            });
            return Action::Keep;
        }
        let from = &rewriter.module.functions[callee];
        let mut renames = Renames::of_all(from);
        for (&param, &argument) in from.blocks[from.body].params.iter().zip(rewriter.function.operands(inst))
        {
            renames.insert(param, argument);
        }
        let copy = copy_body(from, &mut rewriter.function, &mut renames);
        if let Some(last) = rewriter.function.ends_with(copy, Op::Return) {
            rewriter.function.set_op(last, Op::Merge);
        }
        rewriter.remark(inst, |module| {
            let name = module.functions[callee].name;
            format!("call of `{}` inlined", module.names.get(name))
        });
        Action::Splice(copy)
    }

    fn enter(&mut self, _: &mut Rewriter<'_>, control: Inst, part: Part) {
        if part == Part::Continuing {
            self.continuing.push(control);
        }
    }

    fn leave(&mut self, _: &mut Rewriter<'_>, control: Inst) {
        if self.continuing.last() == Some(&control) {
            self.continuing.pop();
        }
    }
}

/// Chooses the functions to inline.
fn choose(module: &Module, summaries: &mut FunctionSummaries, policy: Policy) -> SideTable<Function, bool> {
    let calls = summaries.calls(module);
    let mut chosen: SideTable<Function, bool> = SideTable::filled(module.functions.len(), false);
    // Words of the body of each function, with what is inlined into it.
    let mut words: SideTable<Function, u64> = SideTable::filled(module.functions.len(), 0);
    // The words of each function by itself.
    let own: SideTable<Function, u64> = summaries.all(module).map(|survey| u64::from(survey.words)).collect();
    let mut total: u64 = own.values().sum();
    let cap = match policy {
        Policy::Size => 0,
        Policy::All { growth, words, .. } => total.saturating_mul(growth).max(words),
    };
    for &id in calls.bottom_up() {
        let function = &module.functions[id];
        let mut size = own.at(id);
        for &callee in calls.callees(id) {
            if chosen.at(callee) {
                size = size.saturating_add(words.at(callee));
            }
        }
        words.set(id, size);
        let function_says = |inlining| function.inlining == Some(inlining);
        let is_kept = function_says(Inlining::Never);
        let stays = module.entry == Some(id) || !function.has_code() || is_kept;
        if stays || calls.is_recursive(id) || calls.sites(id).is_empty() {
            continue;
        }
        if !calls
            .sites(id)
            .iter()
            .all(|&(caller, inst)| fits(module, function, &module.functions[caller], inst))
        {
            continue;
        }
        let sites = calls.sites(id).len() as u64;
        let grows = size.saturating_mul(sites - 1);
        let is_chosen = match policy {
            Policy::All { function: largest, .. } => {
                let is_wanted = sites == 1 || size <= largest || function_says(Inlining::Always);
                is_wanted && total.saturating_add(grows) <= cap
            }
            Policy::Size => {
                sites == 1 || function_says(Inlining::Always) || {
                    let saved = saved(module, &calls, id);
                    size.saturating_mul(sites)
                        <= saved.saturating_add(size + u64::from(cost::of_frame(function)))
                }
            }
        };
        chosen.set(id, is_chosen);
        if is_chosen {
            total = total.saturating_add(grows);
        }
    }
    chosen
}

/// True if arguments have the very types of the parameters. Addresses of images may say more of the format, and what is
/// derived from them would have other types than it says.
fn fits(module: &Module, function: &FunctionData, caller: &FunctionData, inst: Inst) -> bool {
    let params = &function.blocks[function.body].params;
    let mut arguments = caller.operands(inst).iter().zip(params);
    arguments
        .all(|(&operand, &param)| typing::operand_type(module, caller, operand) == function.values[param].ty)
}

/// Words that go if all calls of a function are inlined: the calls, the returns, loads that copies share, and what is simpler then.
fn saved(module: &Module, calls: &Calls, id: Function) -> u64 {
    let function = &module.functions[id];
    let is_known = |operand: &Operand| operand.constant().is_some_and(|it| !module.constants.is_spec(it));
    let takes_constants =
        |&(caller, inst): &(Function, Inst)| module.functions[caller].operands(inst).iter().any(is_known);
    let params = &function.blocks[function.body].params;
    let worth = if calls.sites(id).iter().any(takes_constants) {
        worth_of_constants(module, function)
    } else {
        vec![0; params.len()]
    };
    let callers: FxHashSet<Function> = calls.sites(id).iter().map(|&(caller, _)| caller).collect();
    let more = calls.sites(id).len() - callers.len();
    let mut saved = shared_words(module, function) * more as u64;
    // The copy has no return.
    let last = function.ends_with(function.body, Op::Return);
    let ends = last.map_or(0, |last| u64::from(cost::of_inst(function, last)));
    for &(caller, inst) in calls.sites(id) {
        let caller = &module.functions[caller];
        saved += u64::from(cost::of_inst(caller, inst)) + ends;
        for ((&operand, &param), &worth) in caller.operands(inst).iter().zip(params).zip(&worth) {
            let is_pointer = matches!(
                module.types.get(function.values[param].ty),
                TypeData::Pointer { storage: vitrum_ir::Storage::Function, .. }
            );
            if is_pointer {
                saved += POINTER;
            } else if is_known(&operand) {
                saved += worth;
            }
        }
    }
    saved
}

/// Words of loads that give the same in each copy of a function, so that copies in one caller can share one.
fn shared_words(module: &Module, function: &FunctionData) -> u64 {
    let is_shared = |inst: Inst| {
        function.op(inst) == Op::Load
            && function.operands(inst).iter().all(|pointer| pointer.global().is_some())
            && reads_what_stays(module, function, inst)
    };
    let insts = visit::insts(function).into_iter().map(|(_, inst)| inst);
    insts.filter(|&inst| is_shared(inst)).map(|inst| u64::from(cost::of_inst(function, inst))).sum()
}

/// Words that an argument passed by address costs: a variable, and a store and a load.
const POINTER: u64 = 4 + 3 + 4;

/// For each parameter, the words that go if it is constant: operations that fold, and what branches on it does not take.
fn worth_of_constants(module: &Module, function: &FunctionData) -> Vec<u64> {
    let facts = Analyses::new(module, function);
    let mut worth = Vec::new();
    for &param in &function.blocks[function.body].params {
        let mut known = vec![param];
        let mut total = 0u64;
        let mut next = 0;
        while let Some(&value) = known.get(next) {
            next += 1;
            if next > 32 {
                break;
            }
            for &user in facts.uses().users(value) {
                let op = function.op(user);
                if op == Op::If {
                    total += u64::from(half_of_arms(function, user));
                } else if op.effects().is_pure()
                    && function.operands(user).iter().all(|&operand| is_known(operand, &known))
                {
                    total += u64::from(cost::of_inst(function, user));
                    known.extend(function.results(user));
                }
            }
        }
        worth.push(total);
    }
    worth
}

fn is_known(operand: Operand, known: &[vitrum_ir::Value]) -> bool {
    operand.constant().is_some() || operand.value().is_some_and(|value| known.contains(&value))
}

/// Half of what the two arms of an `if` hold, without what is within their blocks.
fn half_of_arms(function: &FunctionData, inst: Inst) -> u32 {
    let Some([then, other]) = function.arms(inst) else { return 0 };
    let words = |block: vitrum_ir::Block| -> u32 {
        function.blocks[block].insts.iter().take(64).map(|&inst| cost::of_inst(function, inst)).sum()
    };
    7 + (words(then) + words(other)) / 2
}
