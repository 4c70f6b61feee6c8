//! The verifier: whether a module obeys the rules of the IR.
//!
//! Every rule has a number and is a row of one table ([`Rule`]). The verifier is total: whatever a module holds, it
//! ends, in time linear in the size of the module, without deep recursion, and reports every rule that is broken,
//! each with the line of the text form and the operand at fault underlined. Only what stands on something broken is
//! left out: a module whose ids lead nowhere is not looked at further.
//!
//! ```text
//! V051: expected `f32`, found `i32`
//!   --> function &main
//!    | %1: f32 = fadd %0, 1i32
//!    |                    ^^^^
//! ```

mod calls;
mod constants;
mod generics;
mod globals;
mod ids;
mod interface;
mod layouts;
mod locations;
mod operations;
mod report;
mod rules;
mod spirv;
mod stage;
mod structure;
mod types;

pub(crate) use interface::is_arrayed;
pub use report::{VerifyError, VerifyErrors};
pub use rules::{Layer, Rule};

use crate::module::{Function, Module};
use crate::side_table::IdSet;
use report::Report;

/// Checks every rule.
///
/// # Errors
/// All rules that are broken, if any is.
pub fn verify(module: &Module) -> Result<(), VerifyErrors> {
    verify_code(module)?;
    let mut report = Report::new(module);
    generics::check_bodies(&mut report, verify_code)?;
    report.finish()
}

/// Checks every rule, but for the bodies of generic functions.
fn verify_code(module: &Module) -> Result<(), VerifyErrors> {
    let mut report = Report::new(module);
    let Some(facts) = check_declarations(&mut report) else { return report.finish() };
    let functions = module.functions.iter();
    let sound: IdSet<Function> = functions
        .filter(|(_, function)| ids::check_function(&mut report, function))
        .map(|(id, _)| id)
        .collect();
    for id in sound.iter() {
        interface::check_params(&mut report, id);
        structure::check(&mut report, &facts, id);
    }
    calls::check(&mut report, &sound);
    report.finish()
}

/// Checks the rules of declarations alone: for modules whose functions are known to obey theirs, as those do that a linker copies.
///
/// # Errors
/// All rules that are broken, if any is.
pub fn verify_declarations(module: &Module) -> Result<(), VerifyErrors> {
    let mut report = Report::new(module);
    check_declarations(&mut report);
    report.finish()
}

/// None if ids lead nowhere.
fn check_declarations(report: &mut Report<'_>) -> Option<types::TypeFacts> {
    ids::check(report);
    if report.len() > 0 {
        return None;
    }
    generics::check(report);
    if report.len() > 0 {
        return None;
    }
    let facts = types::facts(report);
    types::check(report, &facts);
    constants::check(report, &facts);
    globals::check(report, &facts);
    interface::check(report, &facts);
    if report.len() == 0 {
        layouts::check(report);
        locations::check(report);
    }
    stage::check(report);
    spirv::check(report);
    Some(facts)
}
