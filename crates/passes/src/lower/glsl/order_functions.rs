//! Defines functions before their callers, as GLSL asks for, and authors do. Compilers to SPIR-V write the entry point first, which as GLSL
//! needs a prototype of each function that it calls.

use crate::analysis::calls::Calls;
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::{Module, edit};

/// True if the module comes from no GLSL, and a function is called that is defined later.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.recovers_source(module) && module.functions.len() > 1 && !is_ordered(&Calls::new(module))
}

/// Runs the lowering; gives 1, the change of order.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let order = Calls::new(module).bottom_up().to_vec();
    edit::keep_functions(module, &order);
    session.summaries.clear();
    1
}

fn is_ordered(calls: &Calls) -> bool {
    calls.bottom_up().iter().all(|&caller| calls.callees(caller).iter().all(|&callee| callee <= caller))
}
