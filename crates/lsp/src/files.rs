//! Texts of files that are not open, read again if they have changed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// A file as it was when it was read.
#[derive(Debug)]
struct CachedFile {
    changed: Option<SystemTime>,
    length: u64,
    text: Arc<str>,
}

/// The files that were read.
#[derive(Debug, Default)]
pub(crate) struct Files(Mutex<HashMap<PathBuf, CachedFile>>);

impl Files {
    /// The text of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn read(&self, path: &Path) -> std::io::Result<Arc<str>> {
        let facts = std::fs::metadata(path)?;
        if facts.is_dir() {
            return Err(std::io::ErrorKind::NotFound.into());
        }
        let (changed, length) = (facts.modified().ok(), facts.len());
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(path).filter(|it| it.changed == changed && it.length == length) {
            return Ok(Arc::clone(&known.text));
        }
        let text: Arc<str> = String::from_utf8_lossy(&std::fs::read(path)?).into();
        lock().insert(path.to_owned(), CachedFile { changed, length, text: Arc::clone(&text) });
        Ok(text)
    }
}
