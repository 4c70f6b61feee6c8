//! The stage in a file's name or text.

use std::path::Path;

use vitrum_glsl::stages::stage_from_extension;
use vitrum_ir::Stage;

use crate::compilation::preprocess;
use crate::options::Options;

/// The stage of `plasma.frag`, `plasma.frag.glsl` or `frag.glsl`.
pub fn stage_of_path(path: &Path) -> Option<Stage> {
    let name = path.file_name()?.to_str()?;
    let stem = name.strip_suffix(".glsl");
    match stem.unwrap_or(name).rsplit_once('.') {
        Some((_, extension)) => stage_from_extension(extension),
        None => stage_from_extension(stem?),
    }
}

/// The stage that `#pragma shader_stage` in the text or the name of its file says.
pub fn stage_of_source(text: &str, path: &Path, options: &Options) -> Option<Stage> {
    // The preprocessor decides whether a pragma is active; most texts have none.
    let by_pragma = || text.contains("shader_stage").then(|| preprocess(text, options).stage).flatten();
    by_pragma().or_else(|| stage_of_path(path))
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
        assert_eq!(stage_of_path(Path::new("out/frag.glsl")), Some(Stage::Fragment));
        assert_eq!(stage_of_path(Path::new("plasma.glsl")), None);
        assert_eq!(stage_of_path(Path::new("frag")), None);
    }
}
