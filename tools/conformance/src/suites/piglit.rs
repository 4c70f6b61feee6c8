//! piglit's `glslparsertest`: shaders with the expected verdict in a comment.
//!
//! ```text
//! // [config]
//! // expect_result: fail
//! // glsl_version: 1.50
//! // require_extensions: GL_ARB_shader_storage_buffer_object !GL_ARB_gpu_shader5
//! // check_link: true
//! // [end config]
//! ```

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use vitrum::{Profile, Version};

use crate::case::{Case, Expect, Shader};
use crate::suite::{self, Suite};

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "piglit",
    what: "piglit's glslparsertest: single shaders, right and wrong, of all versions",
    folder,
    install: INSTALL,
    fetch: Some(fetch),
    files,
    cases,
    executed: None,
    linked: None,
};

/// Instructions for getting piglit.
pub(crate) const INSTALL: &str = "`--fetch` (33 MB), or `apt-get install piglit` (2 GB)";

/// The folder of Debian's piglit, or that of [`fetch`].
pub(crate) fn folder() -> PathBuf {
    let installed = PathBuf::from("/usr/lib/x86_64-linux-gnu/piglit");
    if installed.is_dir() { installed } else { suite::fetched("piglit") }
}

/// The extensions of files with one shader.
const SHADERS: [&str; 6] = ["vert", "tesc", "tese", "geom", "frag", "comp"];

/// Unpacks the shaders, and nothing else, of Debian's package: all of it would take 2 GB.
pub(crate) fn fetch(folder: &Path) -> Result<()> {
    let package = folder.with_extension("package");
    std::fs::create_dir_all(&package)?;
    let mut download = Command::new("apt-get");
    suite::run_program(download.args(["-q", "download", "piglit"]).current_dir(&package))?;
    let patterns: String =
        SHADERS.iter().chain(&["shader_test"]).fold(String::new(), |patterns, extension| {
            patterns + &FOLDERS.map(|folder| format!(" './usr/lib/*/piglit/{folder}/*.{extension}'")).concat()
        });
    // The generated pixel tests are most of the 2 GB, and are alike.
    let script = format!(
        "dpkg-deb --fsys-tarfile piglit_*.deb | tar x --wildcards --strip-components=5 \
         --exclude='*/generated_tests/*.shader_test' -C unpacked {patterns}"
    );
    std::fs::create_dir_all(package.join("unpacked"))?;
    suite::run_program(Command::new("sh").args(["-c", &script]).current_dir(&package))?;
    std::fs::rename(package.join("unpacked"), folder)?;
    Ok(std::fs::remove_dir_all(package)?)
}

/// The folders with tests.
pub(crate) const FOLDERS: [&str; 2] = ["generated_tests", "tests"];

fn files(data: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        files.extend(suite::files_below(data, folder, &SHADERS)?);
    }
    Ok(files)
}

fn cases(data: &Path, file: &str) -> Result<Vec<Case>> {
    let text = suite::text(data, file)?;
    let Some(config) = config(&text) else { return Ok(Vec::new()) };
    let stage = vitrum::stage_of_path(Path::new(file)).context("the name says no stage")?;
    let expect = match config.get("expect_result") {
        "pass" => Expect::Accept,
        "fail" => Expect::Reject,
        other => bail!("expect_result is `{other}`"),
    };
    let named = config.get("glsl_version");
    let version = version(named).with_context(|| format!("glsl_version is `{named}`"))?;
    let mut shader = Shader::new(stage, without_comment(&text, version), version);
    shader.part = config.get("check_link") != "true";
    shader.includes.strings = includes(&config);
    let needs = config.get("require_extensions").split_whitespace().map(str::to_owned).collect();
    Ok(vec![Case { expect, needs, ..Case::new(file, vec![shader]) }])
}

/// The text from `#version` on, if only the comment is before: it is not the shader's, and in ES nothing may be there.
fn without_comment(text: &str, version: Version) -> &str {
    let start = text.find("#version").filter(|_| version.is_es()).unwrap_or(0);
    let before = text.get(..start).unwrap_or_default().trim();
    let comment = before.starts_with("/*") && before.find("*/").is_some_and(|end| end + 2 == before.len())
        || before.lines().all(|line| line.trim().is_empty() || line.trim().starts_with("//"));
    if comment { text.get(start..).unwrap_or(text) } else { text }
}

/// Keys and values of the comment.
struct Config<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Config<'a> {
    fn get(&self, key: &str) -> &'a str {
        self.0.iter().find(|(found, _)| *found == key).map_or("", |(_, value)| value)
    }
}

/// The comment `[config]`; files without one are no tests of their own.
fn config(text: &str) -> Option<Config<'_>> {
    let mut lines = text.lines().map(|line| line.trim().trim_start_matches(['/', '*']).trim());
    lines.find(|line| *line == "[config]")?;
    let fields = lines.take_while(|line| *line != "[end config]").filter_map(|line| line.split_once(':'));
    Some(Config(fields.map(|(key, value)| (key.trim(), value.trim())).collect()))
}

/// The version that `1.50`, `1.50compatibility`, `1.00` or `3.10 es` names: the numbers of ES mean ES.
pub(crate) fn version(text: &str) -> Option<Version> {
    let end = text.find(|it: char| it != '.' && !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, suffix) = text.split_at(end);
    let (major, minor) = number.split_once('.')?;
    let number = major.parse::<u16>().ok()? * 100 + format!("{minor:0<2}").get(..2)?.parse::<u16>().ok()?;
    match suffix.trim() {
        "compatibility" => Some(Version { number, profile: Profile::Compatibility }),
        "es" => Some(Version::es(number)),
        "" if matches!(number, 100 | 300 | 310 | 320) => Some(Version::es(number)),
        "" => Some(Version::desktop(number)),
        _ => None,
    }
}

/// The named strings that the program sets up for `GL_ARB_shading_language_include`.
fn includes(config: &Config<'_>) -> Vec<(String, String)> {
    let dummy = config.get("dummy_shader_include") == "true";
    dummy.then(|| ("/dummy/path_to/shader_include".to_owned(), String::new())).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{config, version, without_comment};
    use vitrum::{Profile, Version};

    #[test]
    fn comments_say_what_is_expected() {
        for text in [
            "// [config]\n// expect_result: pass\n// glsl_version: 1.10\n// [end config]",
            "/* [config]\n * expect_result: pass\n * glsl_version: 1.10\n * [end config]\n */",
            "/*\n[config]\nexpect_result: pass\nglsl_version: 1.10\n[end config]\n*/",
        ] {
            let found = config(text).map(|config| (config.get("expect_result"), config.get("glsl_version")));
            assert_eq!(found, Some(("pass", "1.10")), "{text}");
        }
        assert!(config("void main() {}").is_none());
    }

    #[test]
    fn the_comment_is_no_part_of_es() {
        let es = Version::es(300);
        assert_eq!(without_comment("/* [config] */\n#version 300 es\n", es), "#version 300 es\n");
        assert_eq!(without_comment("// [config]\n\n#version 300 es\n", es), "#version 300 es\n");
        assert_eq!(without_comment("int a;\n#version 300 es\n", es), "int a;\n#version 300 es\n");
    }

    #[test]
    fn versions_are_of_es_where_es_has_the_number() {
        assert_eq!(version("1.10"), Some(Version::desktop(110)));
        assert_eq!(version("3.0 es"), Some(Version::es(300)));
        assert_eq!(version("1.00"), Some(Version::es(100)));
        assert_eq!(version("3.30"), Some(Version::desktop(330)));
        let compatibility = Version { number: 150, profile: Profile::Compatibility };
        assert_eq!(version("1.50compatibility"), Some(compatibility));
    }
}
