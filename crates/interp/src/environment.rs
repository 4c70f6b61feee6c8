//! The environment of a run: its inputs, its limits and its results.

use std::collections::{BTreeMap, BTreeSet};

use vitrum_ir::Scalar;

use crate::rounding::Rounding;
use crate::value::Value;

/// Values of globals, by name. A block without an instance name goes by the name of the block.
pub type Values = BTreeMap<String, Value>;

/// Bounds of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Instructions executed, each counted once whatever the number of lanes.
    pub steps: u64,
    /// Calls within calls.
    pub calls: usize,
    /// Blocks within blocks, over all open calls.
    pub nesting: usize,
    /// Components of a single constant or variable.
    pub components: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 10_000_000, calls: 64, nesting: 512, components: 1 << 22 }
    }
}

/// Inputs of a run besides those of each lane. Buffers, memory and images hold the results
/// after the run.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Values of specialisation constants by `constant_id`, as bits; the others keep their defaults.
    pub specialization: BTreeMap<u32, u64>,
    /// Loose uniforms and atomic counters by name; of those that hold textures as well, numbers and vectors by path, as
    /// in `s.a[2]`. One that is missing is zero. Counters hold, after the run, their last value.
    pub uniforms: Values,
    /// Bytes of uniform, storage and push constant blocks by name, one buffer an element of an array of blocks. One
    /// that is missing or too short reads as undefined beyond its end.
    pub buffers: BTreeMap<String, Vec<Vec<u8>>>,
    /// Memory behind buffer references: the first byte of memory N is at the address (N + 1) << 32.
    pub memory: Vec<Vec<u8>>,
    /// Textures and images by name of the global, one an element.
    pub textures: BTreeMap<String, Vec<Texture>>,
    /// Invocations in a subgroup: a power of two. 0 means 4.
    pub subgroup_size: usize,
    /// True if storage blocks, the elements of block arrays and the targets of buffer references, none of them `restrict`,
    /// are bound to one buffer, and storage images of a shape to one texture.
    pub aliased: bool,
    /// Marks of the bytes of buffers, element by element, and of memory.
    pub marks: Marks,
    /// Texels that were last written with something undefined: name, element and number.
    pub undefined_texels: BTreeSet<(String, usize, usize)>,
    /// Precision of `mediump` and `lowp` results.
    pub rounding: Rounding,
    /// Bounds.
    pub limits: Limits,
}

/// The last write of each byte; none for memory that no run has left.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Of buffers, by name and element.
    pub buffers: BTreeMap<String, Vec<Vec<Mark>>>,
    /// Of memory behind buffer references.
    pub memory: Vec<Vec<Mark>>,
}

/// The last write of a byte of memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// As part of something else than a float, or not at all.
    #[default]
    Bits,
    /// As the first byte of a float of this type.
    Float(Scalar),
    /// With something undefined.
    Undefined,
}

/// The results of a run.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// One a lane: a vertex, a fragment of the quad, or nothing for compute.
    pub lanes: Vec<LaneOutcome>,
    /// True if writes to buffers or images depended on undefined behaviour.
    pub undefined_memory: bool,
    /// Instructions executed.
    pub steps: u64,
}

/// The results of one lane.
#[derive(Clone, Debug, Default)]
pub struct LaneOutcome {
    /// Outputs by name. Parts may be undefined.
    pub outputs: Values,
    /// True if the invocation discarded itself.
    pub discarded: bool,
    /// True if control flow depended on an undefined value, or memory was used outside its bounds.
    pub tainted: bool,
}

/// Texture filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// The nearest one.
    #[default]
    Nearest,
    /// Weighted by distance.
    Linear,
}

/// Addressing mode beyond the edge of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// The image again.
    #[default]
    Repeat,
    /// The image mirrored.
    MirroredRepeat,
    /// The texel at the edge.
    ClampToEdge,
    /// The border, transparent black.
    ClampToBorder,
}

/// Sampler state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// The filter if a texel covers more than a pixel.
    pub magnify: Filter,
    /// The filter if a pixel covers more than a texel.
    pub minify: Filter,
    /// Between levels; none if only the first is used.
    pub mipmap: Option<Filter>,
    /// By coordinate.
    pub wrap: [Wrap; 3],
    /// Least level of detail.
    pub min_lod: f32,
    /// Greatest level of detail.
    pub max_lod: f32,
    /// Added to the level of detail.
    pub lod_bias: f32,
    /// Comparison of a shadow sampler: `reference OP texel`.
    pub compare: Compare,
}

/// A comparison of depths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Compare {
    Never,
    Less,
    Equal,
    #[default]
    LessOrEqual,
    Greater,
    NotEqual,
    GreaterOrEqual,
    Always,
}

impl Default for Sampler {
    fn default() -> Self {
        Self {
            magnify: Filter::Nearest,
            minify: Filter::Nearest,
            mipmap: None,
            wrap: [Wrap::Repeat; 3],
            min_lod: -1000.0,
            max_lod: 1000.0,
            lod_bias: 0.0,
            compare: Compare::LessOrEqual,
        }
    }
}

/// A texture, storage image, texel buffer or input attachment with its sampler.
#[derive(Clone, Debug)]
pub struct Texture {
    /// Type of a texel's components: [`Texture::stored`] of what the shader reads.
    pub scalar: Scalar,
    /// Width, height and depth of the first level; 1 for dimensions that it lacks.
    pub size: [u32; 3],
    /// Layers, six a cube; 1 if it is not an array.
    pub layers: u32,
    /// Samples a texel.
    pub samples: u32,
    /// Levels from the largest. A level's texels lie by layer, depth, row, column and sample; a texel is four
    /// components as bits.
    pub levels: Vec<Vec<[u64; 4]>>,
    /// Sampler of the texture.
    pub sampler: Sampler,
}

impl Texture {
    /// The type of components in memory: single precision in place of half.
    pub fn stored(scalar: Scalar) -> Scalar {
        if scalar == Scalar::F16 { Scalar::F32 } else { scalar }
    }

    /// A two-dimensional float texture of one level, from texels row by row.
    pub fn float_2d(width: u32, height: u32, texels: &[[f32; 4]]) -> Self {
        let texels = texels.iter().map(|texel| texel.map(|value| u64::from(value.to_bits()))).collect();
        Self {
            scalar: Scalar::F32,
            size: [width, height, 1],
            layers: 1,
            samples: 1,
            levels: vec![texels],
            sampler: Sampler::default(),
        }
    }

    /// Width, height and depth of a level.
    pub fn level_size(&self, level: usize) -> [u32; 3] {
        self.size.map(|size| size.checked_shr(level as u32).unwrap_or(0).max(1))
    }
}
