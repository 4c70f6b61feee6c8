//! Sets of shader stages, and names of stages in command lines, pragmas and files.

use vitrum_ir::Stage;

/// A set of shader stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stages(u16);

#[allow(missing_docs)] // the names say all there is
impl Stages {
    pub const VERTEX: Self = Self::of(Stage::Vertex);
    pub const TESS_CONTROL: Self = Self::of(Stage::TessControl);
    pub const TESS_EVALUATION: Self = Self::of(Stage::TessEvaluation);
    pub const GEOMETRY: Self = Self::of(Stage::Geometry);
    pub const FRAGMENT: Self = Self::of(Stage::Fragment);
    pub const COMPUTE: Self = Self::of(Stage::Compute);
    pub const TASK: Self = Self::of(Stage::Task);
    pub const MESH: Self = Self::of(Stage::Mesh);
    pub const RAY_GENERATION: Self = Self::of(Stage::RayGeneration);
    pub const INTERSECTION: Self = Self::of(Stage::Intersection);
    pub const ANY_HIT: Self = Self::of(Stage::AnyHit);
    pub const CLOSEST_HIT: Self = Self::of(Stage::ClosestHit);
    pub const MISS: Self = Self::of(Stage::Miss);
    pub const CALLABLE: Self = Self::of(Stage::Callable);
    pub const TESSELLATION: Self = Self::TESS_CONTROL.or(Self::TESS_EVALUATION);
    pub const RAY_TRACING: Self = Self::RAY_GENERATION
        .or(Self::INTERSECTION)
        .or(Self::ANY_HIT)
        .or(Self::CLOSEST_HIT)
        .or(Self::MISS)
        .or(Self::CALLABLE);
    pub const ALL: Self = Self((1 << Stage::ALL.len()) - 1);
    pub const NONE: Self = Self(0);

    /// The set of one stage.
    pub const fn of(stage: Stage) -> Self {
        Self(1 << stage as u16)
    }

    /// The union of two sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if every stage of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

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
