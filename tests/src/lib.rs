//! End-to-end suites of vitrum: each shader below `suite/` and `reject/` is a test, and so is each way of
//! being unreasonable in `robustness` and `extremes`.
//!
//! `tests/README.md` says what a shader's header may hold. The program that runs it all is `tests/suites.rs`.

mod analyses;
mod arithmetic;
mod assembly;
mod capabilities;
mod checks;
mod differential;
mod direct3d;
mod doubles;
mod extremes;
mod files;
mod hardware;
mod header;
mod judges;
mod machines;
mod memory_model;
mod mutations;
mod narrow_numbers;
mod passes;
mod precision;
mod prelude;
mod reject;
mod robustness;
mod small_machine;
mod spirv_in;
mod spirv_modules;
mod suite;
mod targets;
mod transforms;
mod verdicts;
mod vocabulary;
mod words;

use libtest_mimic::{Failed, Trial};

pub use judges::Judges;

/// Every test of every suite; `judges` are shared by all of them.
///
/// # Errors
/// If a folder of shaders cannot be read.
pub fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let mut trials = suite::trials(judges)?;
    trials.extend(reject::trials(judges)?);
    trials.extend(robustness::trials());
    trials.extend(extremes::trials(judges));
    trials.extend(mutations::trials());
    trials.extend(narrow_numbers::trials(judges));
    trials.extend(targets::trials(judges)?);
    trials.extend(differential::trials(judges)?);
    trials.extend(passes::trials(judges)?);
    trials.extend(hardware::trials(judges)?);
    trials.extend(machines::trials(judges)?);
    trials.extend(small_machine::trials(judges)?);
    trials.extend(arithmetic::trials(judges));
    trials.extend(analyses::trials());
    trials.extend(doubles::trials());
    trials.extend(direct3d::trials());
    trials.extend(precision::trials(judges)?);
    trials.extend(prelude::trials(judges));
    trials.extend(vocabulary::trials(judges));
    trials.extend(transforms::trials(judges)?);
    trials.extend(spirv_in::trials(judges)?);
    trials.extend(spirv_modules::trials(judges)?);
    Ok(trials)
}

/// Runs `test` with panics turned into failures, so that one bad shader does not hide the others.
fn caught(test: impl FnOnce() -> Result<(), String>) -> Result<(), Failed> {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(test)) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(message)) => Err(Failed::from(message)),
        Err(panic) => Err(Failed::from(format!("panicked: {}", panic_text(panic.as_ref())))),
    }
}

/// The text of a panic.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let borrowed = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    borrowed.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "(no text)".to_owned())
}
