//! Finds shaders, compiles them, and tells cargo.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use vitrum::{Compiler, Diagnosed, Options, Severity, Stage};

use crate::rust;

/// A folder of shaders that become Rust.
///
/// ```no_run
/// vitrum_build::Shaders::new("shaders").define("LIGHTS", "4").compile();
/// ```
#[derive(Debug)]
#[must_use = "`compile` does the work"]
pub struct Shaders {
    folder: PathBuf,
    options: Options,
    includes: Vec<PathBuf>,
    permutations: Vec<Permutation>,
    derives: Vec<String>,
    output: String,
}

/// Another form of a shader.
#[derive(Debug)]
struct Permutation {
    file: PathBuf,
    name: String,
    defines: Vec<(String, String)>,
}

/// The outcome of [`Shaders::generate`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Generated {
    /// The text of the Rust file.
    pub rust: String,
    /// The warnings, each with its place.
    pub warnings: Vec<String>,
    /// Every file that was read, and every folder that was searched.
    pub files: BTreeSet<PathBuf>,
}

/// The reasons for which there is no Rust file. Its `Debug` is the text for people, as `unwrap` shows it.
#[derive(Clone)]
#[non_exhaustive]
pub struct BuildError {
    /// The errors as texts for people, each with its place.
    pub errors: Vec<String>,
    /// Every file that was read, and every folder that was searched.
    pub files: BTreeSet<PathBuf>,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.errors.join("\n"))
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for BuildError {}

impl Shaders {
    /// The shaders in a folder and those in it, optimised for Vulkan 1.1.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let options = Options::new(Stage::Vertex)
            .target(vitrum::Target::Vulkan1_1)
            .opt_level(vitrum::OptLevel::Default)
            .preserve_bindings(true);
        Self {
            folder: folder.into(),
            options,
            includes: Vec::new(),
            permutations: Vec::new(),
            derives: Vec::new(),
            output: "shaders.rs".to_owned(),
        }
    }

    /// Chooses the options of every shader; their stage, file name and function for includes have no effect.
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Adds a folder in which included files are looked up, behind that of the including file.
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.includes.push(folder.into());
        self
    }

    /// Defines a macro in every shader.
    pub fn define(mut self, name: impl Into<String>, body: impl Into<String>) -> Self {
        self.options = self.options.define(name, body);
        self
    }

    /// Adds a form of a shader with macros of its own; its module has the name behind that of the shader.
    pub fn permutation<N: Into<String>, B: Into<String>>(
        mut self,
        file: impl Into<PathBuf>,
        name: impl Into<String>,
        defines: impl IntoIterator<Item = (N, B)>,
    ) -> Self {
        let defines = defines.into_iter().map(|(name, body)| (name.into(), body.into())).collect();
        self.permutations.push(Permutation { file: file.into(), name: name.into(), defines });
        self
    }

    /// Adds a trait that the structs of blocks derive, besides `Clone`, `Copy` and `Debug`: `bytemuck::Pod`.
    pub fn derive(mut self, path: impl Into<String>) -> Self {
        self.derives.push(path.into());
        self
    }

    /// Chooses the name of the Rust file; `shaders.rs` otherwise.
    pub fn output(mut self, name: impl Into<String>) -> Self {
        self.output = name.into();
        self
    }

    /// Compiles the shaders in a build script: writes the Rust file to `OUT_DIR`, tells cargo of warnings and of the files that were read,
    /// and ends the script with the errors if there are any.
    pub fn compile(self) {
        let outcome = self.generate();
        let files = match &outcome {
            Ok(generated) => &generated.files,
            Err(error) => &error.files,
        };
        for file in files {
            println!("cargo::rerun-if-changed={}", file.display());
        }
        let written = match outcome {
            Ok(generated) => {
                for warning in &generated.warnings {
                    println!("cargo::warning={}", one_line(warning));
                }
                self.write(&generated.rust).map_err(|error| vec![error])
            }
            Err(error) => Err(error.errors),
        };
        if let Err(errors) = written {
            for error in errors {
                eprintln!("{error}\n");
                println!("cargo::error={}", one_line(&error));
            }
            std::process::exit(1);
        }
    }

    fn write(&self, text: &str) -> Result<(), String> {
        let folder =
            std::env::var_os("OUT_DIR").ok_or("`OUT_DIR` is not set; `compile` is for build scripts")?;
        let path = Path::new(&folder).join(&self.output);
        // An equal file keeps its time, so that nothing is built again.
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        fs::write(&path, text).map_err(|error| format!("error: cannot write `{}`: {error}", path.display()))
    }

    /// The Rust file as text, for other uses than a build script's.
    ///
    /// # Errors
    /// If a shader has errors, the folder cannot be read or has no shaders, or a permutation is of none of them.
    pub fn generate(&self) -> Result<Generated, BuildError> {
        let mut files = BTreeSet::new();
        let mut errors = Vec::new();
        let mut shaders = Vec::new();
        find(&self.folder, &mut shaders, &mut files, &mut errors);
        shaders.sort();
        if shaders.is_empty() && errors.is_empty() {
            errors.push(format!(
                "error: no shaders in `{}`; a shader is named `a.frag` or `a.frag.glsl`",
                self.folder.display()
            ));
        }
        for permutation in &self.permutations {
            let path = self.folder.join(&permutation.file);
            if !shaders.contains(&path) {
                errors.push(format!(
                    "error: permutation `{}` is of `{}`, which is no shader",
                    permutation.name,
                    path.display()
                ));
            }
        }
        let mut generated = Generated::default();
        let mut modules: Vec<String> = Vec::new();
        let mut compiler = Compiler::new();
        for path in &shaders {
            let own = path.strip_prefix(&self.folder).unwrap_or(path);
            let plain = [(String::new(), Vec::new())].into_iter();
            let others = self.permutations.iter().filter(|it| it.file == own);
            let forms = plain.chain(others.map(|it| (format!("_{}", it.name), it.defines.clone())));
            for (suffix, defines) in forms {
                let name = rust::identifier(&format!("{}{suffix}", own.with_extension_kept()));
                if modules.contains(&name) {
                    errors.push(format!(
                        "error: `{}` and another shader would both be the module `{name}`",
                        path.display()
                    ));
                    continue;
                }
                match self.module(&mut compiler, path, &name, &defines, &mut generated) {
                    Ok(()) => modules.push(name),
                    Err(error) => errors.push(error),
                }
            }
        }
        files.append(&mut generated.files);
        if errors.is_empty() {
            generated.rust.insert_str(0, rust::HEAD);
            generated.files = files;
            return Ok(generated);
        }
        Err(BuildError { errors, files })
    }

    /// Adds the module of a form of a shader.
    fn module(
        &self,
        compiler: &mut Compiler,
        path: &Path,
        name: &str,
        defines: &[(String, String)],
        generated: &mut Generated,
    ) -> Result<(), String> {
        let mut options = self.options.clone().include(vitrum::include_from(self.includes.iter().cloned()));
        options.defines.extend_from_slice(defines);
        let compilation = match compiler.compile_file(path, &options) {
            Ok(compilation) => compilation,
            Err(vitrum::FileError::Source(failure)) => {
                note_files(&failure.diagnosed, generated);
                return Err(failure.to_string());
            }
            Err(error) => return Err(format!("error: {error}")),
        };
        note_files(&compilation.diagnosed, generated);
        let warnings =
            compilation.diagnosed.reports().into_iter().filter(|it| it.severity == Severity::Warning.name());
        generated.warnings.extend(warnings.map(|report| report.rendered));
        let in_file = |error: vitrum::Error| format!("error: {}: {error}", path.display());
        let lowered = compilation.into_lowered().map_err(in_file)?;
        let (words, reflection) =
            (compiler.spirv(&lowered).map_err(in_file)?, lowered.reflection().map_err(in_file)?);
        rust::module(&mut generated.rust, name, &words, &reflection, &self.derives);
        compiler.recycle(lowered.module);
        Ok(())
    }
}

/// Remembers the files that a compilation read.
fn note_files(diagnosed: &Diagnosed, generated: &mut Generated) {
    generated.files.extend(diagnosed.files().into_iter().map(PathBuf::from));
}

/// Finds the shaders below a folder; links to folders above would not end, and are not followed.
fn find(folder: &Path, shaders: &mut Vec<PathBuf>, files: &mut BTreeSet<PathBuf>, errors: &mut Vec<String>) {
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        files.insert(folder.clone());
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                errors.push(format!("error: cannot read the folder `{}`: {error}", folder.display()));
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => pending.push(path),
                _ if vitrum::stage_of_path(&path).is_some() => shaders.push(path),
                _ => {}
            }
        }
    }
}

/// A path without `.glsl`.
trait WithoutGlsl {
    fn with_extension_kept(&self) -> String;
}

impl WithoutGlsl for Path {
    fn with_extension_kept(&self) -> String {
        let text = self.display().to_string();
        text.strip_suffix(".glsl").map_or(text.clone(), str::to_owned)
    }
}

/// A text in one line, as cargo takes it.
fn one_line(text: &str) -> String {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" \u{b7} ")
}
