//! Sets of shader stages, and names of stages in command lines, pragmas and files.

use vitrum_ir::Stage;
pub use vitrum_ir::Stages;

/// Each stage with its file extension, as introduced by glslang, and the long name of `glslc`.
const NAMES: &[(Stage, &str, &str)] = &[
    (Stage::Vertex, "vert", "vertex"),
    (Stage::TessControl, "tesc", "tesscontrol"),
    (Stage::TessEvaluation, "tese", "tesseval"),
    (Stage::Geometry, "geom", "geometry"),
    (Stage::Fragment, "frag", "fragment"),
    (Stage::Compute, "comp", "compute"),
    (Stage::Task, "task", "task"),
    (Stage::Mesh, "mesh", "mesh"),
    (Stage::RayGeneration, "rgen", "raygen"),
    (Stage::Intersection, "rint", "intersect"),
    (Stage::AnyHit, "rahit", "anyhit"),
    (Stage::ClosestHit, "rchit", "closesthit"),
    (Stage::Miss, "rmiss", "miss"),
    (Stage::Callable, "rcall", "callable"),
];

/// The stage with this short or long name, or with this name in the text form of the IR.
pub fn stage_from_name(name: &str) -> Option<Stage> {
    let row = NAMES.iter().find(|(_, short, long)| [*short, *long].contains(&name));
    row.map(|row| row.0).or_else(|| Stage::from_name(name))
}

/// The file extension of a stage, without the dot; also its short name.
pub fn stage_extension(stage: Stage) -> &'static str {
    NAMES.iter().find(|row| row.0 == stage).map_or("", |row| row.1)
}

/// The stage with this file extension.
pub fn stage_from_extension(extension: &str) -> Option<Stage> {
    NAMES.iter().find(|row| row.1 == extension).map(|row| row.0)
}

#[cfg(test)]
mod tests {
    use super::{stage_extension, stage_from_extension, stage_from_name};
    use vitrum_ir::Stage;

    #[test]
    fn every_stage_has_names() {
        for &(stage, name) in Stage::ALL {
            assert_eq!(stage_from_extension(stage_extension(stage)), Some(stage));
            assert_eq!(stage_from_name(name), Some(stage));
        }
        assert_eq!(stage_from_name("tesscontrol"), Some(Stage::TessControl));
        assert_eq!(stage_from_extension("vertex"), None);
    }
}
