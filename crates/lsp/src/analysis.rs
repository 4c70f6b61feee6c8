//! The findings of the compiler about a shader.

use std::collections::HashMap;
use std::sync::Arc;

use vitrum::ir::{Module, SourceId, Span, Stage};
use vitrum::{Inspection, index::Index};

/// A shader as the compiler saw it last.
#[derive(Debug)]
pub(crate) struct Analysis {
    /// The name of its main file.
    pub(crate) root: String,
    /// The open document that it was looked at for: the root, or a file that it includes.
    pub(crate) document: String,
    pub(crate) stage: Stage,
    /// True if it is a file that shaders include, looked at by itself.
    pub(crate) is_library: bool,
    /// The findings; `None` if the compiler failed.
    pub(crate) inspection: Option<Inspection>,
    /// The reason for which the target cannot express it.
    pub(crate) target_error: Option<vitrum::Error>,
    /// The first place of each file.
    pub(crate) files: HashMap<String, SourceId>,
    /// True if an `#include` was not found: a file that appears may be the one.
    pub(crate) lacks_files: bool,
}

impl Analysis {
    /// True if its main file is not open: it is there for a file that it includes.
    pub(crate) fn is_hosting(&self) -> bool {
        self.root != self.document
    }

    pub(crate) fn inspection(&self) -> Option<&Inspection> {
        self.inspection.as_ref()
    }

    pub(crate) fn module(&self) -> Option<&Module> {
        self.inspection.as_ref()?.module.as_ref()
    }

    pub(crate) fn index(&self) -> Option<&Index> {
        self.inspection.as_ref()?.index.as_deref()
    }

    /// True if a file is part of the shader.
    pub(crate) fn has_file(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// The names of its files.
    pub(crate) fn file_names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The offset in the address space of spans of an offset in a file.
    pub(crate) fn global(&self, name: &str, offset: usize) -> Option<u32> {
        let sources = &self.inspection.as_ref()?.diagnosed.sources;
        Some(sources.start(*self.files.get(name)?) + offset as u32)
    }

    /// The file of a span, with its range there.
    pub(crate) fn place(&self, span: Span) -> Option<(&str, usize, usize)> {
        let sources = &self.inspection.as_ref()?.diagnosed.sources;
        let file = sources.file_at(span.start)?;
        let (start, length) = (sources.start(file), sources.text(file).len());
        let end = (span.end.saturating_sub(start) as usize).min(length);
        Some((sources.name(file), (span.start - start) as usize, end))
    }

    /// The text of a file.
    pub(crate) fn text(&self, name: &str) -> Option<&Arc<str>> {
        let sources = &self.inspection.as_ref()?.diagnosed.sources;
        self.files.get(name).map(|&file| sources.text(file))
    }

    /// The text of a span.
    pub(crate) fn slice(&self, span: Span) -> &str {
        self.inspection.as_ref().map_or("", |it| it.diagnosed.sources.slice(span))
    }
}
