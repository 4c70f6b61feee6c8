//! Open documents, the files that they include, and what the compiler says of each shader.
//!
//! A document with a stage is a shader of its own. One without, as a file that others include, is seen as part of an open shader
//! that includes it; if there is none, it is looked at as a library.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use lsp_types::{TextDocumentContentChangeEvent, Uri};
use vitrum::ir::{Module, SourceId, Span, Stage};
use vitrum::{Included, Inspection, index::Index, inspect, stage_of_source};

use crate::paths::normal;
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

/// A shader as the compiler saw it last.
#[derive(Debug)]
pub(crate) struct Analysis {
    /// The name of its main file.
    pub(crate) root: String,
    pub(crate) stage: Stage,
    /// True if it is a file that shaders include, looked at by itself.
    pub(crate) is_library: bool,
    /// The findings; `None` if the compiler failed.
    inspection: Option<Inspection>,
    /// The reason for which the target cannot express it.
    pub(crate) target_error: Option<vitrum::Error>,
    /// The first place of each file.
    files: HashMap<String, SourceId>,
    /// True if an `#include` was not found: a file that appears may be the one.
    pub(crate) lacks_files: bool,
}

impl Analysis {
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

/// The text of a file that is not open, as it was when it was read.
#[derive(Debug)]
struct CachedFile {
    changed: Option<SystemTime>,
    length: u64,
    text: Arc<str>,
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
    files: Arc<Mutex<HashMap<PathBuf, CachedFile>>>,
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

    /// Closes a document: its file counts again. Returns what is known of it.
    pub(crate) fn close(&mut self, name: &str) -> Option<Document> {
        let document = self.documents.remove(name);
        self.analyses.remove(name);
        self.dirty.remove(name);
        self.touch(name);
        document
    }

    /// Marks a file as changed, with all that include it.
    pub(crate) fn touch(&mut self, name: &str) {
        if self.documents.contains_key(name) {
            self.dirty.insert(name.to_owned());
        }
        let with_it = self.analyses.values().filter(|it| it.has_file(name) || it.lacks_files);
        let roots: Vec<String> = with_it.map(|it| it.root.clone()).collect();
        self.dirty.extend(roots.into_iter().filter(|root| self.documents.contains_key(root)));
    }

    /// Marks everything as changed.
    pub(crate) fn touch_all(&mut self) {
        self.dirty.extend(self.documents.keys().cloned());
    }

    /// The stage of a document; `None` for a file that shaders include.
    fn stage_of(&self, name: &str, text: &str) -> Option<Stage> {
        let path = Path::new(name);
        let by_setting = || {
            let extension = path.extension()?.to_str()?;
            self.settings.stages.get(extension).copied()
        };
        let options = self.settings.options.clone().file_name(name);
        let stage = stage_of_source(text, path, &options);
        stage.or_else(by_setting).or(self.settings.stage)
    }

    /// The next document that is to be looked at.
    pub(crate) fn next_dirty(&self) -> Option<String> {
        self.dirty.iter().next().cloned()
    }

    /// Looks at a document again if it, or a file that it includes, has changed. True if it did.
    pub(crate) fn refresh(&mut self, name: &str) -> bool {
        if !self.dirty.remove(name) {
            return false;
        }
        let Some(document) = self.documents.get(name) else { return false };
        let text = Arc::clone(&document.text);
        let stage = self.stage_of(name, &text);
        let options = self.settings.options.clone().stage(stage.unwrap_or(Stage::Fragment));
        let options = options.library(stage.is_none()).file_name(name).include(self.resolver());
        let looked = catch_unwind(AssertUnwindSafe(|| {
            let inspection = inspect(&text, &options);
            let is_checked = self.settings.check_target && stage.is_some();
            let refusal = is_checked.then(|| inspection.check_target(&options).err()).flatten();
            (inspection, refusal)
        }));
        let (inspection, target_error) = match looked {
            Ok((inspection, refusal)) => (Some(inspection), refusal),
            Err(_) => (None, None),
        };
        let mut files = HashMap::new();
        let mut lacks_files = false;
        if let Some(inspection) = &inspection {
            let sources = &inspection.diagnosed.sources;
            for file in sources.files() {
                files.entry(sources.name(file).to_owned()).or_insert(file);
            }
            let failed = |it: &vitrum::Diagnostic| it.code == vitrum::Code::IncludeFailed;
            lacks_files = inspection.diagnosed.diagnostics.iter().any(failed);
        }
        let analysis = Analysis {
            root: name.to_owned(),
            stage: options.stage,
            is_library: stage.is_none(),
            inspection,
            target_error,
            files,
            lacks_files,
        };
        self.analyses.insert(name.to_owned(), analysis);
        true
    }

    /// Finds included files: open documents win over files.
    fn resolver(
        &self,
    ) -> impl Fn(&vitrum::IncludeRequest<'_>) -> Result<Included, String> + Send + Sync + 'static {
        let open: HashMap<String, Arc<str>> =
            self.documents.iter().map(|(name, it)| (name.clone(), Arc::clone(&it.text))).collect();
        let files = Arc::clone(&self.files);
        vitrum::include_with(self.settings.include_folders.clone(), move |path| {
            let name = normal(path);
            let text = match open.get(&name) {
                Some(text) => Arc::clone(text),
                None => read(&files, path)?,
            };
            Ok(Included { name, text: text.to_string() })
        })
    }

    /// Brings what is known of a document up to date; returns the shaders that were looked at again.
    pub(crate) fn update(&mut self, name: &str) -> Vec<String> {
        // Shaders that include it may have changed, too.
        let with_it = self.analyses.values().filter(|it| it.has_file(name)).map(|it| it.root.clone());
        let mut roots: Vec<String> = std::iter::once(name.to_owned()).chain(with_it).collect();
        roots.retain(|root| self.refresh(root));
        roots
    }

    /// The shader that a document is seen as part of.
    pub(crate) fn analysis(&self, name: &str) -> Option<&Analysis> {
        let own = self.analyses.get(name).filter(|it| !it.is_library);
        let includer = || self.analyses.values().find(|it| !it.is_library && it.has_file(name));
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

/// The text of a file, read again if it has changed.
fn read(files: &Mutex<HashMap<PathBuf, CachedFile>>, path: &Path) -> std::io::Result<Arc<str>> {
    let facts = std::fs::metadata(path)?;
    if facts.is_dir() {
        return Err(std::io::ErrorKind::NotFound.into());
    }
    let (changed, length) = (facts.modified().ok(), facts.len());
    let mut files = files.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = files.get(path).filter(|it| it.changed == changed && it.length == length) {
        return Ok(Arc::clone(&known.text));
    }
    let text: Arc<str> = String::from_utf8_lossy(&std::fs::read(path)?).into();
    files.insert(path.to_owned(), CachedFile { changed, length, text: Arc::clone(&text) });
    Ok(text)
}
