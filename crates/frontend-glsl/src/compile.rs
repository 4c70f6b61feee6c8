//! The front end as a whole: text in, a module or diagnostics out.

use crate::builtins::constants::BuiltInLimits;
use crate::diagnostics::{Code, Diagnostic, Levels, Severity, Sink, sort_by_position};
use crate::docs::has_doc_comments;
use crate::extensions::ExtensionSet;
use crate::index::{Index, MacroUse};
use crate::lower::Lowering;
use crate::lower::extensions::Enabled;
use crate::lower::settings::Settings;
use crate::memory::Memory;
use crate::own_text::OwnText;
use crate::parser;
use crate::preprocess::{self, IncludeCallback, IncludeRequest, Pragma, PragmaKind, Preprocessed, Session};
use crate::symbols::Interner;
use crate::version::{Dialect, Version};
use crate::webgl::WebGlContext;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;
use vitrum_glsl::features::Feature;
use vitrum_ir::{Modes, Module, Span, Stage};
use vitrum_ir::{SourceId, SourceMap};

/// The text of a shader.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name that messages use.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
}

impl Source {
    /// A text with a name.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// The API whose rules a shader follows, independent of its version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Client {
    /// `GL_KHR_vulkan_glsl`.
    #[default]
    Vulkan,
    /// OpenGL and OpenGL ES.
    OpenGl,
}

/// Resource limits of a compilation; each has a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The depth that brackets, statements, expressions and types may nest.
    pub nesting: u32,
    /// Elements of an array.
    pub array_length: u32,
    /// Overloads of one name: each call may have to look at all of them.
    pub overloads: usize,
    /// The values of the constants `gl_Max...`.
    pub builtins: BuiltInLimits,
    /// The number of errors that are kept, and of other diagnostics.
    pub diagnostics: usize,
    /// Limits of the preprocessor.
    pub preprocessor: preprocess::Limits,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            nesting: 256,
            array_length: 1 << 24,
            overloads: 1024,
            builtins: BuiltInLimits::default(),
            diagnostics: Sink::DEFAULT_LIMIT,
            preprocessor: preprocess::Limits::default(),
        }
    }
}

/// Options of the caller.
#[derive(Clone)]
pub struct Options<'a> {
    /// The stage.
    pub stage: Stage,
    /// Whose rules apply.
    pub client: Client,
    /// The version of a text without `#version`.
    pub default_version: Version,
    /// True if `default_version` overrides `#version`.
    pub force_version: bool,
    /// True if `#include` works without an extension that allows it.
    pub allow_include: bool,
    /// Macros defined before the first line: name (with parameters, if any) and body.
    pub defines: &'a [(&'a str, &'a str)],
    /// Text that is read as if it stood behind the line of `#version`, or before the first line without one.
    pub preamble: &'a str,
    /// True if ESSL 1.00 is held to its Appendix A, as WebGL 1 demands: only counting `for` loops, and only indices
    /// made of constants and loop variables. Drivers accept more, and so does this compiler by default.
    pub appendix_a: bool,
    /// The context of WebGL that the shader is for, whose rules it is held to, Appendix A included; `None` for other APIs.
    pub webgl: Option<WebGlContext>,
    /// True if the shader is one of several units: it exports its functions, and needs neither `main` nor the body of a
    /// function that it declares, which is imported.
    pub unit: bool,
    /// The level of each warning.
    pub levels: Levels,
    /// Finds the files of `#include`; without it every `#include` fails.
    pub includes: Option<&'a IncludeCallback<'a>>,
    /// True if [`Output::index`] is asked for.
    pub index: bool,
    /// Bounds.
    pub limits: Limits,
    /// Tells that the result is not wanted any more: the front end looks at it before each declaration and statement, and stops.
    pub cancelled: Option<&'a (dyn Fn() -> bool + 'a)>,
}

impl Options<'_> {
    /// The defaults for a stage.
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            client: Client::default(),
            default_version: Version::DESKTOP_DEFAULT,
            force_version: false,
            allow_include: false,
            defines: &[],
            preamble: "",
            appendix_a: false,
            webgl: None,
            unit: false,
            levels: Levels::default(),
            includes: None,
            index: false,
            limits: Limits::default(),
            cancelled: None,
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stage, client, default_version, .. } = self;
        let mut options = f.debug_struct("Options");
        options.field("stage", stage).field("client", client).field("default_version", default_version);
        options.finish_non_exhaustive()
    }
}

/// The result of a compilation.
#[derive(Clone, Debug)]
pub struct Output {
    /// The module; `None` if there was an error.
    pub module: Option<Module>,
    /// Diagnostics, sorted by position.
    pub diagnostics: Vec<Diagnostic>,
    /// All files, to which the spans of diagnostics and instructions refer.
    pub source_map: SourceMap,
    /// The text that warnings of the groups are about; empty if none are looked for.
    pub own_text: OwnText,
    /// Names with their declarations and uses, if [`Options::index`] asks for them.
    pub index: Option<Box<Index>>,
}

/// Compiles a shader to a module. Locations and bindings that the shader does not give stay unassigned.
pub fn compile(source: &Source, options: &Options<'_>) -> Output {
    compile_in(&mut Memory::default(), source, options)
}

/// Compiles a shader to a module, in memory that earlier compilations used; the result is the same.
pub fn compile_in(memory: &mut Memory, source: &Source, options: &Options<'_>) -> Output {
    // The files that were included, should the text be read again.
    let included = RefCell::new(Vec::new());
    let include = |request: &IncludeRequest<'_>| {
        let find = options.includes.ok_or_else(|| "no include resolver is set".to_owned())?;
        let found = find(request);
        included.borrow_mut().push(found.clone());
        found
    };
    let (mut output, in_macro) = compile_once(memory, source, options, &include, None);
    if in_macro {
        let again = Cell::new(0);
        let include = |_: &IncludeRequest<'_>| {
            let index = again.replace(again.get() + 1);
            included.borrow().get(index).cloned().unwrap_or_else(|| Err(String::new()))
        };
        let from = output.source_map.end().saturating_add(1);
        output.diagnostics = compile_once(memory, source, options, &include, Some(from)).0.diagnostics;
    }
    output
}

/// Compiles a shader, and tells whether an error is in the expansion of a macro. From `trace_from` on, behind all text, are
/// spans of tokens that macros make, which diagnostics then explain.
fn compile_once(
    memory: &mut Memory,
    source: &Source,
    options: &Options<'_>,
    include: &IncludeCallback<'_>,
    trace_from: Option<u32>,
) -> (Output, bool) {
    let mut source_map = SourceMap::new();
    let mut sink = Sink::new(options.limits.diagnostics).with_levels(options.levels.clone());
    let Some(file) = add_source(source, &mut source_map, &mut sink) else {
        let (diagnostics, own_text) = (sink.into_diagnostics(), OwnText::default());
        return (Output { module: None, diagnostics, source_map, own_text, index: None }, false);
    };
    let Memory { interner, tokens, lowering } = memory;
    interner.clear();
    let (sources, includes) = (&mut source_map, Some(include));
    let session = Session { sources, interner, diagnostics: &mut sink, includes };
    let preprocessor = preprocess::Options { trace_from, ..settings(options) };
    let preprocessed = preprocess::preprocess_into(session, file, &preprocessor, std::mem::take(tokens));
    let own_text = match sink.asked().is_empty() {
        true => OwnText::default(),
        false => OwnText::new(&source_map, file, &preprocessed.expansions),
    };
    let position = Cell::new(0);
    let extensions = Enabled::new(preprocessed.dialect, &preprocessed.states, &position);
    let dialect =
        Dialect { extensions: ExtensionSet::EMPTY, warned: ExtensionSet::EMPTY, ..preprocessed.dialect };
    let mut pragmas = preprocessed.pragmas.iter();
    let all_invariant = pragmas.find(|pragma| pragma.kind == PragmaKind::InvariantAll);
    let settings = Settings {
        dialect,
        limits: &options.limits,
        is_unit: options.unit,
        sources: &source_map,
        bodies: &preprocessed.bodies,
        has_docs: has_doc_comments(&source_map),
        trace: preprocessed.trace.as_ref(),
        own_text: &own_text,
        macros: &preprocessed.macros,
        names_version: preprocessed.version_span.is_some()
            || options.default_version != Version::DESKTOP_DEFAULT,
        all_invariant: all_invariant.is_some(),
        promotes_indices: asks_for_indices(&preprocessed, PragmaKind::PromoteUint32Indices),
        appendix_a: (options.appendix_a || options.webgl.is_some()) && dialect.version.number == 100,
        webgl: options.webgl.map(|context| context.webgl),
    };
    let mut cx = Lowering::new(options.stage, settings, extensions, interner, &mut sink, lowering);
    cx.set_extensions(&preprocessed.states, &preprocessed.extensions);
    // ESSL 3.00 section 4.6.1.
    if let Some(pragma) = all_invariant
        && options.stage == Stage::Fragment
        && !Feature::InvariantAllFragment.is_in(dialect.version)
    {
        let message = "`#pragma STDGL invariant(all)` is not supported in ESSL fragment shaders";
        cx.report.error(Code::MisplacedQualifier, pragma.span, message);
    }
    if preprocessed.pragmas.iter().any(|pragma| pragma.kind == PragmaKind::VulkanMemoryModel) {
        cx.use_vulkan_memory_model();
    }
    if asks_for_indices(&preprocessed, PragmaKind::Shader64bitIndexing) {
        cx.module.execution.modes.insert(Modes::SHADER_64BIT_INDEXING);
    }
    cx.report.is_cut_off = preprocessed.is_cut_off;
    cx.report.gaps = preprocessed.gaps;
    preprocessed.failed_macros.iter().for_each(|&name| cx.report.forgive(name));
    cx.report.directives = behind_version(&source_map, file, preprocessed.version_span);
    if options.index && trace_from.is_none() {
        cx.record_names(&position);
    }
    // The meaning of the text depends on its version.
    let lowered = (!preprocessed.is_without_version).then(|| {
        parser::parse(&preprocessed.tokens, &position, &mut cx, options);
        cx.warn_of_uses(&preprocessed.tokens);
        cx.finish(preprocessed.end)
    });
    let (module, mut index) = lowered.unwrap_or_default();
    if let Some(index) = &mut index {
        let uses = preprocessed.expansions.as_slice().iter();
        index.macros = uses.map(|it| MacroUse { span: it.use_site, definition: it.definition }).collect();
        index.skipped = preprocessed.skipped;
        index.skipped.sort();
        index.dialect = preprocessed.dialect;
    }
    let diagnostics = sink.into_diagnostics().into_iter();
    let traced = |diagnostic| match &preprocessed.trace {
        Some(trace) => trace.explain(diagnostic, interner),
        None => diagnostic,
    };
    let explain = |diagnostic| preprocessed.expansions.explain(traced(diagnostic), interner);
    let mut diagnostics: Vec<_> = diagnostics.map(explain).collect();
    sort_by_position(&mut diagnostics, &source_map);
    diagnostics.dedup();
    let in_macro = diagnostics.iter().any(|diagnostic| {
        let expansion = diagnostic.span().and_then(|span| preprocessed.expansions.at(span));
        diagnostic.severity == Severity::Error && expansion.is_some_and(|it| it.definition.is_some())
    });
    *tokens = preprocessed.tokens;
    tokens.clear();
    (Output { module, diagnostics, source_map, own_text, index }, in_macro)
}

/// The place behind the line of `#version`, or the start of the file without one.
pub(crate) fn behind_version(sources: &SourceMap, file: SourceId, version: Option<Span>) -> Span {
    let start = sources.start(file);
    let lines = sources.text(file);
    let length = version.map_or(0, |span| {
        let from = span.end.saturating_sub(start) as usize;
        let newline = lines.get(from..).and_then(|rest| rest.find('\n'));
        newline.map_or(lines.len(), |at| from + at + 1)
    });
    Span::new(start + length as u32, start + length as u32)
}

/// A preprocessed shader.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// The text without directives other than `#version`, `#extension`, `#pragma` and `#line`.
    pub text: String,
    /// The stage of `#pragma shader_stage`.
    pub stage: Option<Stage>,
    /// Diagnostics, sorted by position.
    pub diagnostics: Vec<Diagnostic>,
    /// All files.
    pub source_map: SourceMap,
}

/// True if a pragma of `GL_EXT_shader_64bit_indexing` is there, where the extension is enabled.
fn asks_for_indices(preprocessed: &Preprocessed, kind: PragmaKind) -> bool {
    let is_enabled = |pragma: &Pragma| {
        let before = preprocessed.states.iter().rfind(|state| state.position <= pragma.position);
        before.is_some_and(|state| Feature::Index64.extensions().any(|it| state.enabled.contains(it)))
    };
    preprocessed.pragmas.iter().any(|pragma| pragma.kind == kind && is_enabled(pragma))
}

/// Runs the preprocessor alone; the stage of the options does not matter.
pub fn expand(source: &Source, options: &Options<'_>) -> Expanded {
    let mut source_map = SourceMap::new();
    let mut sink = Sink::new(options.limits.diagnostics).with_levels(options.levels.clone());
    let Some(file) = add_source(source, &mut source_map, &mut sink) else {
        let diagnostics = sink.into_diagnostics();
        return Expanded { text: String::new(), stage: None, diagnostics, source_map };
    };
    let mut interner = Interner::new();
    let (sources, includes) = (&mut source_map, options.includes);
    let session = Session { sources, interner: &mut interner, diagnostics: &mut sink, includes };
    let (preprocessed, text) = preprocess::print(session, file, &settings(options));
    let stage = preprocessed.pragmas.iter().find_map(|pragma| match pragma.kind {
        PragmaKind::ShaderStage(stage) => Some(stage),
        PragmaKind::InvariantAll
        | PragmaKind::Optimize(_)
        | PragmaKind::Debug(_)
        | PragmaKind::VulkanMemoryModel
        | PragmaKind::Shader64bitIndexing
        | PragmaKind::PromoteUint32Indices
        | PragmaKind::Once
        | PragmaKind::Other => None,
    });
    let explain = |diagnostic| preprocessed.expansions.explain(diagnostic, &interner);
    let mut diagnostics: Vec<_> = sink.into_diagnostics().into_iter().map(explain).collect();
    sort_by_position(&mut diagnostics, &source_map);
    Expanded { text, stage, diagnostics, source_map }
}

fn add_source(source: &Source, sources: &mut SourceMap, sink: &mut Sink) -> Option<SourceId> {
    if is_utf16(&source.text) {
        let text = source.text.replace(['\0', '\u{fffd}'], "");
        let _ = sources.add(source.name.as_str(), text);
        let message = "the text is UTF-16, not UTF-8";
        let diagnostic = Diagnostic::at(Code::UnknownCharacter, Span::default(), message);
        sink.emit(diagnostic.help("save the file as UTF-8"));
        return None;
    }
    let file = sources.add(source.name.as_str(), Arc::clone(&source.text)).ok();
    if file.is_none() {
        let message = "source text exceeds the limit of 4 GiB";
        sink.report(Code::SourceTooLarge, Span::default(), message);
    }
    file
}

/// True if a text is UTF-16 that was read as if it were UTF-8: every second byte of ASCII is 0.
fn is_utf16(text: &str) -> bool {
    text.bytes().take(16).filter(|&byte| byte == 0).count() >= 2
}

fn settings<'a>(options: &Options<'a>) -> preprocess::Options<'a> {
    preprocess::Options {
        default_version: options.default_version,
        force_version: options.force_version,
        allow_include: options.allow_include,
        vulkan: options.client == Client::Vulkan,
        webgl: options.webgl,
        stage: Some(options.stage),
        defines: options.defines,
        preamble: options.preamble,
        limits: options.limits.preprocessor,
        trace_from: None,
    }
}
