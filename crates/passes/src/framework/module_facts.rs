//! Module-level facts for function passes.
//!
//! It is found out once, before the first of them begins with the first function, and stays as it was until the last of
//! them is done with the last: so it does not matter in which order functions and passes come.

use crate::analysis::calls::{Summaries, Summary};
use crate::framework::float_laws::FloatLaws;
use crate::framework::function_summaries::FunctionSummaries;
use crate::optimize::combine::Mode;
use vitrum_ir::{BuiltIn, Function, FunctionData, Module, Qualifiers, Storage};

/// Facts about the module around a function.
#[derive(Clone, Debug)]
pub(crate) struct ModuleFacts {
    /// The rules and the sharing that the module allows.
    pub(crate) mode: Mode,
    /// The effects of calling each function; empty if there are no calls.
    pub(crate) summaries: Summaries,
    /// True if inputs and buffers stay as they are.
    steady: bool,
}

impl ModuleFacts {
    pub(crate) fn new(module: &Module, floats: FloatLaws, functions: &mut FunctionSummaries) -> Self {
        let mut summaries = Summaries::default();
        if module.functions.len() > 1 && module.functions.values().any(FunctionData::may_call) {
            let calls = functions.calls(module);
            if !calls.is_empty() {
                let strange = module.entry.is_some_and(|entry| !calls.sites(entry).is_empty());
                summaries = if strange {
                    Summaries::new(module, &calls)
                } else {
                    Summaries::of(&calls, functions.all(module).map(|summary| summary.does))
                };
            }
        }
        let special = Qualifiers::SEEN_BY_OTHERS;
        let steady = module.globals.values().all(|global| {
            global.decorations.builtin != Some(BuiltIn::HelperInvocation)
                && !global.decorations.qualifiers.intersects(special)
        });
        Self { mode: Mode::of(module, floats), summaries, steady }
    }

    /// True if nothing but its result tells that a function was called.
    pub(crate) fn is_silent(&self, function: Function) -> bool {
        self.summaries.get(function).is_some_and(Summary::is_silent)
    }

    /// True if all that a function does is to compute its result from its arguments and from what stays as it is.
    pub(crate) fn is_pure(&self, function: Function) -> bool {
        let kept = |storage| match storage {
            Storage::Uniform | Storage::PushConstant => true,
            Storage::Opaque => self.mode.samples_only,
            Storage::Input => self.mode.keeps_builtins,
            _ => false,
        };
        let is_pure = |summary: &Summary| {
            let reads = Storage::ALL.iter().all(|&(storage, _)| kept(storage) || !summary.reads(storage));
            self.steady && summary.is_silent() && !summary.convergent && reads
        };
        self.summaries.get(function).is_some_and(is_pure)
    }
}
