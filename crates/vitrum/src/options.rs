//! Options of a compilation.

pub(crate) mod setters;

use std::fmt;
use std::sync::Arc;

use vitrum_backend_spirv::{Target, VersionChoice};
use vitrum_frontend_glsl::diagnostics::Levels;
use vitrum_frontend_glsl::preprocess::IncludeRequest;
use vitrum_frontend_glsl::{BuiltInLimits, Client, WebGlContext};
use vitrum_glsl::version::Version;
use vitrum_ir::Stage;
use vitrum_passes::{Clock, FloatLaws, Machine, PassInfo, PassOptions, Placement, RemoveUnusedResources};

/// An included file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Included {
    /// Its name, for messages, for `#pragma once` and for the includes in it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Finds the file that an `#include` names, or says why there is none. The library itself reads no files; with the feature
/// `files`, `include_from` looks in folders.
///
/// ```
/// use vitrum::{IncludeRequest, Included, Options, Stage};
///
/// let include = |request: &IncludeRequest<'_>| {
///     let text = "const float HALF = 0.5;\n".to_owned();
///     match request.path {
///         "half.glsl" => Ok(Included { name: request.path.to_owned(), text }),
///         _ => Err("not in the archive".to_owned()),
///     }
/// };
/// let options = Options::new(Stage::Fragment).include(include);
/// let source = "#version 450\n#include \"half.glsl\"\nlayout(location = 0) out float x;\n\
///     void main() { x = HALF; }\n";
/// let compilation = vitrum::compile(source, &options)?;
/// assert_eq!(compilation.diagnosed.files(), ["shader", "half.glsl"]);
/// # Ok::<(), vitrum::Failure>(())
/// ```
pub type Include = dyn Fn(&IncludeRequest<'_>) -> Result<Included, String> + Send + Sync;

/// Debug information of a SPIR-V module; each level includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DebugInfo {
    /// Nothing.
    None,
    /// Names, unless the module is optimised, as with glslc.
    #[default]
    Unoptimized,
    /// Names.
    Names,
    /// `OpLine`: files and lines.
    Lines,
    /// `NonSemantic.Shader.DebugInfo.100`: sources, types, scopes and variables.
    Full,
}

/// The version of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceVersion {
    /// For a source without `#version`.
    Default(Version),
    /// For any source; it overrides `#version`.
    Forced(Version),
}

impl SourceVersion {
    /// The version, and true if it overrides `#version`.
    pub const fn parts(self) -> (Version, bool) {
        match self {
            Self::Default(version) => (version, false),
            Self::Forced(version) => (version, true),
        }
    }
}

/// The places that the compiler chooses for variables without one; else they are an error where SPIR-V needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Automatic {
    /// True for locations of inputs, outputs and (for OpenGL) uniforms.
    pub locations: bool,
    /// True for bindings of resources.
    pub bindings: bool,
}

impl Default for Automatic {
    fn default() -> Self {
        Self { locations: true, bindings: true }
    }
}

/// The level of optimisation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OptLevel {
    /// As it was written (`-O0`).
    #[default]
    None,
    /// Few words and few operations (`-O`).
    Default,
    /// Few words (`-Os`).
    Size,
    /// Little work for the driver's compiler (`--optimize=driver`).
    Driver,
}

impl OptLevel {
    /// Every level.
    pub const ALL: [Self; 4] = [Self::None, Self::Default, Self::Size, Self::Driver];

    /// The name of the pipeline of passes.
    pub const fn pipeline(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Default => "default",
            Self::Size => "size",
            Self::Driver => "driver",
        }
    }
}

/// Freedom of the optimiser with floats that are not `precise` or `invariant`, which never change.
///
/// ```
/// let source = "#version 450\nlayout(location = 0) in float x;\nlayout(location = 0) out float y;\n\
///     void main() { y = 1.0 / sqrt(x) + 0.0; }\n";
/// let mut options = vitrum::Options::new(vitrum::Stage::Fragment);
/// options.opt_level = vitrum::OptLevel::Default;
/// let kept = vitrum::compile(source, &options)?.ir();
/// assert!(kept.contains("fdiv 1.0f32"));
/// options.floats = vitrum::Floats::Fast;
/// let fast = vitrum::compile(source, &options)?.ir();
/// assert!(fast.contains("inverse_sqrt") && !fast.contains("fadd"));
/// # Ok::<(), vitrum::Failure>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Floats {
    /// All is `precise`: neither the optimiser nor the driver changes a result (`NoContraction`).
    Precise,
    /// The optimiser changes no result, not in its last bit; the driver may, as the API allows.
    #[default]
    Kept,
    /// The optimiser uses the laws of real numbers too: sums and products in another order, quotients as products,
    /// functions of one another (`--fast-math`). Results may differ by rounding, in the sign of a zero, and where
    /// something is infinite or NaN; noise made of `fract(sin(x) * 43758.5453)` becomes other noise.
    Fast,
}

impl Floats {
    pub(crate) const fn laws(self) -> FloatLaws {
        match self {
            Self::Precise | Self::Kept => FloatLaws::Exact,
            Self::Fast => FloatLaws::Real,
        }
    }
}

/// Options of [`compile`](crate::compile).
///
/// ```
/// use vitrum::{DebugInfo, OptLevel, Options, Stage, Target};
///
/// let options = Options::new(Stage::Fragment)
///     .target(Target::Vulkan1_1)
///     .opt_level(OptLevel::Default)
///     .debug(DebugInfo::Full)
///     .define("LIGHTS", "4")
///     .file_name("sum.frag");
/// let source = "#version 450\nlayout(location = 0) out int x;\nvoid main() { x = LIGHTS; }\n";
/// let words = vitrum::compile(source, &options)?.spirv()?;
/// assert_eq!(words[1], 0x0001_0300); // SPIR-V 1.3, the newest of Vulkan 1.1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Options {
    /// The stage, which GLSL does not declare.
    pub stage: Stage,
    /// The environment that runs the shader. It also decides the dialect of the source.
    pub target: Target,
    /// The client whose rules the source follows, if not that of the target.
    pub client: Option<Client>,
    /// The version of SPIR-V.
    pub spirv_version: VersionChoice,
    /// The first locations and bindings of variables for which SPIR-V needs them and the source has none.
    pub placement: Placement,
    /// The places that variables without one get where SPIR-V needs it.
    pub automatic: Automatic,
    /// The version of a source without `#version`.
    pub version: SourceVersion,
    /// Options of printed GLSL. Without a version, that of the source; it is Vulkan GLSL if `target` is a version of Vulkan
    /// and no version is chosen.
    pub glsl: vitrum_backend_glsl::Options,
    /// True if printed GLSL is the output: passes of `transforms` and `robust` use what its version has, and nothing else.
    pub prints_glsl: bool,
    /// The level of optimisation.
    pub opt_level: OptLevel,
    /// The laws allowed on floats.
    pub floats: Floats,
    /// True if what GLSL leaves undefined has a result and every loop ends, as WebGPU and WebGL ask (`--robust`). Runs the
    /// pipeline [`ROBUST`](vitrum_passes::ROBUST) behind `transforms`.
    pub robust: bool,
    /// Passes that run between the front end and the optimiser, in order (`--transform`).
    pub transforms: Vec<&'static PassInfo>,
    /// The machine that the module is lowered for behind the optimiser and workarounds (`--machine`). The IR is then the only output.
    pub machine: Option<Machine>,
    /// The options of single passes (`--set`). Those of `machine` give way to them.
    pub pass_options: PassOptions,
    /// Number of changes that the optimiser may make; to find the one that breaks a shader.
    pub fuel: Option<u64>,
    /// True if passes emit remarks about places in the source.
    pub remarks: bool,
    /// Measures how long passes take; without it, nothing is measured.
    pub clock: Option<Clock>,
    /// True if the module is verified after the front end and after every pass.
    pub verify: bool,
    /// Macros defined before the first line: name and body.
    pub defines: Vec<(String, String)>,
    /// Text that is read as if it stood behind the line of `#version`, or before the first line without one.
    pub preamble: String,
    /// The name of the source in diagnostics.
    pub file_name: String,
    /// Finds included files; without it, `#include` is an error.
    pub include: Option<Arc<Include>>,
    /// True if `#include` works without an `#extension` that allows it.
    pub allow_include: bool,
    /// True if ESSL 1.00 is held to its Appendix A, as WebGL 1 demands.
    pub appendix_a: bool,
    /// The context of WebGL that the source is for, whose rules it is held to; [`webgl`](crate::webgl) does all that a browser does.
    pub webgl: Option<WebGlContext>,
    /// True if the shader is one unit of a program, or of a library: it needs no `main`, functions without a body are
    /// imported, and SPIR-V exports its functions for a linker. No API runs such a module as it is.
    pub library: bool,
    /// Limits of the device, as in the constants `gl_Max...`.
    pub limits: BuiltInLimits,
    /// Levels of warnings.
    pub levels: Levels,
    /// Debug information in SPIR-V.
    pub debug: DebugInfo,
}

impl Options {
    /// Options for a stage: Vulkan 1.3, GLSL 1.10 without `#version`, no optimisation, verification in debug builds.
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            target: Target::Vulkan1_3,
            client: None,
            spirv_version: VersionChoice::Newest,
            placement: Placement::default(),
            automatic: Automatic::default(),
            glsl: vitrum_backend_glsl::Options::default(),
            prints_glsl: false,
            version: SourceVersion::Default(Version::DESKTOP_DEFAULT),
            opt_level: OptLevel::None,
            floats: Floats::default(),
            robust: false,
            transforms: Vec::new(),
            machine: None,
            pass_options: PassOptions::default(),
            fuel: None,
            remarks: false,
            clock: None,
            verify: cfg!(debug_assertions),
            defines: Vec::new(),
            preamble: String::new(),
            file_name: "shader".to_owned(),
            include: None,
            allow_include: false,
            appendix_a: false,
            webgl: None,
            library: false,
            limits: BuiltInLimits::default(),
            levels: Levels::default(),
            debug: DebugInfo::default(),
        }
    }
}

impl Options {
    pub(crate) fn glsl_options(&self) -> vitrum_backend_glsl::Options {
        let vulkan = self.glsl.vulkan || self.glsl.target.is_none() && self.target.is_vulkan();
        let removes_unused = self.removes_unused().or(self.glsl.removes_unused);
        vitrum_backend_glsl::Options { vulkan, linkage: self.library, removes_unused, ..self.glsl }
    }

    /// The options of the removal of what nothing uses, if it takes place: for what is optimised and complete.
    pub(crate) fn removes_unused(&self) -> Option<RemoveUnusedResources> {
        let removes = self.opt_level != OptLevel::None && !self.library;
        removes.then(|| self.pass_options.get())
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            stage,
            target,
            glsl,
            prints_glsl,
            client,
            spirv_version,
            placement,
            automatic,
            version,
            opt_level,
            floats,
            robust,
            transforms,
            machine,
            pass_options,
            fuel,
            remarks,
            clock,
            verify,
            defines,
            preamble,
            file_name,
            include,
            allow_include,
            appendix_a,
            webgl,
            library,
            limits,
            levels,
            debug,
        } = self;
        f.debug_struct("Options")
            .field("stage", stage)
            .field("target", target)
            .field("glsl", glsl)
            .field("prints_glsl", prints_glsl)
            .field("client", client)
            .field("spirv_version", spirv_version)
            .field("placement", placement)
            .field("automatic", automatic)
            .field("version", version)
            .field("opt_level", opt_level)
            .field("floats", floats)
            .field("robust", robust)
            .field("transforms", transforms)
            .field("machine", machine)
            .field("pass_options", pass_options)
            .field("fuel", fuel)
            .field("remarks", remarks)
            .field("clock", &clock.is_some())
            .field("verify", verify)
            .field("defines", defines)
            .field("preamble", preamble)
            .field("file_name", file_name)
            .field("include", &include.is_some())
            .field("allow_include", allow_include)
            .field("appendix_a", appendix_a)
            .field("webgl", webgl)
            .field("limits", limits)
            .field("library", library)
            .field("levels", levels)
            .field("debug", debug)
            .finish()
    }
}
