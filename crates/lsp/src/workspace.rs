//! Open documents, the files that they include, and what the compiler says of each shader.
//!
//! A document with a stage is a shader of its own. One without, as a file that others include, is seen as part of an open shader
//! that includes it, else of one in the folder of the client; if there is none, it is looked at as a library.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use lsp_types::{TextDocumentContentChangeEvent, Uri};

use crate::analysis::Analysis;
use crate::check::Check;
use crate::files::Files;
use crate::includers::Includers;
use crate::settings::Settings;
use crate::text::{Encoding, Lines};

/// A document that the client has open.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: Arc<str>,
    pub(crate) lines: Arc<Lines>,
}

/// Everything that the server knows.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(crate) settings: Settings,
    pub(crate) encoding: Encoding,
    pub(crate) documents: BTreeMap<String, Document>,
    analyses: BTreeMap<String, Analysis>,
    /// Documents that are to be looked at again.
    dirty: BTreeSet<String>,
    files: Arc<Files>,
    includers: Arc<Mutex<Includers>>,
    /// True if files have come or gone since the last check.
    has_changed_files: bool,
    /// The folder that the client works in.
    pub(crate) folder: Option<PathBuf>,
}

impl Workspace {
    /// Opens a document, or replaces it.
    pub(crate) fn open(&mut self, name: &str, uri: Uri, version: i32, text: &str) {
        let lines = Arc::new(Lines::new(text, self.encoding));
        self.documents.insert(name.to_owned(), Document { uri, version, text: text.into(), lines });
        self.touch(name);
    }

    /// Changes a document; false if it is not open.
    pub(crate) fn change(
        &mut self,
        name: &str,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
    ) -> bool {
        let encoding = self.encoding;
        let Some(document) = self.documents.get_mut(name) else { return false };
        let mut text = document.text.to_string();
        for change in changes {
            match change.range {
                Some(range) => {
                    let lines = Lines::new(&text, encoding);
                    let start = lines.offset(&text, range.start);
                    let end = lines.offset(&text, range.end).max(start);
                    text.replace_range(start..end, &change.text);
                }
                None => change.text.clone_into(&mut text),
            }
        }
        document.lines = Arc::new(Lines::new(&text, encoding));
        document.text = text.into();
        document.version = version;
        self.touch(name);
        true
    }

    /// Closes a document: its file counts again. Returns the roots of what was known of it.
    pub(crate) fn close(&mut self, name: &str) -> Vec<String> {
        self.documents.remove(name);
        self.dirty.remove(name);
        let own = self.analyses.values().filter(|it| it.document == name).flat_map(Analysis::file_names);
        let parts: Vec<String> = own.map(str::to_owned).collect();
        let roots = self.forget(name);
        // Files that it includes need another host.
        parts.iter().for_each(|part| self.mark(part));
        self.touch(name);
        roots
    }

    /// Marks a file as changed, with all that include it.
    pub(crate) fn touch(&mut self, name: &str) {
        if self.documents.contains_key(name) {
            self.dirty.insert(name.to_owned());
        }
        let with_it = self.analyses.values().filter(|it| it.has_file(name) || it.lacks_files);
        let documents: Vec<String> = with_it.map(|it| it.document.clone()).collect();
        documents.iter().for_each(|document| self.mark(document));
    }

    /// Marks files that no shader is known to include as changed: one that includes them may have come.
    pub(crate) fn touch_parts(&mut self) {
        self.has_changed_files = true;
        let is_part = |name: &str| self.analyses.values().any(|it| !it.is_library && it.has_file(name));
        let libraries = self.analyses.values().filter(|it| it.is_library && !is_part(&it.root));
        let parts: Vec<String> = libraries.map(|it| it.root.clone()).collect();
        parts.iter().for_each(|part| self.mark(part));
    }

    /// Marks everything as changed.
    pub(crate) fn touch_all(&mut self) {
        self.dirty.extend(self.documents.keys().cloned());
    }

    /// The next document that is to be looked at.
    pub(crate) fn next_dirty(&self) -> Option<String> {
        self.dirty.first().cloned()
    }

    /// True if a document is to be looked at again.
    pub(crate) fn is_dirty(&self, name: &str) -> bool {
        self.dirty.contains(name)
    }

    /// Marks a document as one that is to be looked at again.
    pub(crate) fn mark(&mut self, name: &str) {
        if self.documents.contains_key(name) {
            self.dirty.insert(name.to_owned());
        }
    }

    /// The check of a document that is to be looked at again, which then counts as looked at.
    pub(crate) fn check(&mut self, name: &str) -> Option<Check> {
        if !self.dirty.remove(name) {
            return None;
        }
        let document = self.documents.get(name)?;
        let is_included = self.is_included(name);
        let host = self.analyses.values().find(|it| it.is_hosting() && it.has_file(name));
        Some(Check {
            name: name.to_owned(),
            text: Arc::clone(&document.text),
            settings: self.settings.clone(),
            open: self.documents.iter().map(|(name, it)| (name.clone(), Arc::clone(&it.text))).collect(),
            files: Arc::clone(&self.files),
            includers: Arc::clone(&self.includers),
            folder: self.folder.clone().filter(|_| !is_included),
            is_changed: std::mem::take(&mut self.has_changed_files),
            host: host.map(|host| host.root.clone()),
            cancelled: Arc::default(),
        })
    }

    /// True if an open shader has the file.
    fn is_included(&self, name: &str) -> bool {
        self.analyses.values().any(|it| !it.is_library && !it.is_hosting() && it.has_file(name))
    }

    /// Takes the result of a check; returns the roots of the shaders of which there is something new.
    pub(crate) fn accept(&mut self, document: &str, found: Vec<Analysis>) -> Vec<String> {
        if !self.documents.contains_key(document) {
            return Vec::new();
        }
        let mut roots = self.forget(document);
        for analysis in found {
            // A shader that the client has open is looked at for itself, and is a better host.
            let is_open = self.documents.contains_key(&analysis.root) || self.is_included(document);
            if analysis.is_hosting() && is_open {
                continue;
            }
            if !roots.contains(&analysis.root) {
                roots.push(analysis.root.clone());
            }
            self.analyses.insert(analysis.root.clone(), analysis);
        }
        let open = self.analyses.get(document).filter(|it| !it.is_library);
        let included: Vec<String> =
            open.into_iter().flat_map(Analysis::file_names).map(str::to_owned).collect();
        let is_superseded =
            |it: &Analysis| it.is_hosting() && it.document != document && included.contains(&it.document);
        let superseded: Vec<String> =
            self.analyses.values().filter(|it| is_superseded(it)).map(|it| it.root.clone()).collect();
        for root in superseded {
            self.analyses.remove(&root);
            roots.push(root);
        }
        roots
    }

    /// Forgets what was looked at for a document; returns the roots of it.
    fn forget(&mut self, document: &str) -> Vec<String> {
        let of_it = self.analyses.values().filter(|it| it.document == document);
        let roots: Vec<String> = of_it.map(|it| it.root.clone()).collect();
        roots.iter().for_each(|root| drop(self.analyses.remove(root)));
        roots
    }

    /// The documents whose checks tell of a document: its own, and those of shaders that include it.
    pub(crate) fn concerned(&self, name: &str) -> Vec<String> {
        let with_it = self.analyses.values().filter(|it| it.has_file(name)).map(|it| it.document.clone());
        let mut names: Vec<String> = std::iter::once(name.to_owned()).chain(with_it).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The shader that a document is seen as part of.
    pub(crate) fn analysis(&self, name: &str) -> Option<&Analysis> {
        let own = self.analyses.get(name).filter(|it| !it.is_library);
        let includers = || self.analyses.values().filter(|it| !it.is_library && it.has_file(name));
        let includer = || includers().find(|it| !it.is_hosting()).or_else(|| includers().next());
        own.or_else(includer).or_else(|| self.analyses.get(name))
    }

    /// All shaders.
    pub(crate) fn analyses(&self) -> impl Iterator<Item = &Analysis> {
        self.analyses.values()
    }

    /// The text of a file as the client has it, with its lines.
    pub(crate) fn text_of(&self, analysis: &Analysis, name: &str) -> Option<(Arc<str>, Arc<Lines>)> {
        if let Some(document) = self.documents.get(name) {
            return Some((Arc::clone(&document.text), Arc::clone(&document.lines)));
        }
        let text = analysis.text(name)?;
        Some((Arc::clone(text), Arc::new(Lines::new(text, self.encoding))))
    }
}
