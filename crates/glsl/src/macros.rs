//! Names with a meaning for the preprocessor: predefined macros, and `defined`.

use crate::version::{Dialect, FIRST_WITH_PROFILES, NEVER, Profile};
use vitrum_ir::Stage;

macro_rules! names {
    ($($variant:ident $text:literal,)*) => {
        /// A name with a meaning for the preprocessor only.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Name {
            $(#[doc = $text] $variant,)*
        }

        impl Name {
            /// All names, in the order of their symbols.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
            const TEXTS: &'static [&'static str] = &[$($text,)*];
        }
    };
}

names! {
    Defined "defined",
    CurrentLine "__LINE__",
    CurrentFile "__FILE__",
    CurrentVersion "__VERSION__",
    Es "GL_ES",
    CoreProfile "GL_core_profile",
    CompatibilityProfile "GL_compatibility_profile",
    FragmentPrecisionHigh "GL_FRAGMENT_PRECISION_HIGH",
    Vulkan "VULKAN",
    VertexShader "GL_VERTEX_SHADER",
    TessControlShader "GL_TESSELLATION_CONTROL_SHADER",
    TessEvaluationShader "GL_TESSELLATION_EVALUATION_SHADER",
    GeometryShader "GL_GEOMETRY_SHADER",
    FragmentShader "GL_FRAGMENT_SHADER",
    ComputeShader "GL_COMPUTE_SHADER",
    TaskShader "GL_TASK_SHADER_NV",
    MeshShader "GL_MESH_SHADER_NV",
    RayGenerationShader "GL_RAY_GENERATION_SHADER_EXT",
    IntersectionShader "GL_INTERSECTION_SHADER_EXT",
    AnyHitShader "GL_ANY_HIT_SHADER_EXT",
    ClosestHitShader "GL_CLOSEST_HIT_SHADER_EXT",
    MissShader "GL_MISS_SHADER_EXT",
    CallableShader "GL_CALLABLE_SHADER_EXT",
}

impl Name {
    /// Its spelling.
    pub const fn text(self) -> &'static str {
        Self::TEXTS[self as usize]
    }

    /// The macro for the stage of a desktop shader (GL_EXT_spirv_intrinsics; glslang always defines it).
    pub fn of_stage(stage: Stage) -> Self {
        // The names of the stages are last, in the order of stages.
        Self::ALL[Self::VertexShader as usize + stage as usize]
    }

    /// True if a shader has a macro of this name.
    pub fn is_defined(self, dialect: &Dialect, stage: Option<Stage>) -> bool {
        let version = dialect.version;
        match self {
            Self::Defined => false,
            Self::CurrentLine | Self::CurrentFile | Self::CurrentVersion => true,
            Self::Es => version.is_es(),
            Self::CoreProfile => version.at_least(FIRST_WITH_PROFILES, NEVER),
            Self::CompatibilityProfile => version.profile == Profile::Compatibility,
            Self::FragmentPrecisionHigh => version.at_least(130, 100),
            Self::Vulkan => dialect.has_vulkan_words(),
            of_a_stage => !version.is_es() && stage.map(Self::of_stage) == Some(of_a_stage),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Name;
    use vitrum_ir::Stage;

    #[test]
    fn every_stage_has_its_macro() {
        for &(stage, _) in Stage::ALL {
            assert_eq!(format!("{:?}", Name::of_stage(stage)), format!("{stage:?}Shader"));
        }
    }
}
