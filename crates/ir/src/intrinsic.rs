//! The intrinsic table: operations of special stages and extensions, one row each.
//!
//! A row gives the name, effects, SPIR-V opcode, capability and extension. Operands stand in the order of the SPIR-V
//! instruction after its result type and id; literal operands are integer constants. [`crate::Op::Intrinsic`]
//! carries the row in its immediate.

use crate::effects::Effects;

/// The row of an intrinsic in the table.
#[derive(Clone, Copy, Debug)]
pub struct IntrinsicInfo {
    /// Name in the text form.
    pub name: &'static str,
    /// Fewest and most operands.
    pub operands: (u8, u8),
    /// True if it gives a value.
    pub result: bool,
    /// Its side effects.
    pub effects: Effects,
    /// SPIR-V opcode.
    pub spirv: u16,
    /// Number of the SPIR-V capability, if it needs one beyond its stage's.
    pub capability: Option<u32>,
    /// SPIR-V extension, if it needs one.
    pub extension: Option<&'static str>,
}

macro_rules! effects {
    () => { Effects::PURE };
    ($($effect:ident)+) => { Effects::PURE$(.union(Effects::$effect))+ };
}

macro_rules! optional {
    () => {
        None
    };
    ($value:literal) => {
        Some($value)
    };
}

macro_rules! result {
    (value) => {
        true
    };
    (void) => {
        false
    };
}

macro_rules! intrinsics {
    ($( $variant:ident $name:literal $least:literal..$most:literal $result:ident op $spirv:literal
        $([$($effect:ident)*])? $(cap $capability:literal)? $(ext $extension:literal)? ; )*) => {
        /// An operation of a special stage or an extension.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Intrinsic { $( #[doc = concat!("`", $name, "`")] $variant ),* }

        impl Intrinsic {
            /// Every intrinsic, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),*];
        }

        static INTRINSICS: &[IntrinsicInfo] = &[$( IntrinsicInfo {
            name: $name,
            operands: ($least, $most),
            result: result!($result),
            effects: effects!($($($effect)*)?),
            spirv: $spirv,
            capability: optional!($($capability)?),
            extension: optional!($($extension)?),
        } ),*];
    };
}

intrinsics! {
    // Geometry.
    EmitVertex "emit_vertex" 0..0 void op 218 [READS WRITES] cap 2;
    EndPrimitive "end_primitive" 0..0 void op 219 [WRITES] cap 2;
    EmitStreamVertex "emit_stream_vertex" 1..1 void op 220 [READS WRITES] cap 54;
    EndStreamPrimitive "end_stream_primitive" 1..1 void op 221 [WRITES] cap 54;

    // Barriers: (execution scope, memory scope, semantics) and (memory scope, semantics).
    ControlBarrier "control_barrier" 3..3 void op 224 [READS WRITES CONVERGENT];
    MemoryBarrier "memory_barrier" 2..2 void op 225 [READS WRITES];

    // Fragment.
    Demote "demote" 0..0 void op 5380 [WRITES] cap 5379 ext "SPV_EXT_demote_to_helper_invocation";
    IsHelper "is_helper" 0..0 value op 5381 [READS] cap 5379 ext "SPV_EXT_demote_to_helper_invocation";
    BeginInterlock "begin_interlock" 0..0 void op 5364 [READS WRITES CONVERGENT] ext "SPV_EXT_fragment_shader_interlock";
    EndInterlock "end_interlock" 0..0 void op 5365 [READS WRITES CONVERGENT] ext "SPV_EXT_fragment_shader_interlock";
    ColorAttachmentRead "color_attachment_read" 1..2 value op 4160 [READS] cap 4166 ext "SPV_EXT_shader_tile_image";
    DepthAttachmentRead "depth_attachment_read" 0..1 value op 4161 [READS] cap 4167 ext "SPV_EXT_shader_tile_image";
    StencilAttachmentRead "stencil_attachment_read" 0..1 value op 4162 [READS] cap 4168 ext "SPV_EXT_shader_tile_image";

    // Textures: (residency code).
    SparseTexelsResident "sparse_texels_resident" 1..1 value op 316 [READS] cap 41;

    // Clocks: (scope).
    ReadClock "read_clock" 1..1 value op 5056 [READS WRITES] cap 5055 ext "SPV_KHR_shader_clock";

    // Subgroups. The first operand is the scope.
    SubgroupElect "subgroup_elect" 1..1 value op 333 [CONVERGENT] cap 61;
    SubgroupAll "subgroup_all" 2..2 value op 334 [CONVERGENT] cap 62;
    SubgroupAny "subgroup_any" 2..2 value op 335 [CONVERGENT] cap 62;
    SubgroupAllEqual "subgroup_all_equal" 2..2 value op 336 [CONVERGENT] cap 62;
    SubgroupBroadcast "subgroup_broadcast" 3..3 value op 337 [CONVERGENT] cap 64;
    SubgroupBroadcastFirst "subgroup_broadcast_first" 2..2 value op 338 [CONVERGENT] cap 64;
    SubgroupBallot "subgroup_ballot" 2..2 value op 339 [CONVERGENT] cap 64;
    SubgroupInverseBallot "subgroup_inverse_ballot" 2..2 value op 340 [CONVERGENT] cap 64;
    SubgroupBallotBitExtract "subgroup_ballot_bit_extract" 3..3 value op 341 [CONVERGENT] cap 64;
    SubgroupBallotBitCount "subgroup_ballot_bit_count" 3..3 value op 342 [CONVERGENT] cap 64;
    SubgroupBallotFindLsb "subgroup_ballot_find_lsb" 2..2 value op 343 [CONVERGENT] cap 64;
    SubgroupBallotFindMsb "subgroup_ballot_find_msb" 2..2 value op 344 [CONVERGENT] cap 64;
    SubgroupShuffle "subgroup_shuffle" 3..3 value op 345 [CONVERGENT] cap 65;
    SubgroupShuffleXor "subgroup_shuffle_xor" 3..3 value op 346 [CONVERGENT] cap 65;
    SubgroupShuffleUp "subgroup_shuffle_up" 3..3 value op 347 [CONVERGENT] cap 66;
    SubgroupShuffleDown "subgroup_shuffle_down" 3..3 value op 348 [CONVERGENT] cap 66;
    // (scope, group operation, value, [cluster size]): reduce 0, inclusive scan 1, exclusive scan 2, clustered 3.
    SubgroupIadd "subgroup_iadd" 3..4 value op 349 [CONVERGENT] cap 63;
    SubgroupFadd "subgroup_fadd" 3..4 value op 350 [CONVERGENT] cap 63;
    SubgroupImul "subgroup_imul" 3..4 value op 351 [CONVERGENT] cap 63;
    SubgroupFmul "subgroup_fmul" 3..4 value op 352 [CONVERGENT] cap 63;
    SubgroupSmin "subgroup_smin" 3..4 value op 353 [CONVERGENT] cap 63;
    SubgroupUmin "subgroup_umin" 3..4 value op 354 [CONVERGENT] cap 63;
    SubgroupFmin "subgroup_fmin" 3..4 value op 355 [CONVERGENT] cap 63;
    SubgroupSmax "subgroup_smax" 3..4 value op 356 [CONVERGENT] cap 63;
    SubgroupUmax "subgroup_umax" 3..4 value op 357 [CONVERGENT] cap 63;
    SubgroupFmax "subgroup_fmax" 3..4 value op 358 [CONVERGENT] cap 63;
    SubgroupIand "subgroup_iand" 3..4 value op 359 [CONVERGENT] cap 63;
    SubgroupIor "subgroup_ior" 3..4 value op 360 [CONVERGENT] cap 63;
    SubgroupIxor "subgroup_ixor" 3..4 value op 361 [CONVERGENT] cap 63;
    SubgroupAnd "subgroup_and" 3..4 value op 362 [CONVERGENT] cap 63;
    SubgroupOr "subgroup_or" 3..4 value op 363 [CONVERGENT] cap 63;
    SubgroupXor "subgroup_xor" 3..4 value op 364 [CONVERGENT] cap 63;
    SubgroupQuadBroadcast "subgroup_quad_broadcast" 3..3 value op 365 [CONVERGENT] cap 68;
    SubgroupQuadSwap "subgroup_quad_swap" 3..3 value op 366 [CONVERGENT] cap 68;
    SubgroupRotate "subgroup_rotate" 3..4 value op 4431 [CONVERGENT] cap 6026 ext "SPV_KHR_subgroup_rotate";
    QuadAll "quad_all" 1..1 value op 5110 [CONVERGENT] cap 5087 ext "SPV_KHR_quad_control";
    QuadAny "quad_any" 1..1 value op 5111 [CONVERGENT] cap 5087 ext "SPV_KHR_quad_control";
    BallotKhr "ballot_khr" 1..1 value op 4421 [CONVERGENT] cap 4423 ext "SPV_KHR_shader_ballot";
    FirstInvocationKhr "first_invocation_khr" 1..1 value op 4422 [CONVERGENT] cap 4423 ext "SPV_KHR_shader_ballot";
    ReadInvocationKhr "read_invocation_khr" 2..2 value op 4432 [CONVERGENT] cap 4423 ext "SPV_KHR_shader_ballot";
    VoteAllKhr "vote_all_khr" 1..1 value op 4428 [CONVERGENT] cap 4431 ext "SPV_KHR_subgroup_vote";
    VoteAnyKhr "vote_any_khr" 1..1 value op 4429 [CONVERGENT] cap 4431 ext "SPV_KHR_subgroup_vote";
    VoteAllEqualKhr "vote_all_equal_khr" 1..1 value op 4430 [CONVERGENT] cap 4431 ext "SPV_KHR_subgroup_vote";

    // Integer dot products.
    SdotProduct "sdot_product" 2..3 value op 4450 cap 6019 ext "SPV_KHR_integer_dot_product";
    UdotProduct "udot_product" 2..3 value op 4451 cap 6019 ext "SPV_KHR_integer_dot_product";
    SudotProduct "sudot_product" 2..3 value op 4452 cap 6019 ext "SPV_KHR_integer_dot_product";
    SdotProductAccSat "sdot_product_acc_sat" 3..4 value op 4453 cap 6019 ext "SPV_KHR_integer_dot_product";
    UdotProductAccSat "udot_product_acc_sat" 3..4 value op 4454 cap 6019 ext "SPV_KHR_integer_dot_product";
    SudotProductAccSat "sudot_product_acc_sat" 3..4 value op 4455 cap 6019 ext "SPV_KHR_integer_dot_product";

    // Assumptions.
    AssumeTrue "assume_true" 1..1 void op 5630 [WRITES] cap 5629 ext "SPV_KHR_expect_assume";
    Expect "expect" 2..2 value op 5631 cap 5629 ext "SPV_KHR_expect_assume";

    // Ray queries: the first operand is the pointer to the query.
    RayQueryInitialize "ray_query_initialize" 8..8 void op 4473 [READS WRITES] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryTerminate "ray_query_terminate" 1..1 void op 4474 [READS WRITES] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGenerateIntersection "ray_query_generate_intersection" 2..2 void op 4475 [READS WRITES] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryConfirmIntersection "ray_query_confirm_intersection" 1..1 void op 4476 [READS WRITES] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryProceed "ray_query_proceed" 1..1 value op 4477 [READS WRITES] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionType "ray_query_get_intersection_type" 2..2 value op 4479 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetRayTmin "ray_query_get_ray_tmin" 1..1 value op 6016 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetRayFlags "ray_query_get_ray_flags" 1..1 value op 6017 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionT "ray_query_get_intersection_t" 2..2 value op 6018 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionInstanceCustomIndex "ray_query_get_intersection_instance_custom_index" 2..2 value op 6019 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionInstanceId "ray_query_get_intersection_instance_id" 2..2 value op 6020 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionSbtOffset "ray_query_get_intersection_sbt_offset" 2..2 value op 6021 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionGeometryIndex "ray_query_get_intersection_geometry_index" 2..2 value op 6022 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionPrimitiveIndex "ray_query_get_intersection_primitive_index" 2..2 value op 6023 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionBarycentrics "ray_query_get_intersection_barycentrics" 2..2 value op 6024 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionFrontFace "ray_query_get_intersection_front_face" 2..2 value op 6025 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionCandidateAabbOpaque "ray_query_get_intersection_candidate_aabb_opaque" 1..1 value op 6026 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionObjectRayDirection "ray_query_get_intersection_object_ray_direction" 2..2 value op 6027 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionObjectRayOrigin "ray_query_get_intersection_object_ray_origin" 2..2 value op 6028 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetWorldRayDirection "ray_query_get_world_ray_direction" 1..1 value op 6029 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetWorldRayOrigin "ray_query_get_world_ray_origin" 1..1 value op 6030 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionObjectToWorld "ray_query_get_intersection_object_to_world" 2..2 value op 6031 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionWorldToObject "ray_query_get_intersection_world_to_object" 2..2 value op 6032 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionTriangleVertexPositions "ray_query_get_intersection_triangle_vertex_positions" 2..2 value op 5340 [READS] cap 5391 ext "SPV_KHR_ray_tracing_position_fetch";

    // Ray tracing.
    TraceRay "trace_ray" 11..11 void op 4445 [READS WRITES CONVERGENT] cap 4479 ext "SPV_KHR_ray_tracing";
    ExecuteCallable "execute_callable" 2..2 void op 4446 [READS WRITES CONVERGENT] cap 4479 ext "SPV_KHR_ray_tracing";
    ReportIntersection "report_intersection" 2..2 value op 5334 [READS WRITES] cap 4479 ext "SPV_KHR_ray_tracing";

    // Mesh shading.
    SetMeshOutputs "set_mesh_outputs" 2..2 void op 5295 [WRITES] cap 5283 ext "SPV_EXT_mesh_shader";

    // Cooperative matrices: (pointer, layout, [stride], ...).
    CooperativeMatrixLoad "cooperative_matrix_load" 2..4 value op 4457 [READS CONVERGENT] cap 6022 ext "SPV_KHR_cooperative_matrix";
    CooperativeMatrixStore "cooperative_matrix_store" 3..5 void op 4458 [WRITES CONVERGENT] cap 6022 ext "SPV_KHR_cooperative_matrix";
    // Components that an invocation holds; the operand gives the type.
    CooperativeMatrixLength "cooperative_matrix_length" 1..1 value op 4460 cap 6022 ext "SPV_KHR_cooperative_matrix";
    CooperativeMatrixMulAdd "cooperative_matrix_mul_add" 3..4 value op 4459 [CONVERGENT] cap 6022 ext "SPV_KHR_cooperative_matrix";

    // Instructions that the author names: the first operand is an integer constant that indexes the module's items.
    Spirv "spirv" 1..32 value op 0 [READS WRITES CONVERGENT];
    SpirvVoid "spirv_void" 1..32 void op 0 [READS WRITES CONVERGENT];

    // Debug printf: the first operand is the string, as an integer constant that indexes the module's names.
    DebugPrintf "debug_printf" 1..32 void op 12 [WRITES] ext "SPV_KHR_non_semantic_info";
}

impl Intrinsic {
    /// True if SPIR-V has a literal number, not an id, for the operand at this position.
    pub fn is_literal_operand(self, position: usize) -> bool {
        match self {
            // Group operation, after the scope.
            Self::SubgroupBallotBitCount
            | Self::SubgroupIadd
            | Self::SubgroupFadd
            | Self::SubgroupImul
            | Self::SubgroupFmul
            | Self::SubgroupSmin
            | Self::SubgroupUmin
            | Self::SubgroupFmin
            | Self::SubgroupSmax
            | Self::SubgroupUmax
            | Self::SubgroupFmax
            | Self::SubgroupIand
            | Self::SubgroupIor
            | Self::SubgroupIxor
            | Self::SubgroupAnd
            | Self::SubgroupOr
            | Self::SubgroupXor => position == 1,
            // Packed vector format.
            Self::SdotProduct | Self::UdotProduct | Self::SudotProduct => position == 2,
            Self::SdotProductAccSat | Self::UdotProductAccSat | Self::SudotProductAccSat => position == 3,
            // Memory operands; which components are signed.
            Self::CooperativeMatrixLoad => position == 3,
            Self::CooperativeMatrixStore => position == 4,
            Self::CooperativeMatrixMulAdd => position == 3,
            _ => false,
        }
    }

    /// True if the operand at this position is a known integer: a literal, a scope or memory semantics.
    pub fn is_constant_operand(self, position: usize) -> bool {
        match self {
            Self::ControlBarrier | Self::MemoryBarrier => true,
            Self::ReadClock
            | Self::SubgroupElect
            | Self::SubgroupAll
            | Self::SubgroupAny
            | Self::SubgroupAllEqual
            | Self::SubgroupBroadcast
            | Self::SubgroupBroadcastFirst
            | Self::SubgroupBallot
            | Self::SubgroupInverseBallot
            | Self::SubgroupBallotBitExtract
            | Self::SubgroupBallotBitCount
            | Self::SubgroupBallotFindLsb
            | Self::SubgroupBallotFindMsb
            | Self::SubgroupShuffle
            | Self::SubgroupShuffleXor
            | Self::SubgroupShuffleUp
            | Self::SubgroupShuffleDown
            | Self::SubgroupIadd
            | Self::SubgroupFadd
            | Self::SubgroupImul
            | Self::SubgroupFmul
            | Self::SubgroupSmin
            | Self::SubgroupUmin
            | Self::SubgroupFmin
            | Self::SubgroupSmax
            | Self::SubgroupUmax
            | Self::SubgroupFmax
            | Self::SubgroupIand
            | Self::SubgroupIor
            | Self::SubgroupIxor
            | Self::SubgroupAnd
            | Self::SubgroupOr
            | Self::SubgroupXor
            | Self::SubgroupQuadBroadcast
            | Self::SubgroupQuadSwap
            | Self::SubgroupRotate
                if position == 0 =>
            {
                true
            }
            _ => self.is_literal_operand(position),
        }
    }

    /// Its row of the table.
    pub fn info(self) -> &'static IntrinsicInfo {
        &INTRINSICS[self as usize]
    }

    /// Name in the text form.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The intrinsic with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|intrinsic| intrinsic.name() == name)
    }

    /// The intrinsic an instruction's immediate names.
    pub fn from_imm(imm: u32) -> Option<Self> {
        Self::ALL.get(imm as usize).copied()
    }
}
