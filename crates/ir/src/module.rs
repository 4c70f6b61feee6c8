//! A module: one shader stage with everything it declares.

use crate::builtin::BuiltIn;
use crate::constants::{Constant, ConstantKind, Constants};
use crate::function::{FunctionData, Linkage, Operand};
use crate::names::{Name, Names};
use crate::side_table::Id;
use crate::span::{Origin, Span};
use crate::spelling::Spelling;
use crate::types::{ImageFormat, Type, Types};
use crate::visit;
use la_arena::{Arena, Idx};
use smallvec::SmallVec;

/// Id of a struct.
pub type Struct = Idx<StructData>;
/// Id of a global variable.
pub type Global = Idx<GlobalData>;
/// Id of a function.
pub type Function = Idx<FunctionData>;
/// Id of a specialisation constant.
pub type SpecConstant = Idx<SpecConstantData>;

/// Something with a name in the text form, which other forms of the data use, too.
pub trait Named: Copy {
    /// Its name.
    fn name(self) -> &'static str;
    /// The value of this name.
    fn from_name(name: &str) -> Option<Self>;
}

/// A set of things with names.
pub trait NamedSet: Copy + Default {
    /// The names of those that are in the set, in the order of their table.
    fn names(self) -> impl Iterator<Item = &'static str>;
    /// Adds the thing of this name; false if there is none.
    fn insert_name(&mut self, name: &str) -> bool;
}

/// Declares an enum whose values have names: `named_enum! { /// Its purpose. Name { /// One. One "one", ... } }`.
#[macro_export]
macro_rules! named_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$doc])* #[doc = concat!("`", $text, "`")] $variant),* }

        impl $name {
            /// Every value with its spelling in the text form.
            pub const ALL: &[(Self, &'static str)] = &[$((Self::$variant, $text)),*];

            /// Spelling in the text form.
            pub fn name(self) -> &'static str {
                Self::ALL[self as usize].1
            }

            /// The value with this spelling.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
            }
        }

        impl $crate::Named for $name {
            fn name(self) -> &'static str {
                Self::ALL[self as usize].1
            }

            fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
            }
        }
    };
}
pub(crate) use named_enum;

named_enum! {
    /// A shader stage.
    Stage {
        Vertex "vertex", TessControl "tess_control", TessEvaluation "tess_evaluation", Geometry "geometry",
        Fragment "fragment", Compute "compute", Task "task", Mesh "mesh", RayGeneration "ray_generation",
        Intersection "intersection", AnyHit "any_hit", ClosestHit "closest_hit", Miss "miss", Callable "callable",
    }
}

impl Stage {
    /// True if it is a stage of a ray tracing pipeline.
    pub fn traces_rays(self) -> bool {
        use Stage::{AnyHit, Callable, ClosestHit, Intersection, Miss, RayGeneration};
        matches!(self, RayGeneration | Intersection | AnyHit | ClosestHit | Miss | Callable)
    }
}

named_enum! {
    /// Storage class: the memory of a global, and the invocations that share it.
    Storage {
        /// Local to a call.
        Function "function",
        /// Local to an invocation.
        Private "private",
        /// From the stage before, or attributes.
        Input "input",
        /// To the stage after, or attachments.
        Output "output",
        /// A uniform block; also a loose uniform of a transparent type.
        Uniform "uniform",
        /// A uniform of an opaque type.
        Opaque "opaque",
        /// A shader storage block.
        Buffer "buffer",
        PushConstant "push_constant",
        /// Shared by a workgroup.
        Shared "shared",
        /// Behind a buffer reference.
        PhysicalBuffer "physical_buffer",
        AtomicCounter "atomic_counter",
        /// A texel of an image, for atomics.
        Texel "texel",
        TaskPayload "task_payload",
        RayPayload "ray_payload",
        IncomingRayPayload "incoming_ray_payload",
        HitAttribute "hit_attribute",
        CallableData "callable_data",
        IncomingCallableData "incoming_callable_data",
        ShaderRecord "shader_record",
        /// Attributes that a hit object takes and gives (`GL_EXT_shader_invocation_reorder`).
        HitObjectAttribute "hit_object_attribute",
        TileImage "tile_image",
        /// Kept by a pixel from fragment to fragment (`GL_EXT_shader_pixel_local_storage`).
        PixelLocal "pixel_local",
        /// A storage class of SPIR-V, by number in the global's decorations.
        Spirv "spirv",
    }
}

named_enum! {
    /// Layout rule of a block's members (OpenGL 4.6 section 7.6.2.2).
    LayoutRule {
        Std140 "std140", Std430 "std430",
        /// `GL_EXT_scalar_block_layout`.
        Scalar "scalar",
        /// Left to the implementation; laid out as std140.
        Shared "shared_layout",
        /// Left to the implementation; laid out as std140.
        Packed "packed",
        /// Constant buffers of Direct3D: elements of arrays, lines of matrices, and structs begin at multiples of 16 bytes, and
        /// nothing is padded behind the last one. GLSL has no word for it.
        Direct3d "direct3d",
    }
}

named_enum! {
    /// Precision of a value or variable (ESSL 3.20 section 4.7). `None` where the language has none.
    Precision {
        None "none", Low "lowp", Medium "mediump", High "highp",
    }
}

named_enum! {
    /// Interpolation between vertices and fragment.
    Interpolation {
        /// Perspective correct, by an explicit qualifier.
        Smooth "smooth",
        Flat "flat",
        NoPerspective "noperspective",
        /// `pervertexEXT`: one value a vertex.
        PerVertex "per_vertex",
        /// `__explicitInterpAMD`: only the values of single vertices are read.
        Explicit "explicit",
    }
}

/// Declares a set of flags with names: `flag_set! { /// Its purpose. Name: u8 { /// One. ONE "one" = 0, ... } }`.
#[macro_export]
macro_rules! flag_set {
    ($(#[$meta:meta])* $name:ident: $repr:ty { $($(#[$doc:meta])* $flag:ident $text:literal = $bit:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($repr);

        impl $name {
            /// The empty set.
            pub const NONE: Self = Self(0);
            $($(#[$doc])* #[doc = concat!("`", $text, "`")] pub const $flag: Self = Self(1 << $bit);)*
            /// Every flag with its spelling in the text form.
            pub const ALL: &[(Self, &'static str)] = &[$((Self::$flag, $text)),*];

            /// True if all of `other` are in the set.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// True if any of `other` is in the set.
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Both sets.
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// The flags that both sets have.
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// True if no flag is in the set.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Adds `other`.
            pub fn insert(&mut self, other: Self) {
                self.0 |= other.0;
            }

            /// Takes `other` away.
            pub fn remove(&mut self, other: Self) {
                self.0 &= !other.0;
            }

            /// The spellings of its flags.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                Self::ALL.iter().filter(move |row| self.contains(row.0)).map(|row| row.1)
            }

            /// The set as bits.
            pub const fn bits(self) -> $repr {
                self.0
            }

            /// The set with these bits; unknown ones are dropped.
            pub fn from_bits(bits: $repr) -> Self {
                let mut known = 0;
                for row in Self::ALL {
                    known |= row.0.0;
                }
                Self(bits & known)
            }
        }

        impl $crate::NamedSet for $name {
            fn names(self) -> impl Iterator<Item = &'static str> {
                Self::names(self)
            }

            fn insert_name(&mut self, name: &str) -> bool {
                let row = Self::ALL.iter().find(|row| row.1 == name);
                row.inspect(|row| self.insert(row.0)).is_some()
            }
        }
    };
}
pub(crate) use flag_set;

flag_set! {
    /// Qualifiers of a global or member that are there or not.
    Qualifiers: u32 {
        CENTROID "centroid" = 0,
        SAMPLE "sample" = 1,
        PATCH "patch" = 2,
        INVARIANT "invariant" = 3,
        PRECISE "precise" = 4,
        COHERENT "coherent" = 5,
        VOLATILE "volatile" = 6,
        RESTRICT "restrict" = 7,
        READONLY "readonly" = 8,
        WRITEONLY "writeonly" = 9,
        PER_PRIMITIVE "per_primitive" = 10,
        /// A block of the heap of samplers, not of that of resources (`GL_EXT_structured_descriptor_heap`).
        SAMPLER_HEAP "sampler_heap" = 11,
        NON_PRIVATE "nonprivate" = 12,
        QUEUE_FAMILY_COHERENT "queue_family_coherent" = 13,
        WORKGROUP_COHERENT "workgroup_coherent" = 14,
        SUBGROUP_COHERENT "subgroup_coherent" = 15,
        SHADER_CALL_COHERENT "shader_call_coherent" = 16,
        /// A matrix (or array of such, or struct with such) whose rows are consecutive in memory.
        ROW_MAJOR "row_major" = 17,
        COLUMN_MAJOR "column_major" = 18,
        /// Declared again by the author, with or without change (`gl_PerVertex`, `gl_FragCoord`).
        REDECLARED "redeclared" = 19,
        /// Read and written: a fragment output with the value of the framebuffer (`inout`).
        FRAMEBUFFER_FETCH "framebuffer_fetch" = 20,
        NON_COHERENT_FETCH "noncoherent" = 21,
        /// The author wrote this declaration, but nothing refers to it.
        UNUSED "unused" = 22,
        /// A fragment output of Y, U and V (`layout(yuv)`).
        YUV "yuv" = 23,
        DEVICE_COHERENT "device_coherent" = 24,
        /// An array that a unit declares without a size: it has that of another unit, or the one that its highest index needs.
        IMPLICIT_SIZE "implicit_size" = 25,
        /// Memory that is not expected to be used again soon (`GL_EXT_nontemporal_keyword`).
        NONTEMPORAL "nontemporal" = 26,
        /// An attachment whose tile is in the memory of the device (`GL_QCOM_tile_shading`).
        TILE_ATTACHMENT "tile_attachment" = 27,
        /// An input of a geometry shader whose values the vertices of its primitive get (`GL_NV_geometry_shader_passthrough`).
        PASSTHROUGH "passthrough" = 28,
        /// An output of a mesh shader with a value for each view (`GL_NV_mesh_shader`).
        PER_VIEW "per_view" = 29,
        /// A member of a block that only the handle of a hit object's shader record leads to (`GL_EXT_shader_invocation_reorder`).
        HIT_RECORD "hit_record" = 30,
        BINDLESS "bindless" = 31,
    }
}

impl Qualifiers {
    /// Qualifiers of memory by which writes become available and reads visible to others.
    pub const ANY_COHERENT: Self = Self::COHERENT
        .union(Self::DEVICE_COHERENT)
        .union(Self::QUEUE_FAMILY_COHERENT)
        .union(Self::WORKGROUP_COHERENT)
        .union(Self::SUBGROUP_COHERENT)
        .union(Self::SHADER_CALL_COHERENT);

    /// Qualifiers of memory that other invocations are expected to write, or to look at.
    pub const SEEN_BY_OTHERS: Self = Self::ANY_COHERENT.union(Self::VOLATILE).union(Self::NON_PRIVATE);

    /// Memory qualifiers that apply to each access of the variable or member.
    pub const OF_ACCESSES: Self =
        Self::SEEN_BY_OTHERS.union(Self::READONLY).union(Self::WRITEONLY).union(Self::NONTEMPORAL);
}

/// Layout, interpolation and memory qualifiers of a global or a member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decorations {
    /// Interface slot.
    pub location: Option<u32>,
    /// First component within the slot, 0 to 3.
    pub component: Option<u32>,
    /// Second source of dual-source blending.
    pub index: Option<u32>,
    /// Descriptor set.
    pub set: Option<u32>,
    /// Descriptor binding, or buffer of an atomic counter.
    pub binding: Option<u32>,
    /// Bytes from the start of the block, the atomic counter buffer, or (with `xfb_buffer`) of the captured vertex.
    pub offset: Option<u32>,
    /// Least alignment of a block member, in bytes.
    pub align: Option<u32>,
    /// Vertex stream of a geometry shader's output.
    pub stream: Option<u32>,
    /// Transform feedback buffer.
    pub xfb_buffer: Option<u32>,
    /// Bytes from vertex to vertex in the transform feedback buffer.
    pub xfb_stride: Option<u32>,
    /// Bytes from the start of the captured vertex.
    pub xfb_offset: Option<u32>,
    /// Input attachment or tile image attachment.
    pub input_attachment: Option<u32>,
    /// Bank of push constants (`GL_NV_push_constant_bank`); 0 if unsaid.
    pub bank: Option<u32>,
    /// Bytes from the start of the bank to the push constants of a block; 0 if unsaid.
    pub member_offset: Option<u32>,
    /// An array of resources that is a descriptor heap (`GL_EXT_descriptor_heap`), with the bytes from one to the next; 0 where these
    /// are the size of a descriptor. An array of structs in resource storage is a block of a heap
    /// (`GL_EXT_structured_descriptor_heap`), and its index the byte where it begins, so that this is 1. Of a member of a struct in a
    /// heap, it is the size of a descriptor that the author gave.
    pub heap: Option<u32>,
    /// The place that a lowering for hardware chose: the first slot of an input or output, the first index of a resource, the
    /// offset of a loose uniform in bytes.
    pub slot: Option<u32>,
    /// The built-in variable that it is.
    pub builtin: Option<BuiltIn>,
    /// Interpolation, if declared.
    pub interpolation: Option<Interpolation>,
    /// The format in which pixels keep a member of pixel local storage.
    pub format: Option<ImageFormat>,
    /// The first of the decorations that the author gave by number, an index into [`Module::spirv`].
    pub spirv: Option<u32>,
    /// Everything that is there or not.
    pub qualifiers: Qualifiers,
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Its precision.
    pub precision: Precision,
    /// Its qualifiers, for members of blocks.
    pub decorations: Decorations,
    /// Its declaration.
    pub origin: Origin,
}

impl Member {
    /// A member without precision and qualifiers that no source declares.
    pub fn new(name: Name, ty: Type) -> Self {
        let (decorations, origin) = (Decorations::default(), Origin::default());
        Self { name, ty, precision: Precision::None, decorations, origin }
    }
}

/// A struct or the body of an interface block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructData {
    /// The struct's or the block's name.
    pub name: Name,
    /// In order of declaration.
    pub members: Vec<Member>,
    /// Its declaration.
    pub origin: Origin,
}

impl StructData {
    /// A struct that no source declares.
    pub fn new(name: Name, members: Vec<Member>) -> Self {
        Self { name, members, origin: Origin::default() }
    }
}

/// A global variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalData {
    /// Its name; the instance name of a block, empty if the members are named directly.
    pub name: Name,
    /// Its type: the struct (or array of it) for a block.
    pub ty: Type,
    /// The pointer to it: the type of an operand that names the global.
    pub pointer: Type,
    /// Its storage class.
    pub storage: Storage,
    /// Its precision.
    pub precision: Precision,
    /// Set if it is an interface block: the layout rule of its members (any rule for in and out blocks).
    pub block: Option<LayoutRule>,
    /// Location, binding, interpolation and the like.
    pub decorations: Decorations,
    /// Value at start.
    pub initializer: Option<Constant>,
    /// Its declaration.
    pub origin: Origin,
}

impl GlobalData {
    /// True if a fragment shader that has this variable is executed once a sample, whether or not it reads it (GLSL 4.60
    /// section 7.1.5 on `gl_SampleID`, ARB_gpu_shader5 on `sample in`).
    pub fn is_per_sample(&self) -> bool {
        let builtin = matches!(self.decorations.builtin, Some(BuiltIn::SampleId | BuiltIn::SamplePosition));
        let said = self.decorations.qualifiers.contains(Qualifiers::SAMPLE);
        self.storage == Storage::Input && (builtin || said)
    }
}

/// A specialisation constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecConstantData {
    /// Its name.
    pub name: Name,
    /// `constant_id`.
    pub id: Option<u32>,
    /// Scalar type.
    pub ty: Type,
    /// Value unless specialised: a scalar constant.
    pub default: Constant,
    /// Its declaration.
    pub origin: Origin,
}

named_enum! {
    /// Topology that a geometry, tessellation or mesh shader takes or gives.
    Primitive {
        Points "points", Lines "lines", LinesAdjacency "lines_adjacency", Triangles "triangles",
        TrianglesAdjacency "triangles_adjacency", LineStrip "line_strip", TriangleStrip "triangle_strip",
        Quads "quads", Isolines "isolines",
    }
}

impl Primitive {
    /// The number of vertices that a geometry shader gets of it; `None` for what is no input of one.
    pub const fn input_vertices(self) -> Option<u32> {
        match self {
            Self::Points => Some(1),
            Self::Lines => Some(2),
            Self::Triangles => Some(3),
            Self::LinesAdjacency => Some(4),
            Self::TrianglesAdjacency => Some(6),
            Self::LineStrip | Self::TriangleStrip | Self::Quads | Self::Isolines => None,
        }
    }
}

named_enum! {
    /// Distances between tessellated vertices.
    Spacing { Equal "equal_spacing", FractionalEven "fractional_even_spacing", FractionalOdd "fractional_odd_spacing" }
}

named_enum! {
    /// Declared relation of a written depth to the fragment's depth (`layout(depth_greater)`).
    DepthMode { Any "depth_any", Greater "depth_greater", Less "depth_less", Unchanged "depth_unchanged" }
}

flag_set! {
    /// Execution modes that are there or not.
    Modes: u64 {
        EARLY_FRAGMENT_TESTS "early_fragment_tests" = 0,
        POST_DEPTH_COVERAGE "post_depth_coverage" = 1,
        ORIGIN_UPPER_LEFT "origin_upper_left" = 2,
        PIXEL_CENTER_INTEGER "pixel_center_integer" = 3,
        POINT_MODE "point_mode" = 4,
        /// Clockwise (`cw`).
        CLOCKWISE "cw" = 5,
        COUNTER_CLOCKWISE "ccw" = 6,
        XFB "xfb" = 7,
        PIXEL_INTERLOCK_ORDERED "pixel_interlock_ordered" = 8,
        PIXEL_INTERLOCK_UNORDERED "pixel_interlock_unordered" = 9,
        SAMPLE_INTERLOCK_ORDERED "sample_interlock_ordered" = 10,
        SAMPLE_INTERLOCK_UNORDERED "sample_interlock_unordered" = 11,
        SUBGROUP_UNIFORM_CONTROL_FLOW "subgroup_uniform_control_flow" = 12,
        MAXIMAL_RECONVERGENCE "maximal_reconvergence" = 13,
        QUAD_DERIVATIVES "quad_derivatives" = 14,
        REQUIRE_FULL_QUADS "require_full_quads" = 15,
        DERIVATIVE_GROUP_QUADS "derivative_group_quads" = 16,
        DERIVATIVE_GROUP_LINEAR "derivative_group_linear" = 17,
        NON_COHERENT_COLOR_READ "non_coherent_color_read" = 18,
        NON_COHERENT_DEPTH_READ "non_coherent_depth_read" = 19,
        NON_COHERENT_STENCIL_READ "non_coherent_stencil_read" = 20,
        OVR_MULTIVIEW "ovr_multiview" = 21,
        /// Rays may skip triangles or boxes (`GL_EXT_ray_flags_primitive_culling`).
        PRIMITIVE_CULLING "primitive_culling" = 22,
        /// Vulkan's memory model, not that of GLSL.
        VULKAN_MEMORY_MODEL "vulkan_memory_model" = 23,
        /// The layer is counted from that of the viewport (`GL_NV_viewport_array2`).
        VIEWPORT_RELATIVE "viewport_relative" = 24,
        /// The sample mask adds samples, too (`GL_NV_sample_mask_override_coverage`).
        OVERRIDE_COVERAGE "override_coverage" = 25,
        /// Rays are traced as in `GL_NV_ray_tracing`.
        NV_RAY_TRACING "nv_ray_tracing" = 26,
        /// Rays may ask for two states of opacity micromaps (`GL_EXT_opacity_micromap`).
        OPACITY_MICROMAP "opacity_micromap" = 27,
        /// Ray queries ignore opacity micromaps (`GL_EXT_opacity_micromap_ray_query_mode`).
        QUERY_MICROMAPS_OFF "query_micromaps_off" = 28,
        /// Ray queries see opacity micromaps.
        QUERY_MICROMAPS_ON "query_micromaps_on" = 29,
        /// Fragments are tested before the shader, if possible, and behind it (`GL_AMD_shader_early_and_late_fragment_tests`).
        EARLY_AND_LATE_FRAGMENT_TESTS "early_and_late_fragment_tests" = 30,
        /// Relations of the written stencil reference to that of the face, before the test.
        STENCIL_REF_UNCHANGED_FRONT "stencil_ref_unchanged_front" = 31,
        STENCIL_REF_GREATER_FRONT "stencil_ref_greater_front" = 32,
        STENCIL_REF_LESS_FRONT "stencil_ref_less_front" = 33,
        STENCIL_REF_UNCHANGED_BACK "stencil_ref_unchanged_back" = 34,
        STENCIL_REF_GREATER_BACK "stencil_ref_greater_back" = 35,
        STENCIL_REF_LESS_BACK "stencil_ref_less_back" = 36,
        /// Gathers without a level take the implicit one (`GL_AMD_texture_gather_bias_lod`, issue 2).
        IMPLICIT_GATHER_LEVELS "implicit_gather_levels" = 37,
        /// Hit objects are those of `GL_NV_shader_invocation_reorder`.
        NV_HIT_OBJECTS "nv_hit_objects" = 38,
        /// Reads of tile attachments are in no order (`GL_QCOM_tile_shading`).
        NON_COHERENT_TILE_READ "non_coherent_tile_read" = 39,
        /// Task and mesh shaders are those of `GL_NV_mesh_shader`.
        NV_MESH "nv_mesh" = 40,
        /// Operations on cooperative matrices are those of `GL_NV_cooperative_matrix2`, where another extension has them, too.
        NV_COOPERATIVE_MATRIX_2 "nv_cooperative_matrix_2" = 41,
        /// Sums and extremes of subgroups are those of `GL_AMD_shader_ballot`, in versions of SPIR-V without others.
        AMD_GROUPS "amd_groups" = 42,
        /// Addresses in storage buffers are computed with 64 bits (`GL_EXT_shader_64bit_indexing`).
        SHADER_64BIT_INDEXING "shader_64bit_indexing" = 43,
        INNER_COVERAGE "inner_coverage" = 44,
        VARIABLE_GROUP_SIZE "variable_group_size" = 45,
    }
}

flag_set! {
    /// Advanced blend equations a fragment shader supports (`layout(blend_support_multiply) out`).
    BlendEquations: u32 {
        MULTIPLY "blend_support_multiply" = 0, SCREEN "blend_support_screen" = 1,
        OVERLAY "blend_support_overlay" = 2, DARKEN "blend_support_darken" = 3,
        LIGHTEN "blend_support_lighten" = 4, COLORDODGE "blend_support_colordodge" = 5,
        COLORBURN "blend_support_colorburn" = 6, HARDLIGHT "blend_support_hardlight" = 7,
        SOFTLIGHT "blend_support_softlight" = 8, DIFFERENCE "blend_support_difference" = 9,
        EXCLUSION "blend_support_exclusion" = 10, HSL_HUE "blend_support_hsl_hue" = 11,
        HSL_SATURATION "blend_support_hsl_saturation" = 12, HSL_COLOR "blend_support_hsl_color" = 13,
        HSL_LUMINOSITY "blend_support_hsl_luminosity" = 14, ALL_EQUATIONS "blend_support_all_equations" = 15,
    }
}

impl Modes {
    /// Relations of the stencil reference to that of the front face; a shader declares one at most.
    pub const STENCIL_REF_FRONT: Self = Self::STENCIL_REF_UNCHANGED_FRONT
        .union(Self::STENCIL_REF_GREATER_FRONT)
        .union(Self::STENCIL_REF_LESS_FRONT);
    /// The same for the back face.
    pub const STENCIL_REF_BACK: Self = Self::STENCIL_REF_UNCHANGED_BACK
        .union(Self::STENCIL_REF_GREATER_BACK)
        .union(Self::STENCIL_REF_LESS_BACK);
}

/// Execution modes of the entry point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Execution {
    /// Those that are there or not.
    pub modes: Modes,
    /// Invocations in a workgroup, by dimension: unsigned constants or specialisation constants.
    pub local_size: Option<[Constant; 3]>,
    /// Topology in (geometry; domain of tessellation evaluation).
    pub input_primitive: Option<Primitive>,
    /// Topology out (geometry, mesh).
    pub output_primitive: Option<Primitive>,
    /// Output vertices (geometry `max_vertices`, tessellation control `vertices`, mesh `max_vertices`).
    pub max_vertices: Option<u32>,
    /// Mesh `max_primitives`.
    pub max_primitives: Option<u32>,
    /// Geometry shader instances.
    pub invocations: Option<u32>,
    /// Tessellation spacing.
    pub spacing: Option<Spacing>,
    /// Written depth.
    pub depth: Option<DepthMode>,
    /// Views that a vertex shader is run for (`GL_OVR_multiview`).
    pub num_views: Option<u32>,
    /// Added to the layer for the second view (`GL_NV_stereo_view_rendering`).
    pub secondary_view_offset: Option<u32>,
    /// The `constant_id` of the specialisation constant that says whether ray queries see opacity micromaps.
    pub query_micromaps_id: Option<u32>,
    /// Pixels of a tile for one invocation, by dimension (`GL_QCOM_tile_shading`).
    pub tile_rate_x: Option<u32>,
    /// See `tile_rate_x`.
    pub tile_rate_y: Option<u32>,
    /// See `tile_rate_x`.
    pub tile_rate_z: Option<u32>,
    /// Bytes of memory that the workgroup shares, by offset.
    pub shared_size: Option<u32>,
    /// Bytes of memory of each invocation, by offset.
    pub scratch_size: Option<u32>,
    /// Advanced blending.
    pub blend: BlendEquations,
}

impl Execution {
    /// True if groups of four invocations, within which derivatives are taken, fill a workgroup of this size, as far as it is
    /// known; or if there are none.
    pub fn is_whole_groups(&self, size: [Option<i64>; 3]) -> bool {
        let is_multiple = |count: Option<i64>, by| count.is_none_or(|count| count % by == 0);
        let product = size.iter().try_fold(1i64, |product, count| Some(product.wrapping_mul((*count)?)));
        (!self.modes.contains(Modes::DERIVATIVE_GROUP_QUADS)
            || is_multiple(size[0], 2) && is_multiple(size[1], 2))
            && (!self.modes.contains(Modes::DERIVATIVE_GROUP_LINEAR) || is_multiple(product, 4))
    }
}

/// The source of a module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Its language.
    pub language: SourceLanguage,
    /// The version of the language (`450`).
    pub version: u32,
    /// The profile of the version.
    pub profile: SourceProfile,
}

/// A language that modules are made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SourceLanguage {
    /// None that is known.
    #[default]
    Unknown,
    /// GLSL.
    Glsl,
    /// GLSL for OpenGL ES.
    Essl,
    /// HLSL.
    Hlsl,
    /// WGSL.
    Wgsl,
    /// Slang.
    Slang,
}

impl SourceLanguage {
    /// Every language, with its name in the text form and its number in SPIR-V.
    pub const ALL: &[(Self, &'static str, u32)] = &[
        (Self::Unknown, "", 0),
        (Self::Essl, "essl", 1),
        (Self::Glsl, "glsl", 2),
        (Self::Hlsl, "hlsl", 5),
        (Self::Wgsl, "wgsl", 10),
        (Self::Slang, "slang", 11),
    ];

    fn row(self) -> (Self, &'static str, u32) {
        Self::ALL.iter().copied().find(|row| row.0 == self).unwrap_or((self, "", 0))
    }

    /// Its name in the text form; empty if it is unknown.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Its number in SPIR-V.
    pub fn spirv(self) -> u32 {
        self.row().2
    }

    /// True if it is GLSL, of OpenGL ES or not.
    pub fn is_glsl(self) -> bool {
        matches!(self, Self::Glsl | Self::Essl)
    }

    /// The language of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

/// Names by the inherent functions of a type.
macro_rules! named {
    ($($name:ty),*) => {
        $(impl Named for $name {
            fn name(self) -> &'static str {
                <$name>::name(self)
            }

            fn from_name(name: &str) -> Option<Self> {
                <$name>::from_name(name)
            }
        })*
    };
}

named! { SourceLanguage, BuiltIn, crate::types::ImageFormat }

named_enum! {
    /// A profile of a version of GLSL.
    #[derive(Default)]
    SourceProfile {
        /// None is given.
        #[default]
        None "",
        Core "core", Compatibility "compatibility", Es "es",
    }
}

/// A uniform whose value chooses a function: the lowered form of a subroutine uniform.
///
/// It is named, not pointed to, so that it stays true when a pass moves the uniform into a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubroutineUniform {
    /// The name of the uniform, which is a `u32` or an array of them.
    pub name: Name,
    /// The location among the subroutine uniforms of the stage, if the author gave one.
    pub location: Option<u32>,
    /// The values it can have, each with the function that is called then; ascending.
    pub functions: Vec<(u32, Name)>,
}

named_enum! {
    /// Behaviour of an extension directive (GLSL 4.60 section 3.3).
    Behavior {
        /// Its use is to be warned about, and so is that a compiler does not know it.
        Warn "warn",
        /// If a compiler does not know it, that is to be warned about.
        Enable "enable",
        /// A compiler that does not know it is to refuse the source.
        Require "require",
    }
}

/// An extension of the source language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceExtension {
    /// Its name.
    pub name: Name,
    /// The behaviour.
    pub behavior: Behavior,
}

/// One shader stage with everything it declares.
#[derive(Clone, Debug)]
pub struct Module {
    /// The stage.
    pub stage: Stage,
    /// Its source.
    pub source: Source,
    /// Source extensions in use, sorted by name.
    pub extensions: Vec<SourceExtension>,
    /// Subroutine uniforms, in order of declaration.
    pub subroutines: Vec<SubroutineUniform>,
    /// Literal strings, which instructions name by their position: formats of `debug_printf`.
    pub strings: Vec<Name>,
    /// SPIR-V that the author names by number.
    pub spirv: Vec<crate::SpirvItem>,
    /// Execution modes.
    pub execution: Execution,
    /// The function that starts an invocation.
    pub entry: Option<Function>,
    /// Strings.
    pub names: Names,
    /// Types.
    pub types: Types,
    /// Constants.
    pub constants: Constants,
    /// Structs and block bodies.
    pub structs: Arena<StructData>,
    /// Specialisation constants.
    pub spec_constants: Arena<SpecConstantData>,
    /// Global variables.
    pub globals: Arena<GlobalData>,
    /// Functions.
    pub functions: Arena<FunctionData>,
    /// The spelling of the source, where it differs for what is the same here.
    pub spelling: Spelling,
}

impl Module {
    /// The type of an output, or of a member of one, for a single view. Views share locations (`GL_NV_mesh_shader`).
    pub fn of_view(&self, ty: Type, decorations: &Decorations) -> Type {
        let has_views = decorations.qualifiers.contains(Qualifiers::PER_VIEW);
        self.types.element(ty).filter(|_| has_views).unwrap_or(ty)
    }

    /// An empty module.
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            source: Source::default(),
            extensions: Vec::new(),
            subroutines: Vec::new(),
            strings: Vec::new(),
            spirv: Vec::new(),
            execution: Execution::default(),
            entry: None,
            names: Names::default(),
            types: Types::default(),
            constants: Constants::default(),
            structs: Arena::new(),
            spec_constants: Arena::new(),
            globals: Arena::with_capacity(8),
            functions: Arena::new(),
            spelling: Spelling::default(),
        }
    }

    /// The ids of all functions, without a borrow.
    pub fn function_ids(&self) -> impl ExactSizeIterator<Item = Function> + use<> {
        (0..self.functions.len()).map(Function::from_index)
    }

    /// The ids of the functions that have a body that can run ([`FunctionData::has_code`]), without a borrow.
    pub fn code_ids(&self) -> impl Iterator<Item = Function> + use<> {
        let ids: SmallVec<[Function; 16]> =
            self.functions.iter().filter(|row| row.1.has_code()).map(|row| row.0).collect();
        ids.into_iter()
    }

    /// True if the module is a unit: its functions are there for other modules, or theirs for it. It needs no entry point.
    pub fn is_unit(&self) -> bool {
        self.functions
            .values()
            .any(|function| !matches!(function.linkage, Linkage::Internal | Linkage::Callback(_)))
    }

    /// The functions that are reached from outside: the entry point, and those that other modules or intrinsics call or run.
    pub fn roots(&self) -> impl Iterator<Item = Function> + '_ {
        self.function_ids().filter(|&id| self.is_root(id))
    }

    /// True if a function is reached from outside.
    pub fn is_root(&self, id: Function) -> bool {
        self.entry == Some(id)
            || matches!(
                self.functions[id].linkage,
                Linkage::Export(_) | Linkage::Initializer | Linkage::Callback(_)
            )
    }

    /// True if globals are initialised by a function that only a linker can let run.
    pub fn has_initializer(&self) -> bool {
        self.functions.values().any(|function| function.linkage == Linkage::Initializer)
    }

    /// The names of the functions that other modules define.
    pub fn imports(&self) -> Vec<String> {
        let imports = self.functions.values().filter(|function| function.is_import());
        imports.filter_map(|function| Some(self.names.get(function.link_name()?).to_owned())).collect()
    }

    /// The place in the source of the entry point; nowhere if it has none.
    pub fn entry_span(&self) -> Span {
        self.entry.map_or_else(Span::default, |entry| self.functions[entry].origin.span)
    }

    /// The place in the source of the first function for which `is_it` holds, or of its first instruction that has a place.
    pub fn place_of_function(&self, is_it: impl Fn(&FunctionData) -> bool) -> Option<Span> {
        self.functions.values().filter(|function| is_it(function)).find_map(|function| {
            let insts = || visit::insts(function).into_iter().map(|row| function.insts[row.1].span());
            let own = Some(function.origin.span).filter(|span| !span.is_nowhere());
            own.or_else(|| insts().find(|span| !span.is_nowhere()))
        })
    }

    /// Moves all spans by a number, after the source map was appended to another.
    pub fn shift_spans(&mut self, by: u32) {
        let shift = |origin: &mut Origin| {
            if !origin.span.is_nowhere() {
                origin.span = origin.span.shifted(by);
            }
        };
        for data in self.structs.values_mut() {
            shift(&mut data.origin);
            data.members.iter_mut().for_each(|member| shift(&mut member.origin));
        }
        self.globals.values_mut().for_each(|data| shift(&mut data.origin));
        self.spec_constants.values_mut().for_each(|data| shift(&mut data.origin));
        for function in self.functions.values_mut() {
            shift(&mut function.origin);
            function.params.iter_mut().for_each(|param| shift(&mut param.origin));
            function.shift_spans(by);
        }
        self.spelling.shift_spans(by);
    }

    /// Takes a function out, to change it beside the module, and leaves a placeholder until it is put back.
    pub fn take_function(&mut self, id: Function) -> FunctionData {
        let slot = &mut self.functions[id];
        let linkage = slot.linkage;
        let placeholder = FunctionData { linkage, ..FunctionData::placeholder(slot.name, slot.result) };
        std::mem::replace(slot, placeholder)
    }

    /// True if the source asks for an extension.
    pub fn has_extension(&self, name: &str) -> bool {
        self.extensions.iter().any(|extension| self.names.get(extension.name) == name)
    }

    /// Adds the request of a source in GLSL for an extension, unless it is there; requests are sorted by name.
    pub fn require_extension(&mut self, name: &str) {
        if self.source.language != SourceLanguage::Glsl || self.has_extension(name) {
            return;
        }
        let at = self.extensions.partition_point(|extension| self.names.get(extension.name) < name);
        let extension = SourceExtension { name: self.names.intern(name), behavior: Behavior::Require };
        self.extensions.insert(at, extension);
    }

    /// A built-in variable: its global, and its member if it is part of a block.
    pub fn find_builtin(&self, storage: Storage, builtin: BuiltIn) -> Option<(Global, Option<u32>)> {
        self.globals.iter().filter(|(_, data)| data.storage == storage).find_map(|(id, data)| {
            if data.decorations.builtin == Some(builtin) {
                return Some((id, None));
            }
            let mut members = (0..).zip(self.members(data.ty));
            let (index, _) = members.find(|(_, member)| member.decorations.builtin == Some(builtin))?;
            Some((id, Some(index)))
        })
    }

    /// Adds a global variable without qualifiers.
    pub fn add_global(&mut self, name: &str, ty: Type, storage: Storage) -> Global {
        let name = self.names.intern(name);
        let pointer = self.types.pointer(storage, ty);
        self.globals.alloc(GlobalData {
            name,
            ty,
            pointer,
            storage,
            precision: Precision::None,
            block: None,
            decorations: Decorations::default(),
            initializer: None,
            origin: Origin::default(),
        })
    }

    /// True if an operand is an undefined value.
    pub fn is_undefined(&self, operand: Operand) -> bool {
        operand.constant().is_some_and(|constant| self.constants.get(constant).kind == ConstantKind::Undef)
    }

    /// The index that an operand is, if it is a known integer and not negative.
    pub fn constant_index(&self, operand: Operand) -> Option<u32> {
        u32::try_from(self.as_int(operand)?).ok()
    }

    /// The integer that an operand is, if it is a constant scalar.
    pub fn as_int(&self, operand: Operand) -> Option<i64> {
        self.constants.as_int(operand.constant()?)
    }

    /// The ids of all globals.
    pub fn global_ids(&self) -> impl ExactSizeIterator<Item = Global> + use<> {
        (0..self.globals.len()).map(Global::from_index)
    }

    /// The globals for which a test holds.
    pub fn globals_that(&self, test: impl Fn(&GlobalData) -> bool) -> Vec<Global> {
        self.global_ids().filter(|&id| test(&self.globals[id])).collect()
    }

    /// The members of a struct type, none for any other.
    pub fn members(&self, ty: Type) -> &[Member] {
        match self.types.get(ty) {
            crate::types::TypeData::Struct(id) => &self.structs[id].members,
            _ => &[],
        }
    }
}
