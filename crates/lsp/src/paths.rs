//! Names of files: URIs of the client, and paths as the compiler has them.

use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// Characters that are escaped in the path of a URI.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b']')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The name of a document: the path of a file, else the URI itself (`untitled:Untitled-1`).
pub(crate) fn name_of(uri: &Uri) -> String {
    let text = uri.as_str();
    let Some(rest) = text.strip_prefix("file://") else { return text.to_owned() };
    // A host is ignored: it is this machine.
    let path = rest.find('/').and_then(|at| rest.get(at..)).unwrap_or(rest);
    let path = percent_decode_str(path).decode_utf8_lossy().into_owned();
    normal(Path::new(without_slash_before_drive(&path)))
}

/// `/c:/a` on Windows is `c:/a`.
fn without_slash_before_drive(path: &str) -> &str {
    match path.as_bytes() {
        [b'/', drive, b':', ..] if cfg!(windows) && drive.is_ascii_alphabetic() => {
            path.get(1..).unwrap_or(path)
        }
        _ => path,
    }
}

/// The URI of a name; `None` if it is no URI and cannot be one.
pub(crate) fn uri_of(name: &str) -> Option<Uri> {
    if !Path::new(name).is_absolute() {
        return Uri::from_str(name).ok();
    }
    let path = name.replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{}", utf8_percent_encode(&path, ESCAPED))).ok()
}

/// A path without `.` and `..`, so that a file has one name.
pub(crate) fn normal(path: &Path) -> String {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(parts.components().next_back(), Some(Component::Normal(_))) => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    parts.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::{name_of, normal, uri_of};
    use std::path::Path;

    #[cfg(unix)]
    #[test]
    fn uris_and_names_go_both_ways() {
        let uri = uri_of("/a b/ü#.frag").unwrap_or_else(|| panic!("no URI"));
        assert_eq!(uri.as_str(), "file:///a%20b/%C3%BC%23.frag");
        assert_eq!(name_of(&uri), "/a b/ü#.frag");
        let untitled = uri_of("untitled:Untitled-1").unwrap_or_else(|| panic!("no URI"));
        assert_eq!(name_of(&untitled), "untitled:Untitled-1");
    }

    #[test]
    fn paths_have_one_form() {
        assert_eq!(normal(Path::new("a/./b/../c.glsl")), Path::new("a/c.glsl").display().to_string());
        assert_eq!(normal(Path::new("../a.glsl")), Path::new("../a.glsl").display().to_string());
    }
}
