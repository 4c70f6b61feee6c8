//! The cache of `vitrum batch --cache`: results in a folder, by the hash of all that they depend on.
//!
//! The first key of a compilation hashes the program itself, the options, the name of the file and its text. Its entry is the
//! result, or the first `#include` of the compilation. The answer to that, hashed with the key, is the next key: a file, or the
//! reason that there is none. Looking up a result so asks for the same files in the same order as the compilation did, and a file
//! that has changed, has gone or has come to an earlier folder leads to another key.
//!
//! An entry is a file of its own: the SHA-256 of the rest, a line of JSON, and the output. It is written under another name and
//! renamed, so that processes share a folder without locks. An entry whose hash does not fit counts as absent and is written anew.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vitrum::{IncludeRequest, Included, Options, Report};

use super::manifest::Job;
use super::result::{Outcome, Status};

/// Tells programs that back up files to leave the folder out (bford.info/cachedir).
const TAG: (&str, &str) = (
    "CACHEDIR.TAG",
    "Signature: 8a477f597d28d172789f06886806bc55\n# Results of `vitrum batch --cache`. Any file can be deleted at any time.\n",
);

const HASH_BYTES: usize = 32;

/// The hash of all that a result depends on, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key([u8; HASH_BYTES]);

/// A cache in a folder.
pub(super) struct Cache {
    folder: PathBuf,
    /// The hash of the program.
    program: Key,
    /// Number of entries that were damaged.
    damaged: AtomicUsize,
    /// The first failure to write an entry.
    unwritten: Mutex<Option<String>>,
}

/// The line of JSON in an entry.
#[derive(Serialize, Deserialize)]
enum Entry {
    Include { path: String, system: bool, includer: String, depth: usize },
    Result { status: Status, diagnostics: Vec<Report> },
}

impl Cache {
    /// Opens the cache in a folder, which is made if there is none.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        let unusable = || format!("cannot use `{}` as a cache", folder.display());
        std::fs::create_dir_all(folder).with_context(unusable)?;
        let (name, text) = TAG;
        let tag = folder.join(name);
        if !tag.exists() {
            std::fs::write(&tag, text).with_context(unusable)?;
        }
        let program = std::env::current_exe().and_then(std::fs::read);
        let program =
            program.context("cannot read this program, whose hash is a part of the cache's keys")?;
        Ok(Self {
            folder: folder.to_path_buf(),
            program: Key(Sha256::digest(program).into()),
            damaged: AtomicUsize::new(0),
            unwritten: Mutex::new(None),
        })
    }

    /// The first key of a compilation. The options have the file's name, but no stage.
    pub(super) fn key(&self, job: &Job, options: &Options, source: &[u8]) -> Key {
        let Job { input, options: _, arguments: _, words, emit, checks_only, output: _ } = job;
        // The words name the passes; where their functions lie in memory is another matter in each run.
        let mut options = options.clone();
        options.transforms.clear();
        let mut parts = Parts::new(self.program);
        parts.add(input.name().as_bytes());
        parts.add(format!("{:?} {emit:?} {checks_only} {options:?}", input.stage).as_bytes());
        words.iter().for_each(|word| parts.add(word.as_bytes()));
        parts.add(source);
        parts.key()
    }

    /// The result that is stored for a compilation with this first key.
    pub(super) fn find(&self, first: Key, options: &Options) -> Option<Outcome> {
        let mut key = first;
        loop {
            let (entry, output) = self.read(key)?;
            match entry {
                Entry::Include { path, system, includer, depth } => {
                    let include = options.include.as_deref()?;
                    let request = IncludeRequest { path: &path, system, includer: &includer, depth };
                    key = key.after(&include(&request));
                }
                Entry::Result { status, diagnostics } => {
                    return Some(Outcome { status, diagnostics, output, repeats: true });
                }
            }
        }
    }

    /// Stores a result, behind the includes of its compilation.
    pub(super) fn store(&self, first: Key, includes: &Includes, outcome: &Outcome) {
        if !outcome.repeats {
            return;
        }
        let mut key = first;
        let includes = includes.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (request, next) in includes.iter() {
            self.write(key, request, &[]);
            key = key.then(*next);
        }
        let entry = Entry::Result { status: outcome.status, diagnostics: outcome.diagnostics.clone() };
        self.write(key, &entry, &outcome.output);
    }

    /// Number of damaged entries that were met, and the first reason that one could not be written.
    pub(super) fn faults(self) -> (usize, Option<String>) {
        let unwritten = self.unwritten.into_inner().unwrap_or_else(PoisonError::into_inner);
        (self.damaged.into_inner(), unwritten)
    }

    fn path(&self, key: Key) -> PathBuf {
        let name: String = key.0.iter().map(|byte| format!("{byte:02x}")).collect();
        let (start, rest) = name.split_at(2);
        self.folder.join(start).join(rest)
    }

    fn read(&self, key: Key) -> Option<(Entry, Vec<u8>)> {
        let bytes = match std::fs::read(self.path(key)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            Err(_) => return self.skip_damaged(),
        };
        let whole = bytes.split_at_checked(HASH_BYTES);
        let Some((_, rest)) = whole.filter(|(hash, rest)| Sha256::digest(rest)[..] == **hash) else {
            return self.skip_damaged();
        };
        let mut parts = rest.splitn(2, |&byte| byte == b'\n');
        let entry = parts.next().and_then(|line| serde_json::from_slice(line).ok());
        match (entry, parts.next()) {
            (Some(entry), Some(output)) => Some((entry, output.to_vec())),
            _ => self.skip_damaged(),
        }
    }

    fn skip_damaged<T>(&self) -> Option<T> {
        self.damaged.fetch_add(1, Ordering::Relaxed);
        None
    }

    fn write(&self, key: Key, entry: &Entry, output: &[u8]) {
        if let Err(error) = self.try_write(key, entry, output) {
            let mut first = self.unwritten.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert_with(|| format!("{error:#}"));
        }
    }

    fn try_write(&self, key: Key, entry: &Entry, output: &[u8]) -> Result<()> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        std::fs::create_dir_all(folder)?;
        let mut rest = serde_json::to_vec(entry)?;
        rest.push(b'\n');
        rest.extend_from_slice(output);
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&Sha256::digest(&rest))?;
        file.write_all(&rest)?;
        file.persist(&path)?;
        Ok(())
    }
}

impl Key {
    /// The key behind an answer to an include.
    fn after(self, answer: &Result<Included, String>) -> Self {
        self.then(Self::of_answer(answer))
    }

    fn of_answer(answer: &Result<Included, String>) -> Self {
        let mut parts = Parts(Sha256::new());
        match answer {
            Ok(Included { name, text }) => [name, text].iter().for_each(|part| parts.add(part.as_bytes())),
            Err(reason) => parts.add(reason.as_bytes()),
        }
        parts.key()
    }

    fn then(self, next: Self) -> Self {
        let mut parts = Parts::new(self);
        parts.add(&next.0);
        parts.key()
    }
}

/// A hash of several parts, each behind its length.
struct Parts(Sha256);

impl Parts {
    fn new(first: Key) -> Self {
        Self(Sha256::new_with_prefix(first.0))
    }

    fn add(&mut self, part: &[u8]) {
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    fn key(self) -> Key {
        Key(self.0.finalize().into())
    }
}

/// The includes of a compilation, in order, each with the hash of its answer.
#[derive(Default)]
pub(super) struct Includes(Mutex<Vec<(Entry, Key)>>);

impl Includes {
    /// Notes the includes of the compilation that has these options.
    pub(super) fn note(options: &mut Options) -> Arc<Self> {
        let noted = Arc::new(Self::default());
        if let Some(include) = options.include.take() {
            let noting = noted.clone();
            options.include = Some(Arc::new(move |request: &IncludeRequest<'_>| {
                let answer = include(request);
                let &IncludeRequest { path, system, includer, depth } = request;
                let entry =
                    Entry::Include { path: path.to_owned(), system, includer: includer.to_owned(), depth };
                let mut noted = noting.0.lock().unwrap_or_else(PoisonError::into_inner);
                noted.push((entry, Key::of_answer(&answer)));
                answer
            }));
        }
        noted
    }
}
