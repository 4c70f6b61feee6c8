//! Libraries do no IO, read no clock and no environment, start no thread and keep no state that changes (invariants 3
//! and 5 of ARCHITECTURE.md). The command line and the language server may, and the crates that run while a program is built.

use std::path::Path;

use anyhow::Result;

use super::{Tree, check_lines};

/// Folders of programs: the command line, the language server, which it runs, and crates that run while a program is built.
const PROGRAMS: &[&str] = &["crates/cli", "crates/lsp", "crates/build", "crates/macros"];

/// The part of a library that reads files, by a feature that is off by default.
const FILES: &str = "crates/vitrum/src/files.rs";

/// Names of the standard library that a library may not use, each with the reason.
const FORBIDDEN: &[(&[&str], &str)] = &[
    (&["Instant", "SystemTime"], "reads a clock"),
    (&["std::env", "env::var", "env::args", "option_env"], "reads the environment"),
    (&["std::fs", "std::net", "std::io", "std::os", "File::open", "TcpStream"], "does IO"),
    (&["println", "print", "eprintln", "eprint", "dbg", "stdout", "stderr", "stdin"], "does IO"),
    (&["std::process", "std::thread"], "starts or ends processes or threads"),
    (&["static mut", "thread_local", "Mutex", "RwLock"], "keeps global state"),
    (
        &["AtomicBool", "AtomicU32", "AtomicU64", "AtomicUsize", "AtomicI32", "AtomicI64"],
        "keeps global state",
    ),
    (&["HashMap", "HashSet", "RandomState"], "has an order that differs from run to run"),
];

/// Checks the sources of every library.
pub(super) fn check(tree: &Tree) -> Result<Vec<String>> {
    tree.check("rs", |file, text| if is_library(file) { check_source(file, text) } else { Vec::new() })
}

fn is_library(file: &Path) -> bool {
    let mut parts = file.components().map(|part| part.as_os_str());
    let is_source =
        parts.next().is_some_and(|part| part == "crates") && parts.nth(1).is_some_and(|part| part == "src");
    let is_program = PROGRAMS.iter().any(|program| file.starts_with(program));
    is_source && !is_program && file != Path::new(FILES)
}

fn check_source(file: &Path, text: &str) -> Vec<String> {
    check_lines(file, text, |line| {
        let code = line.split("//").next().unwrap_or_default();
        let mut findings = Vec::new();
        if code.contains("std::{") {
            findings.push("`std::{` hides what it uses".to_owned());
        }
        for &(names, reason) in FORBIDDEN {
            let used = names.iter().filter(|name| names_it(code, name));
            findings.extend(used.map(|name| format!("`{name}` {reason}, which no library does")));
        }
        findings
    })
}

/// True if a line has a name as a whole word; a macro is only one where it is called.
fn names_it(code: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_macro =
        matches!(name, "println" | "print" | "eprintln" | "eprint" | "dbg" | "option_env" | "thread_local");
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        let ends = if is_macro { after.starts_with('!') } else { !after.starts_with(is_word) };
        let called = !matches!(name, "stdout" | "stderr" | "stdin") || after.starts_with("()");
        ends && called && !before.ends_with(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::{check_source, is_library};
    use std::path::Path;

    #[test]
    fn faults_are_found() {
        let faults = [
            "use std::time::Instant;",
            "let start = SystemTime::now();",
            "let home = std::env::var(\"HOME\");",
            "use std::{fs, io};",
            "let text = std::fs::read_to_string(path);",
            "eprintln!(\"{x}\");",
            "static COUNT: AtomicU32 = AtomicU32::new(0);",
            "let map: HashMap<u32, u32> = HashMap::new();",
        ];
        for fault in faults {
            assert!(!check_source(Path::new("a.rs"), fault).is_empty(), "{fault}");
        }
        let fine = [
            "use rustc_hash::FxHashMap;",
            "use std::time::Duration;",
            "fn print(module: &Module) -> String { text::print(module) }",
            "const VERSION: &str = env!(\"CARGO_PKG_VERSION\");",
            "/// println!(\"in documentation\");",
        ];
        for line in fine {
            assert_eq!(check_source(Path::new("a.rs"), line), Vec::<String>::new());
        }
    }

    #[test]
    fn only_libraries_are_looked_at() {
        assert!(is_library(Path::new("crates/passes/src/manager.rs")));
        assert!(!is_library(Path::new("crates/passes/tests/passes.rs")));
        assert!(!is_library(Path::new("crates/cli/src/opt.rs")));
        assert!(!is_library(Path::new("xtask/src/tidy.rs")));
    }
}
