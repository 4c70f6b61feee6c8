//! Shaders in a folder that include a file, directly or through other files.
//!
//! Files are read once and again when they have changed, and a search has bounds: a folder may be a whole disk.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crate::include_paths::{included, may_be_shader};
use crate::paths::normal;
use crate::settings::Settings;

/// The time for which a list of files holds.
const FRESH: Duration = Duration::from_secs(2);
/// The longest time of a search. What was read by then is known to the next one.
const LONGEST: Duration = Duration::from_millis(300);
/// The most files that are read, and the most entries of folders that are looked at for them.
const FILES: usize = 5_000;
const ENTRIES: usize = 50_000;
/// The deepest folder.
const DEPTH: usize = 12;
/// The longest file: shaders are shorter.
const LENGTH: u64 = 1 << 20;
/// The longest chain of files that include each other.
const CHAIN: usize = 16;
/// Folders of other programs, which hold many files.
const FOREIGN: &[&str] = &["node_modules", "target", "build"];

/// A search for shaders that include a file.
pub(crate) struct Search<'a> {
    /// The folder with the shaders.
    pub(crate) folder: &'a Path,
    /// The file that they are to include.
    pub(crate) target: &'a str,
    /// Open documents, which win over files.
    pub(crate) open: &'a HashMap<String, Arc<str>>,
    pub(crate) settings: &'a Settings,
    /// True if files have come or gone since the last search.
    pub(crate) is_changed: bool,
    pub(crate) cancelled: &'a dyn Fn() -> bool,
}

/// A file as it was when it was read.
#[derive(Debug)]
struct Includer {
    changed: Option<SystemTime>,
    length: u64,
    /// The paths that it includes.
    paths: Vec<String>,
    /// True if it has a stage.
    is_shader: bool,
}

/// The known files of a folder.
#[derive(Debug, Default)]
pub(crate) struct Includers {
    files: BTreeMap<PathBuf, Includer>,
    listed: Option<(Instant, PathBuf)>,
}

impl Includers {
    /// The names of shaders that seem to include the file, the closest first. Conditions are not looked at, nor which of several
    /// files of one path is meant.
    pub(crate) fn find(&mut self, search: &Search<'_>) -> Vec<String> {
        let deadline = Instant::now() + LONGEST;
        let is_over = || (search.cancelled)() || Instant::now() > deadline;
        let is_fresh = |(at, folder): &(Instant, PathBuf)| at.elapsed() < FRESH && folder == search.folder;
        if search.is_changed || !self.listed.as_ref().is_some_and(is_fresh) {
            self.listed = None;
            let known = std::mem::take(&mut self.files);
            if self.list(search, known, &is_over) {
                self.listed = Some((Instant::now(), search.folder.to_owned()));
            }
        }
        let mut roots = Vec::new();
        let mut seen = vec![search.target.to_owned()];
        let mut level = seen.clone();
        for _ in 0..CHAIN {
            let mut next = Vec::new();
            for (path, file) in &self.files {
                let name = normal(path);
                let includes = |target: &String| file.paths.iter().any(|it| means(it, path, target, search));
                if seen.contains(&name) || !level.iter().any(includes) {
                    continue;
                }
                seen.push(name.clone());
                if file.is_shader { roots.push(name) } else { next.push(name) }
            }
            if next.is_empty() || is_over() {
                break;
            }
            level = next;
        }
        roots
    }

    /// Lists the files of the folder; what is known of those that have not changed is kept. False if the time was too short.
    fn list(
        &mut self,
        search: &Search<'_>,
        mut known: BTreeMap<PathBuf, Includer>,
        is_over: &dyn Fn() -> bool,
    ) -> bool {
        let mut folders = vec![(search.folder.to_owned(), 0)];
        let mut entries = 0;
        while let Some((folder, depth)) = folders.pop() {
            let Ok(list) = std::fs::read_dir(&folder) else { continue };
            for entry in list.flatten() {
                entries += 1;
                if entries > ENTRIES || self.files.len() >= FILES {
                    return true;
                }
                if is_over() {
                    // The next search goes on from there.
                    self.files.append(&mut known);
                    return false;
                }
                let Ok(name) = entry.file_name().into_string() else { continue };
                let Ok(kind) = entry.file_type() else { continue };
                if name.starts_with('.') || kind.is_symlink() {
                    continue;
                }
                let path = folder.join(&name);
                if kind.is_dir() {
                    if depth < DEPTH && !FOREIGN.contains(&name.as_str()) {
                        folders.push((path, depth + 1));
                    }
                } else if may_be_shader(&path) || search.settings.has_stage_of(&path) {
                    self.add(path, &entry, search, &mut known);
                }
            }
        }
        true
    }

    fn add(
        &mut self,
        path: PathBuf,
        entry: &std::fs::DirEntry,
        search: &Search<'_>,
        known: &mut BTreeMap<PathBuf, Includer>,
    ) {
        let Ok(facts) = entry.metadata() else { return };
        let (changed, length) = (facts.modified().ok(), facts.len());
        let open = search.open.get(&normal(&path));
        let is_same = |it: &Includer| it.changed == changed && it.length == length;
        if let Some(file) = known.remove(&path).filter(|it| open.is_none() && is_same(it)) {
            self.files.insert(path, file);
            return;
        }
        let text = match open {
            Some(text) => Arc::clone(text),
            None if length > LENGTH => return,
            None => match std::fs::read(&path) {
                Ok(bytes) => String::from_utf8_lossy(&bytes).into(),
                Err(_) => return,
            },
        };
        let paths = text.lines().filter_map(|line| included(line)).map(str::to_owned).collect();
        let is_shader = search.settings.stage_of(&normal(&path), &text).is_some();
        self.files.insert(path, Includer { changed, length, paths, is_shader });
    }
}

/// True if a path in an `#include` of a file can mean the target.
fn means(path: &str, includer: &Path, target: &str, search: &Search<'_>) -> bool {
    let name = Path::new(path).file_name();
    if name.is_none() || name != Path::new(target).file_name() {
        return false;
    }
    let folders = search.settings.include_folders.iter().map(PathBuf::as_path);
    let mut folders = includer.parent().into_iter().chain(folders);
    folders.any(|folder| normal(&folder.join(path)) == target)
}
