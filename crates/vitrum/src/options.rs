//! What a caller chooses.

use std::fmt;
use std::sync::Arc;

use vitrum_backend_spirv::Target;
use vitrum_frontend_glsl::version::Version;
use vitrum_ir::Stage;

/// Finds the file that an `#include` names: given that name and the name of the including file, its own name
/// and its text. The library itself reads no files.
pub type Include = dyn Fn(&str, &str) -> Option<(String, String)> + Send + Sync;

/// How to compile a shader.
#[derive(Clone)]
pub struct Options {
    /// The stage; GLSL does not say it.
    pub stage: Stage,
    /// Where the shader is to run; it decides which dialect is understood, too.
    pub target: Target,
    /// The version of a source without `#version`.
    pub default_version: Version,
    /// Whether the optimising pipeline runs.
    pub optimize: bool,
    /// Whether the module is verified after the front end and after every pass.
    pub verify: bool,
    /// Macros defined before the first line: name and body.
    pub defines: Vec<(String, String)>,
    /// The name of the source in diagnostics.
    pub file_name: String,
    /// What finds included files; without it, `#include` is an error.
    pub include: Option<Arc<Include>>,
}

impl Options {
    /// For a stage: Vulkan 1.3, GLSL 1.10 unless `#version` says more, not optimised, verified in debug builds.
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            target: Target::Vulkan1_3,
            default_version: Version::DESKTOP_DEFAULT,
            optimize: false,
            verify: cfg!(debug_assertions),
            defines: Vec::new(),
            file_name: "shader".to_owned(),
            include: None,
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stage, target, default_version, optimize, verify, defines, file_name, include } = self;
        f.debug_struct("Options")
            .field("stage", stage)
            .field("target", target)
            .field("default_version", default_version)
            .field("optimize", optimize)
            .field("verify", verify)
            .field("defines", defines)
            .field("file_name", file_name)
            .field("include", &include.is_some())
            .finish()
    }
}
