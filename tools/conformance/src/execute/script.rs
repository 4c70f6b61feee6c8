//! Scripts: commands that draw and compute, and the expected results.

mod attributes;
mod common;
mod interpret;
mod parse;
mod raster;
mod run;
mod textures;

pub(crate) use parse::parse;
pub(crate) use run::run;

use vitrum_runner::{Compare, Image, Sampler, Topology};

use super::values::Given;

/// A script.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    /// Width and height of the target.
    pub(crate) size: [u32; 2],
    /// Attributes of vertices.
    pub(crate) columns: Vec<Column>,
    /// The commands.
    pub(crate) commands: Vec<Command>,
    /// Behaviour that the language leaves open and the program tests, though drivers agree on it.
    pub(crate) left_open: Option<&'static str>,
}

/// The data of a vertex attribute.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    /// Name of the attribute, perhaps with indices.
    pub(crate) name: String,
    /// Type of a component.
    pub(crate) kind: Kind,
    /// Components of a vertex.
    pub(crate) count: usize,
    /// The column of a matrix.
    pub(crate) matrix_column: u32,
    /// The components of all vertices, as bits.
    pub(crate) bits: Vec<u64>,
}

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Float,
    Double,
    Int,
    Uint,
    Int64,
    Uint64,
}

impl Kind {
    /// Bytes of a number.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Self::Float | Self::Int | Self::Uint => 4,
            Self::Double | Self::Int64 | Self::Uint64 => 8,
        }
    }
}

/// The pixels that are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Area {
    /// Everything.
    All,
    /// Left, lowest row, width and height in pixels.
    Pixels([u32; 4]),
    /// The same in parts of the whole.
    Relative([f32; 4]),
    /// A place, in parts of the whole.
    Place([f32; 2]),
}

/// A comparison of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// Change of a texture unit's sampler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Parameter {
    Magnify(vitrum_runner::Filter),
    Minify(vitrum_runner::Filter, Option<vitrum_runner::Filter>),
    Wrap(usize, vitrum_runner::Wrap),
    Compare(Compare),
}

/// A command.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    ClearColor([f32; 4]),
    ClearDepth(f32),
    Clear,
    Uniform(Given),
    /// A texture comes to a unit.
    Texture(u32, Box<Image>, Sampler),
    /// For the unit used last.
    Parameter(Parameter),
    /// The texture on a unit is drawn to.
    Target(u32),
    /// Tolerance of each component.
    Tolerance([f32; 4]),
    /// Pixels are the units of coordinates.
    Ortho([f32; 4]),
    /// A storage buffer gets this size in bytes.
    Storage(u32, usize),
    /// Bytes of a storage buffer, from an offset.
    StorageData(u32, usize, Vec<u8>),
    /// So many atomic counters, zero.
    Counters(usize),
    /// A counter of a buffer is set.
    Counter(usize, u32),
    /// Vertices of a patch.
    Patch(u32),
    DepthTest(bool),
    /// Left, lowest, width, height in clip space, likewise for texture coordinates.
    DrawRect {
        rect: [f32; 4],
        texture: Option<[f32; 4]>,
        patch: bool,
        instances: u32,
    },
    DrawArrays {
        topology: Option<Topology>,
        first: u32,
        count: u32,
        instances: u32,
    },
    Compute([u32; 3]),
    /// Three or four components are looked at.
    Probe(Area, Vec<f32>),
    /// A number in a storage buffer.
    ProbeStorage {
        index: u32,
        offset: usize,
        kind: Kind,
        relation: Relation,
        bits: u64,
    },
    /// A counter.
    ProbeCounter {
        index: usize,
        relation: Relation,
        value: u32,
    },
}
