//! Tries a module on the way to SPIR-V: verifies it, lowers it, writes it, and asks spirv-val.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::spirv_val::SpirvVal;
use vitrum::Target;
use vitrum_ir::{GlobalData, LayoutRule, Module, Storage, TypeData, verify};
use vitrum_passes::{Failure, RunOptions, SPIRV, Settings};

/// The last step that a module passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The verifier refuses it: the number of the first rule that is broken.
    Unverified(&'static str),
    /// It is no longer valid after a lowering.
    BrokenByPass(String),
    /// SPIR-V lacks something that it has.
    NotWritten(String),
    /// spirv-val refuses the SPIR-V.
    Refused(String),
    /// It is valid SPIR-V.
    Valid,
    /// Something panics.
    Panic(String),
}

/// Tries a module for a target. Without `judge`, what is written counts as valid.
pub fn try_module(module: &Module, target: Target, judge: Option<&SpirvVal>) -> Outcome {
    match catch_unwind(AssertUnwindSafe(|| try_unguarded(module, target, judge))) {
        Ok(outcome) => outcome,
        Err(panic) => {
            let borrowed = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            Outcome::Panic(borrowed.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default())
        }
    }
}

fn try_unguarded(module: &Module, target: Target, judge: Option<&SpirvVal>) -> Outcome {
    if let Err(errors) = verify(module) {
        return Outcome::Unverified(errors.errors.first().map_or("", |error| error.rule.number()));
    }
    let mut module = module.clone();
    let settings = Settings::for_spirv(target.is_vulkan());
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    match vitrum_passes::run_pipeline(&mut module, &SPIRV, options) {
        Ok(_) => {}
        Err(Failure::Invalid { pass, errors }) => {
            let first = errors.errors.first().map_or_else(String::new, ToString::to_string);
            return Outcome::BrokenByPass(format!("{}: {first}", pass.unwrap_or("pipeline")));
        }
        Err(failure) => return Outcome::NotWritten(failure.to_string()),
    }
    let words = match vitrum_backend_spirv::emit(&module, &vitrum_backend_spirv::Options::new(target)) {
        Ok(words) => words,
        Err(error) => return Outcome::NotWritten(error.to_string()),
    };
    let Some(judge) = judge else { return Outcome::Valid };
    judge.check(&words, target, &features(&module)).map_or_else(Outcome::Refused, |()| Outcome::Valid)
}

/// Options of spirv-val for the features of devices that a module asks for.
fn features(module: &Module) -> Vec<&'static str> {
    let is_scalar = module.globals.values().any(|data| data.block == Some(LayoutRule::Scalar))
        || module
            .types
            .iter()
            .any(|(_, data)| matches!(data, TypeData::BufferReference { layout: LayoutRule::Scalar, .. }));
    let mut flags = vec!["--allow-offset-texture-operand"];
    let is_std430 =
        |data: &GlobalData| data.storage == Storage::Uniform && data.block == Some(LayoutRule::Std430);
    if module.globals.values().any(is_std430) {
        flags.push("--uniform-buffer-standard-layout");
    }
    if is_scalar {
        flags.extend(["--scalar-block-layout", "--workgroup-scalar-block-layout"]);
    }
    flags
}
