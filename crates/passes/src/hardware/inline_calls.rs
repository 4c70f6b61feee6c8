//! Inlines every call, for machines without calls.
//!
//! ```text
//! fn &twice(%x: f32 in) -> f32 {              %1: f32 = fadd @in, @in
//!     %1: f32 = fadd %x, %x                   store @out, %1
//!     return %1                          =>
//! }
//! %1: f32 = call &twice %in
//! store @out, %1
//! ```
//!
//! A continuing block may call what discards, but not discard itself: one that does goes to the start of the body, as
//! `rewrite_do_while` puts it.
//!
//! A module that would become larger than a limit is refused, and so is a call that cannot be inlined: one of a function with
//! returns that cannot be made one, or of a function without a body.
//!
//! Mesa calls this `nir_inline_functions`.

use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions, Settings};
use crate::optimize::inline_functions::{self, ends_invocations};
use crate::workarounds::rewrite_do_while;
use rustc_hash::FxHashSet;
use vitrum_ir::{Function, Inst, Module, Op, Span, visit};

/// Options of `inline_calls`.
#[derive(Clone, Copy, Debug)]
pub struct InlineCalls {
    /// The most words of code that a module may have afterwards.
    pub words: u64,
}

impl Default for InlineCalls {
    fn default() -> Self {
        Self { words: 1 << 22 }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "words",
    values: "N",
    summary: "the most words of code that the module may have afterwards",
    set: set_words,
}];

fn set_words(options: &mut PassOptions, text: &str) -> Option<()> {
    let words = text.parse().ok()?;
    options.change(|it: &mut InlineCalls| it.words = words);
    Some(())
}

/// The first call of the entry point.
fn first_call(module: &Module) -> Option<Span> {
    let function = &module.functions[module.entry?];
    let mut insts = visit::insts(function).into_iter();
    insts.find(|&(_, inst)| function.op(inst) == Op::Call).map(|(_, inst)| function.insts[inst].span())
}

/// True if the entry point calls a function.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    first_call(module).is_some()
}

/// Moves continuing blocks that call what ends invocations into the bodies of their loops; gives their number.
fn continue_in_bodies(module: &mut Module, session: &mut Session) -> usize {
    let calls = session.summaries.calls(module);
    let mut ending: FxHashSet<Function> = FxHashSet::default();
    for &id in calls.bottom_up() {
        let function = &module.functions[id];
        let calls_one = |block| {
            let insts = visit::insts_of(function, block);
            insts.into_iter().any(|row| function.callee(row.1).is_some_and(|callee| ending.contains(&callee)))
        };
        if function.has_code() && (ends_invocations(function) || calls_one(function.body)) {
            ending.insert(id);
        }
    }
    if ending.is_empty() {
        return 0;
    }
    let mut count = 0;
    for id in module.code_ids() {
        let function = &module.functions[id];
        let calls_one = |inst: &Inst| {
            let Some((_, continuing)) = rewrite_do_while::blocks(function, *inst) else { return false };
            let insts = visit::insts_of(function, continuing);
            insts.into_iter().any(|row| function.callee(row.1).is_some_and(|callee| ending.contains(&callee)))
        };
        let found: Vec<Inst> =
            visit::insts(function).into_iter().map(|row| row.1).filter(calls_one).collect();
        // Inner loops first: what an outer one moves holds them.
        for &inst in found.iter().rev() {
            if session.may_change() {
                rewrite_do_while::change(module, id, inst);
                count += 1;
            }
        }
    }
    if count > 0 {
        session.summaries.clear();
    }
    count
}

/// Inlines all calls; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let InlineCalls { words } = session.settings().options.get();
    let mut changes = continue_in_bodies(module, session);
    changes += inline_functions::run_up_to(module, session, words);
    if session.fuel() != Some(0)
        && let Some(span) = first_call(module)
    {
        let message = format!("a call cannot be inlined, or the module would exceed {words} words");
        session.refuse(span, message);
    }
    changes
}
