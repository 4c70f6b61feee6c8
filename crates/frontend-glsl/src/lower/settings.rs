//! Settings of a compilation: everything that is decided before the first token is lowered.

use crate::Limits;
use crate::own_text::OwnText;
use crate::preprocess::{MacroTable, Trace};
use crate::version::Dialect;
use crate::webgl::WebGl;
use vitrum_ir::{SourceMap, Span};

/// The version of the language and the caller's choices, which never change.
#[derive(Debug)]
pub(crate) struct Settings<'a> {
    /// The version without extensions: those are in [`crate::lower::extensions::Enabled`], since they change along the text.
    pub(crate) dialect: Dialect,
    pub(crate) limits: &'a Limits,
    /// True if the shader is one of several units, and what is missing may be in the others.
    pub(crate) is_unit: bool,
    /// All files, to find doc comments.
    pub(crate) sources: &'a SourceMap,
    /// True if the files may have doc comments.
    pub(crate) has_docs: bool,
    /// The numbers of the tokens of each outermost pair of braces, to estimate the size of a function from.
    pub(crate) bodies: &'a [(usize, usize)],
    /// The origins of tokens that macros made, if they are traced.
    pub(crate) trace: Option<&'a Trace>,
    /// The macros of the text.
    pub(crate) macros: &'a MacroTable,
    /// False if the version is that of a shader without `#version`.
    pub(crate) names_version: bool,
    /// The text that warnings of the groups are about.
    pub(crate) own_text: &'a OwnText,
    /// `#pragma STDGL invariant(all)`
    pub(crate) all_invariant: bool,
    /// `#pragma promote_uint32_indices`: indices without sign get 64 bits.
    pub(crate) promotes_indices: bool,
    /// True if ESSL 1.00 is held to its Appendix A.
    pub(crate) appendix_a: bool,
    /// The generation of WebGL whose rules apply.
    pub(crate) webgl: Option<WebGl>,
}

impl Settings<'_> {
    /// The line of the start of a span.
    #[cold]
    pub(crate) fn line_of(&self, span: Span) -> Option<u32> {
        let span = self.trace.map_or(span, |trace| trace.in_text(span));
        self.sources.physical_line(span.start)
    }
}
