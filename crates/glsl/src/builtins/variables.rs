//! The table of built-in variables (GLSL 4.60 chapter 7).

use super::compatibility::{COMPATIBILITY, DEPTH_RANGE, STRUCTURES, Structure};
use super::constants::{CONSTANTS, NUMBERS};
use super::matrices::MATRIX_FUNCTIONS;
use super::table::{Since, extension, since};
use crate::extensions::Extension;
use crate::stages::Stages;
use crate::version::NEVER;
use vitrum_ir::types::common;
use vitrum_ir::{BuiltIn, Precision, Storage, Type};

/// The type of a built-in variable.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A value of this type.
    One(Type),
    /// An array with this many elements.
    Array(Type, u32),
    /// An array whose length is the limit with this name.
    Limited(Type, &'static str),
    /// An array that the shader sizes by use or redeclaration, up to a limit; without a limit, an array with an
    /// element per vertex or primitive.
    Unsized(Type, &'static str),
    /// An array with a value of this type for each view.
    PerView(Type),
    /// An array for each view, which the shader sizes by use or redeclaration, up to a limit.
    PerViewUnsized(Type, &'static str),
    /// A matrix with these numbers of columns and rows.
    Matrix(u8, u8),
    /// An array of square matrices, whose length is the limit with this name.
    Matrices(u8, &'static str),
    /// A struct.
    Struct(&'static Structure),
    /// An array of structs, whose length is the limit with this name.
    Structs(&'static Structure, &'static str),
}

/// The arrayed block that a variable is a member of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// None.
    Alone,
    /// `gl_PerVertex`, the block of `gl_in` and `gl_out`; in other stages its members are variables.
    Vertex,
    /// `gl_MeshPerVertexEXT` and `gl_MeshPerVertexNV`
    MeshVertex,
    /// `gl_MeshPerPrimitiveEXT` and `gl_MeshPerPrimitiveNV`
    MeshPrimitive,
}

/// A built-in variable in some stages.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub shape: Shape,
    /// Its precision in ESSL.
    pub precision: Precision,
    /// Its storage class: input, output or state.
    pub storage: Storage,
    /// True if it belongs to the patch (tessellation).
    pub patch: bool,
    /// The block that it is a member of.
    pub group: Group,
    /// Its meaning.
    pub builtin: BuiltIn,
    /// Its versions, extensions and stages.
    pub since: Since,
    /// The location that OpenGL drivers use for a fixed-function input or output, the same in every stage.
    pub location: Option<u32>,
}

/// An arrayed built-in block with an instance name.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The instance name.
    pub instance: &'static str,
    /// The block's name.
    pub name: &'static str,
    /// Its storage class: input or output.
    pub storage: Storage,
    /// Its members.
    pub group: Group,
    /// Its stages.
    pub stages: Stages,
    /// The extension that has it, if it is not a part of the language.
    pub extension: Option<Extension>,
}

/// The arrayed built-in blocks.
pub static BLOCKS: &[Block] = &[
    Block {
        instance: "gl_in",
        name: "gl_PerVertex",
        storage: Storage::Input,
        group: Group::Vertex,
        stages: TC.or(TE).or(G),
        extension: None,
    },
    Block {
        instance: "gl_out",
        name: "gl_PerVertex",
        storage: Storage::Output,
        group: Group::Vertex,
        stages: TC,
        extension: None,
    },
    Block {
        instance: "gl_MeshVerticesEXT",
        name: "gl_MeshPerVertexEXT",
        storage: Storage::Output,
        group: Group::MeshVertex,
        stages: Stages::MESH,
        extension: Some(Extension::ExtMeshShader),
    },
    Block {
        instance: "gl_MeshPrimitivesEXT",
        name: "gl_MeshPerPrimitiveEXT",
        storage: Storage::Output,
        group: Group::MeshPrimitive,
        stages: Stages::MESH,
        extension: Some(Extension::ExtMeshShader),
    },
    Block {
        instance: "gl_MeshVerticesNV",
        name: "gl_MeshPerVertexNV",
        storage: Storage::Output,
        group: Group::MeshVertex,
        stages: Stages::MESH,
        extension: Some(Extension::NvMeshShader),
    },
    Block {
        instance: "gl_MeshPrimitivesNV",
        name: "gl_MeshPerPrimitiveNV",
        storage: Storage::Output,
        group: Group::MeshPrimitive,
        stages: Stages::MESH,
        extension: Some(Extension::NvMeshShader),
    },
];

const V: Stages = Stages::VERTEX;
const TC: Stages = Stages::TESS_CONTROL;
const TE: Stages = Stages::TESS_EVALUATION;
const G: Stages = Stages::GEOMETRY;
const F: Stages = Stages::FRAGMENT;
const C: Stages = Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH);
const IN: Storage = Storage::Input;
const OUT: Storage = Storage::Output;
const STATE: Storage = Storage::Uniform;
const M: Stages = Stages::MESH;
const HIT: Stages = Stages::INTERSECTION.or(Stages::ANY_HIT).or(Stages::CLOSEST_HIT);
const HITS: Stages = Stages::ANY_HIT.or(Stages::CLOSEST_HIT);
const EXPLICIT: Since = extension(&[Extension::AmdShaderExplicitVertexParameter]);
const TILE_SHADING: Since = extension(&[Extension::QcomTileShading]);
const SPHERES: Since = extension(&[Extension::NvLinearSweptSpheres]);
const MICROMAP: Since = extension(&[Extension::NvDisplacementMicromap]);
const MESHES: Since = extension(&[Extension::ExtMeshShader]);
const MESHES_NV: Since = extension(&[Extension::NvMeshShader]);
const ANY_MESHES: Since = extension(&[Extension::ExtMeshShader, Extension::NvMeshShader]);
const RAYS: Since = extension(&[Extension::ExtRayTracing]);
const RAYS_NV: Since = extension(&[Extension::NvRayTracing]);
const GROUP: Since = extension(&[Extension::ArbShaderBallot]);
const TESSELLATION: Since = since(400, 320).or(&[
    Extension::ArbTessellationShader,
    Extension::ExtTessellationShader,
    Extension::OesTessellationShader,
    Extension::AndroidExtensionPackEs31a,
]);
const FRAGMENT_PRIMITIVE: Since = GEOMETRY.or(&[
    Extension::ExtGeometryShader,
    Extension::OesGeometryShader,
    Extension::AndroidExtensionPackEs31a,
    Extension::ExtGpuShader4,
]);
const GEOMETRY: Since = since(150, 320).or(&[
    Extension::ExtGeometryShader,
    Extension::OesGeometryShader,
    Extension::AndroidExtensionPackEs31a,
]);
const ANY: Since = since(110, 100);
const CLIP: Since = since(130, NEVER).or(&[Extension::ExtClipCullDistance]);
const CLIPPED: &[Extension] = &[Extension::ExtClipCullDistance, Extension::AppleClipDistance];
const CULL: Since = since(450, NEVER).or(&[Extension::ArbCullDistance, Extension::ExtClipCullDistance]);
const MASKS: Since = since(400, 320).or(&[
    Extension::ArbGpuShader5,
    Extension::OesSampleVariables,
    Extension::AndroidExtensionPackEs31a,
]);
const SAMPLES: Since = since(400, 320).or(&[
    Extension::ArbSampleShading,
    Extension::OesSampleVariables,
    Extension::AndroidExtensionPackEs31a,
]);
const COMPUTE: Since =
    since(430, 310).or(&[Extension::ArbComputeShader, Extension::ExtMeshShader, Extension::NvMeshShader]);
const SUBGROUP: Since = extension(&[Extension::KhrShaderSubgroupBasic]);
const GCN: Since = extension(&[Extension::AmdGcnShader]);
const BALLOT: Since = extension(&[Extension::KhrShaderSubgroupBallot]);
const SM: Since = extension(&[Extension::NvShaderSmBuiltins]);
const CORES: Since = extension(&[Extension::ArmShaderCoreBuiltins]);
const LAYER_OUT: Since = since(NEVER, NEVER).or(&[
    Extension::ArbShaderViewportLayerArray,
    Extension::AmdVertexShaderLayer,
    Extension::AmdVertexShaderViewportIndex,
    Extension::NvViewportArray2,
]);

macro_rules! variables {
    (@patch patch) => { true };
    (@patch $($other:ident)?) => { false };
    (@group vertex) => { Group::Vertex };
    (@group mesh_vertex) => { Group::MeshVertex };
    (@group mesh_primitive) => { Group::MeshPrimitive };
    (@group $($other:ident)?) => { Group::Alone };
    ($($name:literal $shape:expr, $precision:ident $storage:ident $(/ $flag:ident)? $builtin:ident $since:expr, $stages:expr;)*) => {
        &[$(Variable {
            name: $name,
            shape: $shape,
            precision: Precision::$precision,
            storage: $storage,
            patch: variables!(@patch $($flag)?),
            group: variables!(@group $($flag)?),
            builtin: BuiltIn::$builtin,
            since: $since.only($stages),
            location: None,
        }),*]
    };
}

use Shape::{Array, Limited, Matrix, One, PerView, PerViewUnsized, Unsized};
use common::{BOOL, F32, I32, IVEC2, U32, U64, UVEC2, UVEC3, UVEC4, VEC2, VEC3, VEC4};

/// All built-in variables, except those of the compatibility profile. `gl_in` and `gl_out` consist of the rows marked
/// `vertex`.
pub static VARIABLES: &[Variable] = variables! {
    "gl_Position" One(VEC4), High OUT / vertex Position ANY, V.or(TE).or(G).or(TC);
    "gl_PointSize" One(F32), High OUT / vertex PointSize ANY, V;
    "gl_PointSize" One(F32), High OUT / vertex PointSize since(110, NEVER).or(&[Extension::ExtTessellationPointSize, Extension::OesTessellationPointSize]), TC.or(TE);
    "gl_PointSize" One(F32), High OUT / vertex PointSize since(110, NEVER).or(&[Extension::ExtGeometryPointSize, Extension::OesGeometryPointSize]), G;
    "gl_ClipDistance" Unsized(F32, "gl_MaxClipDistances"), High OUT / vertex ClipDistance CLIP.or(CLIPPED), V.or(TE).or(G).or(TC);
    "gl_CullDistance" Unsized(F32, "gl_MaxCullDistances"), High OUT / vertex CullDistance CULL, V.or(TE).or(G).or(TC);
    "gl_VertexID" One(I32), High IN VertexId since(130, 300).or(&[Extension::ExtGpuShader4]), V;
    "gl_InstanceID" One(I32), High IN InstanceId since(140, 300).or(&[Extension::ArbDrawInstanced, Extension::ExtDrawInstanced, Extension::ExtGpuShader4]), V;
    "gl_InstanceIDARB" One(I32), High IN InstanceId extension(&[Extension::ArbDrawInstanced]), V;
    "gl_InstanceIDEXT" One(I32), High IN InstanceId extension(&[Extension::ExtDrawInstanced]), V;
    "gl_VertexIndex" One(I32), High IN VertexIndex since(140, 310).vulkan(), V;
    "gl_InstanceIndex" One(I32), High IN InstanceIndex since(140, 310).vulkan(), V;
    "gl_BaseVertex" One(I32), High IN BaseVertex since(460, NEVER).or(&[Extension::AngleBaseVertexBaseInstance]), V;
    "gl_BaseInstance" One(I32), High IN BaseInstance since(460, NEVER).or(&[Extension::AngleBaseVertexBaseInstance]), V;
    "gl_DrawID" One(I32), High IN DrawIndex since(460, NEVER).or(&[Extension::AngleMultiDraw]), V;
    "gl_DrawID" One(I32), High IN DrawIndex since(460, NEVER), Stages::TASK.or(M);
    "gl_DrawIDARB" One(I32), High IN DrawIndex extension(&[Extension::ArbShaderDrawParameters]), Stages::TASK.or(M);
    "gl_BaseVertexARB" One(I32), High IN BaseVertex extension(&[Extension::ArbShaderDrawParameters]), V;
    "gl_BaseInstanceARB" One(I32), High IN BaseInstance extension(&[Extension::ArbShaderDrawParameters]), V;
    "gl_DrawIDARB" One(I32), High IN DrawIndex extension(&[Extension::ArbShaderDrawParameters]), V;

    "gl_PrimitiveShadingRateEXT" One(I32), High OUT PrimitiveShadingRate extension(&[Extension::ExtFragmentShadingRate]), V.or(G);
    "gl_ShadingRateEXT" One(I32), High IN ShadingRate extension(&[Extension::ExtFragmentShadingRate]), F;

    "gl_PatchVerticesIn" One(I32), High IN PatchVertices TESSELLATION, TC.or(TE);
    "gl_PrimitiveID" One(I32), High IN PrimitiveId TESSELLATION, TC.or(TE);
    "gl_InvocationID" One(I32), High IN InvocationId TESSELLATION, TC;
    "gl_TessLevelOuter" Array(F32, 4), High OUT / patch TessLevelOuter TESSELLATION, TC;
    "gl_TessLevelInner" Array(F32, 2), High OUT / patch TessLevelInner TESSELLATION, TC;
    "gl_BoundingBox" Array(VEC4, 2), High OUT / patch BoundingBox since(NEVER, 320).or(&[Extension::ArbEs32Compatibility]), TC;
    "gl_BoundingBoxEXT" Array(VEC4, 2), High OUT / patch BoundingBox extension(&[Extension::ExtPrimitiveBoundingBox, Extension::AndroidExtensionPackEs31a]), TC;
    "gl_BoundingBoxOES" Array(VEC4, 2), High OUT / patch BoundingBox extension(&[Extension::OesPrimitiveBoundingBox]), TC;
    "gl_TessLevelOuter" Array(F32, 4), High IN / patch TessLevelOuter TESSELLATION, TE;
    "gl_TessLevelInner" Array(F32, 2), High IN / patch TessLevelInner TESSELLATION, TE;
    "gl_TessCoord" One(VEC3), High IN TessCoord TESSELLATION, TE;

    "gl_PrimitiveIDIn" One(I32), High IN PrimitiveId GEOMETRY, G;
    "gl_InvocationID" One(I32), High IN InvocationId since(400, 320).or(&[Extension::ArbGpuShader5, Extension::ExtGeometryShader, Extension::OesGeometryShader]), G;
    "gl_PrimitiveID" One(I32), High OUT PrimitiveId GEOMETRY, G;
    "gl_Layer" One(I32), High OUT Layer GEOMETRY, G;
    "gl_ViewportIndex" One(I32), High OUT ViewportIndex since(410, NEVER).or(&[Extension::ArbViewportArray, Extension::OesViewportArray]), G;
    "gl_Layer" One(I32), High OUT Layer LAYER_OUT, V.or(TE);
    "gl_Layer" One(I32), High OUT Layer extension(&[Extension::NvViewportArray2]), TC;
    "gl_ViewportIndex" One(I32), High OUT ViewportIndex LAYER_OUT, V.or(TE);

    "gl_FragCoord" One(VEC4), High IN FragCoord ANY, F;
    "gl_FrontFacing" One(BOOL), None IN FrontFacing ANY, F;
    "gl_PointCoord" One(VEC2), Medium IN PointCoord since(120, 100), F;
    "gl_ClipDistance" Unsized(F32, "gl_MaxClipDistances"), High IN ClipDistance CLIP, F;
    "gl_CullDistance" Unsized(F32, "gl_MaxCullDistances"), High IN CullDistance CULL, F;
    "gl_PrimitiveID" One(I32), High IN PrimitiveId FRAGMENT_PRIMITIVE, F;
    "gl_Layer" One(I32), High IN Layer since(430, 320).or(&[Extension::ExtGeometryShader, Extension::OesGeometryShader, Extension::ArbFragmentLayerViewport]), F;
    "gl_ViewportIndex" One(I32), High IN ViewportIndex since(430, NEVER).or(&[Extension::ArbFragmentLayerViewport, Extension::OesViewportArray]), F;
    "gl_SampleID" One(I32), Low IN SampleId SAMPLES, F;
    "gl_SamplePosition" One(VEC2), Medium IN SamplePosition SAMPLES, F;
    "gl_SampleMaskIn" Array(I32, 1), High IN SampleMask MASKS, F;
    "gl_SampleMask" Array(I32, 1), High OUT SampleMask SAMPLES, F;
    "gl_HelperInvocation" One(BOOL), None IN HelperInvocation since(450, 310), F;
    "gl_FragDepth" One(F32), High OUT FragDepth since(110, 300), F;
    "gl_FragDepthEXT" One(F32), High OUT FragDepth extension(&[Extension::ExtFragDepth]), F;
    "gl_FragColor" One(VEC4), Medium OUT FragColor since(110, 100).legacy(), F;
    "gl_FragData" Limited(VEC4, "gl_MaxDrawBuffers"), Medium OUT FragData since(110, NEVER).legacy().or(&[Extension::ExtDrawBuffers]), F;
    "gl_FragData" Array(VEC4, 1), Medium OUT FragData since(NEVER, 100).legacy(), F;
    "gl_SecondaryFragColorEXT" One(VEC4), Medium OUT SecondaryFragColor extension(&[Extension::ExtBlendFuncExtended]), F;
    "gl_SecondaryFragDataEXT" Limited(VEC4, "gl_MaxDualSourceDrawBuffersEXT"), Medium OUT SecondaryFragData extension(&[Extension::ExtBlendFuncExtended]), F;
    "gl_LastFragData" Limited(VEC4, "gl_MaxDrawBuffers"), Medium IN LastFragData extension(&[Extension::ExtShaderFramebufferFetch, Extension::ExtShaderFramebufferFetchNonCoherent]), F;
    "gl_LastFragColorARM" One(VEC4), Medium IN LastFragColor extension(&[Extension::ArmShaderFramebufferFetch]), F;
    "gl_LastFragDepthARM" One(F32), High IN LastFragDepth extension(&[Extension::ArmShaderFramebufferFetchDepthStencil]), F;
    "gl_LastFragStencilARM" One(I32), Low IN LastFragStencil extension(&[Extension::ArmShaderFramebufferFetchDepthStencil]), F;
    "gl_FragStencilRefARB" One(I32), High OUT FragStencilRef extension(&[Extension::ArbShaderStencilExport]), F;
    "gl_FragStencilRefAMD" One(I32), High OUT FragStencilRef extension(&[Extension::AmdShaderStencilExport]), F;
    "gl_BaryCoordEXT" One(VEC3), High IN BaryCoord extension(&[Extension::ExtFragmentShaderBarycentric]), F;
    "gl_BaryCoordNoPerspEXT" One(VEC3), High IN BaryCoordNoPersp extension(&[Extension::ExtFragmentShaderBarycentric]), F;
    "gl_BaryCoordNV" One(VEC3), High IN BaryCoord extension(&[Extension::NvFragmentShaderBarycentric]), F;
    "gl_BaryCoordNoPerspNV" One(VEC3), High IN BaryCoordNoPersp extension(&[Extension::NvFragmentShaderBarycentric]), F;
    "gl_BaryCoordNoPerspAMD" One(VEC2), High IN AmdBaryCoordNoPersp EXPLICIT, F;
    "gl_BaryCoordNoPerspCentroidAMD" One(VEC2), High IN AmdBaryCoordNoPerspCentroid EXPLICIT, F;
    "gl_BaryCoordNoPerspSampleAMD" One(VEC2), High IN AmdBaryCoordNoPerspSample EXPLICIT, F;
    "gl_BaryCoordSmoothAMD" One(VEC2), High IN AmdBaryCoordSmooth EXPLICIT, F;
    "gl_BaryCoordSmoothCentroidAMD" One(VEC2), High IN AmdBaryCoordSmoothCentroid EXPLICIT, F;
    "gl_BaryCoordSmoothSampleAMD" One(VEC2), High IN AmdBaryCoordSmoothSample EXPLICIT, F;
    "gl_BaryCoordPullModelAMD" One(VEC3), High IN AmdBaryCoordPullModel EXPLICIT, F;
    "gl_FragSizeEXT" One(IVEC2), High IN FragSize extension(&[Extension::ExtFragmentInvocationDensity]), F;
    "gl_FragInvocationCountEXT" One(I32), High IN FragInvocationCount extension(&[Extension::ExtFragmentInvocationDensity]), F;
    "gl_FragmentSizeNV" One(IVEC2), High IN FragSize extension(&[Extension::NvShadingRateImage]), F;
    "gl_InvocationsPerPixelNV" One(I32), High IN FragInvocationCount extension(&[Extension::NvShadingRateImage]), F;
    "gl_FragFullyCoveredNV" One(BOOL), None IN FullyCovered extension(&[Extension::NvConservativeRasterUnderestimation]), F;
    "gl_WarpsPerSMNV" One(U32), High IN WarpsPerSm SM, Stages::ALL;
    "gl_SMCountNV" One(U32), High IN SmCount SM, Stages::ALL;
    "gl_WarpIDNV" One(U32), High IN WarpId SM, Stages::ALL;
    "gl_SMIDNV" One(U32), High IN SmId SM, Stages::ALL;
    "gl_CoreIDARM" One(U32), High IN CoreId CORES, Stages::ALL;
    "gl_CoreCountARM" One(U32), High IN CoreCount CORES, Stages::ALL;
    "gl_CoreMaxIDARM" One(U32), High IN CoreMaxId CORES, Stages::ALL;
    "gl_WarpIDARM" One(U32), High IN CoreWarpId CORES, Stages::ALL;
    "gl_WarpMaxIDARM" One(U32), High IN CoreMaxWarpId CORES, Stages::ALL;
    "gl_ViewportMask" Unsized(I32, ""), High OUT / vertex ViewportMask extension(&[Extension::NvViewportArray2]), V.or(TC).or(TE).or(G);
    "gl_SecondaryPositionNV" One(VEC4), High OUT / vertex SecondaryPosition extension(&[Extension::NvStereoViewRendering]), V.or(TC).or(TE).or(G);
    "gl_SecondaryViewportMaskNV" Unsized(I32, ""), High OUT / vertex SecondaryViewportMask extension(&[Extension::NvStereoViewRendering]), V.or(TC).or(TE).or(G);
    "gl_PositionPerViewNV" Unsized(VEC4, ""), High OUT / vertex PositionPerView extension(&[Extension::NvxMultiviewPerViewAttributes]), V.or(TC).or(TE).or(G);
    "gl_ViewportMaskPerViewNV" Unsized(I32, ""), High OUT / vertex ViewportMaskPerView extension(&[Extension::NvxMultiviewPerViewAttributes]), V.or(TC).or(TE).or(G);
    "gl_ViewID_OVR" One(U32), High IN ViewIndex extension(&[Extension::OvrMultiview]), V.or(F);
    "gl_ViewIndex" One(I32), High IN ViewIndex extension(&[Extension::ExtMultiview]), V.or(TC).or(TE).or(G).or(F).or(Stages::TASK).or(Stages::MESH);
    "gl_DeviceIndex" One(I32), High IN DeviceIndex extension(&[Extension::ExtDeviceGroup]), Stages::ALL;

    "gl_LocalGroupSizeARB" One(UVEC3), High IN WorkgroupSize extension(&[Extension::ArbComputeVariableGroupSize]), Stages::COMPUTE;
    "gl_NumWorkGroups" One(UVEC3), High IN NumWorkgroups COMPUTE, C;
    "gl_WorkGroupID" One(UVEC3), High IN WorkgroupId COMPUTE, C;
    "gl_LocalInvocationID" One(UVEC3), High IN LocalInvocationId COMPUTE, C;
    "gl_GlobalInvocationID" One(UVEC3), High IN GlobalInvocationId COMPUTE, C;
    "gl_LocalInvocationIndex" One(U32), High IN LocalInvocationIndex COMPUTE, C;

    "gl_NumSubgroups" One(U32), High IN NumSubgroups SUBGROUP, C;
    "gl_SubgroupID" One(U32), High IN SubgroupId SUBGROUP, C;
    "gl_SubgroupSize" One(U32), Medium IN SubgroupSize SUBGROUP, Stages::ALL;
    "gl_SubgroupInvocationID" One(U32), Medium IN SubgroupInvocationId SUBGROUP, Stages::ALL;
    "gl_SubgroupEqMask" One(UVEC4), High IN SubgroupEqMask BALLOT, Stages::ALL;
    "gl_SubgroupGeMask" One(UVEC4), High IN SubgroupGeMask BALLOT, Stages::ALL;
    "gl_SubgroupGtMask" One(UVEC4), High IN SubgroupGtMask BALLOT, Stages::ALL;
    "gl_SubgroupLeMask" One(UVEC4), High IN SubgroupLeMask BALLOT, Stages::ALL;
    "gl_SubgroupLtMask" One(UVEC4), High IN SubgroupLtMask BALLOT, Stages::ALL;
    "gl_SubGroupSizeARB" One(U32), High IN SubgroupSize GROUP, Stages::ALL;
    "gl_SIMDGroupSizeAMD" One(I32), High IN SubgroupSize GCN, Stages::ALL;
    "gl_SubGroupInvocationARB" One(U32), High IN SubgroupInvocationId GROUP, Stages::ALL;
    "gl_SubGroupEqMaskARB" One(U64), High IN SubgroupEqMask GROUP, Stages::ALL;
    "gl_SubGroupGeMaskARB" One(U64), High IN SubgroupGeMask GROUP, Stages::ALL;
    "gl_SubGroupGtMaskARB" One(U64), High IN SubgroupGtMask GROUP, Stages::ALL;
    "gl_SubGroupLeMaskARB" One(U64), High IN SubgroupLeMask GROUP, Stages::ALL;
    "gl_SubGroupLtMaskARB" One(U64), High IN SubgroupLtMask GROUP, Stages::ALL;

    "gl_Position" One(VEC4), High OUT / mesh_vertex Position ANY_MESHES, M;
    "gl_PointSize" One(F32), High OUT / mesh_vertex PointSize ANY_MESHES, M;
    "gl_ClipDistance" Unsized(F32, "gl_MaxClipDistances"), High OUT / mesh_vertex ClipDistance ANY_MESHES, M;
    "gl_CullDistance" Unsized(F32, "gl_MaxCullDistances"), High OUT / mesh_vertex CullDistance ANY_MESHES, M;
    "gl_PrimitiveID" One(I32), High OUT / mesh_primitive PrimitiveId ANY_MESHES, M;
    "gl_Layer" One(I32), High OUT / mesh_primitive Layer ANY_MESHES, M;
    "gl_ViewportIndex" One(I32), High OUT / mesh_primitive ViewportIndex ANY_MESHES, M;
    "gl_CullPrimitiveEXT" One(BOOL), None OUT / mesh_primitive CullPrimitive MESHES, M;
    "gl_PrimitiveShadingRateEXT" One(I32), High OUT / mesh_primitive PrimitiveShadingRate MESHES, M;
    "gl_PositionPerViewNV" PerView(VEC4), High OUT / mesh_vertex PositionPerView MESHES_NV, M;
    "gl_ClipDistancePerViewNV" PerViewUnsized(F32, "gl_MaxClipDistances"), High OUT / mesh_vertex ClipDistancePerView MESHES_NV, M;
    "gl_CullDistancePerViewNV" PerViewUnsized(F32, "gl_MaxCullDistances"), High OUT / mesh_vertex CullDistancePerView MESHES_NV, M;
    "gl_LayerPerViewNV" PerView(I32), High OUT / mesh_primitive LayerPerView MESHES_NV, M;
    "gl_ViewportMask" Unsized(I32, ""), High OUT / mesh_primitive ViewportMask MESHES_NV, M;
    "gl_ViewportMaskPerViewNV" PerViewUnsized(I32, ""), High OUT / mesh_primitive ViewportMaskPerView MESHES_NV, M;
    "gl_TaskCountNV" One(U32), High OUT TaskCount MESHES_NV, Stages::TASK;
    "gl_PrimitiveCountNV" One(U32), High OUT PrimitiveCount MESHES_NV, M;
    "gl_PrimitiveIndicesNV" Unsized(U32, ""), High OUT PrimitiveIndices MESHES_NV, M;
    "gl_MeshViewCountNV" One(U32), High IN MeshViewCount MESHES_NV, Stages::TASK.or(M);
    "gl_MeshViewIndicesNV" Limited(U32, "gl_MaxMeshViewCountNV"), High IN MeshViewIndices MESHES_NV, Stages::TASK.or(M);
    "gl_PrimitivePointIndicesEXT" Unsized(U32, ""), High OUT PrimitivePointIndices MESHES, M;
    "gl_PrimitiveLineIndicesEXT" Unsized(UVEC2, ""), High OUT PrimitiveLineIndices MESHES, M;
    "gl_PrimitiveTriangleIndicesEXT" Unsized(UVEC3, ""), High OUT PrimitiveTriangleIndices MESHES, M;

    "gl_LaunchIDEXT" One(UVEC3), None IN LaunchId RAYS, Stages::RAY_TRACING;
    "gl_LaunchSizeEXT" One(UVEC3), None IN LaunchSize RAYS, Stages::RAY_TRACING;
    "gl_PrimitiveID" One(I32), None IN PrimitiveId extension(&[Extension::ExtRayTracing, Extension::NvRayTracing]), HIT;
    "gl_InstanceID" One(I32), None IN InstanceId extension(&[Extension::ExtRayTracing, Extension::NvRayTracing]), HIT;
    "gl_InstanceCustomIndexEXT" One(I32), None IN InstanceCustomIndex RAYS, HIT;
    "gl_GeometryIndexEXT" One(I32), None IN RayGeometryIndex RAYS, HIT;
    "gl_WorldRayOriginEXT" One(VEC3), None IN WorldRayOrigin RAYS, HIT.or(Stages::MISS);
    "gl_WorldRayDirectionEXT" One(VEC3), None IN WorldRayDirection RAYS, HIT.or(Stages::MISS);
    "gl_ObjectRayOriginEXT" One(VEC3), None IN ObjectRayOrigin RAYS, HIT;
    "gl_ObjectRayDirectionEXT" One(VEC3), None IN ObjectRayDirection RAYS, HIT;
    "gl_RayTminEXT" One(F32), None IN RayTmin RAYS, HIT.or(Stages::MISS);
    "gl_RayTmaxEXT" One(F32), None IN RayTmax RAYS, HIT.or(Stages::MISS);
    "gl_IncomingRayFlagsEXT" One(U32), None IN IncomingRayFlags RAYS, HIT.or(Stages::MISS);
    "gl_HitTEXT" One(F32), None IN RayTmax RAYS, Stages::ANY_HIT.or(Stages::CLOSEST_HIT);
    "gl_HitKindEXT" One(U32), None IN HitKind RAYS, Stages::ANY_HIT.or(Stages::CLOSEST_HIT);
    "gl_ObjectToWorldEXT" Matrix(4, 3), None IN ObjectToWorld RAYS, HIT;
    "gl_WorldToObjectEXT" Matrix(4, 3), None IN WorldToObject RAYS, HIT;
    "gl_ObjectToWorld3x4EXT" Matrix(3, 4), None IN ObjectToWorld RAYS, HIT;
    "gl_WorldToObject3x4EXT" Matrix(3, 4), None IN WorldToObject RAYS, HIT;
    "gl_CurrentRayTimeNV" One(F32), None IN CurrentRayTime extension(&[Extension::NvRayTracingMotionBlur]), HIT.or(Stages::MISS);
    "gl_LaunchIDNV" One(UVEC3), None IN LaunchId RAYS_NV, Stages::RAY_TRACING;
    "gl_LaunchSizeNV" One(UVEC3), None IN LaunchSize RAYS_NV, Stages::RAY_TRACING;
    "gl_InstanceCustomIndexNV" One(I32), None IN InstanceCustomIndex RAYS_NV, HIT;
    "gl_WorldRayOriginNV" One(VEC3), None IN WorldRayOrigin RAYS_NV, HIT.or(Stages::MISS);
    "gl_WorldRayDirectionNV" One(VEC3), None IN WorldRayDirection RAYS_NV, HIT.or(Stages::MISS);
    "gl_ObjectRayOriginNV" One(VEC3), None IN ObjectRayOrigin RAYS_NV, HIT;
    "gl_ObjectRayDirectionNV" One(VEC3), None IN ObjectRayDirection RAYS_NV, HIT;
    "gl_RayTminNV" One(F32), None IN RayTmin RAYS_NV, HIT.or(Stages::MISS);
    "gl_RayTmaxNV" One(F32), None IN RayTmax RAYS_NV, HIT.or(Stages::MISS);
    "gl_IncomingRayFlagsNV" One(U32), None IN IncomingRayFlags RAYS_NV, HIT.or(Stages::MISS);
    "gl_HitTNV" One(F32), None IN RayTmax RAYS_NV, Stages::ANY_HIT.or(Stages::CLOSEST_HIT);
    "gl_HitKindNV" One(U32), None IN HitKind RAYS_NV, Stages::ANY_HIT.or(Stages::CLOSEST_HIT);
    "gl_ObjectToWorldNV" Matrix(4, 3), None IN ObjectToWorld RAYS_NV, HIT;
    "gl_WorldToObjectNV" Matrix(4, 3), None IN WorldToObject RAYS_NV, HIT;
    "gl_CullMaskEXT" One(U32), None IN CullMask extension(&[Extension::ExtRayCullMask]), HIT.or(Stages::MISS);
    "gl_HitTriangleVertexPositionsEXT" Array(VEC3, 3), None IN HitTriangleVertexPositions extension(&[Extension::ExtRayTracingPositionFetch]), Stages::ANY_HIT.or(Stages::CLOSEST_HIT);

    "gl_TileOffsetQCOM" One(UVEC2), High IN TileOffset TILE_SHADING, F.or(Stages::COMPUTE);
    "gl_TileDimensionQCOM" One(UVEC3), High IN TileDimension TILE_SHADING, F.or(Stages::COMPUTE);
    "gl_TileApronSizeQCOM" One(UVEC2), High IN TileApronSize TILE_SHADING, F.or(Stages::COMPUTE);
    "gl_ClusterIDNV" One(I32), None IN ClusterId extension(&[Extension::NvClusterAccelerationStructure]), HITS;
    "gl_HitIsSphereNV" One(BOOL), None IN HitIsSphere SPHERES, HITS;
    "gl_HitIsLSSNV" One(BOOL), None IN HitIsLss SPHERES, HITS;
    "gl_HitSpherePositionNV" One(VEC3), None IN HitSpherePosition SPHERES, HITS;
    "gl_HitSphereRadiusNV" One(F32), None IN HitSphereRadius SPHERES, HITS;
    "gl_HitLSSPositionsNV" Array(VEC3, 2), None IN HitLssPositions SPHERES, HITS;
    "gl_HitLSSRadiiNV" Array(F32, 2), None IN HitLssRadii SPHERES, HITS;
    "gl_HitMicroTriangleVertexPositionsNV" Array(VEC3, 3), None IN HitMicroTriangleVertexPositions MICROMAP, HITS;
    "gl_HitMicroTriangleVertexBarycentricsNV" Array(VEC2, 3), None IN HitMicroTriangleVertexBarycentrics MICROMAP, HITS;
    "gl_HitKindFrontFacingMicroTriangleNV" One(U32), None IN HitKindFrontFacingMicroTriangle MICROMAP, Stages::RAY_TRACING;
    "gl_HitKindBackFacingMicroTriangleNV" One(U32), None IN HitKindBackFacingMicroTriangle MICROMAP, Stages::RAY_TRACING;

    "gl_DepthRange" Shape::Struct(&DEPTH_RANGE), High STATE Compatibility ANY, Stages::ALL;
    "gl_NumSamples" One(I32), Low STATE NumSamples SAMPLES, F;
};

/// The names and availability of built-in variables, constants, structs and functions that have no row in the
/// function tables.
pub fn builtin_names() -> impl Iterator<Item = (&'static str, Since)> {
    let variables = VARIABLES.iter().chain(COMPATIBILITY).map(|row| (row.name, row.since));
    let constants = CONSTANTS.iter().map(|row| (row.name, row.since));
    let numbers = NUMBERS.iter().map(|row| (row.name, row.since));
    let functions = MATRIX_FUNCTIONS.iter().map(|row| (row.name, row.since));
    variables
        .chain(constants)
        .chain(numbers)
        .chain(functions)
        .chain([("debugPrintfEXT", extension(&[Extension::ExtDebugPrintf]))])
        .chain(
            ["tensorReadARM", "tensorWriteARM", "tensorSizeARM"]
                .map(|name| (name, extension(&[Extension::ArmTensors]))),
        )
        .chain([("abortEXT", extension(&[Extension::ExtAbort]))])
        .chain(STRUCTURES.iter().map(|row| (row.name, row.since)))
}
