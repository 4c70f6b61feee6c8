//! Links the shaders of a program: units of a stage to a module, and stages to a program.

use std::collections::BTreeMap;
use std::path::Path;

use vitrum::ir::{Module, Stage, verify};
use vitrum::{BuiltInLimits, Severity, compile};
use vitrum_link::{Api, ProgramStage, StageRules, Unit, link_stages, link_units};
use vitrum_passes::Settings;

use crate::case::Shader;
use crate::execute::is_lacking;
use crate::judge;
use crate::measure::{Measured, measure};
use crate::outcome::Outcome;

/// The way in which the shaders of a case are linked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linking {
    /// True if they are separable programs.
    pub(crate) separable: bool,
    /// True if each stage is a program of its own, so that no two meet before a draw.
    pub(crate) alone: bool,
}

/// The reason for which shaders cannot be linked, or a defect of the compiler.
type Refusal = Result<String, Outcome>;

/// Measurements of programs that link.
pub(crate) struct Measuring<'a> {
    /// True if there are some.
    pub(crate) is_wanted: bool,
    /// The name of the case.
    pub(crate) id: &'a str,
    /// The folder for modules.
    pub(crate) keep: Option<&'a Path>,
}

/// The outcome of linking: `Pass` for a program that links.
pub(crate) fn link(
    shaders: &[Shader],
    linking: Linking,
    measuring: &Measuring<'_>,
    measured: &mut Option<Measured>,
) -> Outcome {
    match linked(shaders, linking) {
        Ok(modules) => {
            if measuring.is_wanted && !linking.separable && modules.len() > 1 {
                match measure(&modules, measuring.id, measuring.keep) {
                    Ok(sizes) => *measured = Some(sizes),
                    // A program that the driver cannot run, for example with too many locations, is not measured.
                    Err(reason) if is_lacking(&reason) => {}
                    Err(reason) => return Outcome::Defect(reason),
                }
            }
            Outcome::Pass
        }
        Err(Ok(reason)) => Outcome::WronglyRejected(reason),
        Err(Err(defect)) => defect,
    }
}

/// The stages of a program that links, before they have places.
fn linked(shaders: &[Shader], linking: Linking) -> Result<Vec<Module>, Refusal> {
    let mut by_stage: BTreeMap<Stage, Vec<&Shader>> = BTreeMap::new();
    for shader in shaders {
        by_stage.entry(shader.stage).or_default().push(shader);
    }
    let mut modules = by_stage.values().map(|shaders| stage(shaders)).collect::<Result<Vec<_>, _>>()?;
    let unlinked = modules.clone();
    let api = modules.first().map_or(Api::OpenGl, |module| Api::of_language(module.source.language));
    let rules = StageRules {
        api,
        separable: linking.separable,
        limits: Some(limits()),
        places: Some(Settings::for_spirv(false)),
    };
    let mut stages: Vec<ProgramStage<'_>> = modules.iter_mut().map(ProgramStage::new).collect();
    let diagnostics: Vec<_> = match linking.alone {
        true => {
            let each = stages.into_iter().map(|stage| link_stages(&mut [stage], &rules));
            each.flatten().collect()
        }
        false => link_stages(&mut stages, &rules),
    };
    if let Some(error) = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(Ok(format!("{} {}", error.code.info().code, error.message)));
    }
    for module in &modules {
        verify(module).map_err(|errors| Err(Outcome::Defect(errors.to_string())))?;
    }
    Ok(unlinked)
}

/// The minimum of the specification, but for numbers of components: the suites count on more.
fn limits() -> BuiltInLimits {
    BuiltInLimits {
        max_vertex_output_components: Some(256),
        max_geometry_input_components: Some(256),
        ..BuiltInLimits::default()
    }
}

/// The module of a stage.
fn stage(shaders: &[&Shader]) -> Result<Module, Refusal> {
    let several = shaders.len() > 1;
    let mut modules = Vec::new();
    for shader in shaders {
        let options = judge::options(shader).library(several || shader.library);
        let compilation = compile(&shader.text, &options).map_err(|failure| match failure.defect {
            Some(defect) => Err(Outcome::Defect(defect.to_string())),
            None => Ok(judge::first_error(&failure.diagnosed, shader)),
        })?;
        modules.push(compilation.module);
    }
    if let [_] = modules[..]
        && let Some(module) = modules.pop()
    {
        return Ok(module);
    }
    let units: Vec<Unit<'_>> = modules.iter().map(Unit::new).collect();
    let module = link_units(&units).map_err(|errors| {
        let first = errors.first();
        Ok(first.map_or(String::new(), |error| format!("{} {}", error.code.info().code, error.message)))
    })?;
    match module.entry {
        Some(_) => Ok(module),
        None => Err(Ok("no unit defines `main`".to_owned())),
    }
}
