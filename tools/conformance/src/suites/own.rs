//! The shaders of `tests/suite`, for measurements over all suites; their other tests are in `tests`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use vitrum::{Target, Version};

use crate::case::{Case, Shader};
use crate::suite::{self, Suite};

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "own",
    what: "the shaders of tests/suite",
    folder,
    install: "it is a part of the repository",
    fetch: None,
    files,
    cases,
    executed: None,
    linked: None,
};

fn folder() -> PathBuf {
    suite::root().join("tests/suite")
}

fn files(data: &Path) -> Result<Vec<String>> {
    suite::files_below(data, "", &["glsl"])
}

pub(crate) fn cases(data: &Path, file: &str) -> Result<Vec<Case>> {
    let text = suite::text(data, file)?;
    let stage = vitrum::stage_of_path(Path::new(file)).context("the name says no stage")?;
    let mut shader = Shader { target: Target::Vulkan1_3, ..Shader::new(stage, "", Version::desktop(450)) };
    let mut inapplicable = None;
    let in_header = |line: &&str| line.is_empty() || line.starts_with("//") || line.starts_with('#');
    for line in text.lines().map(str::trim).take_while(in_header) {
        let Some((key, value)) = line.strip_prefix("//").and_then(|line| line.split_once(':')) else {
            continue;
        };
        match (key.trim(), value.trim()) {
            ("client", "opengl") => shader.target = Target::OpenGl4_5,
            ("target", name) => {
                shader.target = Target::from_name(name).context("the header names no target")?
            }
            ("define", define) => {
                let (name, body) = define.split_once('=').unwrap_or((define, "1"));
                shader.defines.push((name.to_owned(), body.to_owned()));
            }
            ("xfail", why) => inapplicable = Some(why.to_owned()),
            _ => {}
        }
    }
    shader.text = text;
    Ok(vec![Case { inapplicable, ..Case::new(file, vec![shader]) }])
}
