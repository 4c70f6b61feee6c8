//! The modules of the reader's tests, written again: as they are and optimised, valid by the rules that all environments share. Those
//! of Vulkan would leave out libraries, and what other environments have.

use std::path::PathBuf;

use libtest_mimic::Trial;
use vitrum::{OptLevel, OptimizeError, Options, SpirvError, SpirvVersion, Stage, Target, VersionChoice};

use crate::judges::Judges;
use crate::{caught, files};

/// The frame of modules of which the file is the body of a function.
const FRAME: &str = include_str!("../../crates/frontend-spirv/tests/frame.spvasm");

/// Modules that are not valid themselves, each with what spirv-val says of it.
const INVALID: &[(&str, &str)] = &[
    ("atomics_of_other_signedness", "expected Value to be of type Result Type"),
    ("builtins_of_other_signedness", "BuiltIn PrimitiveId"),
    ("fast_math", "FPFastMathMode None"),
];

/// The words of the version in the header of a module of SPIR-V 1.3: in newer ones, entry points name the resources that they use.
const V1_3: u32 = 0x0001_0300;

/// One test per module.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let folder = files::home().join("../crates/frontend-spirv/tests/read");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    let trial = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(format!("spirv_modules/{name}"), move || caught(|| check(&name, &path, judges)))
    };
    Ok(paths.into_iter().map(trial).collect())
}

fn check(name: &str, path: &PathBuf, judges: &Judges) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let is_whole = text.contains("OpCapability");
    let text = if is_whole { text } else { format!("{FRAME}{text}\nOpFunctionEnd\n") };
    let words = vitrum::assemble(&text).map_err(|error| error.to_string())?;
    let older: Vec<u32> =
        words.iter().enumerate().map(|(at, &word)| if at == 1 { V1_3 } else { word }).collect();
    let expected = INVALID.iter().find(|row| row.0 == name).map(|row| row.1);
    let said = judges.judge_spirv_anywhere(&words).or_else(|_| judges.judge_spirv_anywhere(&older));
    match (said, expected) {
        (Ok(()), None) => {}
        (Ok(()), Some(_)) => return Err("the module is valid, and needs no exception".to_owned()),
        (Err(said), Some(expected)) if said.contains(expected) => {}
        (Err(said), _) => return Err(format!("the module: {said}")),
    }
    // In its own version, in the newest, and in the oldest if that can express it.
    for (target, version) in [
        (Target::Vulkan1_3, VersionChoice::Newest),
        (Target::Vulkan1_3, VersionChoice::Exactly(SpirvVersion::V1_6)),
        (Target::Vulkan1_0, VersionChoice::Newest),
    ] {
        for level in [OptLevel::None, OptLevel::Default] {
            let place = format!("{target:?} {version:?} {level:?}");
            let options = Options::new(Stage::Fragment).target(target).opt_level(level).verify(true);
            let again = match vitrum::optimize_spirv(&words, &options.spirv_version(version)) {
                Ok(again) => again,
                Err(OptimizeError::Output(vitrum::Error::Spirv(SpirvError::Unsupported { .. })))
                    if target == Target::Vulkan1_0 =>
                {
                    continue;
                }
                Err(error) => return Err(format!("{place}: {error}")),
            };
            judges.judge_spirv_anywhere(&again).map_err(|said| format!("{place}: {said}"))?;
        }
    }
    Ok(())
}
