//! Prints vitrum IR as readable GLSL.
//!
//! [`emit`] prints a verified module. It keeps the author's names, builds whole expressions, and recovers `for` and
//! `while` loops. A function has three forms: IR, a tree of statements and expressions, and text. The tree determines
//! which values become part of an expression and which need a variable. The text adds names, parentheses and line
//! breaks.
//!
//! ```
//! use vitrum_backend_glsl::{Options, emit};
//! use vitrum_ir::{Module, Stage};
//!
//! let module = Module::new(Stage::Fragment);
//! let text = emit(&module, &Options::default()).unwrap();
//! assert_eq!(text, "#version 460\n");
//! ```

mod access_paths;
mod array_values;
mod ast;
mod body;
mod bump_table;
mod constant_sizes;
mod constants;
mod constructors;
mod context;
mod control;
mod declarations;
mod declared_constants;
mod effects;
mod extensions_of_words;
mod heaps;
mod images;
mod intrinsics;
mod last_exits;
mod layout;
mod memory;
mod memory_scopes;
mod minify;
mod names;
mod nested_assignments;
mod ops;
mod pending;
mod places;
mod precision;
mod renames;
mod render;
mod requirements;
mod spelling;
mod spirv_items;
mod stores;
mod types;
mod uses;
mod wrap;

pub use places::PlacedText;
pub use renames::{NameKind, PrintedName};

use std::borrow::Cow;
use vitrum_glsl::version::Version;
use vitrum_ir::{LayoutRule, Linkage, Module, Span, Stage, Storage, Struct, TypeData, Unlinked};
use vitrum_passes::analysis::nesting::Nesting;
use vitrum_passes::{
    GLSL, GlslSettings, PassInfo, RemoveUnusedResources, Renamed, RunOptions, Settings, rows, run_passes,
    run_pipeline,
};

/// Options of printed GLSL.
///
/// ```
/// use vitrum_backend_glsl::Options;
/// use vitrum_glsl::version::Version;
///
/// let text = "vir 1\nstage fragment\nentry &main\n\nfn &main() -> void {\n    return\n}\n";
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
    /// True to shorten the names of locals and functions and to remove white space; names that the application uses
    /// are kept.
    pub minify: bool,
    /// True to add comments with source locations. Only [`print()`] has the locations; minified text has no comments.
    pub lines: bool,
    /// True to separate combined textures and samplers if the text is Vulkan GLSL for a chosen target. Otherwise
    /// separate textures and samplers are combined.
    pub separate_samplers: bool,
    /// The form of specialisation constants. The default is `constant_id`, or macros in a chosen target that is not
    /// Vulkan GLSL.
    pub spec_constants: Option<SpecConstants>,
    /// True if a linker takes the text: it declares imported functions, and functions keep their names.
    pub linkage: bool,
    /// If given, resources and constants that nothing uses are left out, with these options.
    pub removes_unused: Option<RemoveUnusedResources>,
}

impl Options {
    /// The settings of the pipeline [`GLSL`] for a module.
    pub fn settings(&self, module: &Module) -> Settings {
        let chosen = self.chosen_target(module);
        let settings = GlslSettings {
            version: chosen.unwrap_or_else(|| Version::of_source(module.source)),
            is_own: chosen.is_none(),
            separates_samplers: self.separate_samplers,
        };
        Settings::for_glsl(settings, self.vulkan)
    }

    /// The version that is asked for. A module that comes from no GLSL names no extensions, and so gets the newest with those it needs.
    fn chosen_target(&self, module: &Module) -> Option<Version> {
        let is_glsl = module.source.language.is_glsl();
        self.target.or_else(|| (!is_glsl).then(|| Version::of_source(module.source)))
    }
}

/// The form of specialisation constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecConstants {
    /// `layout(constant_id = 3) const int n = 4;`
    ConstantId,
    /// A constant with the value of the macro `SPEC_CONSTANT_3` if that macro is defined.
    Macro,
}

/// A reason why a module cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// GLSL has no syntax for the named construct.
    Unsupported {
        /// The construct.
        what: String,
        /// Its place in the source, if it has one.
        span: Option<Span>,
    },
    /// The target lacks a feature that the module uses and that cannot be replaced.
    Lacks {
        /// The version to print.
        target: Version,
        /// The missing feature.
        what: &'static str,
        /// The first version that has the feature, possibly with an extension; none if no version has it.
        first: Option<Version>,
        /// The place in the source that uses it first, if it has one.
        span: Option<Span>,
    },
    /// The target does not support an extension that the module needs.
    LacksExtension {
        /// The version to print.
        target: Version,
        /// The extension.
        name: String,
    },
    /// A lowering produced an invalid module: a defect of vitrum.
    Defect(vitrum_passes::Failure),
    /// The module calls functions that others define, and no linker was to take the text, or it has generic functions.
    Unlinked(Unlinked),
    /// Control flow is nested more deeply than compilers must support.
    Nesting {
        /// The maximum depth.
        limit: usize,
        /// The place in the source of the first construct that is nested too deeply, if it has one.
        span: Option<Span>,
    },
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unsupported { what, .. } => write!(f, "GLSL does not support {what}"),
            Self::Lacks { target, what, first: Some(first), .. } => {
                write!(f, "{} does not support {what}; it requires {}", target.title(), first.title())
            }
            Self::Lacks { target, what, first: None, .. } => {
                write!(f, "{} does not support {what}", target.title())
            }
            Self::LacksExtension { target, name } => {
                write!(f, "{} does not support extension `{name}`", target.title())
            }
            Self::Defect(what) => write!(f, "internal compiler error: {what}"),
            Self::Unlinked(functions) => functions.fmt(f),
            Self::Nesting { limit, .. } => write!(f, "control flow is nested more than {limit} levels deep"),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// Its place in the source, if it has one.
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::Unsupported { span, .. }
            | Self::Lacks { span, .. }
            | Self::Unlinked(Unlinked { span, .. })
            | Self::Nesting { span, .. } => *span,
            // The module has the names of extensions without places; a text has a line for each.
            Self::LacksExtension { .. } | Self::Defect(_) => None,
        }
    }
}

/// The source location of an offset, as printed in comments: `shader.frag:12`.
pub type SourceLocations<'a> = dyn Fn(u32) -> Option<String> + 'a;

/// GLSL text, and the printed names of the shader's interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// Names of the interface, in the order of declaration.
    pub names: Vec<PrintedName>,
}

/// Prints a verified module as GLSL.
///
/// # Errors
/// If the module contains a construct that GLSL lacks.
pub fn emit(module: &Module, options: &Options) -> Result<String, Error> {
    run(module, options, None, Wanted::default()).map(|printed| printed.0.text)
}

/// Prints a verified module as GLSL, with the places in the source that the lines come from. The text is not minified.
///
/// ```
/// use vitrum_backend_glsl::{Options, print_placed};
/// use vitrum_ir::{Module, Stage};
///
/// let placed = print_placed(&Module::new(Stage::Fragment), &Options::default())?;
/// assert_eq!(placed.text.lines().count(), placed.places.len());
/// # Ok::<(), vitrum_backend_glsl::Error>(())
/// ```
///
/// # Errors
/// If the module contains a construct that GLSL lacks.
pub fn print_placed(module: &Module, options: &Options) -> Result<PlacedText, Error> {
    let options = Options { minify: false, lines: false, ..*options };
    let (printed, places) = run(module, &options, None, Wanted { names: false, places: true })?;
    Ok(PlacedText { text: printed.text, places })
}

/// Prints a verified module as GLSL, with the printed names of its interface. `locations` are those for
/// [`Options::lines`].
///
/// # Errors
/// If the module contains a construct that GLSL lacks.
pub fn print(
    module: &Module,
    options: &Options,
    locations: Option<&SourceLocations<'_>>,
) -> Result<Printed, Error> {
    run(module, options, locations, Wanted { names: true, places: false }).map(|printed| printed.0)
}

/// Refuses blocks in the layout of Direct3D that have not become words: arrays of blocks, and memory behind references.
fn refuse_direct3d(module: &Module) -> Result<(), Error> {
    let refuse = |name: &str, span| {
        let named = if name.is_empty() { String::new() } else { format!(" `{name}`") };
        Err(Error::Unsupported { what: format!("the layout of the block{named}, that of Direct3D"), span })
    };
    let block = module.globals.values().find(|data| data.block == Some(LayoutRule::Direct3d));
    if let Some(data) = block {
        let span = Some(data.origin.span).filter(|span| !span.is_nowhere());
        return refuse(module.names.get(data.name), span);
    }
    for (_, data) in module.types.iter() {
        if let TypeData::BufferReference { block, layout: LayoutRule::Direct3d, .. } = data {
            return refuse(module.names.get(module.structs[block].name), None);
        }
    }
    Ok(())
}

/// Refuses specialisation constants that share an id, but for sizes of the workgroup, which are declared apart.
fn refuse_shared_ids(module: &Module) -> Result<(), Error> {
    let sizes: Vec<_> = module.execution.local_size.into_iter().flatten().collect();
    let is_size = |spec| {
        sizes.iter().any(|&size| module.constants.get(size).kind == vitrum_ir::ConstantKind::Spec(spec))
    };
    let mut seen = Vec::new();
    for (spec, data) in module.spec_constants.iter().filter(|row| row.1.id.is_some()) {
        if is_size(spec) {
            continue;
        }
        if seen.contains(&data.id) {
            let what = format!("several specialisation constants of the id {}", data.id.unwrap_or(0));
            let span = Some(data.origin.span).filter(|span| !span.is_nowhere());
            return Err(Error::Unsupported { what, span });
        }
        seen.push(data.id);
    }
    Ok(())
}

/// Refuses memory of workgroups in stages that have none. SPIR-V has it in all.
fn refuse_shared_memory(module: &Module) -> Result<(), Error> {
    if matches!(module.stage, Stage::Compute | Stage::Task | Stage::Mesh) {
        return Ok(());
    }
    let Some(data) = module.globals.values().find(|data| data.storage == Storage::Shared) else {
        return Ok(());
    };
    let (name, stage) = (module.names.get(data.name), module.stage.name());
    let what = format!("the `shared` variable `{name}` in stage `{stage}`, which has no workgroups");
    let span = Some(data.origin.span).filter(|span| !span.is_nowhere());
    Err(Error::Unsupported { what, span })
}

/// Parts of the result beside the text.
#[derive(Clone, Copy, Default)]
struct Wanted {
    names: bool,
    places: bool,
}

fn run(
    module: &Module,
    options: &Options,
    locations: Option<&SourceLocations<'_>>,
    wanted: Wanted,
) -> Result<(Printed, Vec<Vec<Span>>), Error> {
    if !options.linkage
        && let Some(functions) = Unlinked::imports(module)
    {
        return Err(Error::Unlinked(functions));
    }
    if module.has_initializer() {
        let what = "run-time initialisers of globals in a unit without `main`".to_owned();
        let is_it = |function: &vitrum_ir::FunctionData| function.linkage == Linkage::Initializer;
        return Err(Error::Unsupported { what, span: module.place_of_function(is_it) });
    }
    refuse_shared_ids(module)?;
    refuse_shared_memory(module)?;
    constant_sizes::refuse_large_constants(module)?;
    let original = module;
    let options = &Options { target: options.chosen_target(module), ..*options };
    let (module, renamed) = lowered(module, options)?;
    refuse_direct3d(&module)?;
    if let Some(functions) = Unlinked::generics(&module) {
        return Err(Error::Unlinked(functions));
    }
    let dropped = dropped_blocks(original, &module);
    bound_nesting(&module)?;
    heaps::check(&module)?;
    let memory = bumpalo::Bump::with_capacity(memory_estimate(&module));
    let extensions = match options.target {
        Some(target) => Some(requirements::extensions(&module, target, options, &dropped)?),
        None => None,
    };
    let arena = ast::TextArena::new(&memory);
    let print = |avoided: &[String]| {
        let (extensions, dropped) = (extensions.clone(), dropped.clone());
        let mut cx = context::Context::new(&module, arena, options, extensions, dropped, avoided);
        cx.locations = locations.filter(|_| options.lines && !options.minify);
        cx.marks = wanted.places.then(Default::default);
        let names = if wanted.names { renames::names(original, &cx, &renamed) } else { Vec::new() };
        declarations::print(cx).map(|(text, marks, hidden)| (text, marks, names, hidden))
    };
    let (mut text, mut marks, mut names, hidden) = print(&[])?;
    if !hidden.is_empty() {
        (text, marks, names, _) = print(&hidden)?;
    }
    if wanted.places {
        let wrapped = wrap::wrap_lines(text.clone());
        let places = places::of_lines(&text, &marks, &wrapped);
        return Ok((Printed { text: wrapped, names }, places));
    }
    let text = if options.minify { minify::minify(&text) } else { wrap::wrap_lines(text) };
    Ok((Printed { text, names }, Vec::new()))
}

/// The module after the lowerings for the target, and the names that the lowerings changed.
fn lowered<'m>(module: &'m Module, options: &Options) -> Result<(Cow<'m, Module>, Vec<Renamed>), Error> {
    let settings = options.settings(module);
    let removes = options.removes_unused.map(|options| Settings::default().with(options));
    let removing: &[&PassInfo] = if removes.is_some() { &[&rows::REMOVE_UNUSED_RESOURCES] } else { &[] };
    let removes = removes.unwrap_or_default();
    // Most modules need no lowering for the version that they were written in.
    if GLSL.is_idle(module, &settings) && removing.iter().all(|pass| pass.is_idle(module, &removes)) {
        return Ok((Cow::Borrowed(module), Vec::new()));
    }
    let mut module = module.clone();
    let run = RunOptions { settings, ..RunOptions::default() };
    let report = run_pipeline(&mut module, &GLSL, run).map_err(Error::Defect)?;
    let run = RunOptions { settings: removes, ..RunOptions::default() };
    run_passes(&mut module, removing, run).map_err(Error::Defect)?;
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

/// An estimate of the memory for printing a module: one large allocation is faster than many small ones.
fn memory_estimate(module: &Module) -> usize {
    let insts: usize = module.functions.values().map(|function| function.insts.len()).sum();
    let longest = module.functions.values().map(|function| function.insts.len()).max().unwrap_or(0);
    4096 + 32 * module.names.len() + 256 * longest + 16 * insts
}

/// The maximum nesting of control flow, which is the default limit of the front end. Regions are printed by
/// recursion, so the stack must be bounded.
const NESTING: usize = 256;

/// Rejects control flow that is nested too deeply. The front end rejects such sources, but inlining and other
/// producers of IR may nest more.
fn bound_nesting(module: &Module) -> Result<(), Error> {
    // A function with few blocks cannot be nested deeply.
    let too_deep = module.functions.values().filter(|it| it.blocks.len() > NESTING).find_map(|function| {
        let nesting = Nesting::new(function);
        let mut deep =
            function.blocks.iter().filter(|(block, _)| nesting.depth(*block) == NESTING as u32 + 1);
        let (block, _) = deep.next()?;
        // Only the body of a function has no owner.
        let owner = nesting.owner(block).map(|owner| function.insts[owner].span());
        Some(owner.into_iter().chain([function.origin.span]).find(|span| !span.is_nowhere()))
    });
    match too_deep {
        Some(span) => Err(Error::Nesting { limit: NESTING, span }),
        None => Ok(()),
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
