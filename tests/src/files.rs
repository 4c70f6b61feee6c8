//! Finding the shaders of a suite.

use std::path::{Path, PathBuf};

/// This package's folder, in which all suites lie.
pub(crate) fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A shader of a suite.
pub(crate) struct Shader {
    /// Path of the file.
    pub(crate) path: PathBuf,
    /// Its name as a test, for instance `suite/stmt/while_basic.frag`.
    pub(crate) name: String,
}

impl Shader {
    /// Its text.
    pub(crate) fn source(&self) -> Result<String, String> {
        std::fs::read_to_string(&self.path).map_err(|error| format!("{}: {error}", self.path.display()))
    }

    /// The stage that its name says.
    pub(crate) fn stage(&self) -> Result<vitrum::Stage, String> {
        vitrum::stage_of_path(&self.path).ok_or_else(|| format!("{}: the name says no stage", self.name))
    }

    /// Its folder and name below the folder of its suite: `stmt` and `while_basic.frag`.
    pub(crate) fn area_and_name(&self) -> (&str, &str) {
        self.name.rsplit_once('/').unwrap_or(("", &self.name))
    }
}

/// Every `.glsl` file below `suite` (a folder of this package), in the order of their names.
pub(crate) fn shaders(suite: &str) -> std::io::Result<Vec<Shader>> {
    files(suite, "glsl")
}

/// Every file below `suite` with an extension, in the order of their names.
pub(crate) fn files(suite: &str, extension: &str) -> std::io::Result<Vec<Shader>> {
    let mut shaders = Vec::new();
    let mut folders = vec![home().join(suite)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|own| own == extension) {
                let below = path.strip_prefix(home()).unwrap_or(&path).with_extension("");
                let name = below.to_string_lossy().replace('\\', "/");
                shaders.push(Shader { path, name });
            }
        }
    }
    shaders.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(shaders)
}
