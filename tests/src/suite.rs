//! The suite of accepted shaders: everything that must hold for each of them.

use libtest_mimic::Trial;

use crate::checks::{Checks, Outputs};
use crate::files::Shader;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};

/// One test per shader below `suite/`.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let shaders = files::shaders("suite")?;
    let trial = |shader: Shader| Trial::test(shader.name.clone(), move || caught(|| check(&shader, judges)));
    Ok(shaders.into_iter().map(trial).collect())
}

fn check(shader: &Shader, judges: &Judges) -> Result<(), String> {
    let source = shader.source()?;
    let header = Header::of(&source)?;
    let failures = failures(shader, &source, &header, judges);
    match &header.xfail {
        None if failures.is_empty() => Ok(()),
        None => Err(format!(
            "{}\n\nrepeat with: cargo xtask test {}\nlook with:   cargo xtask show tests/{}.glsl",
            failures.join("\n\n"),
            shader.name,
            shader.name
        )),
        Some(why) if failures.is_empty() => Err(format!("passes, but is marked `xfail: {why}`")),
        Some(why) => {
            judges.note(format!("xfail: {}: {why}", shader.name));
            Ok(())
        }
    }
}

/// Everything that is wrong with what becomes of a shader.
fn failures(shader: &Shader, source: &str, header: &Header, judges: &Judges) -> Vec<String> {
    let outputs = match shader.stage().and_then(|stage| Outputs::of(source, stage, header)) {
        Ok(outputs) => outputs,
        Err(message) => return vec![message],
    };
    let mut checks = Checks { shader, header, judges, outputs: &outputs, failures: Vec::new() };
    checks.text_round_trip();
    checks.bytes_round_trip();
    checks.spirv_is_valid();
    checks.assembly_is_read_back();
    checks.memory_operands_are_complete();
    checks.capabilities_are_needed();
    checks.printed_glsl_is_accepted();
    checks.printed_glsl_is_a_fixed_point();
    checks.every_version_is_accepted();
    checks.expectations_hold();
    // A known bug has no snapshot: it would be one of a wrong output.
    if header.xfail.is_none() && checks.failures.is_empty() {
        checks.snapshot_matches();
    }
    checks.failures
}
