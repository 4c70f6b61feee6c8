//! Lists of diagnostics, passes, extensions, versions and targets.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use vitrum::{Code, DESKTOP_VERSIONS, ES_VERSIONS, Extension, Target};
use vitrum_passes::{Group, PASSES, PIPELINES};

/// The rows of the table of diagnostics with these codes or names; without any, all rows.
pub(crate) fn explain(codes: &[String]) -> Result<String> {
    if codes.is_empty() {
        let row = |code: &Code| {
            let info = code.info();
            let (severity, group) = (info.severity.name(), info.group.name().unwrap_or_default());
            let name = code.kebab_name();
            format!("{}  {severity:<8} {group:<6} {name:<28} {}\n", info.code, info.explanation)
        };
        return Ok(Code::ALL.iter().map(row).collect());
    }
    let mut text = String::new();
    for name in codes {
        let upper = name.to_ascii_uppercase();
        let code = Code::from_name(name).or_else(|| Code::from_name(&upper));
        let code =
            code.with_context(|| format!("unknown diagnostic `{name}`; `vitrum explain` lists them"))?;
        let info = code.info();
        let severity = info.severity.name();
        let _ = writeln!(text, "{severity} {}: {}\n\n  {}\n", info.code, code.kebab_name(), info.explanation);
        if let Some((wrong, right)) = example(info.code) {
            let _ = writeln!(text, "Wrong:\n\n{}\n\nRight:\n\n{}\n", indented(wrong), indented(right));
        }
        if info.severity == vitrum::Severity::Warning {
            let name = code.kebab_name();
            if let Some(group) = info.group.name() {
                let _ = writeln!(text, "  Enable it with `-W{group}` or `-W{name}`.");
            }
            let _ =
                writeln!(text, "  Disable it with `-Wno-{name}`; make it an error with `-Werror={name}`.\n");
        }
    }
    Ok(text)
}

/// Wrong and right code for each diagnostic: a line `== CODE`, then the wrong code behind a line `-- wrong`, and the right
/// one behind `-- right`. Code without `#version` is of version 450, and code without `main` has an empty one.
const EXAMPLES: &str = include_str!("examples.txt");

/// The wrong and the right code for a diagnostic.
fn example(code: &str) -> Option<(&'static str, &'static str)> {
    let blocks = EXAMPLES.trim_start_matches("== ").split("\n== ").find(|block| block.starts_with(code))?;
    blocks.split_once("-- wrong\n")?.1.split_once("-- right\n")
}

fn indented(code: &str) -> String {
    let lines: Vec<String> = code.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// Every extension with its first versions.
pub(crate) fn extensions() -> String {
    let first = |version: u16| if version == u16::MAX { "-".to_owned() } else { version.to_string() };
    let mut text = format!("{:<52} {:>7} {:>4}\n", "extension", "desktop", "es");
    for extension in Extension::ALL {
        let info = extension.info();
        let _ = writeln!(text, "{:<52} {:>7} {:>4}", info.name, first(info.desktop), first(info.es));
    }
    text
}

/// Every version, and every target.
pub(crate) fn versions() -> String {
    let list = |versions: &[u16]| versions.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
    let mut text = format!("desktop  {}\nes       {}\n", list(DESKTOP_VERSIONS), list(ES_VERSIONS));
    for (target, name) in Target::names().filter_map(|name| Some((Target::from_name(name)?, name))) {
        let minor = target.version().word() >> 8 & 0xff;
        let _ = writeln!(text, "target   {name}, SPIR-V 1.{minor}");
    }
    text
}

/// Every pass by its group, and every pipeline.
pub(crate) fn passes() -> String {
    const GROUPS: [(Group, &str); 9] = [
        (Group::Optimization, "optimisations"),
        (Group::Normalization, "normalizations"),
        (Group::Lowering, "lowerings for several targets"),
        (Group::LoweringForSpirv, "lowerings for SPIR-V"),
        (Group::LoweringForGlsl, "lowerings for GLSL"),
        (Group::Safety, "safety"),
        (Group::Translation, "translation between APIs"),
        (Group::Workaround, "workarounds for drivers"),
        (Group::Hardware, "lowerings for machines"),
    ];
    let mut text = String::new();
    for (group, title) in GROUPS {
        let _ = writeln!(text, "{title}");
        for pass in PASSES.iter().filter(|pass| pass.group == group) {
            let _ = writeln!(text, "  {:<26} {}", pass.name, pass.summary);
            for option in pass.options {
                let setting = format!("{}.{}={}", pass.name, option.name, option.values);
                let _ = writeln!(text, "    --set {setting}  {}", option.summary);
            }
        }
    }
    let _ = writeln!(text, "pipelines");
    for pipeline in PIPELINES {
        let _ = writeln!(text, "  {:<10} {}", pipeline.name, pipeline.names().collect::<Vec<_>>().join(" "));
    }
    text
}
