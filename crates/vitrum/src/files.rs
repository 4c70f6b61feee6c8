//! Shaders and included files from the file system (feature `files`).

use std::fmt;
use std::path::{Path, PathBuf};

use vitrum_frontend_glsl::preprocess::IncludeRequest;

use crate::compilation::{Compilation, Failure, compile};
use crate::options::{Included, Options};
use crate::stages::stage_of_source;

/// Finds included files in folders, as compilers of C do: beside the including file first, then in `folders` in order. A name in
/// angle brackets is looked up beside the including file last. The reason of a failure lists the folders.
///
/// ```
/// use vitrum::{Options, Stage, include_from};
///
/// let options = Options::new(Stage::Fragment).file_name("shaders/a.frag").include(include_from(["include"]));
/// let source = "#version 450\n#include \"none.glsl\"\nvoid main() {}\n";
/// let failure = vitrum::compile(source, &options).unwrap_err();
/// assert!(failure.to_string().contains("cannot include `none.glsl`: not found in `shaders`, `include`"));
/// ```
pub fn include_from<P: Into<PathBuf>>(
    folders: impl IntoIterator<Item = P>,
) -> impl Fn(&IncludeRequest<'_>) -> Result<Included, String> + Send + Sync + 'static {
    include_with(folders, |path| {
        Ok(Included { name: path.display().to_string(), text: text(std::fs::read(path)?) })
    })
}

/// The same with another way to read a file, for an editor that has files of its own. `read` says `NotFound` of a file that there is
/// not.
pub fn include_with<P: Into<PathBuf>>(
    folders: impl IntoIterator<Item = P>,
    read: impl Fn(&Path) -> std::io::Result<Included> + Send + Sync + 'static,
) -> impl Fn(&IncludeRequest<'_>) -> Result<Included, String> + Send + Sync + 'static {
    let folders: Vec<PathBuf> = folders.into_iter().map(Into::into).collect();
    move |request| {
        let beside = Path::new(request.includer).parent().map(Path::to_path_buf);
        let (first, last) = if request.system { (None, beside) } else { (beside, None) };
        let mut searched = Vec::new();
        for folder in first.iter().chain(&folders).chain(&last) {
            let path = folder.join(request.path);
            match read(&path) {
                Ok(file) => return Ok(file),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(format!("cannot read `{}`: {error}", path.display())),
            }
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            let shown = format!("`{}`", folder.display());
            if !searched.contains(&shown) {
                searched.push(shown);
            }
        }
        Err(format!("not found in {}", searched.join(", ")))
    }
}

/// The reason for which a file was not compiled.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read: its path and the reason.
    Read(PathBuf, String),
    /// The source has errors.
    Source(Failure),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(path, reason) => write!(f, "cannot read `{}`: {reason}", path.display()),
            Self::Source(failure) => failure.fmt(f),
        }
    }
}

// The text holds the reason, so that there is no source.
impl std::error::Error for FileError {}

/// Compiles the shader in a file. Its stage is that of `#pragma shader_stage` in it, else that of its name (`a.frag`,
/// `a.frag.glsl`), else that of the options. Included files are looked up beside the including one, unless the options have a
/// function for it.
///
/// ```no_run
/// use vitrum::{Options, Stage, Target};
///
/// let options = Options::new(Stage::Fragment).target(Target::Vulkan1_2);
/// let bytes = vitrum::compile_file("shaders/sky.frag", &options)?.spirv_bytes()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file cannot be read, or has errors.
pub fn compile_file(path: impl AsRef<Path>, options: &Options) -> Result<Compilation, FileError> {
    let (text, options) = read_shader(path.as_ref(), options)?;
    compile(&text, &options).map_err(FileError::Source)
}

/// The text of a shader in a file, and the options for it.
pub(crate) fn read_shader(path: &Path, options: &Options) -> Result<(String, Options), FileError> {
    let bytes = std::fs::read(path).map_err(|error| FileError::Read(path.into(), error.to_string()))?;
    let text = text(bytes);
    let mut options = options.clone().file_name(path.display().to_string());
    if options.include.is_none() {
        options = options.include(include_from::<PathBuf>([]));
    }
    options.stage = stage_of_source(&text, path, &options).unwrap_or(options.stage);
    Ok((text, options))
}

/// The text of a source. Bytes that are not UTF-8 are replaced: only comments may have them.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
