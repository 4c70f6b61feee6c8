//! Every suite shader for targets that its header does not name: SPIR-V that is valid there, or an error that says
//! what is missing.
//!
//! Every third shader is compiled for one other target, which its place in the suite chooses; with
//! `VITRUM_TARGETS=all` every shader for each of them.

use libtest_mimic::Trial;
use vitrum::{OptLevel, Options, SpirvError, Target};

use crate::caught;
use crate::files::{self, Shader};
use crate::header::Header;
use crate::judges::Judges;

/// One shader of this many is in the sample.
const SAMPLE: usize = 3;

/// One test per shader below `suite/`.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let all = std::env::var("VITRUM_TARGETS").is_ok_and(|value| value == "all");
    let trial = |(index, shader): (usize, Shader)| {
        let name = shader.name.replacen("suite/", "targets/", 1);
        let sample = if all { None } else { Some(index) };
        Trial::test(name, move || caught(|| check(&shader, sample, judges)))
    };
    let shaders = files::shaders("suite")?.into_iter().enumerate();
    Ok(shaders.filter(|&(index, _)| all || index % SAMPLE == 0).map(trial).collect())
}

fn check(shader: &Shader, sample: Option<usize>, judges: &Judges) -> Result<(), String> {
    let source = shader.source()?;
    let header = Header::of(&source)?;
    if header.xfail.is_some() {
        return Ok(());
    }
    let others: Vec<Target> =
        Target::ALL.into_iter().map(|row| row.0).filter(|&target| target != header.target).collect();
    let chosen = match sample {
        Some(index) => {
            others.get(index / SAMPLE % others.len()..).and_then(|rest| rest.get(..1)).unwrap_or(&others)
        }
        None => &others,
    };
    for &target in chosen {
        let failure = |reason: String| format!("for {}: {reason}", target.name());
        check_target(shader, &source, &header, target, judges).map_err(failure)?;
    }
    Ok(())
}

fn check_target(
    shader: &Shader,
    source: &str,
    header: &Header,
    target: Target,
    judges: &Judges,
) -> Result<(), String> {
    let stage = shader.stage()?;
    let defines = header.defines.clone();
    let options =
        Options::new(stage).target(target).defines(defines).verify(true).opt_level(OptLevel::Default);
    let compilation = match vitrum::compile(source, &options) {
        Ok(compilation) => compilation,
        // GLSL for Vulkan may be invalid for OpenGL.
        Err(failure) if failure.defect.is_none() && header.target.is_vulkan() && !target.is_vulkan() => {
            return Ok(());
        }
        Err(failure) => return Err(format!("does not compile:\n{failure}")),
    };
    match compilation.spirv() {
        Ok(words) => judges.judge_spirv_of(source, &words, target),
        Err(vitrum::Error::Spirv(SpirvError::Unsupported { .. })) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}
