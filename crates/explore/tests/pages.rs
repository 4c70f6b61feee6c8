//! The data of pages. `cargo xtask pages` looks at pages in a browser.

use serde_json::Value;
use vitrum_explore::{Explored, OptLevel, Options, Stage, explore, explore_module, page};

const SHADER: &str = "#version 450
layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 color;
float twice(float x) { return x * 2.0; }
void main() {
    float sum = 0.0;
    for (int i = 0; i < 3; i++) sum += twice(normal[i]);
    color = vec4(sum);
}
";

fn options() -> Options {
    Options::new(Stage::Fragment).opt_level(OptLevel::Default).file_name("a.frag")
}

/// The shaders of a page.
fn data(shaders: &[Explored]) -> Vec<Value> {
    let html = page(shaders);
    let (_, rest) = html.split_once("id=\"data\">").unwrap_or_else(|| panic!("no data"));
    let (json, _) = rest.split_once("</script>").unwrap_or_default();
    let data: Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}"));
    data["shaders"].as_array().cloned().unwrap_or_default()
}

fn numbers(value: &Value) -> Vec<usize> {
    value.as_array().into_iter().flatten().map(|it| it.as_u64().unwrap_or_default() as usize).collect()
}

/// The text of each step.
fn texts(shader: &Value) -> Vec<(String, String)> {
    let lines = numbers(&shader["lines"]);
    let mut steps: Vec<(String, Vec<usize>)> = Vec::new();
    for (number, step) in shader["steps"].as_array().into_iter().flatten().enumerate() {
        let base = step["base"].as_u64().unwrap_or_default() as usize;
        let mut now = if base == number { Vec::new() } else { steps[base].1.clone() };
        for edit in step["edits"].as_array().into_iter().flatten().rev() {
            let (from, count) = (
                edit[0].as_u64().unwrap_or_default() as usize,
                edit[1].as_u64().unwrap_or_default() as usize,
            );
            now.splice(from..from + count, numbers(&edit[2]));
        }
        steps.push((step["name"].as_str().unwrap_or_default().to_owned(), now));
    }
    let line = |line: &usize| shader["texts"][lines[2 * line]].as_str().unwrap_or_default().to_owned() + "\n";
    steps.into_iter().map(|(name, now)| (name, now.iter().map(line).collect())).collect()
}

#[test]
fn steps_are_the_modules_behind_the_passes() {
    let mut expected = Vec::new();
    let compiled = vitrum::compile_observed(SHADER, &options(), &mut |name, module| {
        expected.push((name.to_owned(), vitrum::ir::text::print_placed(module).text));
    });
    let lowered = compiled.unwrap_or_else(|failure| panic!("{failure}"));
    for for_glsl in [false, true] {
        let seen = lowered.observe_lowerings(for_glsl, &mut |name, module| {
            expected.push((name.to_owned(), vitrum::ir::text::print_placed(module).text));
        });
        assert_eq!(seen, Ok(()));
    }
    let found = texts(&data(&[explore(SHADER, &options())])[0]);
    assert_eq!(found[0].0, "front end");
    let found: Vec<_> = found.into_iter().skip(1).filter(|step| step.0 != "result").collect();
    assert_eq!(found, expected);
}

#[test]
fn outputs_are_those_of_the_compiler() {
    let compiled = vitrum::compile(SHADER, &options()).unwrap_or_else(|failure| panic!("{failure}"));
    let shader = &data(&[explore(SHADER, &options())])[0];
    let text = |output: &str| -> String {
        let lines = shader[output]["lines"].as_array().into_iter().flatten();
        lines.map(|line| line[0].as_str().unwrap_or_default().to_owned() + "\n").collect()
    };
    assert_eq!(Ok(text("spirv")), compiled.assembly());
    assert_eq!(Ok(text("glsl")), compiled.glsl());
    let words = compiled.spirv().map(|words| words.len() as u64);
    assert_eq!(Ok(shader["sizes"][0]["after"].as_u64().unwrap_or_default()), words);
}

#[test]
fn nearly_all_instructions_have_a_place() {
    let shader = &data(&[explore(SHADER, &options())])[0];
    for step in shader["steps"].as_array().into_iter().flatten() {
        let counts = &step["statistics"];
        let (all, placed) = (counts["instructions"].as_u64(), counts["placed"].as_u64());
        let lost = all.unwrap_or_default() - placed.unwrap_or_default();
        assert!(lost * 50 <= all.unwrap_or_default(), "{}: {lost} of {all:?} have no place", step["name"]);
    }
}

#[test]
fn wrong_shaders_have_their_errors() {
    let shader = explore(&SHADER.replace("twice(normal", "thrice(normal"), &options());
    assert!(shader.has_errors() && shader.diagnosed().has_errors());
    assert_eq!(shader.faults().count(), 0);
    let shader = &data(&[shader])[0];
    assert_eq!(shader["steps"], Value::Array(Vec::new()));
    assert_eq!(shader["messages"][0]["severity"], "error");
    assert!(shader["messages"][0]["rendered"].as_str().is_some_and(|text| text.contains("a.frag:7:")));
    // Any text has a page.
    for source in ["", "\u{0}", "</script>", "#include \"a\"", "#version 450\nvoid main() {"] {
        assert_eq!(data(&[explore(source, &options())]).len(), 1);
    }
}

#[test]
fn a_module_that_is_not_valid_is_a_fault() {
    let compiled = vitrum::compile(SHADER, &options()).unwrap_or_else(|failure| panic!("{failure}"));
    let mut module = compiled.module.clone();
    let sources = compiled.diagnosed.sources.clone();
    assert!(!explore_module(module.clone(), sources.clone(), &options()).has_errors());
    let entry = module.entry.unwrap_or_else(|| panic!("no entry"));
    module.functions[entry].result = vitrum::ir::types::common::F32;
    let shader = explore_module(module, sources, &options());
    assert!(shader.has_errors() && shader.faults().any(|fault| fault.contains("internal compiler error")));
}

#[test]
fn remarks_and_warnings_are_messages() {
    let levels = vitrum_explore::Levels { group: vitrum_explore::WarningGroup::Extra, ..Default::default() };
    let source = SHADER.replace("float sum", "float other; float sum");
    let shader = &data(&[explore(&source, &options().levels(levels))])[0];
    let severities: Vec<&str> = shader["messages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it["severity"].as_str())
        .collect();
    assert!(severities.contains(&"warning") && severities.contains(&"remark"), "{severities:?}");
}
