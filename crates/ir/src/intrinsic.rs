//! The intrinsic table: operations of special stages and extensions, one row each.
//!
//! A row gives the name, the classes of operands and of the result, effects, SPIR-V opcode, capability, extension and stages.
//! Operands stand in the order of the SPIR-V instruction after its result type and id; those behind a bar may be left out, and
//! literal operands are integer constants. [`crate::Op::Intrinsic`] carries the row in its immediate.

use crate::effects::Effects;
use crate::stages::Stages;

/// A class of operands or results of intrinsics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandClass {
    /// A value of any type, or the address of a variable.
    Any,
    /// Any number of operands of any type.
    Rest,
    /// A `bool`.
    Bool,
    /// An integer of 32 bits.
    Int,
    /// A `u32`.
    U32,
    /// An `f32`.
    F32,
    /// Two `f32`.
    Vec2,
    /// Three `f32`.
    Vec3,
    /// Four `f32`.
    Vec4,
    /// Two `u32`.
    Uvec2,
    /// Four `u32`.
    Uvec4,
    /// Two `i32`.
    Ivec2,
    /// Four columns of three `f32`.
    Mat4x3,
    /// An array of three vectors of three `f32`.
    Triangle,
    /// An array of two vectors of three `f32`.
    Vec3Pair,
    /// An array of two `f32`.
    F32Pair,
    /// A `u64`, or two `u32`.
    Clock,
    /// Four components of a texel of the image that the first operand is.
    Texel,
    /// A texture with its sampler.
    Sampled,
    /// The same, in two dimensions, of `f32`.
    Flat,
    /// The same, with layers.
    Layers,
    /// Bools or numbers.
    Data,
    /// Numbers.
    Numbers,
    /// Bools.
    Bools,
    /// Integers.
    Ints,
    /// Signed integers.
    SignedInts,
    /// Unsigned integers.
    UnsignedInts,
    /// Floats.
    Floats,
    /// Floats with fewer bits than a byte, as many as the first operand has components.
    BelowByte,
    /// Bools or integers.
    Choices,
    /// An integer.
    Integer,
    /// A vector of integers, or 32 bits that hold one.
    Packed,
    /// The same, of signed integers.
    SignedPacked,
    /// The same, of unsigned integers.
    UnsignedPacked,
    /// Of the type of the input whose address is the first operand.
    Pointee,
    /// Of the type of the first operand that is not a known integer.
    Same,
    /// The scope of memory: a known integer.
    Scope,
    /// The scope of the invocations that wait for each other, likewise.
    Execution,
    /// The scope of a group operation, likewise: the subgroup.
    Subgroup,
    /// The scope of a clock, likewise.
    ClockScope,
    /// Memory semantics: a known integer.
    Semantics,
    /// A known integer.
    Known,
    /// The layout of a matrix in memory: an integer constant of 32 bits, which may be specialised.
    MatrixLayout,
    /// A known integer that SPIR-V has as a number, not as an id.
    Literal,
    /// A function, as the index of its name ([`crate::Linkage`]) in the module's list of strings: a known integer.
    Callee,
    /// The form of a group operation, likewise: reduction 0, inclusive scan 1, exclusive scan 2, in clusters 3; within the parts
    /// of a partition 6, 7 and 8.
    Group,
    /// The size of a cluster, for a group operation in clusters: a known integer.
    Cluster,
    /// The same, or the ballot of a part, for a group operation within parts.
    Within,
    /// The intersection of a ray query that is meant, as a known integer: the candidate 0, the committed one 1.
    Committed,
    /// The address of a ray query.
    Query,
    /// The address of a hit object.
    Hit,
    /// An acceleration structure.
    Scene,
    /// The address of a ray payload.
    Payload,
    /// The address of attributes of a hit object.
    HitAttribute,
    /// The address of the data of a callable shader.
    CallableData,
    /// A tile image.
    TileImage,
    /// A texture or an attachment of several samples.
    Multisampled,
    /// A cooperative matrix.
    Matrix,
    /// An array of numbers whose length is known or specialised.
    NumberArray,
    /// The address of numbers in memory that invocations share.
    MatrixMemory,
    /// The address of data in memory that invocations share.
    TensorMemory,
    /// A cooperative vector.
    CoopVector,
    /// The address of an array in memory that invocations share.
    ArrayMemory,
    /// The layout of a tensor.
    Layout,
    /// The view of a tensor.
    View,
    /// Integers of 32 bits, as many as the tensor that is the first operand has dimensions.
    Sizes,
    /// Two for each dimension.
    Slices,
    /// A tensor.
    Tensor,
    /// An array with a `u32` for each dimension of the tensor that the first operand is.
    Coordinates,
    /// An element of that tensor, or an array of such.
    Elements,
    /// A value in memory by offset: a number or a vector of numbers.
    Stored,
    /// A number.
    Number,
    /// An address of 64 bits.
    U64,
    /// An image, a texture, a sampler or an acceleration structure.
    Handle,
    /// The coordinate of a texel.
    Coordinate,
    /// The alignment of an address in bytes: a known power of two.
    Align,
    /// A known set of [`crate::MemoryAccess`].
    Access,
    /// The components that a store writes: a known set of bits.
    Mask,
    /// The operation of an atomic: a known index of [`crate::machine::MEMORY_ATOMICS`].
    Atomic,
    /// A known [`crate::AtomicAccess`].
    Order,
    /// The first slot of an input or output: a known integer.
    Slot,
    /// The first component in a slot: a known integer below 4.
    Component,
    /// The place that weights of vertices are for: a known integer below 3.
    Place,
    /// Weights of vertices with perspective (0) or without (1), as a known integer.
    Perspective,
    /// A known number of a built-in variable.
    BuiltInNumber,
}

impl OperandClass {
    /// True if SPIR-V has a number, not an id.
    pub const fn is_literal(self) -> bool {
        matches!(self, Self::Literal | Self::Group)
    }

    /// True if it is an integer that must be known.
    pub const fn is_known(self) -> bool {
        match self {
            Self::Scope
            | Self::Execution
            | Self::Subgroup
            | Self::ClockScope
            | Self::Semantics
            | Self::Known
            | Self::Callee
            | Self::Cluster
            | Self::Committed
            | Self::Align
            | Self::Access
            | Self::Mask
            | Self::Atomic
            | Self::Order
            | Self::Slot
            | Self::Component
            | Self::Place
            | Self::Perspective
            | Self::BuiltInNumber => true,
            _ => self.is_literal(),
        }
    }
}

/// The row of an intrinsic in the table.
#[derive(Clone, Copy, Debug)]
pub struct IntrinsicInfo {
    /// Name in the text form.
    pub name: &'static str,
    /// Classes of all operands.
    pub classes: &'static [OperandClass],
    /// Fewest and most operands.
    pub operands: (u8, u8),
    /// The class of the result, if it gives one.
    pub result: Option<OperandClass>,
    /// Its side effects.
    pub effects: Effects,
    /// SPIR-V opcode.
    pub spirv: u16,
    /// Number of the SPIR-V capability, if it needs one beyond its stage's.
    pub capability: Option<u32>,
    /// SPIR-V extension, if it needs one.
    pub extension: Option<&'static str>,
    /// The stages that it is for.
    pub stages: Stages,
}

macro_rules! effects {
    () => { Effects::PURE };
    ($($effect:ident)+) => { Effects::PURE$(.union(Effects::$effect))+ };
}

macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

macro_rules! stages {
    () => { Stages::ALL };
    ($($stage:ident)+) => { Stages::NONE$(.or(Stages::$stage))+ };
}

/// The number of operands that an intrinsic with a class for any number of them may have.
const MOST: u8 = 32;

const fn most(classes: &[OperandClass]) -> u8 {
    match classes {
        [.., OperandClass::Rest | OperandClass::Sizes | OperandClass::Slices] => MOST,
        _ => classes.len() as u8,
    }
}

macro_rules! intrinsics {
    ($( $variant:ident $name:literal ($($class:ident)* $(| $($more:ident)+)?) $(-> $result:ident)? op $spirv:literal
        $([$($effect:ident)*])? $(cap $capability:literal)? $(ext $extension:literal)? $(in $($stage:ident)+)? ; )*) => {
        /// An operation of a special stage or an extension.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Intrinsic { $( #[doc = concat!("`", $name, "`")] $variant ),* }

        impl Intrinsic {
            /// Every intrinsic, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),*];
        }

        static INTRINSICS: &[IntrinsicInfo] = &[$( {
            const NEEDED: &[OperandClass] = &[$(OperandClass::$class),*];
            const ALL: &[OperandClass] = &[$(OperandClass::$class,)* $($(OperandClass::$more),+)?];
            IntrinsicInfo {
                name: $name,
                classes: ALL,
                operands: (NEEDED.len() as u8, most(ALL)),
                result: optional!($(OperandClass::$result)?),
                effects: effects!($($($effect)*)?),
                spirv: $spirv,
                capability: optional!($($capability)?),
                extension: optional!($($extension)?),
                stages: stages!($($($stage)+)?),
            }
        } ),*];
    };
}

intrinsics! {
    // Geometry.
    EmitVertex "emit_vertex" () op 218 [READS WRITES] cap 2 in GEOMETRY;
    EndPrimitive "end_primitive" () op 219 [WRITES] cap 2 in GEOMETRY;
    EmitStreamVertex "emit_stream_vertex" (Known) op 220 [READS WRITES] cap 54 in GEOMETRY;
    EndStreamPrimitive "end_stream_primitive" (Known) op 221 [WRITES] cap 54 in GEOMETRY;

    // Barriers: (execution scope, memory scope, semantics) and (memory scope, semantics).
    ControlBarrier "control_barrier" (Execution Scope Semantics) op 224 [READS WRITES CONVERGENT];
    ControlBarrierArrive "control_barrier_arrive" (Execution Scope Semantics) op 6142 [READS WRITES CONVERGENT] cap 6141 ext "SPV_EXT_split_barrier";
    ControlBarrierWait "control_barrier_wait" (Execution Scope Semantics) op 6143 [READS WRITES CONVERGENT] cap 6141 ext "SPV_EXT_split_barrier";
    MemoryBarrier "memory_barrier" (Scope Semantics) op 225 [READS WRITES];

    // Fragment.
    Demote "demote" () op 5380 [WRITES] cap 5379 ext "SPV_EXT_demote_to_helper_invocation" in FRAGMENT;
    IsHelper "is_helper" () -> Bool op 5381 [READS] cap 5379 ext "SPV_EXT_demote_to_helper_invocation" in FRAGMENT;
    BeginInterlock "begin_interlock" () op 5364 [READS WRITES CONVERGENT] ext "SPV_EXT_fragment_shader_interlock" in FRAGMENT;
    // The rest of the invocation follows that of earlier primitives. It has no end, which SPIR-V asks for.
    BeginOrdering "begin_ordering" () op 0 [READS WRITES CONVERGENT] in FRAGMENT;
    EndInterlock "end_interlock" () op 5365 [READS WRITES CONVERGENT] ext "SPV_EXT_fragment_shader_interlock" in FRAGMENT;
    ColorAttachmentRead "color_attachment_read" (TileImage | Int) -> Texel op 4160 [READS] cap 4166 ext "SPV_EXT_shader_tile_image" in FRAGMENT;
    DepthAttachmentRead "depth_attachment_read" (| Int) -> F32 op 4161 [READS] cap 4167 ext "SPV_EXT_shader_tile_image" in FRAGMENT;
    StencilAttachmentRead "stencil_attachment_read" (| Int) -> U32 op 4162 [READS] cap 4168 ext "SPV_EXT_shader_tile_image" in FRAGMENT;

    // The value of an input at a vertex: (input, vertex).
    InterpolateAtVertex "interpolate_at_vertex" (Any Known) -> Pointee op 0 [READS] ext "SPV_AMD_shader_explicit_vertex_parameter" in FRAGMENT;

    // Compressed samples: (texture or attachment, coordinate, [fragment]).
    FragmentMaskFetch "fragment_mask_fetch" (Multisampled Coordinate) -> U32 op 5011 [READS] cap 5010 ext "SPV_AMD_shader_fragment_mask" in FRAGMENT;
    FragmentFetch "fragment_fetch" (Multisampled Coordinate U32) -> Texel op 5012 [READS] cap 5010 ext "SPV_AMD_shader_fragment_mask" in FRAGMENT;

    // True if all samples are known to be alike: (texture, coordinate).
    SamplesIdentical "samples_identical" (Multisampled Coordinate) -> Bool op 0 [READS];

    // Textures: (residency code).
    SparseTexelsResident "sparse_texels_resident" (Int) -> Bool op 316 [READS] cap 41;

    // Image processing: (texture, coordinate, weights), (texture, coordinate, size), (texture, texel, texture, texel, size).
    ImageSampleWeighted "image_sample_weighted" (Flat Vec2 Layers) -> Vec4 op 4480 [READS] cap 4484 ext "SPV_QCOM_image_processing";
    ImageBoxFilter "image_box_filter" (Flat Vec2 Vec2) -> Vec4 op 4481 [READS] cap 4485 ext "SPV_QCOM_image_processing";
    ImageBlockMatchSsd "image_block_match_ssd" (Flat Uvec2 Flat Uvec2 Uvec2) -> Vec4 op 4482 [READS] cap 4486 ext "SPV_QCOM_image_processing";
    ImageBlockMatchSad "image_block_match_sad" (Flat Uvec2 Flat Uvec2 Uvec2) -> Vec4 op 4483 [READS] cap 4486 ext "SPV_QCOM_image_processing";
    ImageBlockMatchWindowSsd "image_block_match_window_ssd" (Flat Uvec2 Flat Uvec2 Uvec2) -> Vec4 op 4500 [READS] cap 4498 ext "SPV_QCOM_image_processing2";
    ImageBlockMatchWindowSad "image_block_match_window_sad" (Flat Uvec2 Flat Uvec2 Uvec2) -> Vec4 op 4501 [READS] cap 4498 ext "SPV_QCOM_image_processing2";
    ImageBlockMatchGatherSsd "image_block_match_gather_ssd" (Flat Uvec2 Flat Uvec2 Uvec2) -> Vec4 op 4502 [READS] cap 4498 ext "SPV_QCOM_image_processing2";
    ImageBlockMatchGatherSad "image_block_match_gather_sad" (Flat Uvec2 Flat Uvec2 Uvec2) -> Vec4 op 4503 [READS] cap 4498 ext "SPV_QCOM_image_processing2";
    // (texture, coordinate, component, [offset]).
    // (texture, coordinate, granularity, coarse level, image operands, [the operands]): a struct of whether there is one level alone,
    // and of the footprint.
    ImageFootprint "image_footprint" (Sampled Floats Int Bool Literal | Rest) -> Any op 5283 [READS CONVERGENT DERIVATIVE] cap 5282 ext "SPV_NV_shader_image_footprint" in FRAGMENT;
    ImageGather4x1 "image_gather_4x1" (Sampled Floats Int | Coordinate) -> Texel op 4545 [READS CONVERGENT DERIVATIVE] cap 4543 ext "SPV_QCOM_image_processing3";
    ImageGatherD "image_gather_d" (Sampled Floats Int | Coordinate) -> Texel op 4545 [READS CONVERGENT DERIVATIVE] cap 4544 ext "SPV_QCOM_image_processing3";
    ImageGatherH2 "image_gather_h2" (Sampled Floats Int | Coordinate) -> Texel op 4545 [READS CONVERGENT DERIVATIVE] cap 4544 ext "SPV_QCOM_image_processing3";
    ImageGatherV2 "image_gather_v2" (Sampled Floats Int | Coordinate) -> Texel op 4545 [READS CONVERGENT DERIVATIVE] cap 4544 ext "SPV_QCOM_image_processing3";

    // Clocks.
    ReadClock "read_clock" (ClockScope) -> Clock op 5056 [READS WRITES] cap 5055 ext "SPV_KHR_shader_clock";

    // Subgroups.
    SubgroupElect "subgroup_elect" (Subgroup) -> Bool op 333 [CONVERGENT] cap 61;
    SubgroupAll "subgroup_all" (Subgroup Bool) -> Bool op 334 [CONVERGENT] cap 62;
    SubgroupAny "subgroup_any" (Subgroup Bool) -> Bool op 335 [CONVERGENT] cap 62;
    SubgroupAllEqual "subgroup_all_equal" (Subgroup Data) -> Bool op 336 [CONVERGENT] cap 62;
    SubgroupBroadcast "subgroup_broadcast" (Subgroup Data U32) -> Same op 337 [CONVERGENT] cap 64;
    SubgroupBroadcastFirst "subgroup_broadcast_first" (Subgroup Data) -> Same op 338 [CONVERGENT] cap 64;
    SubgroupBallot "subgroup_ballot" (Subgroup Bool) -> Uvec4 op 339 [CONVERGENT] cap 64;
    SubgroupInverseBallot "subgroup_inverse_ballot" (Subgroup Uvec4) -> Bool op 340 [CONVERGENT] cap 64;
    SubgroupBallotBitExtract "subgroup_ballot_bit_extract" (Subgroup Uvec4 U32) -> Bool op 341 [CONVERGENT] cap 64;
    SubgroupBallotBitCount "subgroup_ballot_bit_count" (Subgroup Group Uvec4) -> U32 op 342 [CONVERGENT] cap 64;
    SubgroupBallotFindLsb "subgroup_ballot_find_lsb" (Subgroup Uvec4) -> U32 op 343 [CONVERGENT] cap 64;
    SubgroupBallotFindMsb "subgroup_ballot_find_msb" (Subgroup Uvec4) -> U32 op 344 [CONVERGENT] cap 64;
    SubgroupShuffle "subgroup_shuffle" (Subgroup Data U32) -> Same op 345 [CONVERGENT] cap 65;
    SubgroupShuffleXor "subgroup_shuffle_xor" (Subgroup Data U32) -> Same op 346 [CONVERGENT] cap 65;
    SubgroupShuffleUp "subgroup_shuffle_up" (Subgroup Data U32) -> Same op 347 [CONVERGENT] cap 66;
    SubgroupShuffleDown "subgroup_shuffle_down" (Subgroup Data U32) -> Same op 348 [CONVERGENT] cap 66;
    SubgroupIadd "subgroup_iadd" (Subgroup Group Ints | Within) -> Same op 349 [CONVERGENT] cap 63;
    SubgroupFadd "subgroup_fadd" (Subgroup Group Floats | Within) -> Same op 350 [CONVERGENT] cap 63;
    SubgroupImul "subgroup_imul" (Subgroup Group Ints | Within) -> Same op 351 [CONVERGENT] cap 63;
    SubgroupFmul "subgroup_fmul" (Subgroup Group Floats | Within) -> Same op 352 [CONVERGENT] cap 63;
    SubgroupSmin "subgroup_smin" (Subgroup Group SignedInts | Within) -> Same op 353 [CONVERGENT] cap 63;
    SubgroupUmin "subgroup_umin" (Subgroup Group UnsignedInts | Within) -> Same op 354 [CONVERGENT] cap 63;
    SubgroupFmin "subgroup_fmin" (Subgroup Group Floats | Within) -> Same op 355 [CONVERGENT] cap 63;
    SubgroupSmax "subgroup_smax" (Subgroup Group SignedInts | Within) -> Same op 356 [CONVERGENT] cap 63;
    SubgroupUmax "subgroup_umax" (Subgroup Group UnsignedInts | Within) -> Same op 357 [CONVERGENT] cap 63;
    SubgroupFmax "subgroup_fmax" (Subgroup Group Floats | Within) -> Same op 358 [CONVERGENT] cap 63;
    SubgroupIand "subgroup_iand" (Subgroup Group Ints | Within) -> Same op 359 [CONVERGENT] cap 63;
    SubgroupIor "subgroup_ior" (Subgroup Group Ints | Within) -> Same op 360 [CONVERGENT] cap 63;
    SubgroupIxor "subgroup_ixor" (Subgroup Group Ints | Within) -> Same op 361 [CONVERGENT] cap 63;
    SubgroupAnd "subgroup_and" (Subgroup Group Bools | Within) -> Same op 362 [CONVERGENT] cap 63;
    SubgroupOr "subgroup_or" (Subgroup Group Bools | Within) -> Same op 363 [CONVERGENT] cap 63;
    SubgroupXor "subgroup_xor" (Subgroup Group Bools | Within) -> Same op 364 [CONVERGENT] cap 63;
    SubgroupQuadBroadcast "subgroup_quad_broadcast" (Subgroup Data U32) -> Same op 365 [CONVERGENT] cap 68;
    SubgroupQuadSwap "subgroup_quad_swap" (Subgroup Data Known) -> Same op 366 [CONVERGENT] cap 68;
    SubgroupRotate "subgroup_rotate" (Subgroup Data U32 | Cluster) -> Same op 4431 [CONVERGENT] cap 6026 ext "SPV_KHR_subgroup_rotate";
    SubgroupPartition "subgroup_partition" (Data) -> Uvec4 op 5296 [CONVERGENT] cap 5297 ext "SPV_NV_shader_subgroup_partitioned";
    QuadAll "quad_all" (Bool) -> Bool op 5110 [CONVERGENT] cap 5087 ext "SPV_KHR_quad_control";
    QuadAny "quad_any" (Bool) -> Bool op 5111 [CONVERGENT] cap 5087 ext "SPV_KHR_quad_control";
    BallotKhr "ballot_khr" (Bool) -> Uvec4 op 4421 [CONVERGENT] cap 4423 ext "SPV_KHR_shader_ballot";
    FirstInvocationKhr "first_invocation_khr" (Numbers) -> Same op 4422 [CONVERGENT] cap 4423 ext "SPV_KHR_shader_ballot";
    ReadInvocationKhr "read_invocation_khr" (Numbers U32) -> Same op 4432 [CONVERGENT] cap 4423 ext "SPV_KHR_shader_ballot";
    VoteAllKhr "vote_all_khr" (Bool) -> Bool op 4428 [CONVERGENT] cap 4431 ext "SPV_KHR_subgroup_vote";
    VoteAnyKhr "vote_any_khr" (Bool) -> Bool op 4429 [CONVERGENT] cap 4431 ext "SPV_KHR_subgroup_vote";
    VoteAllEqualKhr "vote_all_equal_khr" (Bool) -> Bool op 4430 [CONVERGENT] cap 4431 ext "SPV_KHR_subgroup_vote";

    // Integer dot products.
    SdotProduct "sdot_product" (SignedPacked Same | Literal) -> Integer op 4450 cap 6019 ext "SPV_KHR_integer_dot_product";
    UdotProduct "udot_product" (UnsignedPacked Same | Literal) -> Integer op 4451 cap 6019 ext "SPV_KHR_integer_dot_product";
    SudotProduct "sudot_product" (SignedPacked Packed | Literal) -> Integer op 4452 cap 6019 ext "SPV_KHR_integer_dot_product";
    SdotProductAccSat "sdot_product_acc_sat" (SignedPacked Same Integer | Literal) -> Integer op 4453 cap 6019 ext "SPV_KHR_integer_dot_product";
    UdotProductAccSat "udot_product_acc_sat" (UnsignedPacked Same Integer | Literal) -> Integer op 4454 cap 6019 ext "SPV_KHR_integer_dot_product";
    SudotProductAccSat "sudot_product_acc_sat" (SignedPacked Packed Integer | Literal) -> Integer op 4455 cap 6019 ext "SPV_KHR_integer_dot_product";

    // Bit fields that are floats: (bits, lowest bit), by component.
    BitcastExtract "bitcast_extract" (Numbers Int) -> BelowByte op 4195 cap 4232 ext "SPV_EXT_ocp_microscaling_types";

    // Tensors: (tensor, coordinates, [operands, value out of bounds]), (tensor, coordinates, data, [operands]), (tensor, dimension).
    TensorRead "tensor_read" (Tensor Coordinates | Literal Any) -> Elements op 4164 [READS] cap 4174 ext "SPV_ARM_tensors";
    TensorWrite "tensor_write" (Tensor Coordinates Elements | Literal) op 4165 [READS WRITES] cap 4174 ext "SPV_ARM_tensors";
    TensorSize "tensor_size" (Tensor Known) -> U32 op 4166 [READS] cap 4174 ext "SPV_ARM_tensors";

    // Assumptions.
    AssumeTrue "assume_true" (Bool) op 5630 [WRITES] cap 5629 ext "SPV_KHR_expect_assume";
    Expect "expect" (Choices Same) -> Same op 5631 cap 5629 ext "SPV_KHR_expect_assume";

    // Ray queries.
    RayQueryInitialize "ray_query_initialize" (Query Scene U32 U32 Vec3 F32 Vec3 F32) op 4473 [READS WRITES] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryTerminate "ray_query_terminate" (Query) op 4474 [READS WRITES] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGenerateIntersection "ray_query_generate_intersection" (Query F32) op 4475 [READS WRITES] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryConfirmIntersection "ray_query_confirm_intersection" (Query) op 4476 [READS WRITES] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryProceed "ray_query_proceed" (Query) -> Bool op 4477 [READS WRITES] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionType "ray_query_get_intersection_type" (Query Committed) -> U32 op 4479 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetRayTmin "ray_query_get_ray_tmin" (Query) -> F32 op 6016 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetRayFlags "ray_query_get_ray_flags" (Query) -> U32 op 6017 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionT "ray_query_get_intersection_t" (Query Committed) -> F32 op 6018 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionInstanceCustomIndex "ray_query_get_intersection_instance_custom_index" (Query Committed) -> Int op 6019 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionInstanceId "ray_query_get_intersection_instance_id" (Query Committed) -> Int op 6020 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionSbtOffset "ray_query_get_intersection_sbt_offset" (Query Committed) -> U32 op 6021 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionGeometryIndex "ray_query_get_intersection_geometry_index" (Query Committed) -> Int op 6022 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionPrimitiveIndex "ray_query_get_intersection_primitive_index" (Query Committed) -> Int op 6023 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionBarycentrics "ray_query_get_intersection_barycentrics" (Query Committed) -> Vec2 op 6024 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionFrontFace "ray_query_get_intersection_front_face" (Query Committed) -> Bool op 6025 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionCandidateAabbOpaque "ray_query_get_intersection_candidate_aabb_opaque" (Query) -> Bool op 6026 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionObjectRayDirection "ray_query_get_intersection_object_ray_direction" (Query Committed) -> Vec3 op 6027 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionObjectRayOrigin "ray_query_get_intersection_object_ray_origin" (Query Committed) -> Vec3 op 6028 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetWorldRayDirection "ray_query_get_world_ray_direction" (Query) -> Vec3 op 6029 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetWorldRayOrigin "ray_query_get_world_ray_origin" (Query) -> Vec3 op 6030 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionObjectToWorld "ray_query_get_intersection_object_to_world" (Query Committed) -> Mat4x3 op 6031 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionWorldToObject "ray_query_get_intersection_world_to_object" (Query Committed) -> Mat4x3 op 6032 [READS] cap 4472 ext "SPV_KHR_ray_query";
    RayQueryGetIntersectionTriangleVertexPositions "ray_query_get_intersection_triangle_vertex_positions" (Query Committed) -> Triangle op 5340 [READS] cap 5391 ext "SPV_KHR_ray_tracing_position_fetch";

    // Ray tracing.
    TraceRay "trace_ray" (Scene U32 U32 U32 U32 U32 Vec3 F32 Vec3 F32 Payload) op 4445 [READS WRITES CONVERGENT] cap 4479 ext "SPV_KHR_ray_tracing" in RAY_GENERATION CLOSEST_HIT MISS;
    TraceRayMotion "trace_ray_motion" (Scene U32 U32 U32 U32 U32 Vec3 F32 Vec3 F32 F32 Payload) op 5339 [READS WRITES CONVERGENT] cap 5341 ext "SPV_NV_ray_tracing_motion_blur" in RAY_GENERATION CLOSEST_HIT MISS;
    ExecuteCallable "execute_callable" (U32 CallableData) op 4446 [READS WRITES CONVERGENT] cap 4479 ext "SPV_KHR_ray_tracing" in RAY_GENERATION CLOSEST_HIT MISS CALLABLE;
    ReportIntersection "report_intersection" (F32 U32) -> Bool op 5334 [READS WRITES] cap 4479 ext "SPV_KHR_ray_tracing" in INTERSECTION;

    // Hit objects: rays that were traced, and whose shaders are executed later. `SPV_NV_shader_invocation_reorder` has other opcodes
    // ([`Intrinsic::nv_hit_opcode`]).
    HitObjectTraceRay "hit_object_trace_ray" (Hit Scene U32 U32 U32 U32 U32 Vec3 F32 Vec3 F32 Payload) op 5316 [READS WRITES CONVERGENT] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectTraceRayMotion "hit_object_trace_ray_motion" (Hit Scene U32 U32 U32 U32 U32 Vec3 F32 Vec3 F32 F32 Payload) op 5317 [READS WRITES CONVERGENT] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectRecordHit "hit_object_record_hit" (Hit Scene Int Int Int U32 U32 U32 Vec3 F32 Vec3 F32 HitAttribute) op 5261 [READS WRITES] cap 5383 ext "SPV_NV_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectRecordHitMotion "hit_object_record_hit_motion" (Hit Scene Int Int Int U32 U32 U32 Vec3 F32 Vec3 F32 F32 HitAttribute) op 5249 [READS WRITES] cap 5383 ext "SPV_NV_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectRecordHitWithIndex "hit_object_record_hit_with_index" (Hit Scene Int Int Int U32 U32 Vec3 F32 Vec3 F32 HitAttribute) op 5262 [READS WRITES] cap 5383 ext "SPV_NV_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectRecordHitWithIndexMotion "hit_object_record_hit_with_index_motion" (Hit Scene Int Int Int U32 U32 Vec3 F32 Vec3 F32 F32 HitAttribute) op 5250 [READS WRITES] cap 5383 ext "SPV_NV_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectRecordMissNv "hit_object_record_miss_nv" (Hit U32 Vec3 F32 Vec3 F32) op 5263 [READS WRITES] cap 5383 ext "SPV_NV_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectRecordMissMotionNv "hit_object_record_miss_motion_nv" (Hit U32 Vec3 F32 Vec3 F32 F32) op 5251 [READS WRITES] cap 5383 ext "SPV_NV_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectRecordMiss "hit_object_record_miss" (Hit U32 U32 Vec3 F32 Vec3 F32) op 5305 [READS WRITES] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectRecordMissMotion "hit_object_record_miss_motion" (Hit U32 U32 Vec3 F32 Vec3 F32 F32) op 5306 [READS WRITES] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectRecordFromQuery "hit_object_record_from_query" (Hit Query U32 HitAttribute | U32) op 5304 [READS WRITES] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectRecordEmpty "hit_object_record_empty" (Hit) op 5318 [READS WRITES] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectExecuteShader "hit_object_execute_shader" (Hit Payload) op 5319 [READS WRITES CONVERGENT] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectReorderExecuteShader "hit_object_reorder_execute_shader" (Hit Payload | U32 U32) op 5310 [READS WRITES CONVERGENT] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectTraceReorderExecute "hit_object_trace_reorder_execute" (Hit Scene U32 U32 U32 U32 U32 Vec3 F32 Vec3 F32 Payload | U32 U32) op 5311 [READS WRITES CONVERGENT] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectTraceMotionReorderExecute "hit_object_trace_motion_reorder_execute" (Hit Scene U32 U32 U32 U32 U32 Vec3 F32 Vec3 F32 F32 Payload | U32 U32) op 5312 [READS WRITES CONVERGENT] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectIsEmpty "hit_object_is_empty" (Hit) -> Bool op 5350 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectIsHit "hit_object_is_hit" (Hit) -> Bool op 5351 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectIsMiss "hit_object_is_miss" (Hit) -> Bool op 5352 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetRayTmin "hit_object_get_ray_tmin" (Hit) -> F32 op 5347 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetRayTmax "hit_object_get_ray_tmax" (Hit) -> F32 op 5333 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetWorldRayOrigin "hit_object_get_world_ray_origin" (Hit) -> Vec3 op 5330 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetWorldRayDirection "hit_object_get_world_ray_direction" (Hit) -> Vec3 op 5329 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetObjectRayOrigin "hit_object_get_object_ray_origin" (Hit) -> Vec3 op 5327 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetObjectRayDirection "hit_object_get_object_ray_direction" (Hit) -> Vec3 op 5328 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetObjectToWorld "hit_object_get_object_to_world" (Hit) -> Mat4x3 op 5331 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetWorldToObject "hit_object_get_world_to_object" (Hit) -> Mat4x3 op 5332 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetInstanceCustomIndex "hit_object_get_instance_custom_index" (Hit) -> Int op 5326 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetInstanceId "hit_object_get_instance_id" (Hit) -> Int op 5325 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetGeometryIndex "hit_object_get_geometry_index" (Hit) -> Int op 5324 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetPrimitiveIndex "hit_object_get_primitive_index" (Hit) -> Int op 5323 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetHitKind "hit_object_get_hit_kind" (Hit) -> U32 op 5322 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetShaderRecordBufferHandle "hit_object_get_shader_record_buffer_handle" (Hit) -> Uvec2 op 5349 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetShaderBindingTableRecordIndex "hit_object_get_shader_binding_table_record_index" (Hit) -> U32 op 5348 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetCurrentTime "hit_object_get_current_time" (Hit) -> F32 op 5320 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetRayFlags "hit_object_get_ray_flags" (Hit) -> U32 op 5308 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetIntersectionTriangleVertexPositions "hit_object_get_intersection_triangle_vertex_positions" (Hit) -> Triangle op 5307 [READS] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetAttributes "hit_object_get_attributes" (Hit HitAttribute) op 5321 [READS WRITES] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectSetShaderBindingTableRecordIndex "hit_object_set_shader_binding_table_record_index" (Hit U32) op 5309 [READS WRITES] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION CLOSEST_HIT MISS;
    ReorderThreadWithHitObject "reorder_thread_with_hit_object" (Hit | U32 U32) op 5315 [READS WRITES CONVERGENT] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION;
    ReorderThreadWithHint "reorder_thread_with_hint" (U32 U32) op 5314 [READS WRITES CONVERGENT] cap 5388 ext "SPV_EXT_shader_invocation_reorder" in RAY_GENERATION;

    // Spheres and cones between spheres, clusters, and displaced micro-triangles: queries of rays and of hit objects.
    RayQueryGetIntersectionSpherePosition "ray_query_get_intersection_sphere_position" (Query Committed) -> Vec3 op 5427 [READS] cap 5418 ext "SPV_NV_linear_swept_spheres";
    RayQueryGetIntersectionSphereRadius "ray_query_get_intersection_sphere_radius" (Query Committed) -> F32 op 5428 [READS] cap 5418 ext "SPV_NV_linear_swept_spheres";
    RayQueryGetIntersectionLssPositions "ray_query_get_intersection_lss_positions" (Query Committed) -> Vec3Pair op 5429 [READS] cap 5419 ext "SPV_NV_linear_swept_spheres";
    RayQueryGetIntersectionLssRadii "ray_query_get_intersection_lss_radii" (Query Committed) -> F32Pair op 5430 [READS] cap 5419 ext "SPV_NV_linear_swept_spheres";
    RayQueryGetIntersectionLssHitValue "ray_query_get_intersection_lss_hit_value" (Query Committed) -> F32 op 5431 [READS] cap 5419 ext "SPV_NV_linear_swept_spheres";
    RayQueryIsSphereHit "ray_query_is_sphere_hit" (Query Committed) -> Bool op 5438 [READS] cap 5418 ext "SPV_NV_linear_swept_spheres";
    RayQueryIsLssHit "ray_query_is_lss_hit" (Query Committed) -> Bool op 5439 [READS] cap 5419 ext "SPV_NV_linear_swept_spheres";
    HitObjectGetSpherePosition "hit_object_get_sphere_position" (Hit) -> Vec3 op 5432 [READS] cap 5418 ext "SPV_NV_linear_swept_spheres" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetSphereRadius "hit_object_get_sphere_radius" (Hit) -> F32 op 5433 [READS] cap 5418 ext "SPV_NV_linear_swept_spheres" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetLssPositions "hit_object_get_lss_positions" (Hit) -> Vec3Pair op 5434 [READS] cap 5419 ext "SPV_NV_linear_swept_spheres" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectGetLssRadii "hit_object_get_lss_radii" (Hit) -> F32Pair op 5435 [READS] cap 5419 ext "SPV_NV_linear_swept_spheres" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectIsSphereHit "hit_object_is_sphere_hit" (Hit) -> Bool op 5436 [READS] cap 5418 ext "SPV_NV_linear_swept_spheres" in RAY_GENERATION CLOSEST_HIT MISS;
    HitObjectIsLssHit "hit_object_is_lss_hit" (Hit) -> Bool op 5437 [READS] cap 5419 ext "SPV_NV_linear_swept_spheres" in RAY_GENERATION CLOSEST_HIT MISS;
    RayQueryGetIntersectionClusterId "ray_query_get_intersection_cluster_id" (Query Committed) -> Int op 5345 [READS] cap 5437 ext "SPV_NV_cluster_acceleration_structure";
    HitObjectGetClusterId "hit_object_get_cluster_id" (Hit) -> Int op 5346 [READS] cap 5437 ext "SPV_NV_cluster_acceleration_structure" in RAY_GENERATION CLOSEST_HIT MISS;
    FetchMicroTriangleVertexPosition "fetch_micro_triangle_vertex_position" (Scene Int Int Int Ivec2) -> Vec3 op 5300 [READS] cap 5380 ext "SPV_NV_displacement_micromap";
    FetchMicroTriangleVertexBarycentric "fetch_micro_triangle_vertex_barycentric" (Scene Int Int Int Ivec2) -> Vec2 op 5301 [READS] cap 5380 ext "SPV_NV_displacement_micromap";

    // Mesh shading.
    SetMeshOutputs "set_mesh_outputs" (U32 U32) op 5295 [WRITES] cap 5283 ext "SPV_EXT_mesh_shader" in MESH;
    WritePackedPrimitiveIndices4x8 "write_packed_primitive_indices_4x8" (U32 U32) op 5299 [WRITES] cap 5266 ext "SPV_NV_mesh_shader" in MESH;

    // Cooperative matrices: (memory, layout, [stride], [memory operands]).
    CooperativeMatrixLoad "cooperative_matrix_load" (MatrixMemory MatrixLayout | Int Literal) -> Matrix op 4457 [READS CONVERGENT] cap 6022 ext "SPV_KHR_cooperative_matrix";
    CooperativeMatrixStore "cooperative_matrix_store" (MatrixMemory Matrix MatrixLayout | Int Literal) op 4458 [WRITES CONVERGENT] cap 6022 ext "SPV_KHR_cooperative_matrix";
    // Components that an invocation holds; the operand gives the type.
    CooperativeMatrixLength "cooperative_matrix_length" (Matrix) -> U32 op 4460 cap 6022 ext "SPV_KHR_cooperative_matrix";
    CooperativeMatrixMulAdd "cooperative_matrix_mul_add" (Matrix Matrix Matrix | Literal) -> Matrix op 4459 [CONVERGENT] cap 6022 ext "SPV_KHR_cooperative_matrix";
    // Conversions that change the use: (matrix, flags of [`matrix_conversion`]). They change the type of components, too.
    CooperativeMatrixConvert "cooperative_matrix_convert" (Matrix Known) -> Matrix op 5293 [CONVERGENT] cap 5429 ext "SPV_EXT_cooperative_matrix_maintenance1";
    // Row and column of a component that an invocation holds.
    CooperativeMatrixCoordinate "cooperative_matrix_coordinate" (Matrix U32) -> Uvec2 op 5363 [CONVERGENT] cap 5438 ext "SPV_EXT_cooperative_matrix_maintenance1";
    // (matrix, rows 1 and columns 2 or blocks of two by two 4, function of two components).
    CooperativeMatrixReduce "cooperative_matrix_reduce" (Matrix Literal Callee) -> Matrix op 5366 [READS WRITES CONVERGENT NO_SPECULATE] cap 5430 ext "SPV_EXT_cooperative_matrix_maintenance1";
    // (matrix, function of row, column, component and the rest).
    CooperativeMatrixPerElement "cooperative_matrix_per_element" (Matrix Callee | Rest) -> Matrix op 5369 [READS WRITES CONVERGENT NO_SPECULATE] cap 5432 ext "SPV_EXT_cooperative_matrix_maintenance1";

    // The bits of an array as another one, a part from an index on, and rows of a matrix (columns of one of use B), one of each
    // invocation.
    ArrayBitcast "array_bitcast" (NumberArray) -> NumberArray op 4497 [] cap 4496 ext "SPV_QCOM_cooperative_matrix_conversion";
    ArraySlice "array_slice" (NumberArray Int) -> NumberArray op 4542 [NO_SPECULATE] cap 4496 ext "SPV_QCOM_cooperative_matrix_conversion";
    CooperativeMatrixFromArray "cooperative_matrix_from_array" (NumberArray) -> Matrix op 4540 [CONVERGENT] cap 4496 ext "SPV_QCOM_cooperative_matrix_conversion";
    CooperativeMatrixToArray "cooperative_matrix_to_array" (Matrix) -> NumberArray op 4541 [CONVERGENT] cap 4496 ext "SPV_QCOM_cooperative_matrix_conversion";

    // Cooperative vectors: (memory, offset in bytes, [vector], [memory operands]).
    CooperativeVectorLoad "cooperative_vector_load" (ArrayMemory Integer | Literal) -> CoopVector op 5302 [READS] cap 5394 ext "SPV_NV_cooperative_vector";
    CooperativeVectorStore "cooperative_vector_store" (ArrayMemory Integer CoopVector | Literal) op 5303 [WRITES] cap 5394 ext "SPV_NV_cooperative_vector";
    // Products with a matrix in memory, which nobody writes then: (vector, its kind, matrix, its offset and kind, [bias, its offset and
    // kind], rows, columns, layout, transposed, [stride], [signs]).
    CooperativeVectorMatrixMul "cooperative_vector_matrix_mul" (CoopVector Int ArrayMemory Integer Int Int Int Int Bool | Int Literal) -> CoopVector op 5289 [READS] cap 5394 ext "SPV_NV_cooperative_vector";
    CooperativeVectorMatrixMulAdd "cooperative_vector_matrix_mul_add" (CoopVector Int ArrayMemory Integer Int ArrayMemory Integer Int Int Int Int Bool | Int Literal) -> CoopVector op 5292 [READS] cap 5394 ext "SPV_NV_cooperative_vector";
    // Sums in memory: (memory, offset, vectors, [layout, kind and stride of the matrix]).
    CooperativeVectorOuterProduct "cooperative_vector_outer_product" (ArrayMemory Integer CoopVector CoopVector Int Int | Int) op 5290 [READS WRITES] cap 5435 ext "SPV_NV_cooperative_vector";
    CooperativeVectorReduceSum "cooperative_vector_reduce_sum" (ArrayMemory Integer CoopVector) op 5291 [READS WRITES] cap 5435 ext "SPV_NV_cooperative_vector";

    // Layouts and views of tensors, each made of another one: of an undefined one to begin with.
    TensorLayoutCreate "tensor_layout_create" (Layout) -> Same op 5372 cap 5439 ext "SPV_NV_tensor_addressing";
    TensorLayoutSetBlockSize "tensor_layout_set_block_size" (Layout Int | Sizes) -> Same op 5384 cap 5439 ext "SPV_NV_tensor_addressing";
    TensorLayoutSetDimension "tensor_layout_set_dimension" (Layout Int | Sizes) -> Same op 5373 cap 5439 ext "SPV_NV_tensor_addressing";
    TensorLayoutSetStride "tensor_layout_set_stride" (Layout Int | Sizes) -> Same op 5374 cap 5439 ext "SPV_NV_tensor_addressing";
    TensorLayoutSlice "tensor_layout_slice" (Layout Int Int | Slices) -> Same op 5375 cap 5439 ext "SPV_NV_tensor_addressing";
    TensorLayoutSetClampValue "tensor_layout_set_clamp_value" (Layout Int) -> Same op 5376 cap 5439 ext "SPV_NV_tensor_addressing";
    TensorViewCreate "tensor_view_create" (View) -> Same op 5377 cap 5439 ext "SPV_NV_tensor_addressing";
    TensorViewSetDimension "tensor_view_set_dimension" (View Int | Sizes) -> Same op 5378 cap 5439 ext "SPV_NV_tensor_addressing";
    TensorViewSetStride "tensor_view_set_stride" (View Int | Sizes) -> Same op 5379 cap 5439 ext "SPV_NV_tensor_addressing";
    TensorViewSetClip "tensor_view_set_clip" (View Int Int Int Int) -> Same op 5382 cap 5439 ext "SPV_NV_tensor_addressing";
    // (memory, matrix for what is clipped, layout, [view], [functions that decode a component and a vector of such]).
    CooperativeMatrixLoadTensor "cooperative_matrix_load_tensor" (TensorMemory Matrix Layout | Callee Callee) -> Matrix op 5367 [READS WRITES CONVERGENT NO_SPECULATE] cap 5433 ext "SPV_NV_cooperative_matrix2";
    CooperativeMatrixLoadTensorView "cooperative_matrix_load_tensor_view" (TensorMemory Matrix Layout View | Callee Callee) -> Matrix op 5367 [READS WRITES CONVERGENT NO_SPECULATE] cap 5433 ext "SPV_NV_cooperative_matrix2";
    CooperativeMatrixStoreTensor "cooperative_matrix_store_tensor" (TensorMemory Matrix Layout | View) op 5368 [WRITES CONVERGENT] cap 5433 ext "SPV_NV_cooperative_matrix2";

    // Instructions that the author names: the first operand is an integer constant that indexes the module's items.
    Spirv "spirv" (Known | Rest) -> Any op 0 [READS WRITES CONVERGENT];
    SpirvVoid "spirv_void" (Known | Rest) op 0 [READS WRITES CONVERGENT];

    // Memory of a machine, by offset in bytes: loose uniforms, blocks by index, addresses of 64 bits. Alignment, access
    // ([`crate::MemoryAccess`]) and the mask of stored components are known.
    LoadUniform "load_uniform" (U32 Align Access) -> Stored op 0 [READS NO_SPECULATE];
    LoadUniformBlock "load_uniform_block" (U32 U32 Align Access) -> Stored op 0 [READS NO_SPECULATE];
    LoadStorage "load_storage" (U32 U32 Align Access) -> Stored op 0 [READS NO_SPECULATE];
    StoreStorage "store_storage" (Stored U32 U32 Mask Align Access) op 0 [WRITES];
    LoadVolatileStorage "load_volatile_storage" (U32 U32 Align Access) -> Stored op 0 [READS WRITES];
    AtomicLoadStorage "atomic_load_storage" (U32 U32 Order) -> Number op 0 [READS WRITES];
    AtomicStoreStorage "atomic_store_storage" (Number U32 U32 Order) op 0 [READS WRITES];
    // (operation of `MEMORY_ATOMICS`, value, address, scope and semantics, [comparator]).
    AtomicStorage "atomic_storage" (Atomic Stored U32 U32 Order | Same) -> Same op 0 [READS WRITES];
    // Bytes of the block with an index.
    SizeStorage "size_storage" (U32) -> U32 op 0 [READS];
    LoadPush "load_push" (U32 Align Access) -> Stored op 0 [READS NO_SPECULATE];
    LoadShared "load_shared" (U32 Align Access) -> Stored op 0 [READS NO_SPECULATE];
    StoreShared "store_shared" (Stored U32 Mask Align Access) op 0 [WRITES];
    LoadVolatileShared "load_volatile_shared" (U32 Align Access) -> Stored op 0 [READS WRITES];
    AtomicLoadShared "atomic_load_shared" (U32 Order) -> Number op 0 [READS WRITES];
    AtomicStoreShared "atomic_store_shared" (Number U32 Order) op 0 [READS WRITES];
    AtomicShared "atomic_shared" (Atomic Stored U32 Order | Same) -> Same op 0 [READS WRITES];
    LoadScratch "load_scratch" (U32 Align Access) -> Stored op 0 [READS NO_SPECULATE];
    StoreScratch "store_scratch" (Stored U32 Mask Align Access) op 0 [WRITES];
    LoadGlobal "load_global" (U64 Align Access) -> Stored op 0 [READS NO_SPECULATE];
    StoreGlobal "store_global" (Stored U64 Mask Align Access) op 0 [WRITES];
    LoadVolatileGlobal "load_volatile_global" (U64 Align Access) -> Stored op 0 [READS WRITES];
    AtomicLoadGlobal "atomic_load_global" (U64 Order) -> Number op 0 [READS WRITES];
    AtomicStoreGlobal "atomic_store_global" (Number U64 Order) op 0 [READS WRITES];
    AtomicGlobal "atomic_global" (Atomic Stored U64 Order | Same) -> Same op 0 [READS WRITES];

    // Registers of 32 bits with an index, which each invocation has: the index, the first register of an array and their number,
    // which are known. One that is not below the number leads nowhere.
    LoadRegister "load_register" (U32 Known Known) -> U32 op 0 [READS NO_SPECULATE];
    StoreRegister "store_register" (U32 U32 Known Known) op 0 [WRITES];

    // Images, textures and samplers of a machine, by index; atomics of texels by coordinate and sample.
    LoadHandle "load_handle" (U32) -> Handle op 0 [READS NO_SPECULATE];
    AtomicLoadTexel "atomic_load_texel" (Handle Coordinate Int Order) -> Number op 0 [READS WRITES];
    AtomicStoreTexel "atomic_store_texel" (Number Handle Coordinate Int Order) op 0 [READS WRITES];
    AtomicTexel "atomic_texel" (Atomic Stored Handle Coordinate Int Order | Same) -> Same op 0 [READS WRITES];

    // Inputs and outputs of a machine: the first slot of the variable, [vertex], slots behind the first, first component. A
    // slot has four components of 32 bits.
    LoadInput "load_input" (Slot U32 Component) -> Stored op 0 [READS];
    LoadVertexInput "load_vertex_input" (Slot U32 U32 Component) -> Stored op 0 [READS NO_SPECULATE] in TESSELLATION GEOMETRY FRAGMENT;
    LoadInterpolatedInput "load_interpolated_input" (Vec2 Slot U32 Component) -> Floats op 0 [READS] in FRAGMENT;
    StoreOutput "store_output" (Stored Slot U32 Component Mask) op 0 [WRITES];
    StoreVertexOutput "store_vertex_output" (Stored Slot U32 U32 Component Mask) op 0 [WRITES] in TESS_CONTROL MESH;
    LoadOutput "load_output" (Slot U32 Component) -> Stored op 0 [READS NO_SPECULATE];
    LoadVertexOutput "load_vertex_output" (Slot U32 U32 Component) -> Stored op 0 [READS NO_SPECULATE] in TESS_CONTROL MESH;

    // Weights of the vertices at the centre (0), at a covered point (1) or at the sample (2); with perspective (0) or
    // without (1).
    Barycentric "barycentric" (Place Perspective) -> Vec2 op 0 [READS] in FRAGMENT;
    BarycentricAtSample "barycentric_at_sample" (Int Perspective) -> Vec2 op 0 [READS] in FRAGMENT;
    BarycentricAtOffset "barycentric_at_offset" (Vec2 Perspective) -> Vec2 op 0 [READS] in FRAGMENT;

    // A built-in input by its number in [`crate::BuiltIn`], and an index if it is an array. One of 64 bits may come as two words.
    LoadSystemValue "load_system_value" (BuiltInNumber | U32) -> Data op 0 [READS NO_SPECULATE];

    // Debug printf: the first operand is the string, as an integer constant that indexes the module's names.
    DebugPrintf "debug_printf" (Known | Rest) op 12 [WRITES] ext "SPV_KHR_non_semantic_info";
    // Ends all work of the device with a message, likewise. What stands behind is never executed.
    Abort "abort" (Known | Rest) op 5121 [READS WRITES] cap 5120 ext "SPV_KHR_abort";
}

/// For each opcode, the number of the first row that has it, from 1 on.
static BY_OPCODE: [u16; 1 << 13] = {
    let mut rows = [0; 1 << 13];
    let mut number = Intrinsic::ALL.len();
    while number > 0 {
        let opcodes = Intrinsic::ALL[number - 1].opcodes();
        let mut index = 0;
        while index < opcodes.len() {
            rows[opcodes[index] as usize] = number as u16;
            index += 1;
        }
        number -= 1;
    }
    // Opcode 0 stands for none.
    rows[0] = 0;
    rows
};

impl Intrinsic {
    /// True for an operation on a cooperative vector and memory at an offset, which may have 64 bits
    /// (`GL_EXT_shader_64bit_indexing`).
    pub fn has_offsets(self) -> bool {
        self.operand_class(0) == Some(OperandClass::ArrayMemory)
            || self.operand_class(2) == Some(OperandClass::ArrayMemory)
    }
}

/// Flags of [`Intrinsic::CooperativeMatrixConvert`].
pub mod matrix_conversion {
    /// The result is transposed.
    pub const TRANSPOSED: u32 = 1;
    /// Floats that are too large become the largest finite ones of the result.
    pub const SATURATED: u32 = 2;
}

impl Intrinsic {
    /// True if it calls functions of the module.
    pub fn calls(self) -> bool {
        self.info().classes.contains(&OperandClass::Callee)
    }

    /// The class of the operand at a position.
    pub fn operand_class(self, position: usize) -> Option<OperandClass> {
        let classes = self.info().classes;
        let repeats = |class: &&OperandClass| {
            matches!(class, OperandClass::Rest | OperandClass::Sizes | OperandClass::Slices)
        };
        classes.get(position).or(classes.last().filter(repeats)).copied()
    }

    /// True if SPIR-V has a literal number, not an id, for the operand at this position.
    pub fn is_literal_operand(self, position: usize) -> bool {
        self.operand_class(position).is_some_and(OperandClass::is_literal)
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

    /// The first intrinsic of the table that has this opcode, be it one of an older extension.
    pub fn from_opcode(opcode: u16) -> Option<Self> {
        let row = *BY_OPCODE.get(usize::from(opcode))?;
        Self::ALL.get(usize::from(row).checked_sub(1)?).copied()
    }

    /// All opcodes of an intrinsic; 0 for those that it lacks.
    const fn opcodes(self) -> [u16; 5] {
        const fn or_none(opcode: Option<u16>) -> u16 {
            match opcode {
                Some(opcode) => opcode,
                None => 0,
            }
        }
        [
            // The number of `DebugPrintf` is one of an extended instruction set.
            if matches!(self, Self::DebugPrintf) { 0 } else { INTRINSICS[self as usize].spirv },
            or_none(self.amd_opcode()),
            or_none(self.group_opcode()),
            or_none(self.nv_hit_opcode()),
            or_none(self.nv_ray_opcode()),
        ]
    }

    /// The opcode of `SPV_AMD_shader_ballot`, of an operation on subgroups that older versions of SPIR-V have by it alone.
    pub const fn amd_opcode(self) -> Option<u16> {
        Some(match self {
            Self::SubgroupIadd => 5000,
            Self::SubgroupFadd => 5001,
            Self::SubgroupFmin => 5002,
            Self::SubgroupUmin => 5003,
            Self::SubgroupSmin => 5004,
            Self::SubgroupFmax => 5005,
            Self::SubgroupUmax => 5006,
            Self::SubgroupSmax => 5007,
            _ => return None,
        })
    }

    /// The opcode of kernels for such an operation, which `SPV_AMD_shader_ballot` allows where control flow is uniform.
    pub const fn group_opcode(self) -> Option<u16> {
        // They are numbered alike, from 264 and from 5000 on.
        match self.amd_opcode() {
            Some(code) => Some(code - 5000 + 264),
            None => None,
        }
    }

    /// The opcode of `SPV_NV_ray_tracing`, if it differs. Its last operand is a location. Modules with [`crate::Modes::NV_RAY_TRACING`]
    /// have it.
    pub const fn nv_ray_opcode(self) -> Option<u16> {
        Some(match self {
            Self::TraceRay => 5337,
            Self::TraceRayMotion => 5338,
            Self::ExecuteCallable => 5344,
            _ => return None,
        })
    }

    /// The opcode of `SPV_NV_shader_invocation_reorder`, of an operation on hit objects that both extensions have. Modules with
    /// [`crate::Modes::NV_HIT_OBJECTS`] have it.
    pub const fn nv_hit_opcode(self) -> Option<u16> {
        Some(match self {
            Self::HitObjectTraceRay => 5260,
            Self::HitObjectTraceRayMotion => 5256,
            Self::HitObjectRecordEmpty => 5259,
            Self::HitObjectExecuteShader => 5264,
            Self::HitObjectIsEmpty => 5276,
            Self::HitObjectIsHit => 5277,
            Self::HitObjectIsMiss => 5278,
            Self::HitObjectGetRayTmin => 5275,
            Self::HitObjectGetRayTmax => 5274,
            Self::HitObjectGetWorldRayOrigin => 5273,
            Self::HitObjectGetWorldRayDirection => 5272,
            Self::HitObjectGetObjectRayOrigin => 5255,
            Self::HitObjectGetObjectRayDirection => 5254,
            Self::HitObjectGetObjectToWorld => 5253,
            Self::HitObjectGetWorldToObject => 5252,
            Self::HitObjectGetInstanceCustomIndex => 5271,
            Self::HitObjectGetInstanceId => 5270,
            Self::HitObjectGetGeometryIndex => 5269,
            Self::HitObjectGetPrimitiveIndex => 5268,
            Self::HitObjectGetHitKind => 5267,
            Self::HitObjectGetShaderRecordBufferHandle => 5257,
            Self::HitObjectGetShaderBindingTableRecordIndex => 5258,
            Self::HitObjectGetCurrentTime => 5265,
            Self::HitObjectGetAttributes => 5266,
            Self::ReorderThreadWithHitObject => 5279,
            Self::ReorderThreadWithHint => 5280,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Intrinsic;

    #[test]
    fn opcodes_find_the_first_row() {
        assert_eq!(Intrinsic::from_opcode(218), Some(Intrinsic::EmitVertex));
        // Those of older extensions.
        for opcode in [264, 5000] {
            assert_eq!(Intrinsic::from_opcode(opcode), Some(Intrinsic::SubgroupIadd));
        }
        assert_eq!(Intrinsic::from_opcode(5337), Some(Intrinsic::TraceRay));
        assert_eq!(Intrinsic::from_opcode(0), None);
        assert_eq!(Intrinsic::from_opcode(u16::MAX), None);
    }
}
