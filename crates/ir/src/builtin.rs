//! Built-in variables: inputs of a stage from the pipeline, and outputs to it.
//!
//! `Compatibility` stands for state, attributes and varyings of the compatibility profile: the name of the global
//! says which.

use crate::stages::Stages;

/// The type of a built-in variable. Integers have 32 bits and either signedness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltInShape {
    /// Of any type.
    Any,
    /// A `bool`.
    Bool,
    /// An integer.
    Int,
    /// An `f32`.
    F32,
    /// Two `f32`.
    Vec2,
    /// Three `f32`.
    Vec3,
    /// Four `f32`.
    Vec4,
    /// Two integers.
    Ivec2,
    /// Three integers.
    Uvec3,
    /// Four integers, or one of 64 bits.
    Mask,
    /// An array of `f32`.
    Floats,
    /// An array of integers, or one integer, as naga has it.
    Ints,
    /// An array of integers, or for each view one of those.
    IntsOfViews,
    /// An array for each view of an array of `f32`.
    FloatsOfViews,
    /// An array of vectors of four `f32`.
    Vec4s,
    /// An array of three vectors of three `f32`.
    Triangle,
    /// An array of three vectors of two `f32`.
    Vec2s,
    /// An array of two vectors of three `f32`.
    Vec3Pair,
    /// An array of two `f32`.
    F32Pair,
    /// Four columns of three `f32`.
    Mat4x3,
    /// An array of integers.
    Indices,
    /// An array of vectors of two integers.
    LineIndices,
    /// An array of vectors of three integers.
    TriangleIndices,
}

/// The type of a built-in variable, and the stages of which it is an input or output.
#[derive(Clone, Copy, Debug)]
pub struct BuiltInInterface {
    /// Its type; that of an element where there is one for each vertex or primitive.
    pub shape: BuiltInShape,
    /// The stages of which it is an input.
    pub inputs: Stages,
    /// The stages of which it is an output.
    pub outputs: Stages,
    /// True if it is a uniform with state of OpenGL.
    pub is_state: bool,
}

macro_rules! capability {
    () => {
        None
    };
    ($number:literal) => {
        Some($number)
    };
}

macro_rules! state {
    () => {
        false
    };
    (state) => {
        true
    };
}

macro_rules! builtins {
    ($($variant:ident $name:literal $spirv:literal $shape:ident $(cap $capability:literal)?
        $(in($($input:ident)+))? $(out($($output:ident)+))? $(, $state:ident)?;)*) => {
        /// A built-in variable or block member.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "the names are those of SPIR-V's BuiltIn")]
        pub enum BuiltIn { $($variant),* }

        impl BuiltIn {
            /// Every built-in with its spelling in the text form, its number in SPIR-V (`u32::MAX` for those that
            /// SPIR-V lacks) and the capability it needs, if any.
            pub const ALL: &[(Self, &'static str, u32, Option<u32>)] =
                &[$((Self::$variant, $name, $spirv, capability!($($capability)?))),*];

            const INTERFACES: &[BuiltInInterface] = &[$( BuiltInInterface {
                shape: BuiltInShape::$shape,
                inputs: Stages::NONE$($(.or(Stages::$input))+)?,
                outputs: Stages::NONE$($(.or(Stages::$output))+)?,
                is_state: state!($($state)?),
            } ),*];
        }
    };
}
builtins! {
    Position "position" 0 Vec4 in(TESSELLATION GEOMETRY) out(VERTEX TESSELLATION GEOMETRY MESH);
    PointSize "point_size" 1 F32 in(TESSELLATION GEOMETRY) out(VERTEX TESSELLATION GEOMETRY MESH);
    ClipDistance "clip_distance" 3 Floats cap 32 in(TESSELLATION GEOMETRY FRAGMENT) out(VERTEX TESSELLATION GEOMETRY MESH);
    CullDistance "cull_distance" 4 Floats cap 33 in(TESSELLATION GEOMETRY FRAGMENT) out(VERTEX TESSELLATION GEOMETRY MESH);
    VertexId "vertex_id" 5 Int in(VERTEX);
    InstanceId "instance_id" 6 Int in(VERTEX INTERSECTION ANY_HIT CLOSEST_HIT);
    PrimitiveId "primitive_id" 7 Int in(TESSELLATION GEOMETRY FRAGMENT INTERSECTION ANY_HIT CLOSEST_HIT) out(GEOMETRY MESH);
    InvocationId "invocation_id" 8 Int in(TESS_CONTROL GEOMETRY);
    Layer "layer" 9 Int in(FRAGMENT) out(VERTEX TESSELLATION GEOMETRY MESH);
    ViewportIndex "viewport_index" 10 Int in(FRAGMENT) out(VERTEX TESS_EVALUATION GEOMETRY MESH);
    TessLevelOuter "tess_level_outer" 11 Floats cap 3 in(TESS_EVALUATION) out(TESS_CONTROL);
    TessLevelInner "tess_level_inner" 12 Floats cap 3 in(TESS_EVALUATION) out(TESS_CONTROL);
    TessCoord "tess_coord" 13 Vec3 cap 3 in(TESS_EVALUATION);
    PatchVertices "patch_vertices" 14 Int cap 3 in(TESSELLATION);
    FragCoord "frag_coord" 15 Vec4 in(FRAGMENT);
    PointCoord "point_coord" 16 Vec2 in(FRAGMENT);
    FrontFacing "front_facing" 17 Bool in(FRAGMENT);
    SampleId "sample_id" 18 Int cap 35 in(FRAGMENT);
    SamplePosition "sample_position" 19 Vec2 cap 35 in(FRAGMENT);
    SampleMask "sample_mask" 20 Ints in(FRAGMENT) out(FRAGMENT);
    FragDepth "frag_depth" 22 F32 out(FRAGMENT);
    HelperInvocation "helper_invocation" 23 Bool in(FRAGMENT);
    NumWorkgroups "num_workgroups" 24 Uvec3 in(COMPUTE TASK MESH);
    WorkgroupSize "workgroup_size" 25 Uvec3 in(COMPUTE);
    WorkgroupId "workgroup_id" 26 Uvec3 in(COMPUTE TASK MESH);
    LocalInvocationId "local_invocation_id" 27 Uvec3 in(COMPUTE TASK MESH);
    GlobalInvocationId "global_invocation_id" 28 Uvec3 in(COMPUTE TASK MESH);
    LocalInvocationIndex "local_invocation_index" 29 Int in(COMPUTE TASK MESH);
    SubgroupSize "subgroup_size" 36 Int cap 61 in(ALL);
    NumSubgroups "num_subgroups" 38 Int cap 61 in(COMPUTE TASK MESH);
    SubgroupId "subgroup_id" 40 Int cap 61 in(COMPUTE TASK MESH);
    SubgroupInvocationId "subgroup_invocation_id" 41 Int cap 61 in(ALL);
    VertexIndex "vertex_index" 42 Int in(VERTEX);
    InstanceIndex "instance_index" 43 Int in(VERTEX);
    CoreId "core_id" 4160 Int cap 4165 in(ALL);
    CoreCount "core_count" 4161 Int cap 4165 in(ALL);
    CoreMaxId "core_max_id" 4162 Int cap 4165 in(ALL);
    CoreWarpId "core_warp_id" 4163 Int cap 4165 in(ALL);
    CoreMaxWarpId "core_max_warp_id" 4164 Int cap 4165 in(ALL);
    SubgroupEqMask "subgroup_eq_mask" 4416 Mask cap 64 in(ALL);
    SubgroupGeMask "subgroup_ge_mask" 4417 Mask cap 64 in(ALL);
    SubgroupGtMask "subgroup_gt_mask" 4418 Mask cap 64 in(ALL);
    SubgroupLeMask "subgroup_le_mask" 4419 Mask cap 64 in(ALL);
    SubgroupLtMask "subgroup_lt_mask" 4420 Mask cap 64 in(ALL);
    BaseVertex "base_vertex" 4424 Int cap 4427 in(VERTEX);
    BaseInstance "base_instance" 4425 Int cap 4427 in(VERTEX);
    DrawIndex "draw_index" 4426 Int cap 4427 in(VERTEX TASK MESH);
    PrimitiveShadingRate "primitive_shading_rate" 4432 Int cap 4422 out(VERTEX GEOMETRY MESH);
    DeviceIndex "device_index" 4438 Int cap 4437 in(ALL);
    ViewIndex "view_index" 4440 Int cap 4439 in(VERTEX TESSELLATION GEOMETRY FRAGMENT TASK MESH);
    ShadingRate "shading_rate" 4444 Int cap 4422 in(FRAGMENT);
    TileOffset "tile_offset" 4492 Ivec2 cap 4495 in(FRAGMENT COMPUTE);
    TileDimension "tile_dimension" 4493 Uvec3 cap 4495 in(FRAGMENT COMPUTE);
    TileApronSize "tile_apron_size" 4494 Ivec2 cap 4495 in(FRAGMENT COMPUTE);
    FragStencilRef "frag_stencil_ref" 5014 Int cap 5013 out(FRAGMENT);
    ViewportMask "viewport_mask" 5253 Ints cap 5255 in(TESSELLATION GEOMETRY) out(VERTEX TESSELLATION GEOMETRY MESH);
    SecondaryPosition "secondary_position" 5257 Vec4 cap 5259 in(TESSELLATION GEOMETRY) out(VERTEX TESSELLATION GEOMETRY);
    SecondaryViewportMask "secondary_viewport_mask" 5258 Ints cap 5259 in(TESSELLATION GEOMETRY) out(VERTEX TESSELLATION GEOMETRY);
    PositionPerView "position_per_view" 5261 Vec4s cap 5260 in(TESSELLATION GEOMETRY) out(VERTEX TESSELLATION GEOMETRY MESH);
    ViewportMaskPerView "viewport_mask_per_view" 5262 IntsOfViews cap 5260 in(TESSELLATION GEOMETRY) out(VERTEX TESSELLATION GEOMETRY MESH);
    TaskCount "task_count" 5274 Int cap 5266 out(TASK);
    PrimitiveCount "primitive_count" 5275 Int cap 5266 out(MESH);
    PrimitiveIndices "primitive_indices" 5276 Indices cap 5266 out(MESH);
    ClipDistancePerView "clip_distance_per_view" 5277 FloatsOfViews cap 5266 out(MESH);
    CullDistancePerView "cull_distance_per_view" 5278 FloatsOfViews cap 5266 out(MESH);
    LayerPerView "layer_per_view" 5279 Ints cap 5266 out(MESH);
    MeshViewCount "mesh_view_count" 5280 Int cap 5266 in(TASK MESH);
    MeshViewIndices "mesh_view_indices" 5281 Ints cap 5266 in(TASK MESH);
    FullyCovered "fully_covered" 5264 Bool cap 5265 in(FRAGMENT);
    FragSize "frag_size" 5292 Ivec2 cap 5291 in(FRAGMENT);
    FragInvocationCount "frag_invocation_count" 5293 Int cap 5291 in(FRAGMENT);
    PrimitivePointIndices "primitive_point_indices" 5294 Indices cap 5283 out(MESH);
    PrimitiveLineIndices "primitive_line_indices" 5295 LineIndices cap 5283 out(MESH);
    PrimitiveTriangleIndices "primitive_triangle_indices" 5296 TriangleIndices cap 5283 out(MESH);
    CullPrimitive "cull_primitive" 5299 Bool cap 5283 out(MESH);
    AmdBaryCoordNoPersp "amd_bary_coord_no_persp" 4992 Vec2 in(FRAGMENT);
    AmdBaryCoordNoPerspCentroid "amd_bary_coord_no_persp_centroid" 4993 Vec2 in(FRAGMENT);
    AmdBaryCoordNoPerspSample "amd_bary_coord_no_persp_sample" 4994 Vec2 in(FRAGMENT);
    AmdBaryCoordSmooth "amd_bary_coord_smooth" 4995 Vec2 in(FRAGMENT);
    AmdBaryCoordSmoothCentroid "amd_bary_coord_smooth_centroid" 4996 Vec2 in(FRAGMENT);
    AmdBaryCoordSmoothSample "amd_bary_coord_smooth_sample" 4997 Vec2 in(FRAGMENT);
    AmdBaryCoordPullModel "amd_bary_coord_pull_model" 4998 Vec3 in(FRAGMENT);
    BaryCoord "bary_coord" 5286 Vec3 cap 5284 in(FRAGMENT);
    BaryCoordNoPersp "bary_coord_no_persp" 5287 Vec3 cap 5284 in(FRAGMENT);
    LaunchId "launch_id" 5319 Uvec3 cap 4479 in(RAY_TRACING);
    LaunchSize "launch_size" 5320 Uvec3 cap 4479 in(RAY_TRACING);
    WorldRayOrigin "world_ray_origin" 5321 Vec3 cap 4479 in(INTERSECTION ANY_HIT CLOSEST_HIT MISS);
    WorldRayDirection "world_ray_direction" 5322 Vec3 cap 4479 in(INTERSECTION ANY_HIT CLOSEST_HIT MISS);
    ObjectRayOrigin "object_ray_origin" 5323 Vec3 cap 4479 in(INTERSECTION ANY_HIT CLOSEST_HIT);
    ObjectRayDirection "object_ray_direction" 5324 Vec3 cap 4479 in(INTERSECTION ANY_HIT CLOSEST_HIT);
    RayTmin "ray_tmin" 5325 F32 cap 4479 in(INTERSECTION ANY_HIT CLOSEST_HIT MISS);
    RayTmax "ray_tmax" 5326 F32 cap 4479 in(INTERSECTION ANY_HIT CLOSEST_HIT MISS);
    InstanceCustomIndex "instance_custom_index" 5327 Int cap 4479 in(INTERSECTION ANY_HIT CLOSEST_HIT);
    ObjectToWorld "object_to_world" 5330 Mat4x3 cap 4479 in(INTERSECTION ANY_HIT CLOSEST_HIT);
    WorldToObject "world_to_object" 5331 Mat4x3 cap 4479 in(INTERSECTION ANY_HIT CLOSEST_HIT);
    HitKind "hit_kind" 5333 Int cap 4479 in(ANY_HIT CLOSEST_HIT);
    CurrentRayTime "current_ray_time" 5334 F32 cap 5341 in(INTERSECTION ANY_HIT CLOSEST_HIT MISS);
    HitTriangleVertexPositions "hit_triangle_vertex_positions" 5335 Triangle cap 5336 in(ANY_HIT CLOSEST_HIT);
    HitMicroTriangleVertexPositions "hit_micro_triangle_vertex_positions" 5337 Triangle cap 5409 in(ANY_HIT CLOSEST_HIT);
    HitMicroTriangleVertexBarycentrics "hit_micro_triangle_vertex_barycentrics" 5344 Vec2s cap 5409 in(ANY_HIT CLOSEST_HIT);
    HitKindFrontFacingMicroTriangle "hit_kind_front_facing_micro_triangle" 5405 Int cap 5409 in(RAY_TRACING);
    HitKindBackFacingMicroTriangle "hit_kind_back_facing_micro_triangle" 5406 Int cap 5409 in(RAY_TRACING);
    HitIsSphere "hit_is_sphere" 5359 Bool cap 5418 in(ANY_HIT CLOSEST_HIT);
    HitIsLss "hit_is_lss" 5360 Bool cap 5419 in(ANY_HIT CLOSEST_HIT);
    HitSpherePosition "hit_sphere_position" 5361 Vec3 cap 5418 in(ANY_HIT CLOSEST_HIT);
    HitSphereRadius "hit_sphere_radius" 5420 F32 cap 5418 in(ANY_HIT CLOSEST_HIT);
    HitLssPositions "hit_lss_positions" 5396 Vec3Pair cap 5419 in(ANY_HIT CLOSEST_HIT);
    HitLssRadii "hit_lss_radii" 5421 F32Pair cap 5419 in(ANY_HIT CLOSEST_HIT);
    ClusterId "cluster_id" 5436 Int cap 5437 in(ANY_HIT CLOSEST_HIT);
    WarpsPerSm "warps_per_sm" 5374 Int cap 5373 in(ALL);
    SmCount "sm_count" 5375 Int cap 5373 in(ALL);
    WarpId "warp_id" 5376 Int cap 5373 in(ALL);
    SmId "sm_id" 5377 Int cap 5373 in(ALL);
    IncomingRayFlags "incoming_ray_flags" 5351 Int cap 4479 in(INTERSECTION ANY_HIT CLOSEST_HIT MISS);
    RayGeometryIndex "ray_geometry_index" 5352 Int cap 4479 in(INTERSECTION ANY_HIT CLOSEST_HIT);
    CullMask "cull_mask" 6021 Int cap 6020 in(INTERSECTION ANY_HIT CLOSEST_HIT MISS);
    BoundingBox "bounding_box" 4294967295 Vec4s out(TESS_CONTROL);
    LastFragData "last_frag_data" 4294967295 Any in(FRAGMENT) out(FRAGMENT);
    LastFragColor "last_frag_color" 4294967295 Any in(FRAGMENT) out(FRAGMENT);
    LastFragDepth "last_frag_depth" 4294967295 F32 in(FRAGMENT);
    LastFragStencil "last_frag_stencil" 4294967295 Int in(FRAGMENT);
    SecondaryFragColor "secondary_frag_color" 4294967295 Any out(FRAGMENT);
    SecondaryFragData "secondary_frag_data" 4294967295 Any out(FRAGMENT);
    FragColor "frag_color" 4294967295 Any out(FRAGMENT);
    FragData "frag_data" 4294967295 Any out(FRAGMENT);
    NumSamples "num_samples" 4294967295 Int, state;
    ClipVertex "clip_vertex" 4294967295 Vec4 in(TESSELLATION GEOMETRY) out(VERTEX TESSELLATION GEOMETRY);
    Compatibility "compatibility" 4294967295 Any in(VERTEX TESSELLATION GEOMETRY FRAGMENT)
        out(VERTEX TESSELLATION GEOMETRY FRAGMENT), state;
}

impl BuiltIn {
    /// True for what the framebuffer held before the fragment.
    pub fn is_of_framebuffer(self) -> bool {
        matches!(self, Self::LastFragData | Self::LastFragColor | Self::LastFragDepth | Self::LastFragStencil)
    }

    /// Its type and its stages.
    pub fn interface(self) -> BuiltInInterface {
        Self::INTERFACES[self as usize]
    }

    /// Spelling in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The built-in with this spelling.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Number in SPIR-V, for those it has.
    pub fn spirv(self) -> Option<u32> {
        Some(Self::ALL[self as usize].2).filter(|&number| number != u32::MAX)
    }

    /// Number of the SPIR-V capability it needs beyond its stage's, if any.
    pub fn capability(self) -> Option<u32> {
        Self::ALL[self as usize].3
    }
}
