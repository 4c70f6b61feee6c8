//! Draws and dispatches as plain data.

use ash::vk;

use crate::format::Format;

/// A stage of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Stage {
    Vertex,
    TessControl,
    TessEvaluation,
    Geometry,
    Fragment,
    Compute,
}

/// A shader. Its entry point is `main`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shader {
    /// The stage.
    pub stage: Stage,
    /// SPIR-V.
    pub words: Vec<u32>,
    /// Values of specialisation constants by number, as words.
    pub specialization: Vec<(u32, u32)>,
}

/// A resource and its binding.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// Descriptor set.
    pub set: u32,
    /// Binding within the set.
    pub binding: u32,
    /// The resource.
    pub resource: Resource,
}

/// A resource, one for each element of the array that the shader declares. Numbers are positions in
/// [`Resources::buffers`] and [`Resources::images`].
#[derive(Clone, Debug, PartialEq)]
pub enum Resource {
    /// Uniform blocks.
    UniformBuffers(Vec<usize>),
    /// Storage blocks.
    StorageBuffers(Vec<usize>),
    /// Textures with their samplers.
    SampledImages(Vec<(usize, Sampler)>),
    /// Textures.
    Textures(Vec<usize>),
    /// Samplers.
    Samplers(Vec<Sampler>),
    /// Images that are read and written.
    StorageImages(Vec<usize>),
    /// Buffers that are read as texels.
    UniformTexels(Vec<(usize, Format)>),
    /// Buffers that are read and written as texels.
    StorageTexels(Vec<(usize, Format)>),
    /// Images that a fragment shader reads where it draws, and the index of the first among input attachments.
    InputAttachments(Vec<usize>, u32),
}

/// Everything that shaders reach beside their interfaces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resources {
    /// The bindings.
    pub bindings: Vec<Binding>,
    /// Push constants, for every stage.
    pub push_constants: Vec<u8>,
    /// Contents of buffers, before and after a run.
    pub buffers: Vec<Vec<u8>>,
    /// Images; after a run, those that are written to hold what is in them then.
    pub images: Vec<Image>,
    /// Addresses of buffers, put in before a run.
    pub addresses: Vec<Address>,
}

impl Resources {
    /// Indices of input attachments, with the positions of their images.
    pub(crate) fn inputs(&self) -> Vec<(u32, usize)> {
        let mut inputs = Vec::new();
        for binding in &self.bindings {
            if let Resource::InputAttachments(all, first) = &binding.resource {
                inputs.extend((*first..).zip(all.iter().copied()));
            }
        }
        inputs
    }
}

/// An address of 64 bits within the contents of a buffer or of push constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The buffer that holds it; push constants if none.
    pub within: Option<usize>,
    /// Its offset from the start.
    pub offset: usize,
    /// The buffer to which it leads.
    pub to: usize,
}

/// The shape of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ImageDim {
    D1,
    D1Array,
    #[default]
    D2,
    D2Array,
    D3,
    Cube,
    CubeArray,
}

/// An image.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Its shape.
    pub dim: ImageDim,
    /// Format of a texel in bytes.
    pub format: Format,
    /// Width, height and depth of the first level; 1 for dimensions that it lacks.
    pub size: [u32; 3],
    /// Layers, six a cube; 1 if it is not an array.
    pub layers: u32,
    /// Samples a texel. If there are several, all of all texels hold what the first texel of the contents does.
    pub samples: u32,
    /// The levels from the largest: texels by layer, depth, row and column, without gaps.
    pub levels: Vec<Vec<u8>>,
}

impl Image {
    /// A two-dimensional image of one level.
    pub fn new_2d(format: Format, width: u32, height: u32, texels: Vec<u8>) -> Self {
        Self {
            dim: ImageDim::D2,
            format,
            size: [width, height, 1],
            layers: 1,
            samples: 1,
            levels: vec![texels],
        }
    }

    /// Width, height and depth of a level.
    pub fn level_size(&self, level: usize) -> [u32; 3] {
        self.size.map(|size| size.checked_shr(level as u32).unwrap_or(0).max(1))
    }

    /// Bytes of a level.
    pub fn level_bytes(&self, level: usize) -> usize {
        let texels = self.level_size(level).iter().map(|&size| size as usize).product::<usize>();
        texels * self.layers as usize * self.format.bytes()
    }
}

/// Texture filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Filter {
    #[default]
    Nearest,
    Linear,
}

/// Addressing mode beyond the edge of an image; the border is transparent black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Wrap {
    #[default]
    Repeat,
    MirroredRepeat,
    ClampToEdge,
    ClampToBorder,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Compare {
    Never,
    Less,
    Equal,
    LessOrEqual,
    Greater,
    NotEqual,
    GreaterOrEqual,
    Always,
}

/// Sampler state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sampler {
    /// The filter if a texel covers more than a pixel.
    pub magnify: Filter,
    /// The filter if a pixel covers more than a texel.
    pub minify: Filter,
    /// Between levels; none if only the first is used.
    pub mipmap: Option<Filter>,
    /// By coordinate.
    pub wrap: [Wrap; 3],
    /// For a shadow sampler: how the reference is compared with the texel.
    pub compare: Option<Compare>,
    /// True if coordinates count texels.
    pub unnormalized: bool,
}

/// Primitive topology.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are those of Vulkan")]
pub enum Topology {
    Points,
    Lines,
    LineStrip,
    #[default]
    Triangles,
    TriangleStrip,
    TriangleFan,
    LinesAdjacency,
    LineStripAdjacency,
    TrianglesAdjacency,
    TriangleStripAdjacency,
    /// Patches with this number of vertices.
    Patches(u32),
}

/// Data of a vertex attribute: as many times the format's bytes as there are vertices, or instances.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// The location.
    pub location: u32,
    /// The format.
    pub format: Format,
    /// The data.
    pub bytes: Vec<u8>,
    /// True if it goes on with the instance, not with the vertex.
    pub per_instance: bool,
}

/// A depth attachment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// Position among the images.
    pub image: usize,
    /// Comparison that a fragment must pass.
    pub compare: Compare,
    /// True if the depth of fragments that pass is written.
    pub write: bool,
}

/// A draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draw {
    /// The shaders, a stage each.
    pub shaders: Vec<Shader>,
    /// Resources of the shaders.
    pub resources: Resources,
    /// Positions of the images that are drawn to, by location; pixels that are not drawn keep their values. All layers of arrays
    /// are drawn to, and all have the same number of samples.
    pub targets: Vec<usize>,
    /// The depth test, if there is one.
    pub depth: Option<Depth>,
    /// Attributes of vertices.
    pub attributes: Vec<Attribute>,
    /// Primitive topology.
    pub topology: Topology,
    /// Number of the first vertex.
    pub first_vertex: u32,
    /// Number of vertices, or of indices.
    pub vertices: u32,
    /// Numbers of vertices, if they are not in order.
    pub indices: Option<Vec<u32>>,
    /// Number of the first instance.
    pub first_instance: u32,
    /// Number of instances.
    pub instances: u32,
    /// Left, first row, width and height of each viewport; the whole first target if there is none.
    pub viewports: Vec<[f32; 4]>,
    /// True if conventions of OpenGL hold: depths in clip space from -1 on, the last vertex of a primitive says what
    /// is flat, and the first row of an image is the lowest, which turns around what is the front of a triangle and
    /// the corner where tessellation begins.
    pub opengl: bool,
    /// True if lines are drawn instead of filled triangles.
    pub wireframe: bool,
    /// True if triangles seen from behind are left out.
    pub cull_back: bool,
    /// A compute shader that runs behind the draw as one workgroup, with the same resources: to read samples of targets, which are
    /// not read back.
    pub after: Option<Shader>,
}

/// A dispatch of a compute shader.
#[derive(Clone, Debug, PartialEq)]
pub struct Dispatch {
    /// The shader.
    pub shader: Shader,
    /// Resources of the shader.
    pub resources: Resources,
    /// Workgroups.
    pub groups: [u32; 3],
}

impl Stage {
    pub(crate) fn vk(self) -> vk::ShaderStageFlags {
        match self {
            Self::Vertex => vk::ShaderStageFlags::VERTEX,
            Self::TessControl => vk::ShaderStageFlags::TESSELLATION_CONTROL,
            Self::TessEvaluation => vk::ShaderStageFlags::TESSELLATION_EVALUATION,
            Self::Geometry => vk::ShaderStageFlags::GEOMETRY,
            Self::Fragment => vk::ShaderStageFlags::FRAGMENT,
            Self::Compute => vk::ShaderStageFlags::COMPUTE,
        }
    }
}

impl Resource {
    pub(crate) fn vk(&self) -> (vk::DescriptorType, usize) {
        match self {
            Self::UniformBuffers(all) => (vk::DescriptorType::UNIFORM_BUFFER, all.len()),
            Self::StorageBuffers(all) => (vk::DescriptorType::STORAGE_BUFFER, all.len()),
            Self::SampledImages(all) => (vk::DescriptorType::COMBINED_IMAGE_SAMPLER, all.len()),
            Self::Textures(all) => (vk::DescriptorType::SAMPLED_IMAGE, all.len()),
            Self::Samplers(all) => (vk::DescriptorType::SAMPLER, all.len()),
            Self::StorageImages(all) => (vk::DescriptorType::STORAGE_IMAGE, all.len()),
            Self::UniformTexels(all) => (vk::DescriptorType::UNIFORM_TEXEL_BUFFER, all.len()),
            Self::StorageTexels(all) => (vk::DescriptorType::STORAGE_TEXEL_BUFFER, all.len()),
            Self::InputAttachments(all, _) => (vk::DescriptorType::INPUT_ATTACHMENT, all.len()),
        }
    }
}

impl ImageDim {
    pub(crate) fn vk(self) -> (vk::ImageType, vk::ImageViewType) {
        match self {
            Self::D1 => (vk::ImageType::TYPE_1D, vk::ImageViewType::TYPE_1D),
            Self::D1Array => (vk::ImageType::TYPE_1D, vk::ImageViewType::TYPE_1D_ARRAY),
            Self::D2 => (vk::ImageType::TYPE_2D, vk::ImageViewType::TYPE_2D),
            Self::D2Array => (vk::ImageType::TYPE_2D, vk::ImageViewType::TYPE_2D_ARRAY),
            Self::D3 => (vk::ImageType::TYPE_3D, vk::ImageViewType::TYPE_3D),
            Self::Cube => (vk::ImageType::TYPE_2D, vk::ImageViewType::CUBE),
            Self::CubeArray => (vk::ImageType::TYPE_2D, vk::ImageViewType::CUBE_ARRAY),
        }
    }
}

impl Filter {
    pub(crate) fn vk(self) -> vk::Filter {
        match self {
            Self::Nearest => vk::Filter::NEAREST,
            Self::Linear => vk::Filter::LINEAR,
        }
    }
}

impl Wrap {
    pub(crate) fn vk(self) -> vk::SamplerAddressMode {
        match self {
            Self::Repeat => vk::SamplerAddressMode::REPEAT,
            Self::MirroredRepeat => vk::SamplerAddressMode::MIRRORED_REPEAT,
            Self::ClampToEdge => vk::SamplerAddressMode::CLAMP_TO_EDGE,
            Self::ClampToBorder => vk::SamplerAddressMode::CLAMP_TO_BORDER,
        }
    }
}

impl Compare {
    pub(crate) fn vk(self) -> vk::CompareOp {
        match self {
            Self::Never => vk::CompareOp::NEVER,
            Self::Less => vk::CompareOp::LESS,
            Self::Equal => vk::CompareOp::EQUAL,
            Self::LessOrEqual => vk::CompareOp::LESS_OR_EQUAL,
            Self::Greater => vk::CompareOp::GREATER,
            Self::NotEqual => vk::CompareOp::NOT_EQUAL,
            Self::GreaterOrEqual => vk::CompareOp::GREATER_OR_EQUAL,
            Self::Always => vk::CompareOp::ALWAYS,
        }
    }
}

impl Topology {
    pub(crate) fn vk(self) -> vk::PrimitiveTopology {
        match self {
            Self::Points => vk::PrimitiveTopology::POINT_LIST,
            Self::Lines => vk::PrimitiveTopology::LINE_LIST,
            Self::LineStrip => vk::PrimitiveTopology::LINE_STRIP,
            Self::Triangles => vk::PrimitiveTopology::TRIANGLE_LIST,
            Self::TriangleStrip => vk::PrimitiveTopology::TRIANGLE_STRIP,
            Self::TriangleFan => vk::PrimitiveTopology::TRIANGLE_FAN,
            Self::LinesAdjacency => vk::PrimitiveTopology::LINE_LIST_WITH_ADJACENCY,
            Self::LineStripAdjacency => vk::PrimitiveTopology::LINE_STRIP_WITH_ADJACENCY,
            Self::TrianglesAdjacency => vk::PrimitiveTopology::TRIANGLE_LIST_WITH_ADJACENCY,
            Self::TriangleStripAdjacency => vk::PrimitiveTopology::TRIANGLE_STRIP_WITH_ADJACENCY,
            Self::Patches(_) => vk::PrimitiveTopology::PATCH_LIST,
        }
    }
}
