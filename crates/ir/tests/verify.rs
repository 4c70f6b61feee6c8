//! The verifier: every rule is broken by a module that breaks only this rule, and what is reported is shown.
//!
//! A file of `tests/verify/rules` is a module in the text form, named by the rule that it breaks; its last lines,
//! which begin with `//=`, are what the verifier reports. `UPDATE_EXPECT=1` writes them. What text cannot say is
//! built in [`built`].

#[path = "verify/built.rs"]
mod built;
#[path = "verify/totality.rs"]
mod totality;
#[path = "verify/valid.rs"]
mod valid;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use vitrum_ir::{Module, Rule, Span, verify};
use vitrum_ir_text::parse;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify/rules");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "vir"))
        .collect();
    files.sort();
    files
}

/// The number of the rule that a file is named by.
fn number(path: &Path) -> String {
    let stem = path.file_stem().unwrap().to_string_lossy();
    stem.split(['_', '.']).next().unwrap().to_string()
}

/// The report of the verifier on a module that breaks only the rule of this number.
#[track_caller]
fn report(module: &Module, number: &str) -> String {
    let errors = verify(module).expect_err("the module should break a rule");
    for error in &errors.errors {
        assert_eq!(error.rule.number(), number, "another rule is broken:\n{errors}");
    }
    errors.to_string()
}

#[test]
fn rules_are_broken_one_at_a_time() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut failures = Vec::new();
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let source: String =
            text.lines().filter(|line| !line.starts_with("//=")).map(|line| format!("{line}\n")).collect();
        let module = parse(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let result = std::panic::catch_unwind(|| report(&module, &number(&path)));
        let Ok(found) = result else {
            failures.push(path.display().to_string());
            continue;
        };
        let expected: String = found.lines().map(|line| format!("//= {line}\n")).collect();
        let whole = format!("{}\n{expected}", source.trim_end());
        if update {
            std::fs::write(&path, whole).unwrap();
        } else if whole != text {
            failures.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_rule_has_a_module_that_breaks_it() {
    let mut broken: BTreeSet<String> = files().iter().map(|path| number(path)).collect();
    broken.extend(built::CASES.iter().map(|case| case.0.to_string()));
    let rules: BTreeSet<String> = Rule::ALL.iter().map(|rule| rule.number().to_string()).collect();
    assert_eq!(broken, rules);
    assert_eq!(Rule::ALL.len(), rules.len(), "numbers are distinct");
}

#[test]
fn errors_have_the_source_of_the_place_at_fault() {
    let text = "stage vertex\nglobal @a: f32 task_payload\n\nfn &f() -> void {\n    %0: f32 = dfdx 1.0f32\n    return\n}\n";
    let mut module = parse(text).unwrap();
    let spans = |module: &Module| -> Vec<Option<Span>> {
        verify(module).unwrap_err().errors.iter().map(|error| error.span).collect()
    };
    assert_eq!(spans(&module), [None, None]);
    let function = module.function_ids().next().unwrap();
    let inst = module.functions[function].inst_ids().next().unwrap();
    module.functions[function].raw_insts_mut()[inst].set_span(Span::new(30, 37));
    let global = module.global_ids().next().unwrap();
    module.globals[global].origin = Span::new(4, 9).into();
    assert_eq!(spans(&module), [Some(Span::new(4, 9)), Some(Span::new(30, 37))]);
}
