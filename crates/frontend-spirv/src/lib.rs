//! SPIR-V to vitrum IR: each entry point becomes a module, and a module without one becomes a library.
//!
//! Control flow becomes regions ([`read`] refuses what is not structured), phis become parameters and results of blocks, and
//! every module that is given has been verified.
//!
//! - Layout: a block has the first of std430, std140, scalar and the layout of Direct3D that gives its offsets and strides; else each
//!   member has its offset. What no rule gives is padded in memory: elements of arrays, lines of matrices, members of nested structs.
//! - Arms that meet in front of the merge block of their selection join in a selection within one that is always taken.
//! - Integers of different signedness are cast where the IR wants one type.
//! - A break out of a loop from within a switch becomes a flag that the switch gives. Nothing is copied.
//! - Addresses and handles that are used outside of the block that makes them are made again there.
//! - Lines and names of debug information become spans and names; the rest of it is dropped.

mod body;
mod constants;
mod debug_names;
mod error;
mod execution;
mod flow;
mod globals;
mod grammar;
mod heap_blocks;
mod images;
mod index;
mod layout;
mod lines;
mod pointers;
mod reader;
mod strides;
mod structure;
mod types;
mod usage;
mod words;

use reader::Part;
use vitrum_ir::{Module, SourceMap, Stage};

pub use error::{Error, ErrorKind};

/// An entry point of a module of SPIR-V, or all functions of a library.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    /// Its name; empty for a library, whose module has no `entry`.
    pub name: String,
    /// All that it reaches.
    pub module: Module,
    /// The files that debug information names, to which the spans of instructions refer. Where the module lacks the text of a file,
    /// blanks stand for it.
    pub sources: SourceMap,
    /// The version of SPIR-V that the module has, as in its header: 0x0001_0300 is 1.3.
    pub version: u32,
}

/// Reads the entry points of a module of SPIR-V, in its order, or its functions for other modules if it has none. The words may be of either byte order.
///
/// # Errors
/// If the words are no SPIR-V for shaders, or have what the IR has no form for. The error names the instruction and the rule.
pub fn read(words: &[u32]) -> Result<Vec<EntryPoint>, Error> {
    let words = words::in_order(words)?;
    let index = index::Index::new(&words)?;
    let lines = lines::lines(&index);
    if index.entries.is_empty() {
        return library(&index, &lines).map(|point| vec![point]);
    }
    let mut strides = strides::Strides::default();
    let mut points = Vec::with_capacity(index.entries.len());
    for entry in &index.entries {
        let module = reader::read(&index, &lines, Part::Entry(entry), &mut strides)?;
        if let Err(errors) = vitrum_ir::verify(&module) {
            return Err(Error::unsupported(entry.at, format!("the entry point `{}` ({errors})", entry.name)));
        }
        let sources = lines.sources.clone();
        points.push(EntryPoint { name: entry.name.to_string(), module, sources, version: index.version });
    }
    Ok(points)
}

/// Reads the functions for other modules. They are for no stage of their own: they get the first one that has all that they do.
fn library(index: &index::Index<'_>, lines: &lines::Lines) -> Result<EntryPoint, Error> {
    let mut first = None;
    let mut strides = strides::Strides::default();
    for stage in [Stage::Compute, Stage::Fragment, Stage::Vertex, Stage::RayGeneration] {
        let module = reader::read(index, lines, Part::Library(stage), &mut strides)?;
        match vitrum_ir::verify(&module) {
            Ok(()) => {
                let sources = lines.sources.clone();
                return Ok(EntryPoint { name: String::new(), module, sources, version: index.version });
            }
            Err(errors) => first = first.or(Some(errors)),
        }
    }
    let errors = first.map(|errors| errors.to_string()).unwrap_or_default();
    Err(Error::unsupported(0, format!("a library ({errors})")))
}
