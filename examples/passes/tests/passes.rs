//! The passes beside those of vitrum, on shaders that the interpreter runs.

use vitrum::{Options, Stage};
use vitrum_example_passes::{CLAMP_INDICES, CLAMP_POINT_SIZE, FLIP_FRAG_COORD, PointSizes, SAFE_DIVISION};
use vitrum_interp::{Environment, Value, run_vertices};
use vitrum_ir::{Module, print};
use vitrum_passes::{PassInfo, RunOptions, Settings, rows, run_passes};

/// The module of a shader after a pass and two of vitrum's, verified after each.
fn passed(stage: Stage, body: &str, pass: &'static PassInfo, settings: Settings) -> Module {
    let text = format!("#version 450\n{body}");
    let compiled = vitrum::compile(&text, &Options::new(stage)).unwrap_or_else(|failure| panic!("{failure}"));
    let mut module = compiled.module;
    let before = print(&module);
    let starved = RunOptions { fuel: Some(0), settings: settings.clone(), ..RunOptions::default() };
    run_passes(&mut module, &[pass], starved).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(print(&module), before, "a change without fuel");
    let passes = [pass, &rows::PROMOTE_VARIABLES, &rows::COMBINE];
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    let report = run_passes(&mut module, &passes, options).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(report.passes[0].name == pass.name && report.passes[0].changes > 0);
    module
}

/// The output `o` of a vertex shader for two inputs.
fn output(module: &Module, a: i32, b: i32) -> Value {
    let inputs = [("a".to_owned(), Value::i32(a)), ("b".to_owned(), Value::i32(b))].into();
    let outcome = run_vertices(module, &mut Environment::default(), &[inputs]);
    let outcome = outcome.unwrap_or_else(|error| panic!("{error}\n{}", print(module)));
    assert!(!outcome.undefined_memory, "an access out of bounds");
    outcome.lanes[0].outputs["o"].clone()
}

const INPUTS: &str = "layout(location = 0) in int a; layout(location = 1) in int b;\n\
    layout(location = 0) flat out int o;\n";

#[test]
fn indices_stay_in_bounds() {
    let body =
        "void main() { int x[3] = int[](5, 6, 7); x[a] = 8; ivec4 v = ivec4(1, 2, 3, 4); o = x[2] + v[b]; }";
    let module = passed(Stage::Vertex, &format!("{INPUTS}{body}"), &CLAMP_INDICES, Settings::default());
    assert_eq!(output(&module, 1, 1), Value::i32(9));
    assert_eq!(output(&module, 100, 100), Value::i32(12));
    assert_eq!(output(&module, -1, -7), Value::i32(12));
}

#[test]
fn runtime_arrays_are_clamped_to_their_length() {
    let body = "layout(local_size_x = 1) in;\nlayout(binding = 0) buffer B { int n; float x[]; };\n\
        void main() { x[n] = 1.0; }";
    let module = passed(Stage::Compute, body, &CLAMP_INDICES, Settings::default());
    assert!(print(&module).contains("array_length"), "{module}");
}

#[test]
fn divisions_are_defined() {
    for (operator, zero, overflow) in [("/", 7, i32::MIN), ("%", 0, 0)] {
        let body = format!("{INPUTS}void main() {{ o = a {operator} b; }}");
        let module = passed(Stage::Vertex, &body, &SAFE_DIVISION, Settings::default());
        assert_eq!(output(&module, 7, 0), Value::i32(zero));
        assert_eq!(output(&module, i32::MIN, -1), Value::i32(overflow));
        assert_eq!(output(&module, 9, 2), Value::i32(if operator == "/" { 4 } else { 1 }));
    }
}

#[test]
fn point_sizes_are_clamped_at_every_exit() {
    let body = "layout(location = 0) in int a;\nvoid main() { gl_PointSize = 100.0; if (a > 0) return; gl_PointSize = 0.0; }";
    let settings = Settings::default().with(PointSizes(2.0, 8.0));
    let text = print(&passed(Stage::Vertex, body, &CLAMP_POINT_SIZE, settings));
    assert_eq!(text.matches("store @gl_PointSize").count(), 4, "{text}");
    assert!(text.contains("fclamp") && text.contains("8.0f32"), "{text}");
}

#[test]
fn fragment_coordinates_are_flipped() {
    let body = "layout(location = 0) out vec4 c;\nvoid main() { c = gl_FragCoord + gl_FragCoord.y; }";
    let text = print(&passed(Stage::Fragment, body, &FLIP_FRAG_COORD, Settings::default()));
    assert_eq!(text.matches("@gl_FragCoord").count(), 2, "{text}");
    assert!(text.contains("load @viewport_height") && text.contains("access @flipped_coord"), "{text}");
}

/// Passes of this size are what the rewriter is for.
#[test]
fn passes_are_short() {
    let sources = [
        (include_str!("../src/clamp_indices.rs"), 40),
        (include_str!("../src/safe_division.rs"), 30),
        (include_str!("../src/clamp_point_size.rs"), 10),
        (include_str!("../src/flip_frag_coord.rs"), 15),
    ];
    for (source, most) in sources {
        let run = source.split_once("\nfn run").map_or("", |(_, run)| run);
        let lines = run.lines().position(|line| line == "}").map_or(0, |last| last + 1);
        assert!((1..=most).contains(&lines), "{lines} lines:\n{source}");
    }
}
