//! The table of execution modes without operands: their numbers in SPIR-V, and what SPIR-V needs for them.
//!
//! Modes that a stage's other facts bring are not here: origins, windings, and those of ray queries.

use crate::module::Modes;

/// The row of an execution mode.
#[derive(Clone, Copy, Debug)]
pub struct ModeInfo {
    /// The mode.
    pub mode: Modes,
    /// Its number in SPIR-V.
    pub spirv: u32,
    /// Number of the SPIR-V capability it needs, if any.
    pub capability: Option<u32>,
    /// The SPIR-V extension it needs, if its capability does not bring it.
    pub extension: Option<&'static str>,
}

macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

macro_rules! modes {
    ($( $mode:ident $number:literal $(cap $capability:literal)? $(ext $extension:literal)?; )*) => {
        /// Every mode without operands that SPIR-V has by itself.
        pub static EXECUTION_MODES: &[ModeInfo] = &[$( ModeInfo {
            mode: Modes::$mode,
            spirv: $number,
            capability: optional!($($capability)?),
            extension: optional!($($extension)?),
        } ),*];
    };
}

modes! {
    EARLY_FRAGMENT_TESTS 9;
    EARLY_AND_LATE_FRAGMENT_TESTS 5017 ext "SPV_AMD_shader_early_and_late_fragment_tests";
    STENCIL_REF_UNCHANGED_FRONT 5079 cap 5013 ext "SPV_AMD_shader_early_and_late_fragment_tests";
    STENCIL_REF_GREATER_FRONT 5080 cap 5013 ext "SPV_AMD_shader_early_and_late_fragment_tests";
    STENCIL_REF_LESS_FRONT 5081 cap 5013 ext "SPV_AMD_shader_early_and_late_fragment_tests";
    STENCIL_REF_UNCHANGED_BACK 5082 cap 5013 ext "SPV_AMD_shader_early_and_late_fragment_tests";
    STENCIL_REF_GREATER_BACK 5083 cap 5013 ext "SPV_AMD_shader_early_and_late_fragment_tests";
    STENCIL_REF_LESS_BACK 5084 cap 5013 ext "SPV_AMD_shader_early_and_late_fragment_tests";
    POST_DEPTH_COVERAGE 4446 cap 4447;
    NON_COHERENT_TILE_READ 4489 cap 4495;
    PIXEL_CENTER_INTEGER 6;
    XFB 11 cap 53;
    PIXEL_INTERLOCK_ORDERED 5366 cap 5378;
    PIXEL_INTERLOCK_UNORDERED 5367 cap 5378;
    SAMPLE_INTERLOCK_ORDERED 5368 cap 5363;
    SAMPLE_INTERLOCK_UNORDERED 5369 cap 5363;
    SUBGROUP_UNIFORM_CONTROL_FLOW 4421 ext "SPV_KHR_subgroup_uniform_control_flow";
    MAXIMAL_RECONVERGENCE 6023 ext "SPV_KHR_maximal_reconvergence";
    SHADER_64BIT_INDEXING 5427 cap 5426;
    QUAD_DERIVATIVES 5088 cap 5087;
    REQUIRE_FULL_QUADS 5089 cap 5087;
    DERIVATIVE_GROUP_QUADS 5289 cap 5288;
    DERIVATIVE_GROUP_LINEAR 5290 cap 5350;
}
