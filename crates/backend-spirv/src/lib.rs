//! SPIR-V from vitrum IR.
//!
//! [`emit`] writes the words of a SPIR-V module for one of the target environments of [`Target`]. It takes any verified
//! module; constructs that a target lacks and no expansion replaces are an [`Error`].
//!
//! Words go straight into the sections of the module ([`words`](self)), in one walk over the structured blocks of each
//! function that the entry point reaches. Types, constants and capabilities are written when first needed, so the
//! module declares what it uses and nothing else. Results and block parameters of control instructions become `OpPhi`.
//!
//! ```
//! use vitrum_backend_spirv::{Options, emit};
//! use vitrum_ir::{Builder, Cursor, FunctionData, Module, Op, Span, Stage, types::common};
//!
//! let mut module = Module::new(Stage::Vertex);
//! let name = module.names.intern("main");
//! let main = module.functions.alloc(FunctionData::new(name, common::VOID));
//! module.entry = Some(main);
//! let block = Some(module.functions[main].body);
//! let mut cursor = Cursor { function: main, block, span: Span::default(), precise: false };
//! Builder::new(&mut module, &mut cursor).terminate(Op::Return, &[]);
//!
//! let words = emit(&module, &Options::default())?;
//! assert_eq!(words[0], 0x0723_0203);
//! # Ok::<(), vitrum_backend_spirv::Error>(())
//! ```

mod error;
mod options;
mod words;

mod constants;
mod debug;
mod entry;
mod facts;
mod globals;
mod heaps;
mod interned;
mod layout;
mod naga;
mod naga_places;
mod narrow;
mod needs;
mod program;
mod requirements;
mod reused;
mod signs;
mod structured_heaps;
mod types;
mod writer;

mod atomics;
mod calls;
mod control;
mod convert;
mod expand;
mod function;
mod image_processing;
mod images;
mod intrinsics;
mod matrices;
mod memory;
mod ops;
mod spirv_intrinsics;
mod widened;

pub use error::Error;
pub use needs::{
    Capabilities, DeviceError, ModuleRequirements, Requirement, capability_name, requirements, verify_for,
};
pub use options::{LineTable, Options, SourceFile, Target, Version, VersionChoice};
pub use program::ProgramStage;
pub use reused::Memory;

/// SPIR-V words of a verified module.
///
/// # Errors
/// Constructs that the target environment cannot express, and sizes beyond SPIR-V's encoding.
pub fn emit(module: &vitrum_ir::Module, options: &Options) -> Result<Vec<u32>, Error> {
    emit_in(&mut Memory::default(), module, options)
}

/// The words of [`emit`], written in memory that earlier modules used.
///
/// # Errors
/// As [`emit`].
pub fn emit_in(
    memory: &mut Memory,
    module: &vitrum_ir::Module,
    options: &Options,
) -> Result<Vec<u32>, Error> {
    write(memory, module, &[program::Entry::of(module)], options)
}

/// SPIR-V words, and where they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacedWords {
    /// The words of the module.
    pub words: Vec<u32>,
    /// For each instruction, the place in the source of the instruction of the IR or of the declaration that it was written for; the
    /// span of nothing ([`vitrum_ir::Span::is_nowhere`]) for types, decorations and the like.
    pub places: Vec<vitrum_ir::Span>,
}

/// The words of [`emit`], with the place of each instruction.
///
/// ```
/// use vitrum_backend_spirv::{Options, Target, emit_placed};
///
/// let text = "vir 1\nstage vertex\nentry &main\n\nfn &main() -> void !3..7 {\n    return !12..18\n}\n";
/// let placed = emit_placed(&vitrum_ir_text::parse(text)?, &Options::new(Target::Vulkan1_0))?;
/// assert_eq!(placed.places.last(), Some(&vitrum_ir::Span::default()), "the end of the function has no place");
/// assert_eq!(placed.places.iter().rev().nth(1), Some(&vitrum_ir::Span::new(12, 18)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`emit`].
pub fn emit_placed(module: &vitrum_ir::Module, options: &Options) -> Result<PlacedWords, Error> {
    // Errors, and the checks of targets, are those of words alone.
    let words = emit(module, options)?;
    let version = words.get(1).and_then(|&word| Version::from_word(word)).unwrap_or(options.version());
    let (options, entries) = (options.for_version(version), [program::Entry::of(module)]);
    let writer = writer::Writer::new(module, &entries, &options).keeping_places();
    let (words, places) = writer.finish_placed().map_err(|error| *error)?;
    Ok(PlacedWords { words, places })
}

/// SPIR-V words of a program: one module with an entry point for each stage. Types, constants, and resources that stages
/// declare alike are written once.
///
/// # Errors
/// As [`emit`]; besides, a stage without an entry point, and two of one stage and name.
pub fn emit_program(stages: &[ProgramStage<'_>], options: &Options) -> Result<Vec<u32>, Error> {
    // One stage is written as it is: there is nothing to combine it with.
    if let [ProgramStage { module, name, shift: 0 }] = *stages {
        if module.entry.is_none() && !options.linkage {
            return Err(Error::NoEntry);
        }
        let entry = program::Entry { name: name.to_owned(), ..program::Entry::of(module) };
        return write(&mut Memory::default(), module, &[entry], options);
    }
    let (module, entries) = program::combine(stages);
    let is_twice = |(index, entry): (usize, &program::Entry)| {
        entries[..index].iter().any(|before| before.stage == entry.stage && before.name == entry.name)
    };
    if let Some((_, twice)) = entries.iter().enumerate().find(|&row| is_twice(row)) {
        return Err(Error::SameEntry(twice.name.clone()));
    }
    if entries.is_empty() || !options.linkage && entries.iter().any(|entry| entry.function.is_none()) {
        return Err(Error::NoEntry);
    }
    write(&mut Memory::default(), &module, &entries, options)
}

fn write(
    memory: &mut Memory,
    module: &vitrum_ir::Module,
    entries: &[program::Entry],
    options: &Options,
) -> Result<Vec<u32>, Error> {
    if let Some(functions) = vitrum_ir::Unlinked::generics(module) {
        return Err(Error::Unlinked(functions));
    }
    let words = in_some_version(options, |options| write_version(memory, module, entries, options));
    let (what, span) = match words {
        Err(Error::Unsupported { what, span, .. }) => (what, span),
        result => return result,
    };
    let first = Target::ALL.into_iter().map(|row| row.0).find(|&target| {
        let newer = Options { names: false, linkage: options.linkage, ..Options::new(target) };
        target > options.target
            && target.is_vulkan()
            && writer::Writer::new(module, entries, &newer).finish().is_ok()
    });
    Err(Error::Unsupported { what, span, first })
}

/// Tries the versions that the options allow, the oldest first, until one can express the module.
fn in_some_version<T>(
    options: &Options,
    mut make: impl FnMut(&Options) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut made = make(options);
    for version in options.newer_versions() {
        if !matches!(made, Err(Error::Unsupported { .. })) {
            break;
        }
        made = make(&options.for_version(version));
    }
    made
}

/// The words for the first version that the options allow.
fn write_version(
    memory: &mut Memory,
    module: &vitrum_ir::Module,
    entries: &[program::Entry],
    options: &Options,
) -> Result<Vec<u32>, Error> {
    let mut writer = writer::Writer::in_memory(std::mem::take(memory), module, entries, options);
    let words = writer.finish().map_err(|error| *error);
    *memory = writer.into_memory();
    let words = words?;
    if options.target == Target::Wgpu {
        naga::check(&words, |construct| naga_places::place(module, entries, options, construct))
            .map_err(|error| *error)?;
    }
    Ok(words)
}
