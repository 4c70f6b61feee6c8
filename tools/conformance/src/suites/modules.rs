//! Modules in assembly that other compilers and optimisers make, for `--run-beside spirv`: those of the tests of the reader, which
//! have forms that glslang never writes, or those of a folder.

use std::path::{Path, PathBuf};

use anyhow::Result;
use vitrum::{Stage, Target, Version};

use crate::case::{Case, Shader};
use crate::suite::{self, Suite};

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "modules",
    what: "the modules of crates/frontend-spirv/tests/read, or with --data those of a folder, for --run-beside spirv",
    folder,
    install: "it is a part of the repository",
    fetch: None,
    files,
    cases,
    executed: None,
    linked: None,
};

/// The beginning of modules of which the file is the body of a function.
const FRAME: &str = include_str!("../../../../crates/frontend-spirv/tests/frame.spvasm");

/// The stages by the names of SPIR-V.
const STAGES: &[(&str, Stage)] = &[
    ("Vertex", Stage::Vertex),
    ("TessellationControl", Stage::TessControl),
    ("TessellationEvaluation", Stage::TessEvaluation),
    ("Geometry", Stage::Geometry),
    ("Fragment", Stage::Fragment),
    ("GLCompute", Stage::Compute),
    ("TaskEXT", Stage::Task),
    ("MeshEXT", Stage::Mesh),
];

fn folder() -> PathBuf {
    suite::root().join("crates/frontend-spirv/tests/read")
}

fn files(data: &Path) -> Result<Vec<String>> {
    let is_module = |file: &Path| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".spvasm") || name.contains(".asm.")
    };
    suite::relative_files(data, "", is_module)
}

fn cases(data: &Path, file: &str) -> Result<Vec<Case>> {
    let text = suite::text(data, file)?;
    let is_whole = text.contains("OpCapability");
    let text = if is_whole { text } else { format!("{FRAME}{text}\nOpFunctionEnd\n") };
    let entries: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("OpEntryPoint "))
        .filter_map(|rest| rest.split_whitespace().next())
        .collect();
    let imports = text.lines().any(|line| line.contains(" LinkageAttributes ") && line.ends_with(" Import"));
    let stage = match entries.as_slice() {
        [] => Err("a library"),
        _ if imports => Err("functions of other modules"),
        [name] => STAGES.iter().find(|row| row.0 == *name).map(|row| row.1).ok_or("a stage that is not run"),
        _ => Err("several entry points"),
    };
    let shader = Shader::new(stage.unwrap_or(Stage::Fragment), text, Version::desktop(460));
    let shader = Shader { target: Target::Vulkan1_3, assembly: true, ..shader };
    Ok(vec![Case { inapplicable: stage.err().map(str::to_owned), ..Case::new(file, vec![shader]) }])
}
