//! Extreme numbers wherever a shader chooses one, and arrays without sizes wherever one can stand. Each shader must
//! end in an error of the source or in a valid module, never in a panic, an overflow or a defect.

use libtest_mimic::Trial;
use vitrum::{Compilation, OptLevel, Options, Stage, Target};

use crate::judges::Judges;
use crate::{caught, checks};

mod numbers;
mod sizes;

/// A test for each place of a number, and one for each kind of declaration of an array.
pub(crate) fn trials(judges: &'static Judges) -> Vec<Trial> {
    let numbers = numbers::PLACES.iter().map(|place| {
        let name = format!("extremes/numbers/{}", place.name);
        Trial::test(name, move || caught(|| numbers::check(place, judges)))
    });
    let sizes = sizes::DECLARATIONS.iter().map(|&(name, source)| {
        Trial::test(format!("extremes/sizes/{name}"), move || caught(|| sizes::check(source, judges)))
    });
    numbers.chain(sizes).collect()
}

/// Compiles without and with optimisation into every form. Whether the shader is accepted.
fn compile(source: &str, stage: Stage, target: Target, judges: Option<&Judges>) -> Result<bool, String> {
    let mut accepted = true;
    for opt_level in [OptLevel::None, OptLevel::Default] {
        let options = Options::new(stage).target(target).opt_level(opt_level).verify(true);
        let outcome = vitrum::compile(source, &options);
        let checked = match outcome {
            Ok(compilation) => check_forms(&compilation, judges),
            Err(failure) => {
                accepted = false;
                if failure.diagnosed.has_errors() && failure.defect.is_none() {
                    Ok(())
                } else {
                    Err(format!("fails without an error of the source: {failure}"))
                }
            }
        };
        checked.map_err(|message| format!("{message}\n{opt_level:?}\n{source}"))?;
    }
    Ok(accepted)
}

/// A back end may refuse a module, with a reason; what it makes must be valid.
fn check_forms(compilation: &Compilation, judges: Option<&Judges>) -> Result<(), String> {
    compilation.diagnosed.render();
    checks::text_is_equal(&compilation.module)?;
    let (spirv, glsl, reflection) = (compilation.spirv(), compilation.glsl(), compilation.reflection());
    let reasons = [spirv.as_ref().err(), glsl.as_ref().err(), reflection.as_ref().err()];
    if let Some(defect) = reasons.into_iter().flatten().find(|it| matches!(it, vitrum::Error::Defect(_))) {
        return Err(defect.to_string());
    }
    match (spirv, judges) {
        (Ok(words), Some(judges)) => judges.judge_spirv(&words, compilation.target()),
        (Ok(_), None) | (Err(_), _) => Ok(()),
    }
}
