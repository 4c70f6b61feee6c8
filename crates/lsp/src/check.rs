//! The check of a document: what is looked at for it, with all that this needs, so that it can run on a thread of its own.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use vitrum::ir::Stage;
use vitrum::{Included, inspect_unless};

use crate::analysis::Analysis;
use crate::files::Files;
use crate::includers::{Includers, Search};
use crate::paths::normal;
use crate::settings::Settings;

/// The most shaders that are tried as hosts of a file that they seem to include.
const TRIES: usize = 8;

/// A document that is to be looked at.
#[derive(Debug)]
pub(crate) struct Check {
    pub(crate) name: String,
    pub(crate) text: Arc<str>,
    pub(crate) settings: Settings,
    /// The texts of all open documents, which win over files.
    pub(crate) open: HashMap<String, Arc<str>>,
    pub(crate) files: Arc<Files>,
    pub(crate) includers: Arc<Mutex<Includers>>,
    /// The folder in which a shader that includes the document is looked for.
    pub(crate) folder: Option<PathBuf>,
    /// True if files have come or gone since the last search there.
    pub(crate) is_changed: bool,
    /// The shader that was found there last.
    pub(crate) host: Option<String>,
    /// Set if the result is not wanted any more.
    pub(crate) cancelled: Arc<AtomicBool>,
}

impl Check {
    /// Looks at the document. A file that shaders include comes with one that includes it, if there is one in the folder. `None` if
    /// nobody wants the result any more.
    pub(crate) fn run(&self) -> Option<Vec<Analysis>> {
        let stage = self.settings.stage_of(&self.name, &self.text);
        let mut found = vec![self.look(&self.name, &self.text, stage)?];
        if stage.is_none() {
            // Without a host, the document is a library.
            let host = catch_unwind(AssertUnwindSafe(|| self.host())).unwrap_or_default();
            found.extend(host);
        }
        (!self.is_cancelled()).then_some(found)
    }

    /// The result if the check itself failed.
    pub(crate) fn failed(&self) -> Vec<Analysis> {
        vec![self.analysis(&self.name, None, None, None)]
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// A shader in the folder that includes the document.
    fn host(&self) -> Option<Analysis> {
        let folder = self.folder.as_deref()?;
        let look = |root: &str| {
            let text = self.files.read(root.as_ref()).ok()?;
            let stage = self.settings.stage_of(root, &text)?;
            let analysis = self.look(root, &text, Some(stage))?;
            analysis.has_file(&self.name).then_some(analysis)
        };
        if let Some(known) = self.host.as_deref().and_then(look) {
            return Some(known);
        }
        let search = Search {
            folder,
            target: &self.name,
            open: &self.open,
            settings: &self.settings,
            is_changed: self.is_changed,
            cancelled: &|| self.is_cancelled(),
        };
        let roots = self.includers.lock().unwrap_or_else(PoisonError::into_inner).find(&search);
        roots.iter().take(TRIES).find_map(|root| look(root))
    }

    /// Looks at a shader, or at a library if there is no stage.
    fn look(&self, name: &str, text: &Arc<str>, stage: Option<Stage>) -> Option<Analysis> {
        let options = self.settings.options.clone().stage(stage.unwrap_or(Stage::Fragment));
        let options = options.library(stage.is_none()).file_name(name).include(self.resolver());
        let looked = catch_unwind(AssertUnwindSafe(|| {
            let inspection = inspect_unless(text, &options, &|| self.is_cancelled());
            let is_checked = self.settings.check_target && stage.is_some() && !self.is_cancelled();
            let refusal = is_checked.then(|| inspection.check_target(&options).err()).flatten();
            (inspection, refusal)
        }));
        if self.is_cancelled() {
            return None;
        }
        let (inspection, refusal) = match looked {
            Ok((inspection, refusal)) => (Some(inspection), refusal),
            Err(_) => (None, None),
        };
        Some(self.analysis(name, stage, inspection, refusal))
    }

    fn analysis(
        &self,
        root: &str,
        stage: Option<Stage>,
        inspection: Option<vitrum::Inspection>,
        target_error: Option<vitrum::Error>,
    ) -> Analysis {
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
        Analysis {
            root: root.to_owned(),
            document: self.name.clone(),
            stage: stage.unwrap_or(Stage::Fragment),
            is_library: stage.is_none(),
            inspection,
            target_error,
            files,
            lacks_files,
        }
    }

    /// Finds included files: open documents win over files.
    fn resolver(
        &self,
    ) -> impl Fn(&vitrum::IncludeRequest<'_>) -> Result<Included, String> + Send + Sync + 'static {
        let (open, files, cancelled) =
            (self.open.clone(), Arc::clone(&self.files), Arc::clone(&self.cancelled));
        vitrum::include_with(self.settings.include_folders.clone(), move |path| {
            if cancelled.load(Ordering::Relaxed) {
                return Err(std::io::ErrorKind::NotFound.into());
            }
            let name = normal(path);
            let text = match open.get(&name) {
                Some(text) => Arc::clone(text),
                None => files.read(path)?,
            };
            Ok(Included { name, text: text.to_string() })
        })
    }
}
