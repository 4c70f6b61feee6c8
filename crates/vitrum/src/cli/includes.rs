//! Included files of the command line: beside the including file first, then in the folders of `-I`.

use std::path::{Path, PathBuf};

/// What finds an included file below `folders`.
pub(crate) fn from_folders(
    folders: Vec<PathBuf>,
) -> impl Fn(&str, &str) -> Option<(String, String)> + Send + Sync + 'static {
    move |name, from| {
        let beside = Path::new(from).parent().map(Path::to_path_buf);
        let mut paths = beside.into_iter().chain(folders.iter().cloned()).map(|folder| folder.join(name));
        paths.find_map(|path| {
            let text = std::fs::read(&path).ok()?;
            Some((path.display().to_string(), String::from_utf8_lossy(&text).into_owned()))
        })
    }
}
