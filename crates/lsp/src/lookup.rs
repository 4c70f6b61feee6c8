//! The word at a position, and the thing that it names.

use std::sync::Arc;

use lsp_types::TextDocumentPositionParams;
use vitrum::index::{Item, ItemId};
use vitrum::ir::{Module, Span, Type, TypeData};

use crate::analysis::Analysis;
use crate::lexis::{self, Token, word_at};
use crate::paths::name_of;
use crate::text::Lines;
use crate::workspace::Workspace;

/// A position in a document, with the shader that it is seen as part of.
pub(crate) struct At<'w> {
    pub(crate) workspace: &'w Workspace,
    pub(crate) analysis: &'w Analysis,
    pub(crate) name: String,
    pub(crate) text: Arc<str>,
    pub(crate) lines: Arc<Lines>,
    pub(crate) offset: usize,
}

impl<'w> At<'w> {
    /// The position that a request is about; `None` if the document is not open.
    pub(crate) fn new(workspace: &'w Workspace, params: &TextDocumentPositionParams) -> Option<Self> {
        let mut at = Self::start(workspace, &params.text_document.uri)?;
        at.offset = at.lines.offset(&at.text, params.position);
        Some(at)
    }

    /// The start of a document.
    pub(crate) fn start(workspace: &'w Workspace, uri: &lsp_types::Uri) -> Option<Self> {
        let name = name_of(uri);
        let document = workspace.documents.get(&name)?;
        let analysis = workspace.analysis(&name)?;
        let (text, lines) = (Arc::clone(&document.text), Arc::clone(&document.lines));
        Some(Self { workspace, analysis, name, text, lines, offset: 0 })
    }

    /// The offset in the address space of spans.
    pub(crate) fn global(&self, offset: usize) -> Option<u32> {
        self.analysis.global(&self.name, offset)
    }

    /// The range in the document of a span, if it is there.
    pub(crate) fn local(&self, span: Span) -> Option<(usize, usize)> {
        self.analysis.place(span).filter(|place| place.0 == self.name).map(|(_, start, end)| (start, end))
    }

    /// The tokens of the document.
    pub(crate) fn tokens(&self) -> Vec<Token> {
        lexis::tokens(&self.text)
    }

    /// The range in the protocol's terms.
    pub(crate) fn range(&self, start: usize, end: usize) -> lsp_types::Range {
        self.lines.range(&self.text, start, end)
    }

    /// The word at the position, unless it is in a comment or in quotes.
    pub(crate) fn word(&self) -> Option<Word> {
        let (start, end) = word_at(&self.text, self.offset)?;
        let tokens = self.tokens();
        let (index, token) = lexis::token_at(&tokens, start)?;
        if token.kind != lexis::Kind::Word {
            return None;
        }
        let is_member =
            index.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|it| it.is(b'.'));
        let name = self.text.get(start..end)?.to_owned();
        Some(Word { name, start, end, is_member, in_directive: token.in_directive })
    }

    /// The item that is named by a word that is written there, and no macro made.
    pub(crate) fn item_at(&self, word: &Word) -> Option<(ItemId, &'w Item)> {
        let index = self.analysis.index()?;
        let start = self.global(word.start)?;
        let found = index.occurrences_at(start).find(|it| {
            let span = Span::new(start, start + (word.end - word.start) as u32);
            it.span == span
        })?;
        Some((found.item, index.item(found.item)?))
    }

    /// The macro that is used at a word: its name in its definition, or nothing for one of the language.
    pub(crate) fn macro_use(&self, word: &Word) -> Option<Option<Span>> {
        let index = self.analysis.index()?;
        let start = self.global(word.start)?;
        let at = index.macros.binary_search_by_key(&start, |it| it.span.start).ok()?;
        index.macros.get(at).map(|it| it.definition)
    }
}

/// A word of a document.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) name: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// True if it follows a point.
    pub(crate) is_member: bool,
    pub(crate) in_directive: bool,
}

/// The struct or block that a type is, through arrays and references.
pub(crate) fn struct_of(module: &Module, ty: Type) -> Option<vitrum::ir::Struct> {
    match module.types.get(module.types.innermost(ty)) {
        TypeData::Struct(id) | TypeData::BufferReference { block: id, .. } => Some(id),
        _ => None,
    }
}

/// True if an item is of the language, and not of the shader.
pub(crate) fn is_built_in(item: &Item) -> bool {
    item.declared.is_nowhere() || item.name.starts_with("gl_")
}
