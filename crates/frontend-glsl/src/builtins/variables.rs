//! The table of built-in variables (GLSL 4.60 chapter 7) and constants (section 7.3).

use super::table::{Since, extension, since};
use crate::extensions::{Extension, Stages};
use crate::version::NEVER;
use vitrum_ir::types::common;
use vitrum_ir::{BuiltIn, Precision, Storage, Type};

/// Shape of a built-in variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One of these.
    One(Type),
    /// An array of this many.
    Array(Type, u32),
    /// An array that the shader sizes by use or redeclaration.
    Unsized(Type),
}

/// A built-in variable in some stages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its type.
    pub(crate) shape: Shape,
    /// Its precision in ESSL.
    pub(crate) precision: Precision,
    /// Whether it comes in or goes out.
    pub(crate) storage: Storage,
    /// Whether the interface is one a patch (tessellation).
    pub(crate) patch: bool,
    /// Whether it is a member of `gl_PerVertex` (and so of `gl_in[]` and `gl_out[]`).
    pub(crate) per_vertex: bool,
    /// What it is.
    pub(crate) builtin: BuiltIn,
    /// Where it is.
    pub(crate) since: Since,
}

const V: Stages = Stages::VERTEX;
const TC: Stages = Stages::TESS_CONTROL;
const TE: Stages = Stages::TESS_EVALUATION;
const G: Stages = Stages::GEOMETRY;
const F: Stages = Stages::FRAGMENT;
const C: Stages = Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH);
const IN: Storage = Storage::Input;
const OUT: Storage = Storage::Output;
const TESSELLATION: Since = since(400, 320).or(&[
    Extension::ArbTessellationShader,
    Extension::ExtTessellationShader,
    Extension::OesTessellationShader,
    Extension::AndroidExtensionPackEs31a,
]);
const GEOMETRY: Since = since(150, 320).or(&[
    Extension::ExtGeometryShader,
    Extension::OesGeometryShader,
    Extension::AndroidExtensionPackEs31a,
]);
const ANY: Since = since(110, 100);
const CLIP: Since = since(130, NEVER).or(&[Extension::ExtClipCullDistance]);
const CULL: Since = since(450, NEVER).or(&[Extension::ArbCullDistance, Extension::ExtClipCullDistance]);
const SAMPLES: Since = since(400, 320).or(&[
    Extension::ArbSampleShading,
    Extension::OesSampleVariables,
    Extension::AndroidExtensionPackEs31a,
]);
const COMPUTE: Since = since(430, 310).or(&[Extension::ArbComputeShader, Extension::ExtMeshShader]);
const SUBGROUP: Since = extension(&[Extension::KhrShaderSubgroupBasic]);
const BALLOT: Since = extension(&[Extension::KhrShaderSubgroupBallot]);
const LAYER_OUT: Since = since(NEVER, NEVER).or(&[
    Extension::ArbShaderViewportLayerArray,
    Extension::AmdVertexShaderLayer,
    Extension::AmdVertexShaderViewportIndex,
]);

macro_rules! variables {
    ($($name:literal $shape:expr, $precision:ident $storage:ident $(/ $flag:ident)? $builtin:ident $since:expr, $stages:expr;)*) => {
        &[$(Variable {
            name: $name,
            shape: $shape,
            precision: Precision::$precision,
            storage: $storage,
            patch: false $(|| flags::$flag.0)?,
            per_vertex: false $(|| flags::$flag.1)?,
            builtin: BuiltIn::$builtin,
            since: $since.only($stages),
        }),*]
    };
}

/// Patch, and member of `gl_PerVertex`.
#[expect(non_upper_case_globals, reason = "words of the table")]
mod flags {
    pub(super) const patch: (bool, bool) = (true, false);
    pub(super) const vertex: (bool, bool) = (false, true);
}

use Shape::{Array, One, Unsized};
use common::{BOOL, F32, I32, IVEC3, U32, UVEC3, UVEC4, VEC2, VEC3, VEC4};

/// Every built-in variable. `gl_in` and `gl_out` are made of the rows marked `vertex`.
pub(crate) static VARIABLES: &[Variable] = variables! {
    "gl_Position" One(VEC4), High OUT / vertex Position ANY, V.or(TE).or(G).or(TC);
    "gl_PointSize" One(F32), High OUT / vertex PointSize ANY, V.or(TE).or(G).or(TC);
    "gl_ClipDistance" Unsized(F32), High OUT / vertex ClipDistance CLIP, V.or(TE).or(G).or(TC);
    "gl_CullDistance" Unsized(F32), High OUT / vertex CullDistance CULL, V.or(TE).or(G).or(TC);
    "gl_VertexID" One(I32), High IN VertexId since(130, 300).or(&[Extension::ExtGpuShader4]), V;
    "gl_InstanceID" One(I32), High IN InstanceId since(140, 300).or(&[Extension::ArbDrawInstanced, Extension::ExtGpuShader4]), V;
    "gl_VertexIndex" One(I32), High IN VertexIndex VULKAN_ONLY, V;
    "gl_InstanceIndex" One(I32), High IN InstanceIndex VULKAN_ONLY, V;
    "gl_BaseVertex" One(I32), High IN BaseVertex since(460, NEVER), V;
    "gl_BaseInstance" One(I32), High IN BaseInstance since(460, NEVER), V;
    "gl_DrawID" One(I32), High IN DrawIndex since(460, NEVER), V;
    "gl_BaseVertexARB" One(I32), High IN BaseVertex extension(&[Extension::ArbShaderDrawParameters]), V;
    "gl_BaseInstanceARB" One(I32), High IN BaseInstance extension(&[Extension::ArbShaderDrawParameters]), V;
    "gl_DrawIDARB" One(I32), High IN DrawIndex extension(&[Extension::ArbShaderDrawParameters]), V;

    "gl_PatchVerticesIn" One(I32), High IN PatchVertices TESSELLATION, TC.or(TE);
    "gl_PrimitiveID" One(I32), High IN PrimitiveId TESSELLATION, TC.or(TE);
    "gl_InvocationID" One(I32), High IN InvocationId TESSELLATION, TC;
    "gl_TessLevelOuter" Array(F32, 4), High OUT / patch TessLevelOuter TESSELLATION, TC;
    "gl_TessLevelInner" Array(F32, 2), High OUT / patch TessLevelInner TESSELLATION, TC;
    "gl_TessLevelOuter" Array(F32, 4), High IN / patch TessLevelOuter TESSELLATION, TE;
    "gl_TessLevelInner" Array(F32, 2), High IN / patch TessLevelInner TESSELLATION, TE;
    "gl_TessCoord" One(VEC3), High IN TessCoord TESSELLATION, TE;

    "gl_PrimitiveIDIn" One(I32), High IN PrimitiveId GEOMETRY, G;
    "gl_InvocationID" One(I32), High IN InvocationId since(400, 320).or(&[Extension::ArbGpuShader5, Extension::ExtGeometryShader, Extension::OesGeometryShader]), G;
    "gl_PrimitiveID" One(I32), High OUT PrimitiveId GEOMETRY, G;
    "gl_Layer" One(I32), High OUT Layer GEOMETRY, G;
    "gl_ViewportIndex" One(I32), High OUT ViewportIndex since(410, NEVER).or(&[Extension::ArbViewportArray]), G;
    "gl_Layer" One(I32), High OUT Layer LAYER_OUT, V.or(TE);
    "gl_ViewportIndex" One(I32), High OUT ViewportIndex LAYER_OUT, V.or(TE);

    "gl_FragCoord" One(VEC4), High IN FragCoord ANY, F;
    "gl_FrontFacing" One(BOOL), None IN FrontFacing ANY, F;
    "gl_PointCoord" One(VEC2), Medium IN PointCoord since(120, 100), F;
    "gl_ClipDistance" Unsized(F32), High IN ClipDistance CLIP, F;
    "gl_CullDistance" Unsized(F32), High IN CullDistance CULL, F;
    "gl_PrimitiveID" One(I32), High IN PrimitiveId GEOMETRY, F;
    "gl_Layer" One(I32), High IN Layer since(430, 320).or(&[Extension::ExtGeometryShader, Extension::OesGeometryShader]), F;
    "gl_ViewportIndex" One(I32), High IN ViewportIndex since(430, NEVER), F;
    "gl_SampleID" One(I32), Low IN SampleId SAMPLES, F;
    "gl_SamplePosition" One(VEC2), Medium IN SamplePosition SAMPLES, F;
    "gl_SampleMaskIn" Array(I32, 1), High IN SampleMask SAMPLES, F;
    "gl_SampleMask" Array(I32, 1), High OUT SampleMask SAMPLES, F;
    "gl_HelperInvocation" One(BOOL), None IN HelperInvocation since(450, 310), F;
    "gl_FragDepth" One(F32), High OUT FragDepth since(110, 300), F;
    "gl_FragDepthEXT" One(F32), High OUT FragDepth extension(&[Extension::ExtFragDepth]), F;
    "gl_FragColor" One(VEC4), Medium OUT FragColor since(110, 100).legacy(), F;
    "gl_FragData" Array(VEC4, 8), Medium OUT FragData since(110, NEVER).legacy().or(&[Extension::ExtDrawBuffers]), F;
    "gl_FragData" Array(VEC4, 1), Medium OUT FragData since(NEVER, 100).legacy(), F;
    "gl_FragStencilRefARB" One(I32), High OUT FragStencilRef extension(&[Extension::ArbShaderStencilExport]), F;
    "gl_BaryCoordEXT" One(VEC3), High IN BaryCoord extension(&[Extension::ExtFragmentShaderBarycentric]), F;
    "gl_BaryCoordNoPerspEXT" One(VEC3), High IN BaryCoordNoPersp extension(&[Extension::ExtFragmentShaderBarycentric]), F;
    "gl_ViewIndex" One(I32), High IN ViewIndex extension(&[Extension::ExtMultiview]), V.or(TC).or(TE).or(G).or(F);
    "gl_DeviceIndex" One(I32), High IN DeviceIndex extension(&[Extension::ExtDeviceGroup]), Stages::ALL;

    "gl_NumWorkGroups" One(UVEC3), High IN NumWorkgroups COMPUTE, C;
    "gl_WorkGroupID" One(UVEC3), High IN WorkgroupId COMPUTE, C;
    "gl_LocalInvocationID" One(UVEC3), High IN LocalInvocationId COMPUTE, C;
    "gl_GlobalInvocationID" One(UVEC3), High IN GlobalInvocationId COMPUTE, C;
    "gl_LocalInvocationIndex" One(U32), High IN LocalInvocationIndex COMPUTE, C;

    "gl_NumSubgroups" One(U32), High IN NumSubgroups SUBGROUP, C;
    "gl_SubgroupID" One(U32), High IN SubgroupId SUBGROUP, C;
    "gl_SubgroupSize" One(U32), High IN SubgroupSize SUBGROUP, Stages::ALL;
    "gl_SubgroupInvocationID" One(U32), High IN SubgroupInvocationId SUBGROUP, Stages::ALL;
    "gl_SubgroupEqMask" One(UVEC4), High IN SubgroupEqMask BALLOT, Stages::ALL;
    "gl_SubgroupGeMask" One(UVEC4), High IN SubgroupGeMask BALLOT, Stages::ALL;
    "gl_SubgroupGtMask" One(UVEC4), High IN SubgroupGtMask BALLOT, Stages::ALL;
    "gl_SubgroupLeMask" One(UVEC4), High IN SubgroupLeMask BALLOT, Stages::ALL;
    "gl_SubgroupLtMask" One(UVEC4), High IN SubgroupLtMask BALLOT, Stages::ALL;
};

/// The names that exist only where the client is Vulkan; see [`is_vulkan_name`].
const VULKAN_ONLY: Since = since(140, 310);

/// Whether a built-in variable exists only where the client is Vulkan.
pub(crate) fn is_vulkan_name(name: &str) -> bool {
    matches!(name, "gl_VertexIndex" | "gl_InstanceIndex")
}

/// A built-in constant: an `int`, or (three values) an `ivec3`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constant {
    /// Its name.
    pub(crate) name: &'static str,
    /// The least value an implementation may have (GLSL 4.60 section 7.3).
    pub(crate) value: &'static [i32],
    /// Where it is.
    pub(crate) since: Since,
}

macro_rules! constants {
    ($($name:literal $value:expr, $desktop:expr, $es:expr;)*) => {
        &[$(Constant { name: $name, value: &$value, since: since($desktop, $es) }),*]
    };
}

/// Every built-in constant.
pub(crate) static CONSTANTS: &[Constant] = constants! {
    "gl_MaxVertexAttribs" [16], 110, 100;
    "gl_MaxVertexUniformVectors" [256], 410, 100;
    "gl_MaxVertexUniformComponents" [1024], 110, NEVER;
    "gl_MaxVertexOutputVectors" [16], 410, 300;
    "gl_MaxVertexOutputComponents" [64], 150, NEVER;
    "gl_MaxVaryingVectors" [15], 410, 100;
    "gl_MaxVaryingFloats" [60], 110, NEVER;
    "gl_MaxVaryingComponents" [60], 130, NEVER;
    "gl_MaxVertexTextureImageUnits" [16], 110, 100;
    "gl_MaxCombinedTextureImageUnits" [96], 110, 100;
    "gl_MaxTextureImageUnits" [16], 110, 100;
    "gl_MaxTextureUnits" [2], 110, NEVER;
    "gl_MaxTextureCoords" [8], 110, NEVER;
    "gl_MaxLights" [8], 110, NEVER;
    "gl_MaxClipPlanes" [8], 110, NEVER;
    "gl_MaxFragmentUniformComponents" [1024], 110, NEVER;
    "gl_MaxFragmentUniformVectors" [256], 410, 100;
    "gl_MaxFragmentInputVectors" [15], 410, 300;
    "gl_MaxFragmentInputComponents" [128], 150, NEVER;
    "gl_MaxDrawBuffers" [8], 110, 100;
    "gl_MaxClipDistances" [8], 130, NEVER;
    "gl_MaxCullDistances" [8], 450, NEVER;
    "gl_MaxCombinedClipAndCullDistances" [8], 450, NEVER;
    "gl_MinProgramTexelOffset" [-8], 410, 300;
    "gl_MaxProgramTexelOffset" [7], 410, 300;
    "gl_MaxGeometryInputComponents" [64], 150, 320;
    "gl_MaxGeometryOutputComponents" [128], 150, 320;
    "gl_MaxGeometryOutputVertices" [256], 150, 320;
    "gl_MaxGeometryTotalOutputComponents" [1024], 150, 320;
    "gl_MaxTessGenLevel" [64], 400, 320;
    "gl_MaxPatchVertices" [32], 400, 320;
    "gl_MaxSamples" [4], 450, 320;
    "gl_MaxImageUnits" [8], 420, 310;
    "gl_MaxComputeImageUniforms" [8], 430, 310;
    "gl_MaxComputeWorkGroupCount" [65535, 65535, 65535], 430, 310;
    "gl_MaxComputeWorkGroupSize" [1024, 1024, 64], 430, 310;
    "gl_MaxComputeUniformComponents" [1024], 430, 310;
    "gl_MaxComputeTextureImageUnits" [16], 430, 310;
    "gl_MaxComputeAtomicCounters" [8], 430, 310;
    "gl_MaxComputeAtomicCounterBuffers" [8], 430, 310;
    "gl_MaxAtomicCounterBindings" [1], 420, 310;
    "gl_MaxAtomicCounterBufferSize" [32], 420, 310;
    "gl_MaxCombinedAtomicCounters" [8], 420, 310;
    "gl_MaxTransformFeedbackBuffers" [4], 440, NEVER;
    "gl_MaxTransformFeedbackInterleavedComponents" [64], 440, NEVER;
    "gl_MaxViewports" [16], 410, NEVER;
};

/// The type of a built-in constant with three values.
pub(crate) const TRIPLE: Type = IVEC3;
