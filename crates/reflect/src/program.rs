//! The reflection of a program: what an application needs to know of all stages together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use vitrum_ir::{Scalar, Stage, flag_set, named_enum};
use vitrum_passes::analysis::resources::Access;

use crate::data::{Length, Reflection, Resource, ResourceKind, TypeInfo, TypeKind, Variable};
use crate::serialized::{name, names, optional_name};

flag_set! {
    /// Stages, by the names that a [`Stage`] has.
    StageFlags: u16 {
        VERTEX "vertex" = 0,
        TESS_CONTROL "tess_control" = 1,
        TESS_EVALUATION "tess_evaluation" = 2,
        GEOMETRY "geometry" = 3,
        FRAGMENT "fragment" = 4,
        COMPUTE "compute" = 5,
        TASK "task" = 6,
        MESH "mesh" = 7,
        RAY_GENERATION "ray_generation" = 8,
        INTERSECTION "intersection" = 9,
        ANY_HIT "any_hit" = 10,
        CLOSEST_HIT "closest_hit" = 11,
        MISS "miss" = 12,
        CALLABLE "callable" = 13,
    }
}

impl StageFlags {
    /// The set of one stage.
    pub const fn of(stage: Stage) -> Self {
        match stage {
            Stage::Vertex => Self::VERTEX,
            Stage::TessControl => Self::TESS_CONTROL,
            Stage::TessEvaluation => Self::TESS_EVALUATION,
            Stage::Geometry => Self::GEOMETRY,
            Stage::Fragment => Self::FRAGMENT,
            Stage::Compute => Self::COMPUTE,
            Stage::Task => Self::TASK,
            Stage::Mesh => Self::MESH,
            Stage::RayGeneration => Self::RAY_GENERATION,
            Stage::Intersection => Self::INTERSECTION,
            Stage::AnyHit => Self::ANY_HIT,
            Stage::ClosestHit => Self::CLOSEST_HIT,
            Stage::Miss => Self::MISS,
            Stage::Callable => Self::CALLABLE,
        }
    }
}

named_enum! {
    /// The type of a descriptor: a `VkDescriptorType` of Vulkan.
    #[derive(Default)]
    DescriptorType {
        Sampler "sampler",
        /// A texture with its sampler; also a texture and a sampler that have one binding.
        #[default]
        CombinedImageSampler "combined_image_sampler",
        /// A texture without a sampler.
        SampledImage "sampled_image",
        StorageImage "storage_image",
        UniformTexelBuffer "uniform_texel_buffer",
        StorageTexelBuffer "storage_texel_buffer",
        UniformBuffer "uniform_buffer",
        StorageBuffer "storage_buffer",
        InputAttachment "input_attachment",
        AccelerationStructure "acceleration_structure",
        /// A tensor (`VK_ARM_tensors`).
        Tensor "tensor",
    }
}

impl DescriptorType {
    /// The type of the descriptor of a resource; none for what has no descriptor, such as push constants.
    pub const fn of(kind: ResourceKind) -> Option<Self> {
        Some(match kind {
            ResourceKind::UniformBuffer => Self::UniformBuffer,
            ResourceKind::StorageBuffer | ResourceKind::AtomicCounter => Self::StorageBuffer,
            ResourceKind::SampledImage => Self::CombinedImageSampler,
            ResourceKind::Texture => Self::SampledImage,
            ResourceKind::Sampler => Self::Sampler,
            ResourceKind::StorageImage => Self::StorageImage,
            ResourceKind::UniformTexelBuffer => Self::UniformTexelBuffer,
            ResourceKind::StorageTexelBuffer => Self::StorageTexelBuffer,
            ResourceKind::SubpassInput => Self::InputAttachment,
            ResourceKind::AccelerationStructure => Self::AccelerationStructure,
            ResourceKind::Tensor => Self::Tensor,
            ResourceKind::Uniform
            | ResourceKind::PushConstant
            | ResourceKind::ShaderRecord
            | ResourceKind::TileImage
            | ResourceKind::Spirv => return None,
        })
    }

    /// The type that serves two resources of one binding.
    fn joined(self, other: Self) -> Self {
        use DescriptorType::{CombinedImageSampler, SampledImage, Sampler};
        let is_part = |it| matches!(it, CombinedImageSampler | SampledImage | Sampler);
        if self != other && is_part(self) && is_part(other) { CombinedImageSampler } else { self }
    }
}

macro_rules! formats {
    ($($scalar:ident: $($name:ident $text:literal),*;)*) => {
        named_enum! {
            /// The format of an attribute of vertices, or of the values that go to an attachment: a `VkFormat` with components
            /// of the type that the shader declares. The data in memory may have another format of the same numeric type.
            #[allow(missing_docs, reason = "the names are those of the formats of Vulkan")]
            Format { $($($name $text),*),* }
        }

        impl Format {
            /// The format of so many components of a type, 1 to 4.
            pub fn of(scalar: Scalar, components: u32) -> Option<Self> {
                let rows: &[Self] = match scalar {
                    $(Scalar::$scalar => &[$(Self::$name),*],)*
                    _ => &[],
                };
                rows.get(usize::try_from(components.checked_sub(1)?).ok()?).copied()
            }
        }
    };
}

formats! {
    F32: R32Sfloat "r32_sfloat", R32G32Sfloat "r32g32_sfloat", R32G32B32Sfloat "r32g32b32_sfloat", R32G32B32A32Sfloat "r32g32b32a32_sfloat";
    I32: R32Sint "r32_sint", R32G32Sint "r32g32_sint", R32G32B32Sint "r32g32b32_sint", R32G32B32A32Sint "r32g32b32a32_sint";
    U32: R32Uint "r32_uint", R32G32Uint "r32g32_uint", R32G32B32Uint "r32g32b32_uint", R32G32B32A32Uint "r32g32b32a32_uint";
    F64: R64Sfloat "r64_sfloat", R64G64Sfloat "r64g64_sfloat", R64G64B64Sfloat "r64g64b64_sfloat", R64G64B64A64Sfloat "r64g64b64a64_sfloat";
    I64: R64Sint "r64_sint", R64G64Sint "r64g64_sint", R64G64B64Sint "r64g64b64_sint", R64G64B64A64Sint "r64g64b64a64_sint";
    U64: R64Uint "r64_uint", R64G64Uint "r64g64_uint", R64G64B64Uint "r64g64b64_uint", R64G64B64A64Uint "r64g64b64a64_uint";
    F16: R16Sfloat "r16_sfloat", R16G16Sfloat "r16g16_sfloat", R16G16B16Sfloat "r16g16b16_sfloat", R16G16B16A16Sfloat "r16g16b16a16_sfloat";
    I16: R16Sint "r16_sint", R16G16Sint "r16g16_sint", R16G16B16Sint "r16g16b16_sint", R16G16B16A16Sint "r16g16b16a16_sint";
    U16: R16Uint "r16_uint", R16G16Uint "r16g16_uint", R16G16B16Uint "r16g16b16_uint", R16G16B16A16Uint "r16g16b16a16_uint";
    I8: R8Sint "r8_sint", R8G8Sint "r8g8_sint", R8G8B8Sint "r8g8b8_sint", R8G8B8A8Sint "r8g8b8a8_sint";
    U8: R8Uint "r8_uint", R8G8Uint "r8g8_uint", R8G8B8Uint "r8g8b8_uint", R8G8B8A8Uint "r8g8b8a8_uint";
}

/// A program seen from outside: its pipeline layout, its ends, and each of its stages.
///
/// ```
/// use vitrum_ir::{Module, Stage};
/// use vitrum_reflect::{DescriptorType, ProgramReflection, StageFlags, reflect};
///
/// let texture = "global @map: sampled<2d, f32> opaque set(1) binding(3)\n";
/// let stage = |stage: &str| vitrum_ir_text::parse(&format!("vir 1\nstage {stage}\n{texture}"));
/// let program = ProgramReflection::new(vec![reflect(&stage("vertex")?), reflect(&stage("fragment")?)]);
/// let binding = &program.layout.sets[0].bindings[0];
/// assert_eq!((program.layout.sets[0].set, binding.binding, binding.count), (1, 3, Some(1)));
/// assert_eq!(binding.descriptor_type, DescriptorType::CombinedImageSampler);
/// assert_eq!(binding.stages, StageFlags::VERTEX.union(StageFlags::FRAGMENT));
/// assert_eq!(ProgramReflection::from_json(&program.json())?, program);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProgramReflection {
    /// Descriptor sets and push constants.
    pub layout: PipelineLayout,
    /// The resources, each once, with the stages that declare it; those without descriptors, too.
    pub resources: Vec<ProgramResource>,
    /// The attributes of vertices: a row for each location that the vertex stage has.
    pub vertex_inputs: Vec<Attribute>,
    /// The values that go to attachments: a row for each location that the fragment stage has.
    pub fragment_outputs: Vec<Attribute>,
    /// Specialisation constants with an id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spec_constants: Vec<ProgramConstant>,
    /// Each stage, in the order of the pipeline.
    pub stages: Vec<Reflection>,
}

/// The layout of a pipeline, as `VkPipelineLayoutCreateInfo` takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PipelineLayout {
    /// The sets that have bindings, in ascending order.
    pub sets: Vec<DescriptorSet>,
    /// Ranges of push constants; each stage is in one of them at most.
    pub push_constants: Vec<PushConstantRange>,
}

/// A descriptor set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DescriptorSet {
    /// Its number; 0 in OpenGL, which has none.
    pub set: u32,
    /// In ascending order. In OpenGL, each kind of resource has bindings of its own: there may be one for each kind.
    pub bindings: Vec<DescriptorBinding>,
}

/// A binding of a descriptor set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DescriptorBinding {
    /// Its number.
    pub binding: u32,
    /// The type of its descriptors.
    #[serde(with = "name")]
    pub descriptor_type: DescriptorType,
    /// The number of descriptors: elements of an array. None if the application decides.
    pub count: Option<u32>,
    /// The stages that declare it.
    #[serde(with = "names")]
    pub stages: StageFlags,
    /// The stages of which it is reached from the entry point.
    #[serde(with = "names")]
    pub used_by: StageFlags,
    /// The names that the stages have for it, each once; of a block, the block's.
    pub names: Vec<String>,
}

/// A range of push constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushConstantRange {
    /// Bytes from the start of the push constants to the first that the stages have.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// The stages.
    #[serde(with = "names")]
    pub stages: StageFlags,
}

/// A resource of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramResource {
    /// Its name; that of the block for a block.
    pub name: String,
    /// Its kind.
    #[serde(with = "name")]
    pub kind: ResourceKind,
    /// Its type in GLSL, arrays included.
    #[serde(rename = "type")]
    pub ty: String,
    /// Descriptor set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<u32>,
    /// Binding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binding: Option<u32>,
    /// The location of a loose uniform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// Bytes of a block, without a runtime array at its end: the most that a stage declares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// The ways in which the stages access it.
    #[serde(default, skip_serializing_if = "names::is_empty", with = "names")]
    pub access: Access,
    /// The stages that declare it.
    #[serde(with = "names")]
    pub stages: StageFlags,
    /// The stages whose entry points reach a use of it.
    #[serde(with = "names")]
    pub used_by: StageFlags,
}

/// A location at an end of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    /// The name of the variable, with the element of an array and the column of a matrix: `bones[1]`.
    pub name: String,
    /// The location.
    pub location: Option<u32>,
    /// The first component within the location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<u32>,
    /// The source of dual-source blending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The format; none for what is no vector.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_name")]
    pub format: Option<Format>,
    /// True if the entry point reaches a use of the variable.
    pub used: bool,
}

/// A specialisation constant of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramConstant {
    /// Its name.
    pub name: String,
    /// `constant_id`.
    pub id: u32,
    /// Its type in GLSL.
    #[serde(rename = "type")]
    pub ty: String,
    /// The stages that declare it.
    #[serde(with = "names")]
    pub stages: StageFlags,
}

impl ProgramReflection {
    /// The reflection of the program that these stages are, in the order of the pipeline. Locations and bindings are those of
    /// the stages: they are linked.
    pub fn new(stages: Vec<Reflection>) -> Self {
        let of_stage = |stage: Stage| stages.iter().find(|of| of.stage == stage);
        let attributes = |variables: Option<&Vec<Variable>>| {
            let mut rows: Vec<Attribute> = variables.into_iter().flatten().flat_map(attributes_of).collect();
            rows.sort_by_key(|row| (row.location, row.component, row.index));
            rows
        };
        Self {
            layout: PipelineLayout { sets: sets(&stages), push_constants: push_constants(&stages) },
            resources: resources(&stages),
            vertex_inputs: attributes(of_stage(Stage::Vertex).map(|of| &of.inputs)),
            fragment_outputs: attributes(of_stage(Stage::Fragment).map(|of| &of.outputs)),
            spec_constants: spec_constants(&stages),
            stages,
        }
    }

    /// Reads what [`ProgramReflection::json`] wrote.
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

/// The resources of all stages, each with the flag of its stage and of its use.
fn all(stages: &[Reflection]) -> impl Iterator<Item = (&Resource, StageFlags, StageFlags)> {
    stages.iter().flat_map(|of| {
        let stage = StageFlags::of(of.stage);
        let used = move |resource: &Resource| if resource.used { stage } else { StageFlags::NONE };
        of.resources.iter().map(move |resource| (resource, stage, used(resource)))
    })
}

fn sets(stages: &[Reflection]) -> Vec<DescriptorSet> {
    let mut rows: BTreeMap<(u32, u32, u32), DescriptorBinding> = BTreeMap::new();
    for (resource, stage, used) in all(stages) {
        let (Some(descriptor_type), Some(binding)) = (DescriptorType::of(resource.kind), resource.binding)
        else {
            continue;
        };
        // Bindings of OpenGL, which has no sets, are of kinds.
        let space = if resource.set.is_some() { 0 } else { 1 + descriptor_type as u32 };
        let count = count(&resource.ty.array);
        let row = rows.entry((resource.set.unwrap_or(0), binding, space)).or_insert_with(|| {
            DescriptorBinding { binding, descriptor_type, count, ..DescriptorBinding::default() }
        });
        row.descriptor_type = row.descriptor_type.joined(descriptor_type);
        row.count = row.count.zip(count).map(|(a, b)| a.max(b));
        row.stages.insert(stage);
        row.used_by.insert(used);
        if !row.names.contains(&resource.name) {
            row.names.push(resource.name.clone());
        }
    }
    let mut sets: Vec<DescriptorSet> = Vec::new();
    for ((set, _, _), row) in rows {
        match sets.last_mut().filter(|last| last.set == set) {
            Some(last) => last.bindings.push(row),
            None => sets.push(DescriptorSet { set, bindings: vec![row] }),
        }
    }
    sets
}

/// The number of elements; none if a dimension has no length.
fn count(array: &[Length]) -> Option<u32> {
    array.iter().try_fold(1u32, |count, dimension| Some(count.saturating_mul(dimension.length?)))
}

fn push_constants(stages: &[Reflection]) -> Vec<PushConstantRange> {
    let mut ranges: Vec<PushConstantRange> = Vec::new();
    for of in stages {
        let blocks = of.resources.iter().filter(|it| it.kind == ResourceKind::PushConstant);
        let bounds = blocks.filter_map(|block| {
            let members = &of.structs.get(block.ty.structure?)?.members;
            Some((members.iter().filter_map(|member| member.offset).min()?, block.size?))
        });
        // Ranges are in units of 4 bytes.
        let joined = bounds.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let Some((first, end)) = joined.map(|(first, end)| (first & !3, end.saturating_add(3) & !3)) else {
            continue;
        };
        let (offset, size, stage) = (first, end.saturating_sub(first), StageFlags::of(of.stage));
        match ranges.iter_mut().find(|range| (range.offset, range.size) == (offset, size)) {
            Some(range) => range.stages.insert(stage),
            None => ranges.push(PushConstantRange { offset, size, stages: stage }),
        }
    }
    ranges
}

/// Kind, name, set and binding: what makes resources of two stages one.
type ResourceKey<'a> = (ResourceKind, &'a str, Option<u32>, Option<u32>);

fn resources(stages: &[Reflection]) -> Vec<ProgramResource> {
    let mut rows: Vec<ProgramResource> = Vec::new();
    let mut known: BTreeMap<ResourceKey<'_>, usize> = BTreeMap::new();
    for (resource, stage, used) in all(stages) {
        let key = (resource.kind, resource.name.as_str(), resource.set, resource.binding);
        let index = *known.entry(key).or_insert(rows.len());
        if index == rows.len() {
            rows.push(ProgramResource {
                name: resource.name.clone(),
                kind: resource.kind,
                ty: resource.ty.name.clone(),
                set: resource.set,
                binding: resource.binding,
                location: resource.location,
                ..ProgramResource::default()
            });
        }
        let Some(row) = rows.get_mut(index) else { continue };
        row.size = row.size.max(resource.size);
        row.access.insert(resource.access);
        row.stages.insert(stage);
        row.used_by.insert(used);
    }
    rows
}

fn spec_constants(stages: &[Reflection]) -> Vec<ProgramConstant> {
    let mut rows: BTreeMap<(u32, &str, &str), StageFlags> = BTreeMap::new();
    for of in stages {
        for constant in &of.spec_constants {
            if let Some(id) = constant.id {
                rows.entry((id, &constant.name, &constant.ty.name))
                    .or_default()
                    .insert(StageFlags::of(of.stage));
            }
        }
    }
    let row = |((id, name, ty), stages): ((u32, &str, &str), StageFlags)| ProgramConstant {
        name: name.to_owned(),
        id,
        ty: ty.to_owned(),
        stages,
    };
    rows.into_iter().map(row).collect()
}

/// The most rows that a variable is written as; no device has as many locations.
const ROWS: u32 = 1024;

/// The locations of an input or output of the author: elements of arrays, columns of matrices.
fn attributes_of(variable: &Variable) -> Vec<Attribute> {
    if variable.built_in.is_some() || variable.block.is_some() {
        return Vec::new();
    }
    let ty: &TypeInfo = &variable.ty;
    let components = match ty.kind {
        TypeKind::Scalar => 1,
        TypeKind::Vector | TypeKind::Matrix => ty.rows.unwrap_or(1),
        _ => 0,
    };
    let format = ty.scalar.and_then(|scalar| Format::of(scalar, components));
    // A vertex input of three or four components of 64 bits has two locations.
    let is_wide = matches!(ty.scalar, Some(Scalar::F64 | Scalar::I64 | Scalar::U64)) && components > 2;
    let (columns, elements) = (ty.columns.unwrap_or(1).max(1), count(&ty.array).unwrap_or(1));
    let step = if is_wide { 2 } else { 1 };
    let count = elements.saturating_mul(columns).min(ROWS);
    let name = |row: u32| {
        let mut name = variable.name.clone();
        let mut rest = row / columns;
        // The innermost dimension counts first.
        let mut indices = Vec::new();
        for dimension in ty.array.iter().rev() {
            let length = dimension.length.unwrap_or(1).max(1);
            indices.push(rest % length);
            rest /= length;
        }
        indices.iter().rev().for_each(|index| name += &format!("[{index}]"));
        if columns > 1 {
            name += &format!("[{}]", row % columns);
        }
        name
    };
    let row = |row: u32| Attribute {
        name: name(row),
        location: variable.location.map(|first| first.saturating_add(row.saturating_mul(step))),
        component: variable.component,
        index: variable.index,
        format,
        used: variable.used,
    };
    (0..count).map(row).collect()
}
