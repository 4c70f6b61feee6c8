//! The causes that `tests/differences.md` lists.

use std::sync::LazyLock;

use crate::beside::explained::matches;

/// A cause.
#[derive(Default)]
pub(crate) struct Cause {
    /// Its title.
    pub(crate) title: &'static str,
    /// The messages of shaders that have it, with `*` for any text.
    pub(crate) messages: Vec<&'static str>,
}

/// All causes.
pub(crate) static CAUSES: LazyLock<Vec<Cause>> =
    LazyLock::new(|| read(include_str!("../../../../tests/differences.md")));

/// The causes of a text: a heading `###`, and list items with messages.
fn read(text: &'static str) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("### ") {
            causes.push(Cause { title, ..Cause::default() });
        } else if let Some(message) = line.strip_prefix("- `").and_then(|line| line.strip_suffix('`'))
            && let Some(cause) = causes.last_mut()
        {
            cause.messages.push(message);
        }
    }
    causes
}

/// The cause of a message.
pub(crate) fn find(message: &str) -> Option<&'static Cause> {
    CAUSES.iter().find(|cause| cause.messages.iter().any(|pattern| matches(pattern, message)))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use vitrum::{Options, Target, Version};

    use super::{CAUSES, find};
    use crate::case::Shader;
    use crate::judge::first_error;
    use crate::{glslang, verdicts};

    /// A shader of the list.
    struct Example {
        title: &'static str,
        /// True if glslang refuses it, and not vitrum.
        by_glslang: bool,
        /// The first version of glslang of which that holds.
        since: u32,
        shader: Shader,
    }

    fn examples() -> Vec<Example> {
        let text = include_str!("../../../../tests/differences.md");
        let mut found = Vec::new();
        let mut by_glslang = false;
        for part in text.split("\n##").skip(1) {
            let Some((title, rest)) = part.split_once('\n') else { continue };
            let Some(title) = title.strip_prefix("# ") else {
                by_glslang = title.contains("glslang only");
                continue;
            };
            let block = rest.split("```glsl ").nth(1).unwrap_or_else(|| panic!("{title}: no shader"));
            let (words, code) = block.split_once('\n').expect("a line of words");
            let words: Vec<&str> = words.split(' ').collect();
            let stage = vitrum::stage_of_path(Path::new(&format!("x.{}", words[0]))).expect("a stage");
            let target = if words[1] == "opengl" { "opengl4.5" } else { words[1] };
            let target = Target::from_name(target).expect("a target");
            let since = words.get(3).map_or(0, |version| version.parse().expect("a version"));
            let code = code.split("```").next().unwrap_or_default();
            let version = Version::DESKTOP_DEFAULT;
            let shader = Shader { target, ..Shader::new(stage, code, version) };
            found.push(Example { title, by_glslang, since, shader });
        }
        found
    }

    #[test]
    fn vitrum_has_the_verdicts_of_the_list() {
        let examples = examples();
        assert_eq!(examples.len(), CAUSES.len());
        for Example { title, by_glslang, shader, .. } in examples {
            let options = Options::new(shader.stage).target(shader.target);
            let error = match vitrum::compile(&shader.text, &options) {
                Ok(module) if shader.target.is_vulkan() => {
                    module.into_spirv().err().map(|error| error.to_string())
                }
                Ok(_) => None,
                Err(failure) => Some(first_error(&failure.diagnosed, &shader)),
            };
            assert_eq!(error.is_none(), by_glslang, "{title}: {error:?}");
            if let Some(error) = error {
                let message = format!("vitrum: {error}");
                assert!(find(&message).is_some(), "{title}: {message}");
            }
        }
    }

    #[test]
    fn glslang_has_the_verdicts_of_the_list() {
        if glslang::find().is_err() {
            println!("skipped: glslangValidator is not installed");
            return;
        }
        let output = Command::new(glslang::program()).arg("--version").output().expect("it has run");
        let version = String::from_utf8_lossy(&output.stdout).into_owned();
        let version = version.lines().next().and_then(|line| line.rsplit(':').next()?.split('.').next());
        let version: u32 = version.and_then(|it| it.parse().ok()).expect("a version");
        let folder = std::env::temp_dir().join(format!("vitrum-differences-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for Example { title, by_glslang, since, shader } in examples() {
            if version < since {
                continue;
            }
            let asked = verdicts::keep(&folder, &shader, None).expect("a file").expect("no includes");
            let refused = glslang::judge(&folder, std::slice::from_ref(&asked.file), 1).expect("a verdict");
            let message = refused.get(&asked.file);
            assert_eq!(message.is_some(), by_glslang, "{title}: {message:?}");
        }
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
}
