//! Cases of a suite: shaders, and the expected verdict.

use std::fmt;

use serde::{Deserialize, Serialize};
use vitrum::{Stage, Target, Version};

use crate::execute::Execution;
use crate::includes::Includes;
use crate::link::Linking;

/// A shader of a case.
#[derive(Clone, Debug)]
pub(crate) struct Shader {
    /// The stage.
    pub(crate) stage: Stage,
    /// The text.
    pub(crate) text: String,
    /// The version of the text if it has no `#version`.
    pub(crate) default_version: Version,
    /// Macros defined before the first line: name and body.
    pub(crate) defines: Vec<(String, String)>,
    /// True if it need not be a whole shader: `main` and the bodies of functions may be missing.
    pub(crate) part: bool,
    /// True if it is a library: nothing runs it as it is.
    pub(crate) library: bool,
    /// The target.
    pub(crate) target: Target,
    /// True if the text is SPIR-V in assembly and not GLSL.
    pub(crate) assembly: bool,
    /// True if it is also written as SPIR-V, where more can be wrong.
    pub(crate) spirv: bool,
    /// Files that `#include` finds.
    pub(crate) includes: Includes,
}

impl Shader {
    /// For OpenGL, without macros and included files.
    pub(crate) fn new(stage: Stage, text: impl Into<String>, default_version: Version) -> Self {
        Self {
            stage,
            text: text.into(),
            default_version,
            defines: Vec::new(),
            part: false,
            library: false,
            assembly: false,
            target: Target::OpenGl4_5,
            spirv: false,
            includes: Includes::default(),
        }
    }
}

/// The expected verdict on the shaders of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Expect {
    /// All of them are right.
    Accept,
    /// At least one of them is wrong.
    Reject,
}

impl Expect {
    /// Its word in the scoreboard.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
        }
    }
}

/// One question of a suite.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Its name in the scoreboard; starts with the name of its file.
    pub(crate) id: String,
    /// The shaders.
    pub(crate) shaders: Vec<Shader>,
    /// The expected verdict.
    pub(crate) expect: Expect,
    /// The extensions without which the case means nothing; with `!` before the name, those with which it does not.
    pub(crate) needs: Vec<String>,
    /// The reason for which the case says nothing about vitrum, if any.
    pub(crate) inapplicable: Option<String>,
    /// The way to run it, if it is not only compiled.
    pub(crate) execution: Option<Execution>,
    /// The way to link its shaders, if they are a program that is to be linked.
    pub(crate) linking: Option<Linking>,
}

impl Case {
    /// Shaders that are right, and that nothing runs.
    pub(crate) fn new(id: impl Into<String>, shaders: Vec<Shader>) -> Self {
        Self {
            id: id.into(),
            shaders,
            expect: Expect::Accept,
            needs: Vec::new(),
            inapplicable: None,
            execution: None,
            linking: None,
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "==== {}: {}", self.id, self.expect.word())?;
        for need in &self.needs {
            writeln!(f, "==== needs {need}")?;
        }
        if let Some(reason) = &self.inapplicable {
            writeln!(f, "==== not applicable: {reason}")?;
        }
        for shader in &self.shaders {
            writeln!(f, "==== {:?}, of version {} unless said", shader.stage, shader.default_version)?;
            f.write_str(&shader.text)?;
        }
        if let Some(execution) = &self.execution {
            writeln!(f, "==== {execution:?}")?;
        }
        Ok(())
    }
}
