//! Compiles the shaders of a case and says what became of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use vitrum::{Compilation, Extension, Options, Severity, Target, check, compile};

use crate::case::{Case, Expect, Shader};
use crate::execute::Executor;
use crate::outcome::Outcome;
use crate::spirv_val::SpirvVal;

/// What is done beyond compiling.
pub(crate) struct Judge {
    /// Validates what is accepted, for this target or that of the shader.
    pub(crate) validate: Option<(SpirvVal, Option<Target>)>,
    /// Runs the cases that say how they are run.
    pub(crate) executor: Option<Executor>,
}

impl Judge {
    /// What becomes of a case.
    pub(crate) fn judge(&self, case: &Case) -> Outcome {
        if let Some(reason) = case.inapplicable.clone().or_else(|| unmet(&case.needs)) {
            return Outcome::NotApplicable(reason);
        }
        let outcome = || match (&case.execution, &self.executor) {
            (Some(execution), Some(executor)) => executor.run(&case.shaders, execution),
            _ => self.compile_all(case),
        };
        catch_unwind(AssertUnwindSafe(outcome))
            .unwrap_or_else(|panic| Outcome::Defect(format!("panicked: {}", panic_text(panic.as_ref()))))
    }

    fn compile_all(&self, case: &Case) -> Outcome {
        let mut compilations = Vec::new();
        for shader in &case.shaders {
            match compile(&shader.text, &self.options(shader)) {
                Ok(compilation) => match unsupported(shader, &compilation) {
                    Some(_) if case.expect == Expect::Reject => return Outcome::Pass,
                    Some(reason) => return Outcome::NoSpirv(reason),
                    None => compilations.push(compilation),
                },
                Err(failure) => {
                    return match (failure.defect, case.expect) {
                        (Some(defect), _) => Outcome::Defect(defect),
                        (None, Expect::Accept) if self.is_right_part(shader) => continue,
                        (None, Expect::Reject) if self.is_right_part(shader) => Outcome::WronglyAccepted,
                        (None, Expect::Reject) => Outcome::Pass,
                        (None, Expect::Accept) => {
                            Outcome::WronglyRejected(first_error(&failure.diagnosed.places(), shader))
                        }
                    };
                }
            }
        }
        match case.expect {
            Expect::Reject => Outcome::WronglyAccepted,
            Expect::Accept => compilations.iter().find_map(|it| self.validate(it)).unwrap_or(Outcome::Pass),
        }
    }

    /// Whether all that is wrong with a shader is that it is not whole, and it need not be.
    fn is_right_part(&self, shader: &Shader) -> bool {
        shader.part && check(&shader.text, &self.options(shader)).is_ok()
    }

    fn options(&self, shader: &Shader) -> Options {
        Options { target: self.target(shader.target), ..options(shader) }
    }

    fn target(&self, own: Target) -> Target {
        self.validate.as_ref().and_then(|(_, target)| *target).unwrap_or(own)
    }

    /// What is wrong with the SPIR-V, if that is asked for.
    fn validate(&self, compilation: &Compilation) -> Option<Outcome> {
        let (spirv_val, _) = self.validate.as_ref()?;
        match compilation.spirv() {
            Ok(words) => spirv_val.check(&words, compilation.target()).err().map(Outcome::InvalidSpirv),
            Err(vitrum::Error::Defect(text)) => Some(Outcome::Defect(text)),
            Err(error) => Some(Outcome::NoSpirv(error.to_string())),
        }
    }
}

/// What the target does not have of a shader that is to become SPIR-V.
fn unsupported(shader: &Shader, compilation: &Compilation) -> Option<String> {
    if !shader.spirv {
        return None;
    }
    match compilation.spirv() {
        Err(error @ vitrum::Error::Spirv(_)) => Some(error.to_string()),
        Ok(_) | Err(_) => None,
    }
}

/// How a shader is compiled for the target that it names.
pub(crate) fn options(shader: &Shader) -> Options {
    let includes = shader.includes.clone();
    let include = move |name: &str, _: &str| {
        let named =
            |path: &str| path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
        includes.iter().find(|(path, _)| named(path)).cloned()
    };
    Options {
        target: shader.target,
        default_version: shader.default_version,
        defines: shader.defines.clone(),
        library: shader.library,
        include: (!shader.includes.is_empty()).then(|| Arc::new(include) as Arc<vitrum::Include>),
        verify: true,
        ..Options::new(shader.stage)
    }
}

/// What suites call extensions and vitrum has as a part of the language, or what brings nothing to the language.
const CORE: &[&str] = &[
    "GL_ARB_compatibility",
    "GL_ARB_ES3_compatibility",
    "GL_ARB_ES3_1_compatibility",
    "GL_ARB_texture_rg",
    "GL_ARB_texture_storage",
    "GL_EXT_provoking_vertex",
];

/// Why the extensions that a case needs are not all there, or one is that should not be.
fn unmet(needs: &[String]) -> Option<String> {
    let known =
        |name: &str| CORE.contains(&name) || Extension::ALL.iter().any(|extension| extension.name() == name);
    needs.iter().find_map(|need| match need.strip_prefix('!') {
        Some(name) => known(name).then(|| format!("without {name}")),
        None => (!known(need)).then(|| format!("needs {need}")),
    })
}

/// Code, message and line of the first error.
fn first_error(places: &[vitrum::Place], shader: &Shader) -> String {
    let Some(place) = places.iter().find(|place| place.severity == Severity::Error) else {
        return "no error".to_owned();
    };
    let stage = vitrum::stage_extension(shader.stage);
    format!("{} {} [{stage}:{}]", place.code, place.message, place.line)
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let borrowed = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    borrowed.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "(no text)".to_owned())
}
