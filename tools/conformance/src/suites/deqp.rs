//! VK-GL-CTS: the shader library of its OpenGL ES tests.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use vitrum::{Stage, Version};

use crate::case::{Case, Expect, Shader};
use crate::deqp::{self, Expected, Storage, specialize};
use crate::execute::Execution;
use crate::execute::self_judging::Runs;
use crate::execute::values::{Component, Given};
use crate::link::Linking;
use crate::suite::{self, Executed, Suite};

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "deqp",
    what: "VK-GL-CTS: the shader library of its OpenGL ES tests",
    folder,
    install: "the folder `data` of github.com/KhronosGroup/VK-GL-CTS, named by VITRUM_DEQP or `--data`",
    fetch: None,
    files,
    cases,
    executed: Some(Executed { cases: executed, a_file_each: false, interpreted: true, stages: true }),
    linked: Some(linked),
};

/// Folder of the files.
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
    number_names(&mut found);
    Ok(found)
}

/// Makes names unique: a few files use one twice.
fn number_names(found: &mut [Case]) {
    let mut seen = HashMap::new();
    for case in found {
        let count = seen.entry(case.id.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            case.id = format!("{}#{count}", case.id);
        }
    }
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

fn one(file: &str, case: &deqp::Case, suffix: &str, shaders: Vec<Shader>) -> Case {
    let (expect, inapplicable) = match case.expected {
        Expected::Pass | Expected::Builds => (Expect::Accept, None),
        Expected::CompileFail => (Expect::Reject, None),
        Expected::LinkFail | Expected::ValidationFail => (Expect::Accept, Some("is wrong when linked")),
        Expected::CompileOrLinkFail => (Expect::Reject, Some("is perhaps wrong only when linked")),
    };
    let dot = if suffix.is_empty() { "" } else { "." };
    Case {
        expect,
        needs: case.extensions.iter().filter_map(|(names, _)| names.last().cloned()).collect(),
        inapplicable: inapplicable.map(str::to_owned),
        ..Case::new(format!("{file}:{}{dot}{suffix}", case.name), shaders)
    }
}

/// The programs that are linked, and those that do not link.
fn linked(data: &Path, file: &str) -> Result<Vec<Case>> {
    let mut found = Vec::new();
    for case in deqp::parse(&suite::text(data, file)?)? {
        let expect = match case.expected {
            Expected::Pass | Expected::Builds => Expect::Accept,
            Expected::LinkFail | Expected::ValidationFail | Expected::CompileOrLinkFail => Expect::Reject,
            Expected::CompileFail => continue,
        };
        let sources: Vec<_> = case.programs.iter().flat_map(|program| &program.sources).collect();
        let shaders: Vec<Shader> =
            sources.iter().filter_map(|source| Some(specialize(&case, source, source.stage?))).collect();
        if shaders.len() < 2 || shaders.len() != sources.len() {
            continue;
        }
        let linking = Linking { separable: case.programs.len() > 1, alone: false };
        let one = one(file, &case, "", shaders);
        found.push(Case { expect, inapplicable: None, linking: Some(linking), ..one });
    }
    number_names(&mut found);
    Ok(found)
}

/// A vertex shader for fragment shaders that have none, and a fragment shader for vertex shaders that judge, in the version of
/// the other shader.
fn added(others: &[Shader]) -> [Shader; 2] {
    let version = others.first().map_or(Version::desktop(330), |shader| {
        let line = shader.text.trim_start().lines().next().and_then(|line| line.strip_prefix("#version"));
        match line.map(|line| line.split_whitespace().collect::<Vec<_>>()).as_deref() {
            Some([number, rest @ ..]) => match (number.parse(), rest) {
                (Ok(number), ["es"]) => Version::es(number),
                (Ok(number @ ..=100), _) => Version::es(number),
                (Ok(number), _) => Version::desktop(number),
                (Err(_), _) => shader.default_version,
            },
            _ => shader.default_version,
        }
    });
    let is_old = !version.at_least(130, 300);
    let (attribute, output, input) =
        if is_old { ("attribute", "varying", "varying") } else { ("in", "out", "in") };
    let highp = if version.is_es() { "highp " } else { "" };
    let (declared, color) = if is_old {
        (String::new(), "gl_FragColor")
    } else {
        (format!("{output} {highp}vec4 color;\n"), "color")
    };
    let vertex = format!(
        "#version {version}\n{attribute} {highp}vec4 dEQP_Position;\nvoid main() {{ gl_Position = dEQP_Position; }}\n"
    );
    let fragment = format!(
        "#version {version}\n{input} {highp}vec4 deqp_ok;\n{declared}void main() {{ {color} = deqp_ok; }}\n"
    );
    [Shader::new(Stage::Vertex, vertex, version), Shader::new(Stage::Fragment, fragment, version)]
}

/// The cases with values, each for the stages that compute them.
fn executed(data: &Path, file: &str) -> Result<Vec<Case>> {
    let mut found = Vec::new();
    for case in deqp::parse(&suite::text(data, file)?)? {
        let judges = case.values.iter().any(|value| value.storage == Storage::Output);
        if !judges || case.expected != Expected::Pass || case.programs.len() != 1 {
            continue;
        }
        for mut program in of_case(file, &case) {
            program.execution = Some(Execution::SelfJudging(runs(&case)));
            for shader in added(&program.shaders) {
                if program.shaders.iter().all(|own| own.stage != shader.stage) {
                    program.shaders.push(shader);
                }
            }
            program.shaders.sort_by_key(|shader| shader.stage);
            found.push(program);
        }
    }
    number_names(&mut found);
    Ok(found)
}

/// Values of uniforms in each run of a case.
fn runs(case: &deqp::Case) -> Runs {
    let count = case.values.iter().map(|value| value.runs.len()).max().unwrap_or(0).max(1);
    let given = |value: &deqp::Value, run: usize| {
        let path = match value.storage {
            Storage::Input | Storage::Uniform => value.name.clone(),
            Storage::Output => format!("ref_{}", value.name),
        };
        let numbers = value.runs.get(run).or(value.runs.last())?;
        let components = numbers.iter().map(|&number| Component::Number(number)).collect();
        Some(Given { path, components })
    };
    Runs((0..count).map(|run| case.values.iter().filter_map(|value| given(value, run)).collect()).collect())
}
