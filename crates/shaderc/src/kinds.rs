//! The enumerations of the API, with the numbers that the C library gives them.

use vitrum::{ResourceKind as Resource, SpirvVersion as Spirv, Stage, Target};

/// The API that the module is for.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetEnv {
    /// Vulkan.
    Vulkan,
    /// OpenGL.
    OpenGL,
    /// OpenGL with the compatibility profile. No SPIR-V module can be for it: compiling is an error, as in shaderc.
    OpenGLCompat,
}

/// The version of a [`TargetEnv`].
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvVersion {
    /// Vulkan 1.0; these numbers are those of `VK_MAKE_VERSION`.
    Vulkan1_0 = 1 << 22,
    /// Vulkan 1.1.
    Vulkan1_1 = 1 << 22 | 1 << 12,
    /// Vulkan 1.2.
    Vulkan1_2 = 1 << 22 | 2 << 12,
    /// Vulkan 1.3.
    Vulkan1_3 = 1 << 22 | 3 << 12,
    /// Vulkan 1.4.
    Vulkan1_4 = 1 << 22 | 4 << 12,
    /// OpenGL 4.5 and 4.6.
    OpenGL4_5 = 450,
    /// No version of anything.
    WebGPU,
}

/// The target of an environment and a version, of which 0 is the first; `None` if there is none.
pub(crate) fn target(environment: TargetEnv, version: u32) -> Option<Target> {
    const VULKAN: [(EnvVersion, Target); 5] = [
        (EnvVersion::Vulkan1_0, Target::Vulkan1_0),
        (EnvVersion::Vulkan1_1, Target::Vulkan1_1),
        (EnvVersion::Vulkan1_2, Target::Vulkan1_2),
        (EnvVersion::Vulkan1_3, Target::Vulkan1_3),
        (EnvVersion::Vulkan1_4, Target::Vulkan1_4),
    ];
    match environment {
        TargetEnv::Vulkan if version == 0 => Some(Target::Vulkan1_0),
        TargetEnv::Vulkan => VULKAN.iter().find(|row| row.0 as u32 == version).map(|row| row.1),
        TargetEnv::OpenGL => {
            (version == 0 || version == EnvVersion::OpenGL4_5 as u32).then_some(Target::OpenGl4_5)
        }
        TargetEnv::OpenGLCompat => None,
    }
}

/// A version of SPIR-V, with the number in a module's header.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpirvVersion {
    /// SPIR-V 1.0.
    V1_0 = 0x0001_0000,
    /// SPIR-V 1.1.
    V1_1 = 0x0001_0100,
    /// SPIR-V 1.2.
    V1_2 = 0x0001_0200,
    /// SPIR-V 1.3.
    V1_3 = 0x0001_0300,
    /// SPIR-V 1.4.
    V1_4 = 0x0001_0400,
    /// SPIR-V 1.5.
    V1_5 = 0x0001_0500,
    /// SPIR-V 1.6.
    V1_6 = 0x0001_0600,
}

impl SpirvVersion {
    pub(crate) const fn version(self) -> Spirv {
        match self {
            Self::V1_0 => Spirv::V1_0,
            Self::V1_1 => Spirv::V1_1,
            Self::V1_2 => Spirv::V1_2,
            Self::V1_3 => Spirv::V1_3,
            Self::V1_4 => Spirv::V1_4,
            Self::V1_5 => Spirv::V1_5,
            Self::V1_6 => Spirv::V1_6,
        }
    }
}

/// The language of a source.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLanguage {
    /// GLSL and ESSL.
    GLSL,
    /// HLSL, which vitrum does not read: compiling is an error.
    HLSL,
}

/// Kinds of resources that get bindings of their own.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceKind {
    /// Storage images and image buffers.
    Image,
    /// Samplers without a texture.
    Sampler,
    /// Textures, with a sampler or without.
    Texture,
    /// Uniform blocks.
    Buffer,
    /// Storage blocks.
    StorageBuffer,
    /// HLSL's unordered access views: in GLSL an image or a storage block, for which the other kinds are.
    UnorderedAccessView,
}

impl ResourceKind {
    pub(crate) const fn resource(self) -> Option<Resource> {
        match self {
            Self::Image => Some(Resource::Image),
            Self::Sampler => Some(Resource::Sampler),
            Self::Texture => Some(Resource::Texture),
            Self::Buffer => Some(Resource::UniformBuffer),
            Self::StorageBuffer => Some(Resource::StorageBuffer),
            Self::UnorderedAccessView => None,
        }
    }
}

/// The stage of a source, or the way to find it. `Default...` is the stage of a source without `#pragma shader_stage`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of stages say it")]
pub enum ShaderKind {
    Vertex,
    Fragment,
    Compute,
    Geometry,
    TessControl,
    TessEvaluation,
    /// The stage in `#pragma shader_stage(...)`; a source without it is an error.
    InferFromSource,
    DefaultVertex,
    DefaultFragment,
    DefaultCompute,
    DefaultGeometry,
    DefaultTessControl,
    DefaultTessEvaluation,
    /// SPIR-V as text.
    SpirvAssembly,
    RayGeneration,
    AnyHit,
    ClosestHit,
    Miss,
    Intersection,
    Callable,
    DefaultRayGeneration,
    DefaultAnyHit,
    DefaultClosestHit,
    DefaultMiss,
    DefaultIntersection,
    DefaultCallable,
    Task,
    Mesh,
    DefaultTask,
    DefaultMesh,
}

/// The way to find the stage of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StageRule {
    Is(Stage),
    /// That of the pragma, else this one if there is one.
    Pragma(Option<Stage>),
    /// The source is SPIR-V as text.
    Assembly,
}

impl ShaderKind {
    pub(crate) const fn rule(self) -> StageRule {
        use StageRule::{Is, Pragma};
        match self {
            Self::Vertex => Is(Stage::Vertex),
            Self::Fragment => Is(Stage::Fragment),
            Self::Compute => Is(Stage::Compute),
            Self::Geometry => Is(Stage::Geometry),
            Self::TessControl => Is(Stage::TessControl),
            Self::TessEvaluation => Is(Stage::TessEvaluation),
            Self::RayGeneration => Is(Stage::RayGeneration),
            Self::AnyHit => Is(Stage::AnyHit),
            Self::ClosestHit => Is(Stage::ClosestHit),
            Self::Miss => Is(Stage::Miss),
            Self::Intersection => Is(Stage::Intersection),
            Self::Callable => Is(Stage::Callable),
            Self::Task => Is(Stage::Task),
            Self::Mesh => Is(Stage::Mesh),
            Self::InferFromSource => Pragma(None),
            Self::DefaultVertex => Pragma(Some(Stage::Vertex)),
            Self::DefaultFragment => Pragma(Some(Stage::Fragment)),
            Self::DefaultCompute => Pragma(Some(Stage::Compute)),
            Self::DefaultGeometry => Pragma(Some(Stage::Geometry)),
            Self::DefaultTessControl => Pragma(Some(Stage::TessControl)),
            Self::DefaultTessEvaluation => Pragma(Some(Stage::TessEvaluation)),
            Self::DefaultRayGeneration => Pragma(Some(Stage::RayGeneration)),
            Self::DefaultAnyHit => Pragma(Some(Stage::AnyHit)),
            Self::DefaultClosestHit => Pragma(Some(Stage::ClosestHit)),
            Self::DefaultMiss => Pragma(Some(Stage::Miss)),
            Self::DefaultIntersection => Pragma(Some(Stage::Intersection)),
            Self::DefaultCallable => Pragma(Some(Stage::Callable)),
            Self::DefaultTask => Pragma(Some(Stage::Task)),
            Self::DefaultMesh => Pragma(Some(Stage::Mesh)),
            Self::SpirvAssembly => StageRule::Assembly,
        }
    }
}

/// A profile of GLSL.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlslProfile {
    /// That of versions which have no profiles, or the default one.
    None,
    /// `core`.
    Core,
    /// `compatibility`.
    Compatibility,
    /// `es`.
    Es,
}

/// The level of optimisation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptimizationLevel {
    /// None.
    Zero,
    /// Few words (`-Os`).
    Size,
    /// Few words and few operations (`-O`).
    Performance,
}
