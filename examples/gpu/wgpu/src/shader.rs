//! GLSL to SPIR-V that wgpu takes.

use std::path::{Path, PathBuf};

use vitrum::{FileError, OptLevel, Options, Stage, Target};

/// A shader that compiled, or the message that says why not; and the files that it was read from.
pub struct Compiled {
    /// SPIR-V for `wgpu::ShaderSource::SpirV`.
    pub words: Result<Vec<u32>, String>,
    /// The file itself and those that it includes, also after an error: a change of one of them may mend it.
    pub files: Vec<PathBuf>,
}

/// Compiles a file, whose name says its stage.
pub fn compile(path: &Path) -> Compiled {
    // `Target::Wgpu` splits textures from samplers, and leaves out what wgpu does not read.
    let options = Options::new(Stage::Fragment).target(Target::Wgpu).opt_level(OptLevel::Default);
    match vitrum::compile_file(path, &options) {
        Ok(compilation) => {
            let files = compilation.diagnosed.files().iter().map(PathBuf::from).collect();
            Compiled { words: compilation.spirv().map_err(|error| error.to_string()), files }
        }
        Err(FileError::Source(failure)) => {
            let files = failure.diagnosed.files().iter().map(PathBuf::from).collect();
            Compiled { words: Err(failure.to_string()), files }
        }
        Err(error) => Compiled { words: Err(error.to_string()), files: vec![path.to_path_buf()] },
    }
}
