//! VK-GL-CTS: the shader library of its OpenGL ES tests.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use vitrum::Stage;

use crate::case::{Case, Expect, Shader};
use crate::deqp::{self, Expected, specialize};
use crate::suite::{self, Suite};

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "deqp",
    what: "VK-GL-CTS: the shader library of its OpenGL ES tests",
    folder,
    install: "the folder `data` of github.com/KhronosGroup/VK-GL-CTS, named by VITRUM_DEQP or `--data`",
    fetch: None,
    files,
    cases,
};

/// Where the files are.
pub(crate) fn folder() -> PathBuf {
    std::env::var_os("VITRUM_DEQP")
        .map_or_else(|| suite::root().join("../shared/data/vk-gl-cts"), PathBuf::from)
}

fn files(data: &Path) -> Result<Vec<String>> {
    suite::files_below(data, "", &["test"])
}

fn cases(data: &Path, file: &str) -> Result<Vec<Case>> {
    let cases = deqp::parse(&suite::text(data, file)?)?;
    let mut found: Vec<Case> = cases.iter().flat_map(|case| of_case(file, case)).collect();
    // A few files use a name twice.
    let mut seen = HashMap::new();
    for case in &mut found {
        let count = seen.entry(case.id.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            case.id = format!("{}#{count}", case.id);
        }
    }
    Ok(found)
}

/// A case for each stage, or for all its shaders.
fn of_case(file: &str, case: &deqp::Case) -> Vec<Case> {
    let mut found = Vec::new();
    for (index, program) in case.programs.iter().enumerate() {
        let both = program.sources.iter().find(|source| source.stage.is_none());
        match both {
            Some(source) => {
                for (suffix, stage) in [("vertex", Stage::Vertex), ("fragment", Stage::Fragment)] {
                    let shader = specialize(case, source, stage);
                    found.push(one(file, case, suffix, vec![shader]));
                }
            }
            None => {
                let shaders = program
                    .sources
                    .iter()
                    .filter_map(|source| Some(specialize(case, source, source.stage?)))
                    .collect();
                let suffix = if case.programs.len() > 1 { format!("program{index}") } else { String::new() };
                found.push(one(file, case, &suffix, shaders));
            }
        }
    }
    found
}

fn one(file: &str, case: &deqp::Case, suffix: &str, shaders: Vec<deqp::Kind>) -> Case {
    let (expect, inapplicable) = match case.expected {
        Expected::Pass | Expected::Builds => (Expect::Accept, None),
        Expected::CompileFail => (Expect::Reject, None),
        Expected::LinkFail | Expected::ValidationFail => (Expect::Accept, Some("is wrong when linked")),
        Expected::CompileOrLinkFail => (Expect::Reject, Some("is perhaps wrong only when linked")),
    };
    let dot = if suffix.is_empty() { "" } else { "." };
    Case {
        id: format!("{file}:{}{dot}{suffix}", case.name),
        shaders: shaders
            .into_iter()
            .map(|shader| Shader::new(shader.stage, shader.text, case.version))
            .collect(),
        expect,
        needs: case.extensions.iter().filter_map(|(names, _)| names.last().cloned()).collect(),
        inapplicable: inapplicable.map(str::to_owned),
    }
}
