//! The data of a reflection. The members of JSON objects are the fields, in this order; fields that do not apply are left out.

use serde::{Deserialize, Deserializer, Serialize, de};
use vitrum_ir::{
    BlendEquations, BuiltIn, DepthMode, Dim, ImageFormat, Interpolation, LayoutRule, Modes, Precision,
    Primitive, Qualifiers, Scalar, SourceLanguage, SourceProfile, Spacing, Stage, Storage, named_enum,
};
use vitrum_passes::analysis::resources::Access;

use crate::serialized::{name, names, optional_name};

/// A shader stage seen from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reflection {
    /// The stage: `vertex`, `fragment`, `compute` ...
    #[serde(with = "name")]
    pub stage: Stage,
    /// The name of the entry point.
    pub entry_point: String,
    /// The source language.
    pub source: Source,
    /// Extensions of the source language that are enabled, sorted.
    pub extensions: Vec<String>,
    /// Capabilities that the SPIR-V module declares; empty when none was made.
    pub capabilities: Vec<String>,
    /// Extensions that the SPIR-V module declares; likewise.
    pub spirv_extensions: Vec<String>,
    /// Execution modes.
    pub execution: Execution,
    /// Inputs from the stage before, built-ins included.
    pub inputs: Vec<Variable>,
    /// Outputs for the stage after, built-ins included.
    pub outputs: Vec<Variable>,
    /// Resources that the application binds: blocks, images, samplers, loose uniforms.
    pub resources: Vec<Resource>,
    /// Textures and samplers that are combined in lookups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sampler_pairs: Vec<SamplerPair>,
    /// Other variables: shared memory, payloads of rays and tasks, and the like.
    pub variables: Vec<Variable>,
    /// Subroutine uniforms: which functions their values choose.
    pub subroutines: Vec<Subroutine>,
    /// Specialisation constants.
    pub spec_constants: Vec<SpecConstant>,
    /// The built-in variables and members that the entry point reaches.
    pub built_ins: Vec<BuiltInUse>,
    /// Structs and blocks, which types name by their position here.
    pub structs: Vec<Struct>,
    /// Locations and bindings that the compiler chose.
    pub assigned: Vec<Assignment>,
}

impl Reflection {
    /// That of a shader of which nothing is known but the stage.
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            entry_point: String::new(),
            source: Source::default(),
            extensions: Vec::new(),
            capabilities: Vec::new(),
            spirv_extensions: Vec::new(),
            execution: Execution::default(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            resources: Vec::new(),
            sampler_pairs: Vec::new(),
            variables: Vec::new(),
            subroutines: Vec::new(),
            spec_constants: Vec::new(),
            built_ins: Vec::new(),
            structs: Vec::new(),
            assigned: Vec::new(),
        }
    }

    /// Reads what [`Reflection::json`] wrote.
    ///
    /// # Errors
    /// The first place that is no JSON, or is not of the expected form.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// As JSON, indented, with a newline at the end.
    pub fn json(&self) -> String {
        // Strings and numbers only, so serialisation cannot fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

named_enum! {
    /// The kind of a type, arrays taken away.
    #[derive(Default)]
    TypeKind {
        #[default]
        Void "void",
        Scalar "scalar", Vector "vector", Matrix "matrix", Struct "struct",
        /// An address of a block in device memory.
        BufferReference "buffer_reference",
        /// A number of 64 bits that names a texture with its sampler, or an image (`GL_ARB_bindless_texture`).
        Handle "handle",
        /// The descriptor of a buffer with a block.
        BufferType "buffer_type",
        /// A texture with its sampler.
        SampledImage "sampled_image",
        /// A texture or storage image alone.
        Image "image",
        Sampler "sampler", AtomicCounter "atomic_counter", AccelerationStructure "acceleration_structure",
        RayQuery "ray_query", HitObject "hit_object", CooperativeMatrix "cooperative_matrix",
        Tensor "tensor", TensorLayout "tensor_layout", TensorView "tensor_view",
        /// A type that the author gives by number.
        Spirv "spirv",
        Pointer "pointer",
    }
}

named_enum! {
    /// The kind of a resource: that of its descriptor, where it has one.
    #[derive(Default)]
    ResourceKind {
        /// A loose uniform, in no block.
        #[default]
        Uniform "uniform",
        UniformBuffer "uniform_buffer", StorageBuffer "storage_buffer", PushConstant "push_constant",
        ShaderRecord "shader_record",
        /// A texture with its sampler.
        SampledImage "sampled_image",
        /// A texture without a sampler.
        Texture "texture",
        Sampler "sampler", StorageImage "storage_image", UniformTexelBuffer "uniform_texel_buffer",
        StorageTexelBuffer "storage_texel_buffer",
        /// An input attachment.
        SubpassInput "subpass_input",
        AccelerationStructure "acceleration_structure", AtomicCounter "atomic_counter", TileImage "tile_image",
        Tensor "tensor",
        /// Of a storage class that the author gives by number.
        Spirv "spirv",
    }
}

/// The source language of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// `glsl` or `essl`; empty if unknown.
    #[serde(with = "name")]
    pub language: SourceLanguage,
    /// The version, such as 450.
    pub version: u32,
    /// `core` or `compatibility`; empty if there is none.
    #[serde(with = "name")]
    pub profile: SourceProfile,
}

/// Execution modes of a stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Execution {
    /// Modes that are there or not: `early_fragment_tests`, `origin_upper_left`, `cw` ...
    #[serde(with = "names")]
    pub modes: Modes,
    /// Invocations of a workgroup by dimension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workgroup_size: Option<[WorkgroupSize; 3]>,
    /// Input primitive of a geometry shader, or domain of tessellation.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub input_primitive: Option<Primitive>,
    /// Output primitive of a geometry or mesh shader.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub output_primitive: Option<Primitive>,
    /// Output vertices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_vertices: Option<u32>,
    /// Output primitives of a mesh shader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_primitives: Option<u32>,
    /// Instances of a geometry shader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invocations: Option<u32>,
    /// Spacing of tessellation.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub spacing: Option<Spacing>,
    /// Declared relation of a written depth to the fragment's depth.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub depth: Option<DepthMode>,
    /// Views of `GL_OVR_multiview`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub num_views: Option<u32>,
    /// Advanced blend equations.
    #[serde(default, skip_serializing_if = "names::is_empty", with = "names")]
    pub blend: BlendEquations,
}

/// A dimension of a workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkgroupSize {
    /// Invocations, unless specialised.
    pub value: u32,
    /// The specialisation constant that sets them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constant_id: Option<u32>,
}

/// A type, as GLSL sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeInfo {
    /// In GLSL, arrays included: `vec4`, `float[3]`, `sampler2D`, the name of a struct.
    pub name: String,
    /// Kind of the innermost element.
    #[serde(with = "name")]
    pub kind: TypeKind,
    /// The type of the components: `bool`, `i32`, `u32`, `f16`, `f32`, `f64` ...
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub scalar: Option<Scalar>,
    /// Components of a vector, or of a column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u32>,
    /// Columns of a matrix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<u32>,
    /// Dimensions of arrays, the outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub array: Vec<Length>,
    /// Properties of an image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<Image>,
    /// Position of the struct, or of the block that a reference refers to.
    #[serde(rename = "struct", default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<usize>,
}

/// A dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    /// Elements, unless specialised; none if the bound buffer or descriptor array decides.
    pub length: Option<u32>,
    /// True if a specialisation constant sets the length.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub specialised: bool,
}

/// The shape of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// `1d`, `2d`, `3d`, `cube`, `rect`, `buffer`, `subpass` ...
    #[serde(with = "name")]
    pub dim: Dim,
    /// True if it has layers.
    pub arrayed: bool,
    /// True if it has several samples a texel.
    pub multisampled: bool,
    /// True if it is compared with a reference.
    pub shadow: bool,
    /// True if it is read and written without a sampler.
    pub storage: bool,
    /// The format of a storage image; `unknown` without one.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub format: Option<ImageFormat>,
}

/// An input, an output or another variable that is bound to nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// Its name; that of the instance for a block, which may have none.
    pub name: String,
    /// The name of the block, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// Storage class, if it is neither input nor output: `shared`, `ray_payload` ...
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub storage: Option<Storage>,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: TypeInfo,
    /// The first location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The first component within the location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<u32>,
    /// The source of dual-source blending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// Name of the built-in variable: `position`, `frag_coord` ...
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub built_in: Option<BuiltIn>,
    /// `smooth`, `flat`, `noperspective` or `per_vertex`, if declared.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub interpolation: Option<Interpolation>,
    /// `lowp`, `mediump` or `highp`, in ES.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub precision: Option<Precision>,
    /// `centroid`, `sample`, `patch`, `invariant` ...
    #[serde(default, skip_serializing_if = "names::is_empty", with = "names")]
    pub qualifiers: Qualifiers,
    /// Vertex stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream: Option<u32>,
    /// Transform feedback: buffer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xfb_buffer: Option<u32>,
    /// Transform feedback: bytes from vertex to vertex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xfb_stride: Option<u32>,
    /// Transform feedback: bytes from the start of the vertex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xfb_offset: Option<u32>,
    /// True if the entry point reaches a use of it.
    pub used: bool,
}

/// A resource that the application binds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resource {
    /// Its name; that of the block for a block.
    pub name: String,
    /// The name of the instance of a block; empty if its members are named directly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// Its kind.
    #[serde(with = "name")]
    pub kind: ResourceKind,
    /// Descriptor set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<u32>,
    /// Binding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binding: Option<u32>,
    /// The location of a loose uniform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The offset of an atomic counter in its buffer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// The input attachment or tile attachment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_attachment: Option<u32>,
    /// The bytes from one resource of a descriptor heap to the next; 0 where these are the size of a descriptor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<u32>,
    /// The bank of push constants; 0 if unsaid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<u32>,
    /// The offset of a block in its bank of push constants, in bytes; 0 if unsaid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member_offset: Option<u32>,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: TypeInfo,
    /// Layout rule of the members of a block: `std140`, `std430`, `scalar`.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub layout: Option<LayoutRule>,
    /// Bytes of a block, without a runtime array at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// `lowp`, `mediump` or `highp`, in ES.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub precision: Option<Precision>,
    /// `readonly`, `coherent`, `restrict` ...
    #[serde(default, skip_serializing_if = "names::is_empty", with = "names")]
    pub qualifiers: Qualifiers,
    /// The ways in which the entry point accesses it: `read`, `write`, `atomic`, `query` (of size, levels, samples, length),
    /// `sample` (with a sampler).
    #[serde(default, skip_serializing_if = "names::is_empty", with = "names")]
    pub access: Access,
    /// The same for members of a block that are accessed by themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<MemberUse>,
    /// True if some use is in code that not all invocations of a group run together, or with an index that may differ
    /// between them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub divergent: bool,
    /// True if the shader names it in some function, reached or not.
    pub static_use: bool,
    /// True if the entry point reaches a use of it.
    pub used: bool,
}

/// The uses of a member of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberUse {
    /// The name of the member.
    pub name: String,
    /// The ways in which it is accessed, as of resources.
    #[serde(with = "names")]
    pub access: Access,
}

/// A texture and a sampler that are used together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SamplerPair {
    /// The name of the texture.
    pub texture: String,
    /// The name of the sampler.
    pub sampler: String,
}

/// A struct or block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struct {
    /// Its name.
    pub name: String,
    /// Layout rule of its members, if it is in a buffer.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub layout: Option<LayoutRule>,
    /// Bytes from its beginning to its end, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Alignment in bytes, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub align: Option<u32>,
    /// In order of declaration.
    pub members: Vec<Member>,
}

/// A member of a struct or block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: TypeInfo,
    /// Bytes from the start of the struct.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// Bytes from its beginning to its end; 0 for a runtime array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Bytes from one element to the next, for each dimension of an array.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub array_strides: Vec<u32>,
    /// Bytes from one column (or row) of a matrix to the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix_stride: Option<u32>,
    /// True if the rows of a matrix are consecutive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_major: Option<bool>,
    /// The first location, in blocks of inputs and outputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The first component within the location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<u32>,
    /// Name of the built-in variable.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub built_in: Option<BuiltIn>,
    /// Interpolation, if declared.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub interpolation: Option<Interpolation>,
    /// Precision, in ES.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub precision: Option<Precision>,
    /// Everything else that is there or not.
    #[serde(default, skip_serializing_if = "names::is_empty", with = "names")]
    pub qualifiers: Qualifiers,
}

/// A specialisation constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpecConstant {
    /// Its name.
    pub name: String,
    /// `constant_id`.
    pub id: Option<u32>,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: TypeInfo,
    /// Its value unless specialised.
    pub default: Number,
}

/// The value of a scalar. JSON has no infinities and no NaN: they are null there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the names say what they hold")]
pub enum Number {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
}

impl<'de> Deserialize<'de> for Number {
    /// The kinds of integers are not told apart: what is not negative is [`Number::Uint`]. Null is NaN.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Scalar;

        impl de::Visitor<'_> for Scalar {
            type Value = Number;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a number, a Boolean or null")
            }

            fn visit_bool<E>(self, value: bool) -> Result<Number, E> {
                Ok(Number::Bool(value))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
                Ok(Number::Int(value))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Number, E> {
                Ok(Number::Uint(value))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Number, E> {
                Ok(Number::Float(value))
            }

            fn visit_unit<E>(self) -> Result<Number, E> {
                Ok(Number::Float(f64::NAN))
            }
        }
        from.deserialize_any(Scalar)
    }
}

/// A use of a built-in variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuiltInUse {
    /// Its name: `position`, `frag_coord` ...
    #[serde(with = "name")]
    pub name: BuiltIn,
    /// `input`, `output` ...
    #[serde(with = "name")]
    pub storage: Storage,
}

/// A subroutine uniform. It is a `uint`, or an array of them, among the resources or in their blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subroutine {
    /// The name of the uniform.
    pub name: String,
    /// The location among the subroutine uniforms of the stage, if the author gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// Functions by value, in ascending order.
    pub functions: Vec<SubroutineFunction>,
}

/// A function that a subroutine uniform may choose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubroutineFunction {
    /// The value that chooses it.
    pub value: u32,
    /// Its name.
    pub name: String,
}

/// A location or binding that the compiler chose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment {
    /// Name of the variable.
    pub name: String,
    /// The location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The descriptor set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<u32>,
    /// The binding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binding: Option<u32>,
    /// The index among the input attachments, of a read of the framebuffer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_attachment: Option<u32>,
    /// The offset in the block of loose uniforms, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
}
