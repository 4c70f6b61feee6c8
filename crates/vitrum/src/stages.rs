//! The stage in a file's name.

use std::path::Path;

use vitrum_glsl::stages::stage_from_extension;
use vitrum_ir::Stage;

/// The stage of `plasma.frag` or `plasma.frag.glsl`.
pub fn stage_of_path(path: &Path) -> Option<Stage> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".glsl").unwrap_or(name);
    let (_, extension) = name.rsplit_once('.')?;
    stage_from_extension(extension)
}

#[cfg(test)]
mod tests {
    use super::stage_of_path;
    use std::path::Path;
    use vitrum_ir::Stage;

    #[test]
    fn names_say_stages() {
        assert_eq!(stage_of_path(Path::new("a/plasma.frag")), Some(Stage::Fragment));
        assert_eq!(stage_of_path(Path::new("plasma.2.comp.glsl")), Some(Stage::Compute));
        assert_eq!(stage_of_path(Path::new("plasma.glsl")), None);
    }
}
