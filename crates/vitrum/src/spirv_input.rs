//! SPIR-V as input (feature `spirv-input`).

pub use vitrum_frontend_spirv::{EntryPoint, Error as SpirvInputError, ErrorKind as SpirvInputErrorKind};

use vitrum_backend_spirv::{ProgramStage, Version as SpirvVersion, VersionChoice};
use vitrum_passes::{Interface, RemoveUnusedResources};

use crate::compilation::{Compilation, Diagnosed, Error, Failure, compile_verified};
use crate::lowered::Lowered;
use crate::options::Options;

/// Reads the entry points of a module of SPIR-V, each as a module of the IR, which [`compile_module`](crate::compile_module) compiles further.
///
/// ```
/// use vitrum::{Options, Stage, compile_module, load_spirv};
///
/// let source = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
/// let options = Options::new(Stage::Fragment);
/// let words = vitrum::compile(source, &options)?.spirv()?;
/// let entry = load_spirv(&words)?.remove(0);
/// assert_eq!((entry.name.as_str(), entry.module.stage), ("main", Stage::Fragment));
/// let compiled = compile_module(entry.module, entry.sources, &options, None)?;
/// assert!(compiled.glsl()?.contains("color = vec4(1.0)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the words are no SPIR-V for shaders, or have what the IR has no form for.
pub fn load_spirv(words: &[u32]) -> Result<Vec<EntryPoint>, SpirvInputError> {
    vitrum_frontend_spirv::read(words)
}

/// A module of SPIR-V, compiled again with options ([`Options::for_spirv`]): optimised, made robust, for another version. Their
/// stage counts for nothing.
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
    let entries = load_spirv(words).map_err(OptimizeError::Input)?;
    // A module that imports functions still does when it is written again.
    let imports = entries.iter().any(|entry| !entry.module.imports().is_empty());
    let mut lowered = Vec::with_capacity(entries.len());
    for entry in entries {
        let options = options.clone().for_spirv(entry.version).library(options.library || imports);
        let diagnosed = Diagnosed { diagnostics: Vec::new(), sources: entry.sources };
        // The reader has verified the module.
        let compiled = compile_verified(entry.module, diagnosed, &options, &mut None);
        let compiled = compiled.map_err(|failure| OptimizeError::Compile(Box::new(failure)))?;
        lowered.push((entry.name, compiled.into_lowered().map_err(OptimizeError::Output)?));
    }
    spirv_of_lowered(&lowered).map_err(OptimizeError::Output)
}

/// The words of one module of SPIR-V with these entry points, by their names. Types, constants, and resources that they declare alike
/// are written once.
///
/// ```
/// use vitrum::{Options, Stage, compile, load_spirv, spirv_of_entries};
///
/// let options = Options::new(Stage::Fragment);
/// let shader = |value: &str| {
///     compile(&format!("#version 450\nlayout(location = 0) out float o;\nvoid main() {{ o = {value}; }}\n"), &options)
/// };
/// let words = spirv_of_entries(&[("one", shader("1.0")?), ("two", shader("2.0")?)])?;
/// let names: Vec<String> = load_spirv(&words)?.into_iter().map(|entry| entry.name).collect();
/// assert_eq!(names, ["one", "two"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is none, if two of a stage have one name, or if the target cannot express one of them.
pub fn spirv_of_entries<N: AsRef<str>>(entries: &[(N, Compilation)]) -> Result<Vec<u32>, Error> {
    let mut lowered = Vec::with_capacity(entries.len());
    for (name, compilation) in entries {
        lowered.push((name, compilation.lowered()?));
    }
    spirv_of_lowered(&lowered)
}

fn spirv_of_lowered<N: AsRef<str>>(entries: &[(N, Lowered)]) -> Result<Vec<u32>, Error> {
    let Some((_, first)) = entries.first() else {
        return Err(Error::Spirv(vitrum_backend_spirv::Error::NoEntry));
    };
    let too_large = || {
        let what = "the text of all files".to_owned();
        Error::Spirv(vitrum_backend_spirv::Error::TooLarge { what, span: None })
    };
    let mut sources = first.sources.clone();
    let mut stages: Vec<ProgramStage<'_>> = Vec::with_capacity(entries.len());
    for (name, form) in entries {
        // Entry points of one module share its files.
        let shift = match form.sources.is_same(&first.sources) {
            true => 0,
            false => sources.append(&form.sources).map_err(|_| too_large())?,
        };
        stages.push(ProgramStage { module: &form.module, name: name.as_ref(), shift });
    }
    let all = entries.iter().map(|row| &row.1.spirv);
    let writer = first.spirv.program_writer(all, &sources);
    vitrum_backend_spirv::emit_program(&stages, &writer).map_err(Error::Spirv)
}

impl Options {
    /// The options for a module of SPIR-V whose header says this version. They differ in what they do not say, as with spirv-opt: the
    /// module keeps its version, or gets a newer one if it needs that; and it loses unused inputs when it is optimised
    /// (`remove_unused_resources.interface`).
    ///
    /// ```
    /// use vitrum::{Options, SpirvVersion, Stage, Target, VersionChoice, compile, load_spirv};
    ///
    /// let source = "#version 450\nvoid main() {}\n";
    /// let words = compile(source, &Options::new(Stage::Vertex).target(Target::Vulkan1_1))?.spirv()?;
    /// let entry = load_spirv(&words)?.remove(0);
    /// let options = Options::new(Stage::Vertex).target(Target::Vulkan1_3).for_spirv(entry.version);
    /// assert_eq!(options.spirv_version, VersionChoice::AtLeast(SpirvVersion::V1_3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn for_spirv(mut self, version: u32) -> Self {
        if let (VersionChoice::Newest, Some(version)) = (self.spirv_version, SpirvVersion::from_word(version))
        {
            self.spirv_version = VersionChoice::AtLeast(version);
        }
        self.pass_options.change::<RemoveUnusedResources>(|it| {
            it.interface = it.interface.or(Some(Interface::Inputs));
        });
        self
    }
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
