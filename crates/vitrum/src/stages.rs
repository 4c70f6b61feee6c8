//! The stage that a file's name says.

use std::path::Path;

use vitrum_ir::Stage;

/// The stage of `plasma.frag` or `plasma.frag.glsl`.
pub fn stage_of_path(path: &Path) -> Option<Stage> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".glsl").unwrap_or(name);
    let (_, extension) = name.rsplit_once('.')?;
    stage_of_extension(extension)
}

/// The stage of an extension such as `frag`.
pub(crate) fn stage_of_extension(extension: &str) -> Option<Stage> {
    Stage::ALL.iter().map(|(stage, _)| *stage).find(|stage| stage_extension(*stage) == extension)
}

/// The extension of a stage's files, without the dot, as glslang made it usual; also its name for the stage.
pub fn stage_extension(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vert",
        Stage::TessControl => "tesc",
        Stage::TessEvaluation => "tese",
        Stage::Geometry => "geom",
        Stage::Fragment => "frag",
        Stage::Compute => "comp",
        Stage::Task => "task",
        Stage::Mesh => "mesh",
        Stage::RayGeneration => "rgen",
        Stage::Intersection => "rint",
        Stage::AnyHit => "rahit",
        Stage::ClosestHit => "rchit",
        Stage::Miss => "rmiss",
        Stage::Callable => "rcall",
    }
}

#[cfg(test)]
mod tests {
    use super::{stage_extension, stage_of_extension, stage_of_path};
    use std::path::Path;
    use vitrum_ir::Stage;

    #[test]
    fn names_say_stages() {
        assert_eq!(stage_of_path(Path::new("a/plasma.frag")), Some(Stage::Fragment));
        assert_eq!(stage_of_path(Path::new("plasma.2.comp.glsl")), Some(Stage::Compute));
        assert_eq!(stage_of_path(Path::new("plasma.glsl")), None);
        for (stage, _) in Stage::ALL {
            assert_eq!(stage_of_extension(stage_extension(*stage)), Some(*stage));
        }
    }
}
