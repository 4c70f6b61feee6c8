//! Sets of shader stages, which rows of tables name.

use crate::module::Stage;

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

    /// True if a stage is in this set.
    pub const fn has(self, stage: Stage) -> bool {
        self.contains(Self::of(stage))
    }

    /// True if every stage of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}
