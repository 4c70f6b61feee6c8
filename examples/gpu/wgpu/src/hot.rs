//! Hot reload: a pipeline that follows its files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use crate::renderer::Renderer;
use crate::shader::{self, Compiled};

/// The pipeline of the last shaders that compiled, and their files.
pub struct HotPipeline {
    vertex: PathBuf,
    fragment: PathBuf,
    pipeline: wgpu::RenderPipeline,
    files: BTreeSet<PathBuf>,
    /// Watches the folders of the files: many editors write another file and rename it.
    watcher: RecommendedWatcher,
    changes: mpsc::Receiver<PathBuf>,
}

impl HotPipeline {
    /// The pipeline of two files.
    ///
    /// # Errors
    /// If they do not compile, or cannot be watched.
    pub fn new(renderer: &Renderer, vertex: &Path, fragment: &Path) -> Result<Self, String> {
        let (sender, changes) = mpsc::channel();
        let report = move |event: notify::Result<notify::Event>| {
            let event = event.ok().filter(|event| !event.kind.is_access());
            for path in event.into_iter().flat_map(|event| event.paths) {
                // Nobody listens when the pipeline goes.
                let _ = sender.send(path);
            }
        };
        let watcher = notify::recommended_watcher(report).map_err(|error| error.to_string())?;
        let (vertex, fragment) = (absolute(vertex)?, absolute(fragment)?);
        let (pipeline, files) = build(renderer, &vertex, &fragment);
        let mut hot =
            Self { vertex, fragment, pipeline: pipeline?, files: BTreeSet::new(), watcher, changes };
        hot.watch(files)?;
        Ok(hot)
    }

    /// The pipeline to draw with.
    pub fn pipeline(&self) -> &wgpu::RenderPipeline {
        &self.pipeline
    }

    /// Builds the pipeline again if one of its files has changed; None if none has. After an error the last pipeline stays.
    pub fn refresh(&mut self, renderer: &Renderer) -> Option<Result<(), String>> {
        // All events of a change are taken.
        let paths: Vec<PathBuf> = self.changes.try_iter().collect();
        let has_changed = paths.iter().any(|path| self.files.contains(path));
        has_changed.then(|| self.rebuild(renderer))
    }

    /// Waits for a change, for at most this time, and does the same.
    pub fn refresh_within(&mut self, renderer: &Renderer, time: Duration) -> Option<Result<(), String>> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let path = self.changes.recv_timeout(left).ok()?;
            if self.files.contains(&path) {
                // One save is several events.
                std::thread::sleep(Duration::from_millis(20));
                self.changes.try_iter().for_each(drop);
                return Some(self.rebuild(renderer));
            }
        }
    }

    fn rebuild(&mut self, renderer: &Renderer) -> Result<(), String> {
        let (pipeline, files) = build(renderer, &self.vertex, &self.fragment);
        self.watch(files)?;
        self.pipeline = pipeline?;
        Ok(())
    }

    fn watch(&mut self, files: BTreeSet<PathBuf>) -> Result<(), String> {
        let folders = |files: &BTreeSet<PathBuf>| -> BTreeSet<PathBuf> {
            files.iter().filter_map(|file| file.parent().map(Path::to_path_buf)).collect()
        };
        let (old, new) = (folders(&self.files), folders(&files));
        for folder in new.difference(&old) {
            let watched = self.watcher.watch(folder, RecursiveMode::NonRecursive);
            watched.map_err(|error| error.to_string())?;
        }
        for folder in old.difference(&new) {
            // A folder that has gone is not watched any more.
            let _ = self.watcher.unwatch(folder);
        }
        self.files = files;
        Ok(())
    }
}

/// The pipeline of two files, and all files that it depends on.
fn build(
    renderer: &Renderer,
    vertex: &Path,
    fragment: &Path,
) -> (Result<wgpu::RenderPipeline, String>, BTreeSet<PathBuf>) {
    let [vertex, fragment] = [vertex, fragment].map(shader::compile);
    let files =
        [&vertex, &fragment].into_iter().flat_map(|Compiled { files, .. }| files.iter().cloned()).collect();
    let pipeline = match (vertex.words, fragment.words) {
        (Ok(vertex), Ok(fragment)) => renderer.pipeline(&vertex, &fragment),
        (Err(error), Ok(_)) | (Ok(_), Err(error)) => Err(error),
        (Err(one), Err(other)) => Err(format!("{one}\n{other}")),
    };
    (pipeline, files)
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
}
