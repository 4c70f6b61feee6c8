//! The data of a reflection. The members of JSON objects are the fields, in this order; fields that do not apply are left out.

use serde::Serialize;

/// A shader stage seen from outside.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Reflection {
    /// The stage: `vertex`, `fragment`, `compute` ...
    pub stage: &'static str,
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
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
    /// As JSON, indented, with a newline at the end.
    pub fn json(&self) -> String {
        // Strings and numbers only, so serialisation cannot fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// The source language of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Source {
    /// `glsl` or `essl`; empty if unknown.
    pub language: String,
    /// The version, such as 450.
    pub version: u32,
    /// `core` or `compatibility`; empty if there is none.
    pub profile: String,
}

/// Execution modes of a stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Execution {
    /// Modes that are there or not: `early_fragment_tests`, `origin_upper_left`, `cw` ...
    pub modes: Vec<&'static str>,
    /// Invocations of a workgroup by dimension.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workgroup_size: Option<[WorkgroupSize; 3]>,
    /// Input primitive of a geometry shader, or domain of tessellation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_primitive: Option<&'static str>,
    /// Output primitive of a geometry or mesh shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_primitive: Option<&'static str>,
    /// Output vertices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_vertices: Option<u32>,
    /// Output primitives of a mesh shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_primitives: Option<u32>,
    /// Instances of a geometry shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invocations: Option<u32>,
    /// Spacing of tessellation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spacing: Option<&'static str>,
    /// Declared relation of a written depth to the fragment's depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<&'static str>,
    /// Views of `GL_OVR_multiview`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub num_views: Option<u32>,
    /// Advanced blend equations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blend: Vec<&'static str>,
}

/// A dimension of a workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WorkgroupSize {
    /// Invocations, unless specialised.
    pub value: u32,
    /// The specialisation constant that sets them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constant_id: Option<u32>,
}

/// A type, as GLSL sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TypeInfo {
    /// In GLSL, arrays included: `vec4`, `float[3]`, `sampler2D`, the name of a struct.
    pub name: String,
    /// Kind of the innermost element: `scalar`, `vector`, `matrix`, `struct`, `sampled_image`, `image`, `sampler`,
    /// `atomic_counter`, `acceleration_structure`, `buffer_reference` ...
    pub kind: &'static str,
    /// The type of the components: `bool`, `i32`, `u32`, `f16`, `f32`, `f64` ...
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scalar: Option<&'static str>,
    /// Components of a vector, or of a column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u32>,
    /// Columns of a matrix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<u32>,
    /// Dimensions of arrays, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub array: Vec<Length>,
    /// Properties of an image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<Image>,
    /// Position of the struct, or of the block that a reference refers to.
    #[serde(rename = "struct", skip_serializing_if = "Option::is_none")]
    pub structure: Option<usize>,
}

/// A dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Length {
    /// Elements, unless specialised; none if the bound buffer or descriptor array decides.
    pub length: Option<u32>,
    /// True if a specialisation constant sets the length.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub specialised: bool,
}

/// The shape of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Image {
    /// `1d`, `2d`, `3d`, `cube`, `rect`, `buffer`, `subpass` ...
    pub dim: &'static str,
    /// True if it has layers.
    pub arrayed: bool,
    /// True if it has several samples a texel.
    pub multisampled: bool,
    /// True if it is compared with a reference.
    pub shadow: bool,
    /// True if it is read and written without a sampler.
    pub storage: bool,
    /// The format of a storage image; `unknown` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
}

/// An input, an output or another variable that is bound to nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Variable {
    /// Its name; that of the instance for a block, which may have none.
    pub name: String,
    /// The name of the block, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// Storage class, if it is neither input nor output: `shared`, `ray_payload` ...
    #[serde(skip_serializing_if = "Option::is_none")]
    pub storage: Option<&'static str>,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: TypeInfo,
    /// The first location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The first component within the location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<u32>,
    /// The source of dual-source blending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// Name of the built-in variable: `position`, `frag_coord` ...
    #[serde(skip_serializing_if = "Option::is_none")]
    pub built_in: Option<&'static str>,
    /// `smooth`, `flat`, `noperspective` or `per_vertex`, if declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<&'static str>,
    /// `lowp`, `mediump` or `highp`, in ES.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<&'static str>,
    /// `centroid`, `sample`, `patch`, `invariant` ...
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub qualifiers: Vec<&'static str>,
    /// Vertex stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream: Option<u32>,
    /// Transform feedback: buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xfb_buffer: Option<u32>,
    /// Transform feedback: bytes from vertex to vertex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xfb_stride: Option<u32>,
    /// Transform feedback: bytes from the start of the vertex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xfb_offset: Option<u32>,
    /// True if the entry point reaches a use of it.
    pub used: bool,
}

/// A resource that the application binds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Resource {
    /// Its name; that of the block for a block.
    pub name: String,
    /// The name of the instance of a block; empty if its members are named directly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// `uniform_buffer`, `storage_buffer`, `push_constant`, `shader_record`, `sampled_image` (a texture with its sampler),
    /// `texture`, `sampler`, `storage_image`, `uniform_texel_buffer`, `storage_texel_buffer`, `subpass_input`,
    /// `acceleration_structure`, `atomic_counter`, `tile_image` or `uniform` (loose, in no block).
    pub kind: &'static str,
    /// Descriptor set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<u32>,
    /// Binding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub binding: Option<u32>,
    /// The location of a loose uniform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The offset of an atomic counter in its buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// The input attachment or tile attachment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_attachment: Option<u32>,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: TypeInfo,
    /// Layout rule of the members of a block: `std140`, `std430`, `scalar`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<&'static str>,
    /// Bytes of a block, without a runtime array at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// `lowp`, `mediump` or `highp`, in ES.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<&'static str>,
    /// `readonly`, `coherent`, `restrict` ...
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub qualifiers: Vec<&'static str>,
    /// The ways in which the entry point accesses it: `read`, `write`, `atomic`, `query` (of size, levels, samples, length),
    /// `sample` (with a sampler).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub access: Vec<&'static str>,
    /// The same for members of a block that are accessed by themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<MemberUse>,
    /// True if some use is in code that not all invocations of a group run together, or with an index that may differ
    /// between them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub divergent: bool,
    /// True if the shader names it in some function, reached or not.
    pub static_use: bool,
    /// True if the entry point reaches a use of it.
    pub used: bool,
}

/// The uses of a member of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MemberUse {
    /// The name of the member.
    pub name: String,
    /// The ways in which it is accessed, as of resources.
    pub access: Vec<&'static str>,
}

/// A texture and a sampler that are used together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SamplerPair {
    /// The name of the texture.
    pub texture: String,
    /// The name of the sampler.
    pub sampler: String,
}

/// A struct or block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Struct {
    /// Its name.
    pub name: String,
    /// Layout rule of its members, if it is in a buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<&'static str>,
    /// Bytes from its beginning to its end, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Alignment in bytes, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<u32>,
    /// In order of declaration.
    pub members: Vec<Member>,
}

/// A member of a struct or block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: TypeInfo,
    /// Bytes from the start of the struct.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// Bytes from its beginning to its end; 0 for a runtime array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Bytes from one element to the next, for each dimension of an array.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub array_strides: Vec<u32>,
    /// Bytes from one column (or row) of a matrix to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix_stride: Option<u32>,
    /// True if the rows of a matrix are consecutive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_major: Option<bool>,
    /// The first location, in blocks of inputs and outputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The first component within the location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<u32>,
    /// Name of the built-in variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub built_in: Option<&'static str>,
    /// Interpolation, if declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<&'static str>,
    /// Precision, in ES.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<&'static str>,
    /// Everything else that is there or not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub qualifiers: Vec<&'static str>,
}

/// A specialisation constant.
#[derive(Clone, Debug, PartialEq, Serialize)]
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

/// A use of a built-in variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BuiltInUse {
    /// Its name: `position`, `frag_coord` ...
    pub name: &'static str,
    /// `input`, `output` ...
    pub storage: &'static str,
}

/// A subroutine uniform. It is a `uint`, or an array of them, among the resources or in their blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Subroutine {
    /// The name of the uniform.
    pub name: String,
    /// The location among the subroutine uniforms of the stage, if the author gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// Functions by value, in ascending order.
    pub functions: Vec<SubroutineFunction>,
}

/// A function that a subroutine uniform may choose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SubroutineFunction {
    /// The value that chooses it.
    pub value: u32,
    /// Its name.
    pub name: String,
}

/// A location or binding that the compiler chose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Assignment {
    /// Name of the variable.
    pub name: String,
    /// The location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The descriptor set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<u32>,
    /// The binding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub binding: Option<u32>,
    /// The index among the input attachments, of a read of the framebuffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_attachment: Option<u32>,
    /// The offset in the block of loose uniforms, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
}
