//! Readable GLSL from vitrum IR.
//!
//! [`emit`] prints a verified module: the author's names, whole expressions, `for` and `while` loops found again.
//! A function goes through three forms: IR, a tree of statements and expressions, text. The tree decides
//! what is one expression and what needs a variable; the text decides names, parentheses and line breaks.
//!
//! ```
//! use vitrum_backend_glsl::{Options, emit};
//! use vitrum_ir::{Module, Stage};
//!
//! let module = Module::new(Stage::Fragment);
//! let text = emit(&module, &Options::default()).unwrap();
//! assert_eq!(text, "#version 460\n");
//! ```

mod array_values;
mod ast;
mod body;
mod bump_table;
mod constants;
mod context;
mod control;
mod declarations;
mod effects;
mod images;
mod intrinsics;
mod layout;
mod memory;
mod minify;
mod named;
mod names;
mod ops;
mod places;
mod precision;
mod renames;
mod render;
mod requirements;
mod scopes;
mod steps;
mod stores;
mod tables;
mod types;
mod uses;
mod waiting;

pub use renames::{Became, NameKind};

use std::borrow::Cow;
use vitrum_glsl::version::Version;
use vitrum_ir::{Module, Struct};
use vitrum_passes::analysis::nesting::Nesting;
use vitrum_passes::{GLSL, GlslSettings, Renamed, RunOptions, Settings, run_pipeline};

/// Options of printed GLSL.
///
/// ```
/// use vitrum_backend_glsl::Options;
/// use vitrum_glsl::version::Version;
///
/// let text = "stage fragment\nentry &main\n\nfn &main() -> void {\n    return\n}\n";
/// let module = vitrum_ir_text::parse(text)?;
/// let options = Options { target: Version::from_name("300es"), minify: true, ..Options::default() };
/// assert!(vitrum_backend_glsl::emit(&module, &options)?.starts_with("#version 300 es\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Version and profile; those of the module's source if none are given.
    pub target: Option<Version>,
    /// True if the text is Vulkan GLSL.
    pub vulkan: bool,
    /// True if locals and functions get short names and white space goes; what the application asks for by name keeps
    /// its name.
    pub minify: bool,
    /// True if comments say where in the source lines come from; only [`print()`] is told of that, and minified text has
    /// none.
    pub lines: bool,
    /// True if textures and samplers come apart, where the text is Vulkan GLSL for a chosen target; elsewhere those that are
    /// apart are combined.
    pub separate_samplers: bool,
    /// How specialisation constants are said; if not chosen, by `constant_id`, and as macros in a chosen target that
    /// is not Vulkan GLSL.
    pub spec_constants: Option<SpecConstants>,
}

impl Options {
    /// The settings of the lowerings for a module: those of the pipeline [`GLSL`].
    pub fn settings(&self, module: &Module) -> Settings {
        let target = self.target.unwrap_or_else(|| Version::of_source(module.source));
        let settings = GlslSettings {
            version: target,
            is_own: self.target.is_none(),
            separates_samplers: self.separate_samplers,
        };
        Settings::for_glsl(settings, self.vulkan)
    }
}

/// How specialisation constants are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecConstants {
    /// `layout(constant_id = 3) const int n = 4;`
    ConstantId,
    /// A constant whose value is that of the macro `SPEC_CONSTANT_3`, if that is defined.
    Macro,
}

/// Why a module could not be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// GLSL has no way to say something; the text names it.
    Unsupported(String),
    /// The target lacks something that the module uses and that cannot be said otherwise there.
    Lacks {
        /// Where it was to go.
        target: Version,
        /// What it lacks.
        what: &'static str,
        /// The first version that has it, perhaps by an extension; none if there is no such version.
        first: Option<Version>,
    },
    /// The target does not know an extension that the module needs.
    LacksExtension {
        /// Where it was to go.
        target: Version,
        /// The extension.
        name: String,
    },
    /// A lowering made an invalid module: a defect of vitrum.
    Defect(vitrum_passes::Failure),
    /// Control flow nests deeper than compilers have to read.
    Nesting {
        /// How deep it may be.
        limit: usize,
    },
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unsupported(what) => write!(f, "GLSL does not support {what}"),
            Self::Lacks { target, what, first: Some(first) } => {
                write!(f, "{} does not support {what}; it requires {}", target.title(), first.title())
            }
            Self::Lacks { target, what, first: None } => {
                write!(f, "{} does not support {what}", target.title())
            }
            Self::LacksExtension { target, name } => {
                write!(f, "{} does not support extension `{name}`", target.title())
            }
            Self::Defect(what) => write!(f, "internal compiler error: {what}"),
            Self::Nesting { limit } => write!(f, "control flow is nested more than {limit} levels deep"),
        }
    }
}

impl std::error::Error for Error {}

/// Says where an offset of the source is, as a comment says it: `shader.frag:12`.
pub type Places<'a> = dyn Fn(u32) -> Option<String> + 'a;

/// GLSL text, and what became of the names that an application knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// What the shader shares with others, in the order in which it declares it.
    pub names: Vec<Became>,
}

/// The GLSL text of a verified module.
///
/// # Errors
/// If the module holds something that GLSL cannot say.
pub fn emit(module: &Module, options: &Options) -> Result<String, Error> {
    run(module, options, None, false).map(|printed| printed.text)
}

/// The GLSL text of a verified module with what became of its names. `places` is what [`Options::lines`] asks.
///
/// # Errors
/// If the module holds something that GLSL cannot say.
pub fn print(module: &Module, options: &Options, places: Option<&Places<'_>>) -> Result<Printed, Error> {
    run(module, options, places, true)
}

fn run(
    module: &Module,
    options: &Options,
    places: Option<&Places<'_>>,
    names: bool,
) -> Result<Printed, Error> {
    let original = module;
    let (module, renamed) = lowered(module, options)?;
    let dropped = dropped_blocks(original, &module);
    bound_nesting(&module)?;
    let memory = bumpalo::Bump::with_capacity(room(&module));
    let extensions = match options.target {
        Some(target) => Some(requirements::extensions(&module, target, options, &dropped)?),
        None => None,
    };
    let mut cx = context::Context::new(&module, ast::Words::new(&memory), options, extensions, dropped);
    cx.places = places.filter(|_| options.lines && !options.minify);
    let names = if names { renames::names(original, &cx, &renamed) } else { Vec::new() };
    let text = declarations::print(cx)?;
    Ok(Printed { text: if options.minify { minify::minify(&text) } else { text }, names })
}

/// The module after the lowerings for the target, and the names that they changed.
fn lowered<'m>(module: &'m Module, options: &Options) -> Result<(Cow<'m, Module>, Vec<Renamed>), Error> {
    let settings = options.settings(module);
    // Most modules fit the version that they come from.
    if GLSL.is_idle(module, &settings) {
        return Ok((Cow::Borrowed(module), Vec::new()));
    }
    let mut module = module.clone();
    let run = RunOptions { settings, ..RunOptions::default() };
    let report = run_pipeline(&mut module, &GLSL, run).map_err(Error::Defect)?;
    Ok((Cow::Owned(module), report.renamed))
}

/// The structs of blocks that lowerings split.
fn dropped_blocks(before: &Module, after: &Module) -> Vec<Struct> {
    if std::ptr::eq(before, after) {
        return Vec::new();
    }
    let kept = block_structs(after);
    block_structs(before).into_iter().filter(|block| !kept.contains(block)).collect()
}

fn block_structs(module: &Module) -> Vec<Struct> {
    module.globals.values().filter_map(|global| types::block_of(module, global)).collect()
}

/// About how much memory is taken while a module is printed: one piece of it is had in less time than many.
fn room(module: &Module) -> usize {
    let insts: usize = module.functions.values().map(|function| function.insts.len()).sum();
    let longest = module.functions.values().map(|function| function.insts.len()).max().unwrap_or(0);
    4096 + 32 * module.names.len() + 256 * longest + 16 * insts
}

/// Levels of control flow at most: what the front end reads by default. Regions are printed by recursion, and a stack is
/// not endless.
const NESTING: usize = 256;

/// Refuses what nests too deep: the front end reads no such text, but inlined calls and IR from elsewhere may get there.
fn bound_nesting(module: &Module) -> Result<(), Error> {
    // Few blocks cannot nest deep.
    let is_too_deep = module.functions.values().filter(|it| it.blocks.len() > NESTING).any(|function| {
        let nesting = Nesting::new(function);
        function.blocks.iter().any(|(block, _)| nesting.depth(block) > NESTING as u32)
    });
    if is_too_deep { Err(Error::Nesting { limit: NESTING }) } else { Ok(()) }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
