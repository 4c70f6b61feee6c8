//! Rules for each source file: its length, its first line, words that mark unfinished code; and for each
//! package: its lints.

use std::path::Path;

use anyhow::Result;

use super::{Tree, check_lines};

/// The most lines a file may have.
const LONGEST: usize = 1000;

/// Files that may be longer, each with the reason.
const LONG: &[(&str, &str)] = &[
    ("crates/ir-text/src/generated/grammar.rs", "made by lalrpop"),
    ("crates/ir-text/src/generated/lexemes.rs", "made by logos"),
];

/// Manifests with lints of their own, each with the reason.
const OWN_LINTS: &[(&str, &str)] = &[
    ("tools/runner/Cargo.toml", "calls Vulkan, where every call is unsafe"),
    ("crates/capi/Cargo.toml", "is called from C, which has pointers"),
];

/// Words that mark unfinished code; split so that this file does not contain them.
const UNFINISHED: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X:"),
    concat!("to", "do!("),
    concat!("unimple", "mented!("),
    concat!("dbg", "!("),
];

/// Checks every Rust source and every manifest.
pub(super) fn check(tree: &Tree) -> Result<Vec<String>> {
    let mut findings = tree.check("rs", check_source)?;
    for (name, _) in LONG {
        if !tree.files.iter().any(|file| file == Path::new(name)) {
            findings.push(format!("{name}: is excused for its length but does not exist"));
        }
    }
    for file in tree.with_extension("toml").filter(|file| file.ends_with("Cargo.toml")) {
        let text = tree.text(file)?;
        let package = text.contains("[package]") && !text.contains("[workspace]");
        let excused = OWN_LINTS.iter().any(|(own, _)| file == Path::new(own));
        if package && !excused && !text.contains("[lints]\nworkspace = true") {
            findings.push(format!("{}: does not take the lints of the workspace", file.display()));
        }
    }
    Ok(findings)
}

fn check_source(file: &Path, text: &str) -> Vec<String> {
    let name = file.display();
    let mut findings = Vec::new();
    if !text.starts_with("//!") {
        findings
            .push(format!("{name}:1: does not open with `//!`: what it is for, what it leaves to others"));
    }
    let excused = LONG.iter().any(|(long, _)| file == Path::new(long));
    let lines = text.lines().count();
    if lines > LONGEST && !excused {
        findings.push(format!("{name}: has {lines} lines, more than {LONGEST}"));
    }
    if lines <= LONGEST && excused {
        findings.push(format!("{name}: has {lines} lines and needs no excuse in xtask/src/tidy/files.rs"));
    }
    findings.extend(check_lines(file, text, |line| {
        let words = UNFINISHED.iter().filter(|word| line.contains(**word));
        words.map(|word| format!("says `{word}`")).collect()
    }));
    findings
}

#[cfg(test)]
mod tests {
    use super::check_source;
    use std::path::Path;

    #[test]
    fn faults_are_found() {
        let text = format!("fn main() {{ {}) }}\n", concat!("to", "do!("));
        let findings = check_source(Path::new("a.rs"), &text);
        assert_eq!(findings.len(), 2, "{findings:?}");
        assert_eq!(check_source(Path::new("a.rs"), &"//! Long.\n".repeat(1001)).len(), 1);
    }
}
