//! Built-in variables: inputs of a stage from the pipeline, and outputs to it.
//!
//! `Compatibility` stands for state, attributes and varyings of the compatibility profile: the name of the global
//! says which.

macro_rules! capability {
    () => {
        None
    };
    ($number:literal) => {
        Some($number)
    };
}

macro_rules! builtins {
    ($($variant:ident $name:literal $spirv:literal $(cap $capability:literal)?;)*) => {
        /// A built-in variable or block member.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "the names are those of SPIR-V's BuiltIn")]
        pub enum BuiltIn { $($variant),* }

        impl BuiltIn {
            /// Every built-in with its spelling in the text form, its number in SPIR-V (`u32::MAX` for those that
            /// SPIR-V lacks) and the capability it needs, if any.
            pub const ALL: &[(Self, &'static str, u32, Option<u32>)] =
                &[$((Self::$variant, $name, $spirv, capability!($($capability)?))),*];
        }
    };
}
builtins! {
    Position "position" 0;
    PointSize "point_size" 1;
    ClipDistance "clip_distance" 3 cap 32;
    CullDistance "cull_distance" 4 cap 33;
    VertexId "vertex_id" 5;
    InstanceId "instance_id" 6;
    PrimitiveId "primitive_id" 7;
    InvocationId "invocation_id" 8;
    Layer "layer" 9;
    ViewportIndex "viewport_index" 10;
    TessLevelOuter "tess_level_outer" 11 cap 3;
    TessLevelInner "tess_level_inner" 12 cap 3;
    TessCoord "tess_coord" 13 cap 3;
    PatchVertices "patch_vertices" 14 cap 3;
    FragCoord "frag_coord" 15;
    PointCoord "point_coord" 16;
    FrontFacing "front_facing" 17;
    SampleId "sample_id" 18 cap 35;
    SamplePosition "sample_position" 19 cap 35;
    SampleMask "sample_mask" 20;
    FragDepth "frag_depth" 22;
    HelperInvocation "helper_invocation" 23;
    NumWorkgroups "num_workgroups" 24;
    WorkgroupSize "workgroup_size" 25;
    WorkgroupId "workgroup_id" 26;
    LocalInvocationId "local_invocation_id" 27;
    GlobalInvocationId "global_invocation_id" 28;
    LocalInvocationIndex "local_invocation_index" 29;
    SubgroupSize "subgroup_size" 36 cap 61;
    NumSubgroups "num_subgroups" 38 cap 61;
    SubgroupId "subgroup_id" 40 cap 61;
    SubgroupInvocationId "subgroup_invocation_id" 41 cap 61;
    VertexIndex "vertex_index" 42;
    InstanceIndex "instance_index" 43;
    SubgroupEqMask "subgroup_eq_mask" 4416 cap 64;
    SubgroupGeMask "subgroup_ge_mask" 4417 cap 64;
    SubgroupGtMask "subgroup_gt_mask" 4418 cap 64;
    SubgroupLeMask "subgroup_le_mask" 4419 cap 64;
    SubgroupLtMask "subgroup_lt_mask" 4420 cap 64;
    BaseVertex "base_vertex" 4424 cap 4427;
    BaseInstance "base_instance" 4425 cap 4427;
    DrawIndex "draw_index" 4426 cap 4427;
    PrimitiveShadingRate "primitive_shading_rate" 4432 cap 4422;
    DeviceIndex "device_index" 4438 cap 4437;
    ViewIndex "view_index" 4440 cap 4439;
    ShadingRate "shading_rate" 4444 cap 4422;
    FragStencilRef "frag_stencil_ref" 5014 cap 5013;
    FragSize "frag_size" 5292 cap 5291;
    FragInvocationCount "frag_invocation_count" 5293 cap 5291;
    PrimitivePointIndices "primitive_point_indices" 5294 cap 5283;
    PrimitiveLineIndices "primitive_line_indices" 5295 cap 5283;
    PrimitiveTriangleIndices "primitive_triangle_indices" 5296 cap 5283;
    CullPrimitive "cull_primitive" 5299 cap 5283;
    BaryCoord "bary_coord" 5286 cap 5284;
    BaryCoordNoPersp "bary_coord_no_persp" 5287 cap 5284;
    LaunchId "launch_id" 5319 cap 4479;
    LaunchSize "launch_size" 5320 cap 4479;
    WorldRayOrigin "world_ray_origin" 5321 cap 4479;
    WorldRayDirection "world_ray_direction" 5322 cap 4479;
    ObjectRayOrigin "object_ray_origin" 5323 cap 4479;
    ObjectRayDirection "object_ray_direction" 5324 cap 4479;
    RayTmin "ray_tmin" 5325 cap 4479;
    RayTmax "ray_tmax" 5326 cap 4479;
    InstanceCustomIndex "instance_custom_index" 5327 cap 4479;
    ObjectToWorld "object_to_world" 5330 cap 4479;
    WorldToObject "world_to_object" 5331 cap 4479;
    HitKind "hit_kind" 5333 cap 4479;
    HitTriangleVertexPositions "hit_triangle_vertex_positions" 5335 cap 5336;
    IncomingRayFlags "incoming_ray_flags" 5351 cap 4479;
    RayGeometryIndex "ray_geometry_index" 5352 cap 4479;
    CullMask "cull_mask" 6021 cap 6020;
    BoundingBox "bounding_box" 4294967295;
    LastFragData "last_frag_data" 4294967295;
    LastFragColor "last_frag_color" 4294967295;
    SecondaryFragColor "secondary_frag_color" 4294967295;
    SecondaryFragData "secondary_frag_data" 4294967295;
    FragColor "frag_color" 4294967295;
    FragData "frag_data" 4294967295;
    NumSamples "num_samples" 4294967295;
    ClipVertex "clip_vertex" 4294967295;
    Compatibility "compatibility" 4294967295;
}

impl BuiltIn {
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
