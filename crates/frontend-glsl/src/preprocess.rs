//! The preprocessor: text in, the parser's tokens out (GLSL 4.60 section 3.3).
//!
//! One pass over the text. A line that begins with `#` is a directive; every other token goes through macro expansion
//! and becomes a [`Token`] of the version and extensions in force at that point.
//!
//! A token from the body of a macro has the span of the macro's use; a token from an argument keeps its own.
//! [`Expansions`] maps spans to the macros that were used there.

mod conditions;
mod directives;
mod evaluate;
mod expand;
mod macros;
mod output;
mod recent;
mod trace;

use std::sync::Arc;

use vitrum_ir::{Span, Stage};

use crate::diagnostics::{Diagnostic, Sink};
use crate::extensions::{Extension, ExtensionSet};
use crate::symbols::{Interner, Symbol};
use crate::tokens::Token;
use crate::version::{Dialect, Version};
use crate::webgl::WebGlContext;
use expand::Preprocessor;
pub(crate) use macros::MacroTable;
use output::Printer;
pub(crate) use trace::Trace;
use vitrum_ir::{SourceId, SourceMap};

/// The name of the file that holds the caller's definitions.
pub const DEFINES_NAME: &str = "<defines>";

/// The name of the file that holds the caller's preamble.
pub const PREAMBLE_NAME: &str = "<preamble>";

/// True for names of texts that are in no file, but in the options of the caller.
pub fn is_of_caller(name: &str) -> bool {
    [DEFINES_NAME, PREAMBLE_NAME].contains(&name)
}

/// Options of the caller.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The version of a text without `#version`.
    pub default_version: Version,
    /// True if `default_version` overrides `#version`.
    pub force_version: bool,
    /// True if `#include` works without an extension that allows it.
    pub allow_include: bool,
    /// True if `VULKAN` is defined and the words of GL_KHR_vulkan_glsl are there.
    pub vulkan: bool,
    /// The context of WebGL that the text is for.
    pub webgl: Option<WebGlContext>,
    /// The stage, for its predefined macro; `None` if it does not matter.
    pub stage: Option<Stage>,
    /// Macros defined before the first line: name (with parameters, if any) and body.
    pub defines: &'a [(&'a str, &'a str)],
    /// Text that is read as if it stood behind the line of `#version`, or before the first line without one.
    pub preamble: &'a str,
    /// Resource limits.
    pub limits: Limits,
    /// Behind all text, to trace the macros of each token: tokens that macros make have spans of their own from here on.
    pub trace_from: Option<u32>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            default_version: Version::DESKTOP_DEFAULT,
            force_version: false,
            allow_include: false,
            vulkan: false,
            webgl: None,
            stage: None,
            defines: &[],
            preamble: "",
            limits: Limits::default(),
            trace_from: None,
        }
    }
}

/// Resource limits of preprocessing; each has a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tokens that macros may expand to, for each MiB of the text that is begun.
    pub expanded_tokens: usize,
    /// Macro calls within arguments of macro calls.
    pub argument_depth: usize,
    /// Bytes of a token that `##` makes.
    pub pasted_length: usize,
    /// `#if` within `#if`.
    pub conditional_depth: usize,
    /// `#include` within `#include`.
    pub include_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            expanded_tokens: 1 << 21,
            argument_depth: 128,
            pasted_length: 1024,
            conditional_depth: 1024,
            include_depth: 64,
        }
    }
}

impl Limits {
    /// Tokens that macros may expand to in a text of so many bytes.
    fn expanded_tokens_of(&self, length: usize) -> usize {
        self.expanded_tokens.saturating_mul(1 + (length >> 20))
    }
}

/// The request of an `#include`.
#[derive(Clone, Copy, Debug)]
pub struct IncludeRequest<'a> {
    /// The text between the quotes or angle brackets.
    pub path: &'a str,
    /// True if they are angle brackets.
    pub system: bool,
    /// The name of the file with the `#include`.
    pub includer: &'a str,
    /// The number of files that are being read: 1 for an `#include` of the main file.
    pub depth: usize,
}

/// A file found for an `#include`.
#[derive(Clone, Debug)]
pub struct IncludedFile {
    /// Its name for messages, and for `#pragma once`.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
}

/// Finds the files of `#include`, since the preprocessor does no IO: the file, or the reason that there is none.
pub type IncludeCallback<'a> = dyn Fn(&IncludeRequest<'_>) -> Result<IncludedFile, String> + 'a;

/// The state that the preprocessor borrows.
pub struct Session<'a> {
    /// Gets the files that are included.
    pub sources: &'a mut SourceMap,
    /// Gets the names.
    pub interner: &'a mut Interner,
    /// Gets the diagnostics.
    pub diagnostics: &'a mut Sink,
    /// Finds the files of `#include`.
    pub includes: Option<&'a IncludeCallback<'a>>,
}

/// The result: tokens, and the effects of directives.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The tokens with their spans.
    pub tokens: Vec<(Token, Span)>,
    /// The numbers of the tokens of each outermost pair of braces, in order.
    pub(crate) bodies: Vec<(usize, usize)>,
    /// The end of the main file, for diagnostics about missing text.
    pub end: Span,
    /// The version, and the extensions enabled at the end.
    pub dialect: Dialect,
    /// True if a part of the text is missing, after a fault that was reported: an included file, or what an open comment
    /// hides.
    pub is_cut_off: bool,
    /// The numbers of tokens before which something was left out, after a fault that was reported.
    pub gaps: Vec<usize>,
    /// Macros that could not be defined, after a fault that was reported.
    pub(crate) failed_macros: Vec<Symbol>,
    /// The macros at the end of the text.
    pub(crate) macros: MacroTable,
    /// True if the version is not known, after a fault that was reported: what the text means depends on it.
    pub is_without_version: bool,
    /// The `#version` directive, when there is one.
    pub version_span: Option<Span>,
    /// The `#extension` directives that changed something.
    pub extensions: Vec<ExtensionUse>,
    /// Sets of enabled extensions, each from a position on, in order.
    pub states: Vec<ExtensionState>,
    /// The `#pragma` directives.
    pub pragmas: Vec<Pragma>,
    /// Uses of macros.
    pub expansions: Expansions,
    /// Text that conditionals left out, in the order of reading.
    pub skipped: Vec<Span>,
    /// The origins of tokens that macros made, if they were to be traced.
    pub(crate) trace: Option<Trace>,
}

/// The behavior that `#extension` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behavior {
    /// Enabled, and an error when it is not there.
    Require,
    /// Enabled, and a warning when it is not there.
    Enable,
    /// Enabled, with warnings about its use.
    Warn,
    /// Not enabled.
    Disable,
}

impl Behavior {
    /// The behavior that a module records for an extension.
    pub(crate) fn in_module(self) -> Option<vitrum_ir::Behavior> {
        match self {
            Self::Require => Some(vitrum_ir::Behavior::Require),
            Self::Enable => Some(vitrum_ir::Behavior::Enable),
            Self::Warn => Some(vitrum_ir::Behavior::Warn),
            Self::Disable => None,
        }
    }
}

/// An `#extension` directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtensionUse {
    /// The extension.
    pub extension: Extension,
    /// The behavior.
    pub behavior: Behavior,
    /// The extension's name in the text.
    pub span: Span,
    /// The number of tokens before it.
    pub position: usize,
}

/// The extensions in force from a position on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtensionState {
    /// The number of tokens before it.
    pub position: usize,
    /// Those enabled.
    pub enabled: ExtensionSet,
    /// Those among them whose use is to be warned about.
    pub warned: ExtensionSet,
}

/// Kinds of `#pragma`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PragmaKind {
    /// `STDGL invariant(all)`
    InvariantAll,
    /// `optimize(on)`, `optimize(off)`
    Optimize(bool),
    /// `debug(on)`, `debug(off)`
    Debug(bool),
    /// `once`; done by the preprocessor.
    Once,
    /// `use_vulkan_memory_model`
    VulkanMemoryModel,
    /// `shader_64bit_indexing`
    Shader64bitIndexing,
    /// `promote_uint32_indices`
    PromoteUint32Indices,
    /// `shader_stage(...)`, for callers that are not given the stage.
    ShaderStage(Stage),
    /// Any other text, which is ignored.
    Other,
}

/// A `#pragma` directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pragma {
    /// The kind.
    pub kind: PragmaKind,
    /// The text behind `#pragma`.
    pub span: Span,
    /// The number of tokens before it.
    pub position: usize,
}

/// The use of a macro in the text; a macro used by another one is part of the other's use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The name and the arguments.
    pub use_site: Span,
    /// The macro.
    pub name: Symbol,
    /// Its name in its `#define`; `None` for a macro of the language.
    pub definition: Option<Span>,
}

/// All uses of macros, in order of position.
#[derive(Clone, Debug, Default)]
pub struct Expansions(Vec<Expansion>);

impl Expansions {
    fn new(mut expansions: Vec<Expansion>) -> Self {
        // In order already, but for files that are included.
        expansions.sort_by_key(|expansion| expansion.use_site.start);
        Self(expansions)
    }

    /// All of them, in order of position.
    pub fn as_slice(&self) -> &[Expansion] {
        &self.0
    }

    /// The macro use that tokens with this span come from.
    pub fn at(&self, span: Span) -> Option<&Expansion> {
        let index = self.0.binary_search_by_key(&span.start, |expansion| expansion.use_site.start).ok()?;
        self.0.get(index)
    }

    /// True if a span lies in the use of a macro.
    fn covers(&self, span: Span) -> bool {
        let after = self.0.partition_point(|expansion| expansion.use_site.start <= span.start);
        let before = after.checked_sub(1).and_then(|index| self.0.get(index));
        before.is_some_and(|expansion| span.start < expansion.use_site.end)
    }

    /// Adds the macro that its first span comes from to a diagnostic. Fixes of the text that a macro made are dropped: it is
    /// not in the file.
    pub fn explain(&self, mut diagnostic: Diagnostic, interner: &Interner) -> Diagnostic {
        diagnostic.fixes.retain(|fix| fix.edits.iter().all(|edit| !self.covers(edit.span)));
        let expansion = diagnostic.span().and_then(|span| self.at(span));
        let Some((expansion, definition)) =
            expansion.and_then(|expansion| Some((expansion, expansion.definition?)))
        else {
            return diagnostic;
        };
        let name = interner.text(expansion.name);
        let text = format!("in expansion of macro `{name}` defined here");
        if diagnostic.labels.iter().any(|label| label.span == definition) {
            return diagnostic;
        }
        diagnostic.secondary(definition, text)
    }
}

/// Preprocesses a file of the source map.
pub fn preprocess<'a>(session: Session<'a>, file: SourceId, options: &'a Options<'a>) -> Preprocessed {
    preprocess_into(session, file, options, Vec::new())
}

/// Preprocesses a file of the source map; the tokens go into a list without any.
pub(crate) fn preprocess_into<'a>(
    session: Session<'a>,
    file: SourceId,
    options: &'a Options<'a>,
    tokens: Vec<(Token, Span)>,
) -> Preprocessed {
    let mut preprocessor = Preprocessor::new(session, file, options, None);
    preprocessor.write_to(tokens);
    preprocessor.run();
    preprocessor.finish().0
}

/// The text that remains after preprocessing, one line per line of the file, with `#version`, `#extension` and `#pragma`
/// kept; and the effects of directives, but no tokens.
pub fn print<'a>(session: Session<'a>, file: SourceId, options: &'a Options<'a>) -> (Preprocessed, String) {
    let mut preprocessor = Preprocessor::new(session, file, options, Some(Printer::default()));
    preprocessor.run();
    preprocessor.finish()
}
