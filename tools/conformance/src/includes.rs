//! Files for `#include`: named strings, and the paths where they are searched (`GL_ARB_shading_language_include`).

use vitrum::IncludeRequest;

/// Named strings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Includes {
    /// Name and text.
    pub(crate) strings: Vec<(String, String)>,
    /// Search paths of names that begin without a slash, in order; without any, everywhere.
    pub(crate) paths: Vec<String>,
}

impl Includes {
    /// The string that is asked for: a name in quotes is searched beside the string that asks first.
    pub(crate) fn find(&self, request: &IncludeRequest<'_>) -> Option<(String, String)> {
        let beside = request.includer.rsplit_once('/').map(|(folder, _)| folder).filter(|_| !request.system);
        let places = beside.into_iter().chain(self.paths.iter().map(String::as_str));
        let relative = places.map(|place| format!("{place}/{}", request.path));
        let names: Vec<String> = match request.path.starts_with('/') {
            true => vec![request.path.to_owned()],
            false => relative.collect(),
        };
        let named = |name: &String| {
            let wanted = normalized(name);
            // A second string of the same name replaces the first.
            self.strings.iter().rfind(|(other, _)| normalized(other) == wanted).cloned()
        };
        let anywhere = || {
            let ends = |(path, _): &&(String, String)| {
                let rest = path.strip_suffix(request.path);
                rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            };
            self.strings.iter().find(ends).cloned()
        };
        names.iter().find_map(named).or_else(|| self.paths.is_empty().then(anywhere).flatten())
    }
}

/// The parts of a path, without `.` and `..`.
fn normalized(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split('/').map(str::trim) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use vitrum::IncludeRequest;

    use super::Includes;

    #[test]
    fn quotes_look_beside_first_and_brackets_do_not() {
        let strings = ["/a/x", "/b/x", "/a/./c/../y"].map(|name| (name.to_owned(), name.to_owned()));
        let includes =
            Includes { strings: strings.to_vec(), paths: vec!["/b/".to_owned(), "/a/".to_owned()] };
        let find = |path, system, includer| {
            let found = includes.find(&IncludeRequest { path, system, includer, depth: 0 });
            found.map(|(name, _)| name)
        };
        assert_eq!(find("x", false, "/a/./c/../y").as_deref(), Some("/a/x"));
        assert_eq!(find("x", true, "/a/./c/../y").as_deref(), Some("/b/x"));
        assert_eq!(find("y", true, "").as_deref(), Some("/a/./c/../y"));
        assert_eq!(find("/a/x", true, "").as_deref(), Some("/a/x"));
        assert_eq!(find("z", false, ""), None);
    }
}
