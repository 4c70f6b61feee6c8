//! Passes values to parameters that a function only reads, or whose last value nobody sees. Compilers to SPIR-V pass the address of a
//! variable that they make for the call, which would be an `inout` parameter and one more variable in GLSL.
//!
//! ```text
//! store %v, %x
//! %a: f32 = call &fog %v                     =>      %a: f32 = call &fog %x
//! fn &fog(%d: ptr<function, f32> inout) -> f32       fn &fog(%0: f32 in) -> f32
//! ```
//!
//! The parameters are those of `promote_parameters`. A variable that is stored once, and passed by one call, goes too.

use crate::analysis::uses::Uses;
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::optimize::promote_parameters;
use crate::optimize::promote_variables;
use vitrum_ir::{FunctionData, Id, Module, Op, Value};

/// True if the module comes from no GLSL, and has functions that are called.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.recovers_source(module) && module.functions.len() > 1
}

/// Runs the lowering; gives the number of parameters that are values now.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let (promoted, passed) = promote_parameters::promote(module, session);
    for id in module.code_ids() {
        let function = &module.functions[id];
        let uses = Uses::new(function);
        let copies: Vec<Value> = passed
            .range((id, Value::from_index(0))..)
            .take_while(|row| row.0 == id)
            .map(|row| row.1)
            .filter(|&variable| is_copy(function, &uses, variable))
            .collect();
        if !copies.is_empty() {
            promote_variables::promote(module, id, session, &|variable| {
                copies.binary_search(&variable).is_ok()
            });
        }
    }
    promoted
}

/// True if a variable is stored once, and then loaded once for a call.
fn is_copy(function: &FunctionData, uses: &Uses, variable: Value) -> bool {
    let &[store, load] = uses.users(variable) else { return false };
    let is_passed = || {
        let mut users = function.results(load).flat_map(|value| uses.users(value));
        users.all(|&user| function.callee(user).is_some())
    };
    function.op(store) == Op::Store && function.op(load) == Op::Load && is_passed()
}
