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
//! A module that would become larger than a limit is refused, and so is a call that cannot be inlined: one of a function with
//! returns that cannot be made one, or of a function without a body.
//!
//! Mesa calls this `nir_inline_functions`.

use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions, Settings};
use crate::optimize::inline_functions;
use vitrum_ir::{Module, Op, Span, visit};

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

/// Inlines all calls; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let InlineCalls { words } = session.settings().options.get();
    let changes = inline_functions::run_up_to(module, session, words);
    if session.fuel() != Some(0)
        && let Some(span) = first_call(module)
    {
        let message = format!("a call cannot be inlined, or the module would exceed {words} words");
        session.refuse(span, message);
    }
    changes
}
