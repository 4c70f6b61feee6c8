//! Places in the source of the lines of each output, and of what the back ends refuse in a unit.
#![cfg(feature = "disassembly")]

use vitrum::ir::{SourceMap, Span, text};
use vitrum::{Compilation, DebugInfo, OptLevel, Options, Stage, compile};

const SOURCE: &str = "#version 450
layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 color;
struct Light { vec3 way; float power; };
layout(binding = 0) uniform Lights { Light first; } lights;

float lit(vec3 way) {
    return dot(normal, way);
}

void main() {
    float sum = lit(lights.first.way) * lights.first.power;
    if (sum < 0.0) {
        sum = -sum;
    }
    color = vec4(sum, gl_FragCoord.xyz);
}
";

fn compiled(level: OptLevel) -> Compilation {
    let options = Options::new(Stage::Fragment).opt_level(level).debug(DebugInfo::Names);
    compile(SOURCE, &options).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The texts of the places of the first line that contains this.
#[track_caller]
fn sources_of<'s>(lines: &[(String, Vec<Span>)], part: &str, sources: &'s SourceMap) -> Vec<&'s str> {
    let found = lines.iter().find(|line| line.0.contains(part));
    let (_, places) = found.unwrap_or_else(|| panic!("no line has {part}: {lines:#?}"));
    places.iter().filter(|span| !span.is_nowhere()).map(|&span| sources.slice(span)).collect()
}

#[test]
fn lines_of_the_ir_have_places() {
    let compilation = compiled(OptLevel::None);
    let placed = text::print_placed(&compilation.module);
    let lines: Vec<_> =
        placed.text.lines().map(str::to_owned).zip(placed.places.iter().map(|&it| vec![it])).collect();
    let of = |part| sources_of(&lines, part, &compilation.diagnosed.sources);
    assert_eq!(of("global @normal"), ["normal"]);
    assert_eq!(of("struct #Light {"), ["struct"]);
    assert_eq!(of("power: f32"), ["power"]);
    assert_eq!(of("fn &lit"), ["lit"]);
    assert_eq!(of("= dot"), ["dot(normal, way)"]);
    assert_eq!(of("store @color"), ["color = vec4(sum, gl_FragCoord.xyz)"]);
    assert!(of("} else {").is_empty());
    assert!(of("entry &main").is_empty());
}

#[test]
fn a_pass_leaves_the_lines_that_it_does_not_change() {
    let (mut texts, options) = (Vec::new(), Options::new(Stage::Fragment).opt_level(OptLevel::Default));
    let compiled = vitrum::compile_observed(
        SOURCE,
        &options,
        Some(&mut |_, module| {
            texts.push(text::print_placed(module).text);
        }),
    );
    assert!(compiled.is_ok() && texts.len() > 3);
    let before = text::print_placed(&self::compiled(OptLevel::None).module).text;
    let kept = before.lines().filter(|line| texts[0].lines().any(|other| other == *line)).count();
    assert!(kept * 2 > before.lines().count(), "{kept} lines stay:\n{before}\n{}", texts[0]);
}

#[test]
fn instructions_of_spirv_have_places() {
    for level in [OptLevel::None, OptLevel::Default] {
        let compilation = compiled(level);
        let placed = compilation.lowered().and_then(|lowered| lowered.placed_assembly());
        let placed = placed.unwrap_or_else(|error| panic!("{error}"));
        let lines: Vec<_> = placed.iter().map(|line| (line.text.clone(), vec![line.place])).collect();
        let of = |part| sources_of(&lines, part, &compilation.diagnosed.sources);
        assert_eq!(of("= OpDot"), ["dot(normal, way)"]);
        assert_eq!(of("%color = OpVariable"), ["color"]);
        assert_eq!(of("OpDecorate %color Location"), ["color"]);
        assert_eq!(of("OpName %lights"), ["lights"]);
        assert_eq!(of("OpStore %color"), ["color = vec4(sum, gl_FragCoord.xyz)"]);
        assert!(of("OpFunctionEnd").is_empty());
        assert!(of("OpCapability Shader").is_empty());
        let text: Vec<String> = lines.iter().map(|line| line.0.clone() + "\n").collect();
        assert_eq!(compilation.assembly().ok(), Some(text.concat()));
    }
}

#[test]
fn lines_of_printed_glsl_have_places() {
    let compilation = compiled(OptLevel::None);
    let placed = compilation.placed_glsl().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(Ok(&placed.text), compilation.glsl().as_ref());
    let lines: Vec<_> = placed.text.lines().map(str::to_owned).zip(placed.places).collect();
    let of = |part| sources_of(&lines, part, &compilation.diagnosed.sources);
    assert_eq!(of("in vec3 normal"), ["normal"]);
    assert_eq!(of("float power"), ["power"]);
    assert_eq!(of("float lit"), ["lit"]);
    assert!(of("return dot").contains(&"dot(normal, way)"));
    assert!(of("if (sum < 0.0)").contains(&"sum < 0.0"));
    assert!(of("color = ").contains(&"vec4(sum, gl_FragCoord.xyz)"));
    assert!(of("#version").is_empty());
}

#[test]
fn places_survive_wrapping() {
    let terms: Vec<String> = (0..40).map(|at| format!("sin(color.x * {at}.5)")).collect();
    let source = format!(
        "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() {{\n    color.y = {};\n    color.z = cos(2.5);\n}}\n",
        terms.join(" + ")
    );
    let compilation =
        compile(&source, &Options::new(Stage::Fragment)).unwrap_or_else(|failure| panic!("{failure}"));
    let placed = compilation.placed_glsl().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(placed.text.lines().count(), placed.places.len());
    let mut checked = 0;
    for (line, places) in placed.text.lines().zip(&placed.places) {
        for span in places {
            let text = compilation.diagnosed.sources.slice(*span);
            if text.starts_with("sin(") && !text.contains(" + ") && text.ends_with("5)") {
                assert!(line.contains(text), "{text} is not in: {line}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 40);
    let last = placed.text.lines().zip(&placed.places).find(|row| row.0.contains("color.z ="));
    assert!(last.is_some_and(|row| !row.1.is_empty()));
}

#[test]
fn what_a_pass_makes_has_the_place_of_what_it_looks_at() {
    let source = "#version 450
layout(location = 0) in vec4 a;
layout(location = 0) out vec4 color;
struct Pair { vec4 one; vec4 two; };
void main() {
    Pair pair = Pair(a, a.wzyx);
    Pair other = pair;
    if (a.x < 0.0) other.one = vec4(1.0);
    color = other.one + other.two;
}
";
    let options = Options::new(Stage::Fragment).opt_level(OptLevel::Default);
    let (mut made, mut texts) = (0, String::new());
    let compiled = vitrum::compile_observed(
        source,
        &options,
        Some(&mut |name, module| {
            for function in module.functions.values() {
                for (_, inst) in vitrum::ir::visit::insts(function) {
                    made += 1;
                    if function.insts[inst].span().is_nowhere() {
                        texts.push_str(&format!(
                            "{name} leaves {} without a place\n",
                            function.op(inst).mnemonic()
                        ));
                    }
                }
            }
        }),
    );
    assert!(compiled.is_ok() && made > 0);
    assert_eq!(texts, "");
    let placed = text::print_placed(&compiled.unwrap_or_else(|failure| panic!("{failure}")).module);
    assert!(placed.text.contains("= select "), "{}", placed.text);
}

#[test]
fn imports_that_are_left_are_refused_where_they_are_declared() {
    let source = "#version 450\nlayout(location = 0) out vec4 o;\nfloat one();\nfloat two();\n\
        void main() { o = vec4(two()); }\n";
    let options = Options::new(Stage::Fragment).library(true);
    let unit = compile(source, &options).unwrap_or_else(|failure| panic!("{failure}"));
    let sources = &unit.diagnosed.sources;
    // Neither back end is told of a linker here.
    let spirv = vitrum_backend_spirv::emit(
        &unit.module,
        &vitrum_backend_spirv::Options::new(vitrum::Target::Vulkan1_3),
    );
    let glsl = vitrum_backend_glsl::emit(&unit.module, &vitrum_backend_glsl::Options::default());
    let errors = [
        spirv.map_err(|error| (error.to_string(), error.span())).err(),
        glsl.map_err(|error| (error.to_string(), error.span())).err(),
    ];
    for error in errors {
        let (message, span) = error.expect("an import is left");
        assert_eq!(message, "module imports functions and must be linked: `two()`");
        assert_eq!(span.map(|span| sources.slice(span)), Some("two"));
    }
}
