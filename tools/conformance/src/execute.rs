//! Runs the programs of suites: on a Vulkan driver in every form, and in the interpreter.

pub(crate) mod fixed;
pub(crate) mod forms;
pub(crate) mod generated;
pub(crate) mod glslang;
pub(crate) mod interpret;
pub(crate) mod link;
pub(crate) mod script;
pub(crate) mod self_judging;
pub(crate) mod values;

use std::cell::RefCell;

use anyhow::Result;
use vitrum::Options;
use vitrum_runner::{Device, Dispatch, Draw, Error};

use crate::case::Shader;
use crate::judge;
use crate::outcome::Outcome;

/// The way to run a case, and the expected result.
#[derive(Clone, Debug)]
pub(crate) enum Execution {
    /// Programs that draw a colour which tells if their results are right.
    SelfJudging(self_judging::Runs),
    /// Programs with commands, some of which check the results of others.
    Script(script::Script),
    /// Generated programs, which must agree with the interpreter.
    Generated,
}

/// An open device, for all cases of a process.
pub(crate) struct Executor {
    pub(crate) device: RefCell<Device>,
}

/// The faulty forms of a case: the form, and the reason.
pub(crate) type Failures = Vec<(String, String)>;

impl Executor {
    /// Opens the device of this name or number, or the first one.
    pub(crate) fn new(device: Option<&str>) -> Result<Self, Error> {
        // Drivers in software start a thread a core; workers share the cores already.
        Ok(Self { device: RefCell::new(Device::new(device)?) })
    }

    /// Runs a case.
    pub(crate) fn run(&self, shaders: &[Shader], execution: &Execution) -> Outcome {
        let sources: Vec<(&str, Options)> =
            shaders.iter().map(|shader| (shader.text.as_str(), judge::options(shader))).collect();
        let result = match execution {
            Execution::SelfJudging(runs) => self_judging::run(self, &sources, runs),
            Execution::Script(script) => script::run(self, &sources, script),
            Execution::Generated => match sources.first() {
                Some((text, options)) => generated::run(self, text, options),
                None => Ok(Failures::new()),
            },
        };
        match result {
            Ok(failures) if failures.is_empty() => Outcome::Pass,
            Ok(failures) => {
                if let Some(reason) = lacking(&failures) {
                    // The interpreter is the only reference for generated programs.
                    let generated = matches!(execution, Execution::Generated);
                    let ran = failures.iter().all(|(form, _)| form == forms::INTERPRETED);
                    return match ran && !generated {
                        true => Outcome::NotInterpreted(reason),
                        false => Outcome::NotApplicable(reason),
                    };
                }
                let counted =
                    |(form, why): &&(String, String)| form != forms::INTERPRETED || !is_lacking(why);
                let failures: Failures = failures.iter().filter(counted).cloned().collect();
                Outcome::Wrong(grouped(&failures))
            }
            Err(reason) => Outcome::WronglyRejected(reason),
        }
    }

    /// Draws.
    pub(crate) fn draw(&self, draw: &mut Draw) -> Result<(), String> {
        self.device.borrow_mut().draw(draw).map_err(|error| error.to_string())
    }

    /// Runs a compute shader.
    pub(crate) fn dispatch(&self, dispatch: &mut Dispatch) -> Result<(), String> {
        self.device.borrow_mut().dispatch(dispatch).map_err(|error| error.to_string())
    }
}

/// The failures with the forms in which they occur: `none,default: why; size: another`.
pub(crate) fn grouped(failures: &Failures) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for (form, why) in failures {
        match groups.iter_mut().find(|(other, _)| other == why) {
            Some((_, forms)) => forms.push(form),
            None => groups.push((why, vec![form])),
        }
    }
    let text: Vec<_> = groups.iter().map(|(why, forms)| format!("{}: {why}", forms.join(","))).collect();
    text.join("; ")
}

/// The feature that the device or the interpreter lacks, if nothing else failed.
fn lacking(failures: &Failures) -> Option<String> {
    let (_, first) = failures.first()?;
    let reason = first.split(" (").next().unwrap_or_default();
    failures.iter().all(|(_, why)| is_lacking(why)).then(|| reason.to_owned())
}

/// True if a run failed for a feature that the device or the interpreter lacks.
pub(crate) fn is_lacking(why: &str) -> bool {
    ["the device lacks ", "the interpreter lacks "].iter().any(|start| why.starts_with(start))
}

/// Prints the current step to stderr: the last line of a process that a driver crashes.
pub(crate) fn doing(what: &str) {
    eprintln!("{DOING}{what}");
}

/// The prefix of a form's name.
pub(crate) const DOING: &str = "ended while running the form ";
