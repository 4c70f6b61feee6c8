//! The rule of layers: which package may use which, proved from cargo's metadata.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::shell;

/// A package and the packages of this workspace that it may use, for whatever purpose.
///
/// A front end never sees passes or back ends, back ends never see each other, and the IR knows nobody.
const LAYERS: &[(&str, &[&str])] = &[
    ("vitrum-ir", &[]),
    ("vitrum-ir-text", &["vitrum-ir"]),
    ("vitrum-ir-bytes", &["vitrum-ir"]),
    ("vitrum-glsl", &["vitrum-ir"]),
    ("vitrum-diagnostics", &["vitrum-ir"]),
    ("vitrum-frontend-glsl", &["vitrum-diagnostics", "vitrum-glsl", "vitrum-ir"]),
    ("vitrum-frontend-spirv", &["vitrum-ir", "vitrum-spirv-text"]),
    ("vitrum-link", &["vitrum-diagnostics", "vitrum-glsl", "vitrum-ir", "vitrum-passes"]),
    ("vitrum-passes", &["vitrum-glsl", "vitrum-ir", "vitrum-ir-bytes"]),
    ("vitrum-interp", &["vitrum-ir"]),
    ("vitrum-reflect", &["vitrum-ir", "vitrum-passes"]),
    ("vitrum-backend-spirv", &["vitrum-ir", "vitrum-passes"]),
    ("vitrum-backend-glsl", &["vitrum-glsl", "vitrum-ir", "vitrum-passes"]),
    (
        "vitrum",
        &[
            "vitrum-ir",
            "vitrum-glsl",
            "vitrum-frontend-glsl",
            "vitrum-frontend-spirv",
            "vitrum-link",
            "vitrum-passes",
            "vitrum-reflect",
            "vitrum-backend-spirv",
            "vitrum-backend-glsl",
            "vitrum-spirv-text",
        ],
    ),
    ("vitrum-spirv-text", &[]),
    ("vitrum-shaderc", &["vitrum", "vitrum-passes", "vitrum-spirv-text"]),
    ("vitrum-capi", &["vitrum", "vitrum-shaderc"]),
    ("vitrum-lsp", &["vitrum", "vitrum-glsl", "vitrum-ir"]),
    ("vitrum-explore", &["vitrum", "vitrum-glsl", "vitrum-passes"]),
    ("vitrum-build", &["vitrum"]),
    ("vitrum-macros", &["vitrum"]),
    ("vitrum-example-build-script", &["vitrum-build"]),
    (
        "vitrum-cli",
        &["vitrum", "vitrum-explore", "vitrum-lsp", "vitrum-ir-bytes", "vitrum-ir-text", "vitrum-passes"],
    ),
    (
        "vitrum-tests",
        &[
            "vitrum",
            "vitrum-backend-glsl",
            "vitrum-backend-spirv",
            "vitrum-frontend-spirv",
            "vitrum-generator",
            "vitrum-glsl",
            "vitrum-interp",
            "vitrum-ir",
            "vitrum-ir-bytes",
            "vitrum-ir-text",
            "vitrum-passes",
            "vitrum-runner",
            "vitrum-spirv-text",
        ],
    ),
    ("vitrum-tests-grammar", &["vitrum-frontend-glsl", "vitrum-ir"]),
    ("vitrum-corpus", &["vitrum"]),
    ("vitrum-bench", &["vitrum", "vitrum-corpus", "vitrum-ir-bytes", "vitrum-link"]),
    ("vitrum-naga", &["vitrum", "vitrum-corpus"]),
    ("vitrum-runner", &["vitrum"]),
    (
        "vitrum-conformance",
        &[
            "vitrum",
            "vitrum-backend-glsl",
            "vitrum-backend-spirv",
            "vitrum-corpus",
            "vitrum-generator",
            "vitrum-interp",
            "vitrum-link",
            "vitrum-passes",
            "vitrum-runner",
            "vitrum-spirv-text",
        ],
    ),
    (
        "vitrum-generator",
        &[
            "vitrum",
            "vitrum-backend-glsl",
            "vitrum-backend-spirv",
            "vitrum-corpus",
            "vitrum-glsl",
            "vitrum-interp",
            "vitrum-ir",
            "vitrum-ir-bytes",
            "vitrum-ir-text",
            "vitrum-link",
            "vitrum-passes",
        ],
    ),
    (
        "vitrum-bench-optimise",
        &["vitrum", "vitrum-corpus", "vitrum-passes", "vitrum-reflect", "vitrum-runner"],
    ),
    ("vitrum-bench-lsp", &[]),
    ("vitrum-grammar", &[]),
    ("vitrum-example-passes", &["vitrum", "vitrum-interp", "vitrum-ir", "vitrum-passes"]),
    ("vitrum-mutate", &[]),
    ("xtask", &[]),
];

/// The reader of the text form, which tests of every package may use.
const READER: &str = "vitrum-ir-text";

/// Crates by others that the IR may use: containers, hashing and the mathematical functions of constants.
const USED_BY_IR: &[&str] = &["indexmap", "la-arena", "libm", "rustc-hash", "smallvec"];

/// Checks every package of the workspace.
pub(super) fn check() -> Result<Vec<String>> {
    let metadata = shell::capture(shell::cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo metadata is no JSON")?;
    let packages = metadata["packages"].as_array().context("cargo metadata has no packages")?;
    Ok(packages.iter().flat_map(check_package).collect())
}

fn check_package(package: &Value) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let Some((_, allowed)) = LAYERS.iter().find(|(layer, _)| *layer == name) else {
        return vec![format!("{name}: has no row in the table of layers in xtask/src/tidy/layering.rs")];
    };
    let mut findings = Vec::new();
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        let used = dependency["name"].as_str().unwrap_or_default();
        let ours = LAYERS.iter().any(|(layer, _)| *layer == used);
        let for_tests = used == READER && dependency["kind"] == "dev";
        if ours && !for_tests && !allowed.contains(&used) {
            findings.push(format!("{name}: may not use {used} (allowed: {})", allowed.join(", ")));
        }
        let normal = dependency["kind"].is_null();
        if name == "vitrum-ir" && normal && !ours && !USED_BY_IR.contains(&used) {
            findings.push(format!("{name}: may not use {used} (allowed: {})", USED_BY_IR.join(", ")));
        }
    }
    findings
}
