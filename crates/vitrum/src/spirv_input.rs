//! SPIR-V as input (feature `spirv-input`).

pub use vitrum_frontend_spirv::{EntryPoint, Error as SpirvInputError, ErrorKind as SpirvInputErrorKind};

use vitrum_backend_spirv::ProgramStage;
use vitrum_ir::SourceMap;

use crate::compilation::{Error, Failure, compile_module};
use crate::options::Options;

/// Reads the entry points of a module of SPIR-V, each as a module of the IR, which [`compile_module`] compiles further.
///
/// ```
/// use vitrum::{Options, Stage, compile_module, load_spirv};
///
/// let source = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
/// let options = Options::new(Stage::Fragment);
/// let words = vitrum::compile(source, &options)?.spirv()?;
/// let entry = load_spirv(&words)?.remove(0);
/// assert_eq!((entry.name.as_str(), entry.module.stage), ("main", Stage::Fragment));
/// let compiled = compile_module(entry.module, Default::default(), &options, &mut |_, _| {})?;
/// assert!(compiled.glsl()?.contains("color = vec4(1.0)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the words are no SPIR-V for shaders, or have what the IR has no form for.
pub fn load_spirv(words: &[u32]) -> Result<Vec<EntryPoint>, SpirvInputError> {
    vitrum_frontend_spirv::read(words)
}

/// A module of SPIR-V, compiled again with options: optimised, made robust, for another version. Their stage counts for nothing.
///
/// ```
/// use vitrum::{OptLevel, Options, Stage, optimize_spirv};
///
/// let source = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { vec4 c = vec4(1.0); color = c; }\n";
/// let words = vitrum::compile(source, &Options::new(Stage::Fragment))?.spirv()?;
/// let smaller = optimize_spirv(&words, &Options::new(Stage::Fragment).opt_level(OptLevel::Default))?;
/// assert!(smaller.len() < words.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the words cannot be read, or the target of the options cannot express the module.
pub fn optimize_spirv(words: &[u32], options: &Options) -> Result<Vec<u32>, OptimizeError> {
    let mut lowered = Vec::new();
    for entry in load_spirv(words).map_err(OptimizeError::Input)? {
        let compiled = compile_module(entry.module, SourceMap::new(), options, &mut |_, _| {});
        let compiled = compiled.map_err(|failure| OptimizeError::Compile(Box::new(failure)))?;
        let form = compiled.lowered().map_err(OptimizeError::Output)?;
        lowered.push((entry.name, form, compiled.spirv));
    }
    let stages: Vec<ProgramStage<'_>> =
        lowered.iter().map(|(name, form, _)| ProgramStage { module: &form.module, name, shift: 0 }).collect();
    let Some((_, _, first)) = lowered.first() else {
        return Err(OptimizeError::Output(Error::Spirv(vitrum_backend_spirv::Error::NoEntry)));
    };
    let writer = first.writer(&SourceMap::new());
    vitrum_backend_spirv::emit_program(&stages, &writer)
        .map_err(|error| OptimizeError::Output(Error::Spirv(error)))
}

/// The reason why a module of SPIR-V could not be compiled again.
#[derive(Debug)]
#[non_exhaustive]
pub enum OptimizeError {
    /// The words could not be read.
    Input(SpirvInputError),
    /// A pass failed.
    Compile(Box<Failure>),
    /// The target cannot express the module.
    Output(Error),
}

impl std::fmt::Display for OptimizeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Compile(failure) => failure.fmt(f),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OptimizeError {}
