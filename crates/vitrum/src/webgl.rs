//! WebGL: what a browser does with the shaders of a page before a driver gets them, as one function.
//!
//! [`translate`] holds shaders to the rules of WebGL 1 or 2, links those of a program, gives a result to what ESSL leaves
//! undefined, and prints them for another API. The variables come with the names that they have there.
//!
//! ```
//! use vitrum::webgl::{Options, Output, Source, WebGl, translate};
//! use vitrum::{Stage, Version};
//!
//! let fragment = "precision mediump float;\nuniform vec4 tint;\nvoid main() { gl_FragColor = tint; }\n";
//! let options = Options::new(WebGl::V1).output(Output::glsl(Version::desktop(330)));
//! let translated = translate(&[Source::new(Stage::Fragment, fragment)], &options)?;
//! let shader = &translated.shaders[0];
//! assert!(shader.text().is_some_and(|text| text.starts_with("#version 330\n")));
//! assert_eq!((shader.variables.uniforms[0].name.as_str(), shader.variables.uniforms[0].ty), ("tint", "FLOAT_VEC4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod limits;
mod passes;
mod variables;

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use vitrum_backend_spirv::Target;
use vitrum_frontend_glsl::diagnostics::{Diagnostic, Severity};
use vitrum_frontend_glsl::{BuiltInLimits, Client, WebGlContext};
use vitrum_glsl::extensions::{Extension, ExtensionSet};
use vitrum_glsl::version::Version;
use vitrum_ir::{Module, SourceMap, Stage};
use vitrum_passes::{PassInfo, PassOptions};

use crate::compilation::{Diagnosed, Error, Failure};
use crate::options::{OptLevel, SourceVersion};
use crate::program::{Program, ProgramInput, ProgramOptions, ProgramSource, link_compiled, module_of};

pub use variables::{InterfaceBlock, ShaderVariable, Variables};
pub use vitrum_frontend_glsl::WebGl;

/// A shader of a page.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The stage: vertex or fragment.
    pub stage: Stage,
    /// The text.
    pub text: &'a str,
    /// The name in diagnostics.
    pub name: String,
}

impl<'a> Source<'a> {
    /// A text that is named by its stage in diagnostics.
    pub fn new(stage: Stage, text: &'a str) -> Self {
        Self { stage, text, name: stage.name().to_owned() }
    }
}

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// GLSL or ESSL of a version; Vulkan GLSL if `vulkan` is true.
    Glsl {
        /// The version.
        version: Version,
        /// True for `GL_KHR_vulkan_glsl`.
        vulkan: bool,
    },
    /// SPIR-V for an environment, a module for each shader.
    Spirv(Target),
}

impl Output {
    /// GLSL or ESSL of a version.
    pub const fn glsl(version: Version) -> Self {
        Self::Glsl { version, vulkan: false }
    }
}

/// The names of the author's variables, functions and structs in the output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// As they are, but for those that the output reserves.
    #[default]
    Keep,
    /// With a prefix, so that they cannot be words of the output.
    Prefix(String),
    /// As hashes of 64 bits behind a prefix.
    Hash(String),
}

/// Choice of the undefined behaviour of ESSL that gets a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Safety {
    /// True if variables and outputs are zero before they are written.
    pub initialize_memory: bool,
    /// True if no index leads out of an array, a vector or a matrix.
    pub bound_indices: bool,
    /// True if loops end after some number of iterations.
    pub bound_loops: bool,
    /// True if integers are divided and shifted by anything.
    pub define_arithmetic: bool,
}

impl Default for Safety {
    /// Memory and indices, which WebGL guarantees.
    fn default() -> Self {
        Self { initialize_memory: true, bound_indices: true, bound_loops: false, define_arithmetic: false }
    }
}

/// Options of [`translate`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The generation of WebGL.
    pub webgl: WebGl,
    /// The form of the output.
    pub output: Output,
    /// The extensions that the application enabled.
    pub extensions: Vec<Extension>,
    /// Limits of the context, as in `gl_Max...`.
    pub limits: BuiltInLimits,
    /// The number of uniform blocks that a stage may have.
    pub uniform_blocks: u32,
    /// The names in the output.
    pub names: Names,
    /// The undefined behaviour that gets a result.
    pub safety: Safety,
    /// The level of optimisation.
    pub opt_level: OptLevel,
    /// Passes that run behind those that the other options ask for, such as `flip_y`; names that they add stay.
    pub transforms: Vec<&'static PassInfo>,
    /// The options of single passes.
    pub pass_options: PassOptions,
    /// True to verify modules after each pass.
    pub verify: bool,
}

crate::options::setters::setters!(Options {
    webgl: WebGl,
    output: Output,
    extensions: Vec<Extension>,
    limits: BuiltInLimits,
    uniform_blocks: u32,
    names: Names,
    safety: Safety,
    opt_level: OptLevel,
    transforms: Vec<&'static PassInfo>,
    pass_options: PassOptions,
    verify: bool,
});

impl Options {
    /// Options for a generation: ESSL of the same version comes out, nothing is enabled, limits are the least that there may be.
    pub fn new(webgl: WebGl) -> Self {
        let version = match webgl {
            WebGl::V1 => Version::ES_DEFAULT,
            WebGl::V2 => Version::es(300),
        };
        Self {
            webgl,
            output: Output::glsl(version),
            extensions: Vec::new(),
            limits: BuiltInLimits::default(),
            uniform_blocks: 12,
            names: Names::default(),
            safety: Safety::default(),
            opt_level: OptLevel::None,
            transforms: Vec::new(),
            pass_options: PassOptions::default(),
            verify: cfg!(debug_assertions),
        }
    }

    /// The options of the compilation of a source.
    fn of_source(&self, source: &Source<'_>) -> Result<crate::Options, Error> {
        let mut extensions = ExtensionSet::EMPTY;
        for &extension in &self.extensions {
            extensions.insert(extension);
        }
        let (target, glsl) = match self.output {
            Output::Spirv(target) => (target, crate::GlslOptions::default()),
            Output::Glsl { version, vulkan } => {
                let target = if vulkan { Target::Vulkan1_3 } else { Target::OpenGl4_5 };
                (
                    target,
                    crate::GlslOptions { target: Some(version), vulkan, ..crate::GlslOptions::default() },
                )
            }
        };
        let (transforms, pass_options) = passes::of(self)?;
        Ok(crate::Options {
            target,
            glsl,
            prints_glsl: matches!(self.output, Output::Glsl { .. }),
            client: Some(Client::OpenGl),
            version: SourceVersion::Default(Version::ES_DEFAULT),
            webgl: Some(WebGlContext { webgl: self.webgl, extensions }),
            limits: self.limits.clone(),
            opt_level: self.opt_level,
            transforms,
            pass_options,
            verify: self.verify,
            file_name: source.name.clone(),
            ..crate::Options::new(source.stage)
        })
    }
}

/// Extensions for which an application and a shader have different names, `GL_` aside.
const EXTENSION_NAMES: &[(&str, Extension)] = &[
    ("WEBGL_draw_buffers", Extension::ExtDrawBuffers),
    ("WEBGL_blend_func_extended", Extension::ExtBlendFuncExtended),
];

/// The extension of an application or of a shader: `WEBGL_draw_buffers`, `EXT_draw_buffers` or `GL_EXT_draw_buffers`. `None` for
/// names that mean nothing in shaders.
pub fn extension(name: &str) -> Option<Extension> {
    if let Some(row) = EXTENSION_NAMES.iter().find(|row| row.0 == name) {
        return Some(row.1);
    }
    let full = if name.starts_with("GL_") { name.to_owned() } else { format!("GL_{name}") };
    Extension::from_name(&full)
}

/// A translated shader.
#[derive(Clone, Debug, Serialize)]
pub struct TranslatedShader {
    /// The stage.
    #[serde(serialize_with = "stage_name")]
    pub stage: Stage,
    /// The output.
    #[serde(skip)]
    pub code: Code,
    /// The variables, with the names that they have in the output.
    #[serde(flatten)]
    pub variables: Variables,
}

fn stage_name<S: serde::Serializer>(stage: &Stage, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(stage.name())
}

/// The code of a translated shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// GLSL or ESSL.
    Text(String),
    /// The words of a module of SPIR-V.
    Words(Vec<u32>),
}

impl TranslatedShader {
    /// The text, unless the output is SPIR-V.
    pub fn text(&self) -> Option<&str> {
        match &self.code {
            Code::Text(text) => Some(text),
            Code::Words(_) => None,
        }
    }

    /// The words of SPIR-V, unless the output is text.
    pub fn words(&self) -> Option<&[u32]> {
        match &self.code {
            Code::Text(_) => None,
            Code::Words(words) => Some(words),
        }
    }
}

/// The translation of a shader or of a program.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The shaders, in the order of the pipeline.
    pub shaders: Vec<TranslatedShader>,
    /// Warnings and notes.
    pub diagnosed: Diagnosed,
    /// The program as it was linked, for everything else.
    pub program: Program,
}

impl Translated {
    /// The names of all shaders that differ in the output, members as paths: source and output.
    pub fn names(&self) -> BTreeMap<String, String> {
        self.shaders.iter().flat_map(|shader| shader.variables.renamed()).collect()
    }

    /// The names as a JSON object, indented, with a newline at the end.
    pub fn names_json(&self) -> String {
        json(&self.names())
    }

    /// The variables of all shaders as a JSON array, likewise.
    pub fn variables_json(&self) -> String {
        json(&self.shaders)
    }
}

fn json(value: &impl Serialize) -> String {
    // Strings and numbers only, so serialisation cannot fail.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// The reason for which there is no translation.
#[derive(Clone, Debug)]
pub enum TranslateError {
    /// Faults of the shaders.
    Shaders(Failure),
    /// The output cannot express the shaders, or the options do not fit.
    Output(Error, Box<Diagnosed>),
}

impl fmt::Display for TranslateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shaders(failure) => failure.fmt(f),
            Self::Output(error, _) => error.fmt(f),
        }
    }
}

impl std::error::Error for TranslateError {}

/// Translates a shader, or the vertex and fragment shader of a program, which are linked.
///
/// # Errors
/// If shaders break rules of ESSL, WebGL or linking: the diagnostics say so, with places. If the output lacks something.
pub fn translate(shaders: &[Source<'_>], options: &Options) -> Result<Translated, TranslateError> {
    let of_output = |error, diagnosed: &Diagnosed| TranslateError::Output(error, Box::new(diagnosed.clone()));
    let mut diagnosed = Diagnosed { diagnostics: Vec::new(), sources: SourceMap::new() };
    diagnosed.diagnostics.extend(check_stages(shaders));
    let mut modules: Vec<(Module, crate::Options)> = Vec::with_capacity(shaders.len());
    for source in shaders {
        let own = options.of_source(source).map_err(|error| of_output(error, &diagnosed))?;
        let input = ProgramInput { source: ProgramSource::Glsl(source.text), options: &own };
        let module = module_of(&[input], &mut diagnosed).map_err(TranslateError::Shaders)?;
        modules.extend(module.map(|module| (module, own)));
    }
    let mut found: Vec<Diagnostic> =
        modules.iter().flat_map(|(module, _)| limits::check_stage(module, options)).collect();
    let stages: Vec<&Module> = modules.iter().map(|row| &row.0).collect();
    found.extend(limits::check_names(&stages));
    found.extend(limits::check_blocks(&stages));
    diagnosed.diagnostics.extend(found);
    if diagnosed.has_errors() || modules.len() < shaders.len() {
        return Err(TranslateError::Shaders(Failure { diagnosed, defect: None }));
    }
    let mut variables: Vec<(Stage, Variables)> =
        modules.iter().map(|(module, _)| (module.stage, Variables::of(module))).collect();
    let modules = modules.iter().map(|(module, own)| (module.clone(), own)).collect();
    // A shader by itself need not be a program.
    let program = ProgramOptions::default().separable(shaders.len() < 2);
    let mut program =
        link_compiled(modules, diagnosed, &[], &program, &mut None).map_err(TranslateError::Shaders)?;
    // The API binds by names, so that chosen places need no warning.
    program.diagnosed.diagnostics.retain(|it| it.severity == Severity::Error || !is_about_places(it));
    let code = code(&program, options).map_err(|error| of_output(error, &program.diagnosed))?;
    let mut shaders = Vec::with_capacity(code.len());
    for ((stage, code), compilation) in code.into_iter().zip(&program.stages) {
        let position = variables.iter().position(|row| row.0 == stage);
        let mut variables = position.map(|at| variables.swap_remove(at).1).unwrap_or_default();
        let is_text = matches!(code, Code::Text(_));
        let map = passes::NameMap::of(compilation, is_text);
        let map = map.map_err(|error| of_output(error, &program.diagnosed))?;
        variables.map_names(&map);
        shaders.push(TranslatedShader { stage, code, variables });
    }
    Ok(Translated { shaders, diagnosed: program.diagnosed.clone(), program })
}

/// Checks that there is one vertex shader, one fragment shader, or one of each.
fn check_stages(shaders: &[Source<'_>]) -> Option<Diagnostic> {
    let is_known = |it: &Source<'_>| matches!(it.stage, Stage::Vertex | Stage::Fragment);
    let is_repeated =
        |(at, it): (usize, &Source<'_>)| shaders.iter().take(at).any(|other| other.stage == it.stage);
    let message = match shaders.iter().find(|it| !is_known(it)) {
        Some(other) => format!("WebGL has no {} shaders", other.stage.name().replace('_', " ")),
        None if shaders.is_empty() => "a program of WebGL has a vertex and a fragment shader".to_owned(),
        None if shaders.iter().enumerate().any(is_repeated) => {
            "a program of WebGL has one vertex and one fragment shader".to_owned()
        }
        None => return None,
    };
    Some(Diagnostic::new(vitrum_frontend_glsl::diagnostics::Code::LinkInput, message))
}

fn is_about_places(diagnostic: &Diagnostic) -> bool {
    use vitrum_frontend_glsl::diagnostics::Code::{AssignedBinding, AssignedLocation, SharedBinding};
    matches!(diagnostic.code, AssignedLocation | AssignedBinding | SharedBinding)
}

/// The code of each stage.
fn code(program: &Program, options: &Options) -> Result<Vec<(Stage, Code)>, Error> {
    Ok(match options.output {
        Output::Glsl { .. } => {
            program.glsl()?.into_iter().map(|(stage, text)| (stage, Code::Text(text))).collect()
        }
        Output::Spirv(_) => {
            program.stage_spirv()?.into_iter().map(|(stage, words)| (stage, Code::Words(words))).collect()
        }
    })
}
