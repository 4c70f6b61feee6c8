//! Extensions: those enabled at the position of the parser, and the features they bring.
//!
//! `#extension` applies to the tokens behind it. The parser puts the number of tokens it has read into a cell that it
//! shares with the lowering. It reads one token ahead: what is lowered ends before the token that was read last.

pub(crate) mod availability;
pub(crate) mod features;
pub(crate) mod handles;
pub(crate) mod spirv_intrinsics;

use crate::diagnostics::{Code, Diagnostic};
use crate::extensions::{Extension, ExtensionSet};
use crate::lower::Lowering;
use crate::parser::Spanned;
use crate::preprocess::ExtensionState;
use crate::version::Dialect;
use std::cell::{Cell, RefCell};
use vitrum_ir::Span;

/// The enabled extensions by position.
#[derive(Debug)]
pub(crate) struct Enabled<'a> {
    /// Index of the token that was read last.
    position: &'a Cell<usize>,
    /// The dialects, each with the token it applies from.
    dialects: Vec<(usize, Dialect)>,
    /// The extensions that any of the dialects enables: most are enabled nowhere.
    anywhere: ExtensionSet,
    /// Uses of extensions with `warn`, with the position of the parser.
    uses: RefCell<Vec<(Extension, usize)>>,
}

impl<'a> Enabled<'a> {
    /// The dialects that directives set, and the cell with the parser's position.
    pub(crate) fn new(dialect: Dialect, states: &[ExtensionState], position: &'a Cell<usize>) -> Self {
        let none = Dialect { extensions: ExtensionSet::EMPTY, warned: ExtensionSet::EMPTY, ..dialect };
        let mut dialects = vec![(0, none)];
        let mut anywhere = ExtensionSet::EMPTY;
        for state in states {
            anywhere.add(state.enabled);
            let next = Dialect { extensions: state.enabled, warned: state.warned, ..dialect };
            match dialects.last_mut() {
                Some((start, last)) if *start == state.position => *last = next,
                _ => dialects.push((state.position, next)),
            }
        }
        Self { position, dialects, anywhere, uses: RefCell::default() }
    }

    /// The number of tokens that were read.
    pub(crate) fn position(&self) -> usize {
        self.position.get()
    }

    /// True if an extension is enabled at the position of the parser. The query counts as a use, so it must decide
    /// something.
    #[inline]
    pub(crate) fn has(&self, extension: Extension) -> bool {
        self.anywhere.contains(extension) && self.has_here(extension)
    }

    /// True if any extension is enabled anywhere.
    pub(crate) fn are_any_enabled(&self) -> bool {
        !self.anywhere.is_empty()
    }

    fn has_here(&self, extension: Extension) -> bool {
        let here = self.here();
        let enabled = here.extensions.contains(extension);
        if enabled && here.warned.contains(extension) {
            self.note_use(extension);
        }
        enabled
    }

    /// Records the use of an extension with `warn`.
    pub(crate) fn note_use(&self, extension: Extension) {
        let this = (extension, self.position.get());
        let mut uses = self.uses.borrow_mut();
        if uses.last() != Some(&this) {
            uses.push(this);
        }
    }

    /// The dialect at the position of the parser.
    pub(crate) fn here(&self) -> &Dialect {
        let index = match self.dialects.len() {
            1 => 0,
            _ => {
                let read = self.position.get().max(1);
                self.dialects.partition_point(|&(start, _)| start < read).saturating_sub(1)
            }
        };
        &self.dialects[index].1
    }
}

impl Lowering<'_> {
    /// True if an extension is enabled at the position of the parser, see [`Enabled::has`].
    #[inline]
    pub(crate) fn enabled(&self, extension: Extension) -> bool {
        self.extensions.has(extension)
    }

    /// Warns of the recorded uses.
    pub(crate) fn warn_of_uses(&mut self, tokens: &[Spanned]) {
        self.report.flush();
        for (extension, position) in self.extensions.uses.take() {
            let token = tokens.get(position.saturating_sub(1)).or(tokens.last());
            let span = token.map_or(Span::default(), |&(_, span)| span);
            let message = format!("use of extension `{}`", extension.name());
            self.report.sink.emit(Diagnostic::at(Code::ExtensionUsed, span, message));
        }
    }
}
