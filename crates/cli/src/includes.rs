//! Included files of the command line: beside the including file and in the folders of `-I`; these come first where
//! the name stands in angle brackets.

use std::path::{Path, PathBuf};

use vitrum::IncludeRequest;

/// Finds included files below `folders`.
pub(crate) fn from_folders(
    folders: Vec<PathBuf>,
) -> impl Fn(&IncludeRequest<'_>) -> Option<(String, String)> + Send + Sync + 'static {
    move |request| {
        let beside = Path::new(request.includer).parent().map(Path::to_path_buf);
        let (first, last) = if request.system { (None, beside) } else { (beside, None) };
        let mut paths = first.into_iter().chain(folders.iter().cloned()).chain(last);
        paths.find_map(|folder| {
            let path = folder.join(request.path);
            let text = std::fs::read(&path).ok()?;
            Some((path.display().to_string(), String::from_utf8_lossy(&text).into_owned()))
        })
    }
}
