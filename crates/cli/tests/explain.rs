//! The examples of `vitrum explain`: wrong code gives the diagnostic that it explains and no other, right code compiles.

use std::collections::BTreeMap;

use vitrum::{Code, Level, Options, Severity, Stage, Target};

const EXAMPLES: &str = include_str!("../src/examples.txt");

/// Diagnostics that no short code shows, and why.
const WITHOUT: &[(&str, &str)] = &[
    ("E0009", "it needs a hundred others"),
    ("E0010", "a text of 4 GiB"),
    ("E0013", "a name of a thousand letters"),
    ("E0107", "a limit"),
    ("E0111", "a limit"),
    ("E0124", "a limit"),
    ("E0131", "a limit"),
    ("E0135", "the caller selects the version"),
    ("E0201", "a limit"),
    ("E0427", "a limit"),
    ("E0523", "each intrinsic is its own case"),
    ("E0524", "the caller asks for Appendix A"),
    ("E0526", "several declarations"),
    ("E0611", "the caller asks for WebGL"),
    ("E0711", "a limit"),
    ("E0900", "the caller asks for the transformation"),
    ("E0901", "the caller chooses the target"),
];

struct Example {
    stage: Stage,
    wrong: String,
    right: String,
}

fn examples() -> BTreeMap<&'static str, Example> {
    let blocks = EXAMPLES.trim_start_matches("== ").split("\n== ");
    let read = |block: &'static str| {
        let (head, rest) = block.split_once('\n').expect("a line");
        let mut words = head.split(' ');
        let code = words.next().expect("a code");
        let words: Vec<&str> = words.collect();
        let stage = words.iter().find_map(|word| Stage::from_name(word)).unwrap_or(Stage::Fragment);
        let (_, rest) = rest.split_once("-- wrong\n").expect("wrong code");
        let (wrong, right) = rest.split_once("-- right\n").expect("right code");
        let whole = words.contains(&"whole");
        (code, Example { stage, wrong: completed(wrong, whole), right: completed(right, whole) })
    };
    blocks.map(read).collect()
}

fn completed(code: &str, whole: bool) -> String {
    if whole {
        return code.to_owned();
    }
    let code = format!("{}\n", code.trim_end());
    let version = if code.contains("#version") { "" } else { "#version 450\n" };
    let main = if code.contains("main(") { "" } else { "void main() {}\n" };
    format!("{version}{code}{main}")
}

/// The codes of the errors and warnings of an example of a diagnostic.
fn codes(code: &str, stage: Stage, of: &str) -> (Vec<&'static str>, String) {
    let mut options = Options::new(stage);
    // Warnings of groups are looked for by name.
    options.levels.rows.extend(Code::from_name(of).map(|of| (of, Level::Warn)));
    // Old versions are those of OpenGL.
    if !code.contains("#version 450") {
        options.target = Target::from_name("opengl4.5").unwrap_or(options.target);
    }
    let diagnosed = match vitrum::compile(code, &options) {
        Ok(compilation) => compilation.diagnosed,
        Err(failure) => failure.diagnosed,
    };
    let found = diagnosed.diagnostics.iter().filter(|found| found.severity != Severity::Note);
    let mut found: Vec<&str> = found.map(|found| found.code.info().code).collect();
    found.dedup();
    (found, diagnosed.render())
}

#[test]
fn wrong_code_gives_its_diagnostic_and_right_code_none() {
    let examples = examples();
    let mut faults = Vec::new();
    for (code, example) in &examples {
        let (found, text) = codes(&example.wrong, example.stage, code);
        if found != [*code] {
            faults.push(format!("{code}: wrong code gives {found:?}\n{}{text}", example.wrong));
        }
        let (found, text) = codes(&example.right, example.stage, code);
        if !found.is_empty() {
            faults.push(format!("{code}: right code gives {found:?}\n{}{text}", example.right));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn each_diagnostic_has_an_example_or_a_reason() {
    let examples = examples();
    let has = |code: &&str| examples.contains_key(*code) || WITHOUT.iter().any(|row| row.0 == *code);
    // Link errors have several shaders, whose examples are the tests of linking.
    let codes = Code::ALL.iter().map(|code| code.info().code).filter(|code| !code.starts_with("E08"));
    let missing: Vec<&str> = codes.filter(|code| !has(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
