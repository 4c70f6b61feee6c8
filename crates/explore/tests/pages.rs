//! The data of pages. `cargo xtask pages` looks at pages in a browser.

use serde_json::Value;
use vitrum_explore::{
    Explored, OptLevel, Options, ProgramInput, ProgramOptions, ProgramSource, Stage, explore, explore_module,
    explore_program, page,
};

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
    Options::new(Stage::Fragment)
        .opt_level(OptLevel::Default)
        .debug(vitrum::DebugInfo::Names)
        .file_name("a.frag")
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
    let compiled = vitrum::compile_observed(
        SHADER,
        &options(),
        Some(&mut |name, module| {
            expected.push((name.to_owned(), vitrum::ir::text::print_placed(module).text));
        }),
    );
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

const VERTEX: &str = "#version 450
layout(location = 0) in vec4 place;
uniform Scene { vec4 tint; } scene;
out vec4 unread;
out vec4 constant;
void main() {
    unread = place;
    constant = vec4(0.25);
    gl_Position = place * scene.tint;
}
";

const FRAGMENT: &str = "#version 450
uniform Scene { vec4 tint; } scene;
in vec4 constant;
layout(location = 0) out vec4 color;
float halve(float x);
void main() {
    color = constant * halve(scene.tint.x);
}
";

const HALVE: &str = "#version 450\nfloat halve(float x) { return x * 0.5; }\n";

/// The fragment shader in one unit.
fn whole_fragment() -> String {
    FRAGMENT.replace("float halve(float x);", "float halve(float x) { return x * 0.5; }")
}

/// The stages of a program of these texts.
fn program(texts: &[(Stage, &str, &str)]) -> Vec<Explored> {
    let options: Vec<Options> = texts
        .iter()
        .map(|(stage, name, _)| Options::new(*stage).opt_level(OptLevel::Default).file_name(*name))
        .collect();
    let inputs: Vec<ProgramInput<'_>> = texts
        .iter()
        .zip(&options)
        .map(|(text, options)| ProgramInput { source: ProgramSource::Glsl(text.2), options })
        .collect();
    explore_program(&inputs, &ProgramOptions::default())
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(|it| it["name"].as_str()).collect()
}

#[test]
fn stages_of_a_program_are_optimised_across() {
    let stages = program(&[
        (Stage::Fragment, "a.frag", FRAGMENT),
        (Stage::Fragment, "lib/halve.frag", HALVE),
        (Stage::Vertex, "a.vert", VERTEX),
    ]);
    assert!(!stages.iter().any(Explored::has_errors));
    let data = data(&stages);
    let (fragment, vertex) = (&data[0], &data[1]);
    assert_eq!(fragment["name"], "a.frag + halve.frag");
    assert_eq!(
        (names(&fragment["files"]), names(&vertex["files"])),
        (vec!["a.frag", "lib/halve.frag"], vec!["a.vert"])
    );
    let steps = texts(vertex);
    assert_eq!(steps[0].0, "front end");
    let before =
        steps.iter().position(|step| step.0 == "optimize_stages").unwrap_or_else(|| panic!("no step"));
    assert!(steps[before - 1].1.contains("@unread: vec4<f32> output"));
    assert!(!steps[before].1.contains("@unread: vec4<f32> output"), "{}", steps[before].1);
    let text = |shader: &Value, output: &str| -> String {
        let lines = shader[output]["lines"].as_array().into_iter().flatten();
        lines.map(|line| line[0].as_str().unwrap_or_default().to_owned() + "\n").collect()
    };
    assert!(!text(fragment, "spirv").contains("Location 1") && !text(fragment, "glsl").contains("in vec4"));
    // Both stages have one number for what they share.
    let binding =
        |shader: &Value| text(shader, "spirv").lines().find(|it| it.contains(" Binding ")).map(str::to_owned);
    assert_eq!(binding(fragment), binding(vertex));
    assert!(binding(vertex).is_some());
    // The first unit has the place of its call.
    let spans = numbers(&vertex["spans"]);
    let place = VERTEX.find("place * scene").unwrap_or_default();
    assert!(
        spans.chunks(3).any(|it| it[0] == 0 && it[1] == place),
        "places are those of the stage's own file"
    );
}

#[test]
fn outputs_of_a_program_are_those_of_linking() {
    let options = [Stage::Vertex, Stage::Fragment]
        .map(|it| Options::new(it).opt_level(OptLevel::Default).debug(vitrum::DebugInfo::Names));
    let fragment = whole_fragment();
    let texts = [VERTEX, &fragment];
    let linked = vitrum::compile_program(&[(texts[0], &options[0]), (texts[1], &options[1])]);
    let linked = linked.unwrap_or_else(|failure| panic!("{failure}"));
    let stages = program(&[(Stage::Vertex, "", texts[0]), (Stage::Fragment, "", texts[1])]);
    let (words, text) = (linked.stage_spirv(), linked.glsl());
    for (number, shader) in data(&stages).iter().enumerate() {
        let sizes = [&shader["sizes"][0]["after"], &shader["sizes"][1]["after"]]
            .map(|it| it.as_u64().unwrap_or_default() as usize);
        let words = words.as_ref().unwrap_or_else(|error| panic!("{error}"));
        let text = text.as_ref().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(sizes, [words[number].1.len(), text[number].1.len()]);
        let lines = |output: &str| -> String {
            let lines = shader[output]["lines"].as_array().into_iter().flatten();
            lines.map(|line| line[0].as_str().unwrap_or_default().to_owned() + "\n").collect()
        };
        assert_eq!(lines("glsl"), text[number].1);
        assert_eq!(Ok(lines("spirv")), vitrum::disassemble(&words[number].1));
    }
}

#[test]
fn a_program_that_does_not_link_has_its_errors_where_they_are() {
    let wrong = whole_fragment()
        .replace("in vec4 constant", "flat in ivec4 constant")
        .replace("constant *", "vec4(constant) *");
    let stages = program(&[(Stage::Vertex, "a.vert", VERTEX), (Stage::Fragment, "a.frag", &wrong)]);
    assert!(stages[1].has_errors());
    let said: usize = stages.iter().map(|stage| stage.diagnosed().diagnostics.len()).sum();
    let shown: Vec<usize> =
        data(&stages).iter().map(|it| it["messages"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!(said, 1, "each error is said once");
    assert_eq!(shown, [1, 1], "an error about two stages is in the margin of both");
    // A stage with errors of its own does not hide the front end of the others.
    let stages =
        program(&[(Stage::Vertex, "a.vert", VERTEX), (Stage::Fragment, "a.frag", "void main() { x = 1; }")]);
    let data = data(&stages);
    assert_eq!((names(&data[0]["steps"]), names(&data[1]["steps"])), (vec!["front end"], vec![]));
    assert!(!stages[0].has_errors() && stages[1].has_errors());
    // Nothing at all is no program.
    assert!(program(&[]).is_empty());
}
