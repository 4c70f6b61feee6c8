//! Stages of a program are optimised together: each optimisation, and each reason not to do it.

use vitrum_ir::Module;
use vitrum_link::{Api, CrossStage, ProgramStage, StageRules, link_stages, optimize_stages};
use vitrum_passes::Settings;

/// A stage: its first lines and globals, and the body of its entry point.
fn stage(head: &str, body: &str) -> String {
    let (stage, globals) = head.split_once('\n').unwrap_or((head, ""));
    let (execution, globals): (Vec<&str>, Vec<&str>) =
        globals.lines().map(str::trim_start).partition(|line| line.starts_with("execution"));
    let mut text = format!("vir 1\nstage {stage}\n");
    execution.iter().for_each(|line| text += &format!("{line}\n"));
    text += "entry &main\n";
    globals.iter().for_each(|line| text += &format!("{line}\n"));
    text += "\nfn &main() -> void {\n";
    body.lines().for_each(|line| text += &format!("    {}\n", line.trim_start()));
    text + "    return\n}\n"
}

fn read(text: &str) -> Module {
    let module = vitrum_ir_text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    module
}

fn rules() -> StageRules {
    StageRules { api: Api::OpenGl, ..StageRules::default() }
}

/// The texts of stages after optimisation, and the number of changes.
fn optimized(stages: &[String], rules: &StageRules, options: &CrossStage<'_>) -> (Vec<String>, usize) {
    let mut modules: Vec<Module> = stages.iter().map(|text| read(text)).collect();
    let mut stages: Vec<ProgramStage<'_>> = modules.iter_mut().map(ProgramStage::new).collect();
    let count = optimize_stages(&mut stages, rules, options);
    let settings = Settings::for_spirv(false);
    let faults = link_stages(&mut stages, &StageRules { places: Some(settings), ..rules.clone() });
    assert!(faults.is_empty(), "{faults:?}");
    for module in &modules {
        vitrum_ir::verify(module).unwrap_or_else(|errors| panic!("{errors}\n{module}"));
    }
    (modules.iter().map(Module::to_string).collect(), count)
}

/// A vertex stage and a fragment stage, optimised.
fn pair(vertex: (&str, &str), fragment: (&str, &str)) -> [String; 2] {
    pair_with(vertex, fragment, &CrossStage::default())
}

fn pair_with(vertex: (&str, &str), fragment: (&str, &str), options: &CrossStage<'_>) -> [String; 2] {
    let vertex = stage(&format!("vertex\n{}", vertex.0), vertex.1);
    let fragment = stage(&format!("fragment\nexecution origin_upper_left\n{}", fragment.0), fragment.1);
    optimized(&[vertex, fragment], &rules(), options).0.try_into().unwrap()
}

/// The declarations of a module's globals.
fn globals(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("global @")).collect()
}

const READ_A: (&str, &str) = (
    "global @a: vec4<f32> input\nglobal @o: vec4<f32> output location(0)",
    "%0: vec4<f32> = load @a\nstore @o, %0",
);

#[test]
fn what_the_last_stage_does_not_read_frees_the_inputs_of_the_first() {
    let vertex = (
        "global @i: vec4<f32> input location(0)\nglobal @j: f32 input location(1)\n\
         global @a: vec4<f32> output\nglobal @b: f32 output",
        "%0: vec4<f32> = load @i\nstore @a, %0\n%1: f32 = load @j\nstore @b, %1",
    );
    let fragment = (
        "global @b: f32 input\nglobal @a: vec4<f32> input\nglobal @o: f32 output location(0)",
        "%0: f32 = load @b\nstore @o, %0",
    );
    let [vertex, fragment] = pair(vertex, fragment);
    assert_eq!(globals(&vertex), ["j: f32 input location(1)", "b: f32 output location(0)"]);
    assert_eq!(globals(&fragment), ["b: f32 input location(0)", "o: f32 output location(0)"]);
}

#[test]
fn stages_in_between_lose_what_the_last_one_does_not_read() {
    let vertex = stage(
        "vertex\nglobal @i: f32 input location(0)\nglobal @a: f32 output",
        "%0: f32 = load @i\nstore @a, %0",
    );
    let geometry = stage(
        "geometry\nexecution input(points) output(points) max_vertices(1)\n\
         global @a: array<f32, 1> input\nglobal @b: f32 output",
        "%0: ptr<input, f32> = access @a, 0i32\n%1: f32 = load %0\nstore @b, %1\nintrinsic.emit_vertex",
    );
    let fragment = stage("fragment\nexecution origin_upper_left\nglobal @b: f32 input", "");
    let (texts, _) = optimized(&[vertex, geometry, fragment], &rules(), &CrossStage::default());
    assert!(texts.iter().all(|text| globals(text).is_empty()), "{texts:?}");
}

#[test]
fn constants_travel_to_the_last_stage() {
    let vertex = ("global @a: vec4<f32> output", "store @a, vec4<f32>(1.0f32, 2.0f32, 3.0f32, 4.0f32)");
    let [vertex, fragment] = pair(vertex, READ_A);
    assert_eq!(globals(&vertex), [""; 0]);
    assert_eq!(globals(&fragment), ["o: vec4<f32> output location(0)"]);
    assert!(fragment.contains("store @o, vec4<f32>(1.0f32, 2.0f32, 3.0f32, 4.0f32)"), "{fragment}");
}

#[test]
fn only_the_components_that_vary_stay() {
    let vertex = (
        "global @i: vec2<f32> input location(0)\nglobal @a: vec4<f32> output location(3)",
        "%0: vec2<f32> = load @i\n%1: vec4<f32> = construct 1.0f32, %0, 2.0f32\nstore @a, %1",
    );
    let [vertex, fragment] = pair(vertex, READ_A);
    assert_eq!(globals(&vertex)[1], "a: vec2<f32> output location(3)");
    assert_eq!(globals(&fragment)[1], "a: vec2<f32> input location(3)");
    assert!(fragment.contains("construct 1.0f32, %0, 2.0f32"), "{fragment}");
    // Components are stored one by one, too.
    let vertex = (
        "global @i: vec2<f32> input location(0)\nglobal @a: vec4<f32> output",
        "%0: vec2<f32> = load @i\n%1: f32 = extract.0 %0\nstore_swizzle.yw @a, %0\n\
         %2: ptr<output, f32> = access @a, 0i32\nstore %2, 1.0f32\n\
         %3: ptr<output, f32> = access @a, 2i32\nstore %3, %1",
    );
    let [vertex, fragment] = pair(vertex, READ_A);
    // The third is equal to the second.
    assert_eq!(globals(&fragment)[1].split(' ').nth(1), Some("vec2<f32>"), "{vertex}{fragment}");
}

#[test]
fn outputs_of_several_values_stay() {
    let vertex = (
        "global @i: f32 input location(0)\nglobal @a: vec4<f32> output",
        "%0: f32 = load @i\n%1: bool = flt %0, 0.0f32\nif %1 {\n    store @a, null vec4<f32>\n    merge\n} else {\n    \
         store @a, vec4<f32>(1.0f32, 1.0f32, 1.0f32, 1.0f32)\n    merge\n}",
    );
    let [vertex, fragment] = pair(vertex, READ_A);
    assert!(vertex.contains("global @a: f32 output location(0)\n"), "{vertex}");
    assert!(fragment.contains("global @a: f32 input location(0)\n"), "{fragment}");
}

#[test]
fn numbers_that_are_not_finite_are_interpolated() {
    let infinite = "0x7f800000";
    let vertex = ("global @a: f32 output", format!("store @a, bits<f32, {infinite}>"));
    let fragment = |how: &str| format!("global @a: f32 input{how}\nglobal @o: f32 output location(0)");
    let body = "%0: f32 = load @a\nstore @o, %0";
    let [_, smooth] = pair((vertex.0, &vertex.1), (&fragment(""), body));
    assert!(smooth.contains("global @a: f32 input"), "{smooth}");
    let [_, flat] = pair((vertex.0, &vertex.1), (&fragment(" flat"), body));
    assert!(!flat.contains("global @a"), "{flat}");
}

#[test]
fn copies_of_uniforms_are_read_from_the_uniform() {
    let block =
        "struct #B {\n    x: f32\n    y: vec4<f32>\n}\nglobal @u: #B uniform block(std140) binding(1)\n";
    let outputs = format!(
        "{block}global @t: vec2<f32> uniform location(4)\nglobal @a: vec4<f32> output\nglobal @b: vec2<f32> output flat"
    );
    let stores = "%0: ptr<uniform, vec4<f32>> = access @u, 1i32\n%1: vec4<f32> = load %0\nstore @a, %1\n\
        %2: vec2<f32> = load @t\nstore @b, %2";
    let inputs = "global @a: vec4<f32> input\nglobal @b: vec2<f32> input flat\nglobal @o: vec4<f32> output location(0)\nglobal @p: vec2<f32> output location(1)";
    let body = "%0: vec4<f32> = load @a\nstore @o, %0\n%1: vec2<f32> = load @b\nstore @p, %1";
    let [vertex, fragment] = pair((&outputs, stores), (inputs, body));
    assert!(!vertex.contains("output"), "{vertex}");
    assert!(fragment.contains("global @t: vec2<f32> uniform location(4)"), "{fragment}");
    assert!(fragment.contains("global @u: #B uniform block(std140) binding(1)"), "{fragment}");
    // The stage declares it already.
    let [_, fragment] = pair((&outputs, stores), (&format!("{block}{inputs}"), body));
    assert_eq!(fragment.matches("uniform").count(), 3, "{fragment}");
    // Nothing may be imported, or something else has the name or the binding.
    let options = CrossStage { import_uniforms: false, ..CrossStage::default() };
    let [vertex, _] = pair_with((&outputs, stores), (inputs, body), &options);
    assert_eq!(vertex.matches(" output").count(), 2, "{vertex}");
    let taken = "global @t: sampled<2d, f32> opaque binding(1)\n";
    let body = "%0: vec4<f32> = load @a\nstore @o, %0\n%1: vec2<f32> = load @b\nstore @p, %1\n%2: sampled<2d, f32> = load @t";
    let mut modules = [
        read(&stage(&format!("vertex\n{outputs}"), stores)),
        read(&stage(&format!("fragment\nexecution origin_upper_left\n{taken}{inputs}"), body)),
    ];
    let mut stages: Vec<ProgramStage<'_>> = modules.iter_mut().map(ProgramStage::new).collect();
    optimize_stages(&mut stages, &rules(), &CrossStage::default());
    assert_eq!(modules[0].to_string().matches(" output").count(), 2, "{}", modules[0]);
}

#[test]
fn other_memory_and_specialised_constants_stay_in_their_stage() {
    let memory = "struct #B {\n    x: vec4<f32>\n}\nglobal @u: #B buffer block(std430) binding(1)\nglobal @a: vec4<f32> output";
    let stores = "%0: ptr<buffer, vec4<f32>> = access @u, 0i32\n%1: vec4<f32> = load %0\nstore @a, %1";
    let [vertex, _] = pair((memory, stores), READ_A);
    assert!(vertex.contains("global @a: vec4<f32> output"), "{vertex}");
    let special = "spec $k: f32 id(3) = 1.0f32\nglobal @a: f32 output";
    let reads =
        ("global @a: f32 input\nglobal @o: f32 output location(0)", "%0: f32 = load @a\nstore @o, %0");
    let [vertex, _] = pair((special, "store @a, $k"), reads);
    assert!(vertex.contains("global @a: f32 output"), "{vertex}");
}

#[test]
fn equal_outputs_become_one() {
    let outputs = |second: &str| {
        format!("global @i: f32 input location(0)\nglobal @a: f32 output\nglobal @b: f32 output{second}")
    };
    let stores = "%0: f32 = load @i\n%1: f32 = sin %0\nstore @a, %1\nstore @b, %1";
    let inputs = |second: &str| {
        format!("global @a: f32 input\nglobal @b: f32 input{second}\nglobal @o: f32 output location(0)")
    };
    let body = "%0: f32 = load @a\n%1: f32 = load @b\n%2: f32 = fsub %0, 1.0f32\n%3: f32 = fmul %2, %1\nstore @o, %3";
    let [vertex, fragment] = pair((&outputs(""), stores), (&inputs(""), body));
    assert!(vertex.contains("@a: f32 output") && !vertex.contains("@b"), "{vertex}");
    assert!(!fragment.contains("@b"), "{fragment}");
    // They are interpolated in different ways.
    let [vertex, _] = pair((&outputs(" flat"), stores), (&inputs(" flat"), body));
    assert!(vertex.contains("@b: f32 output"), "{vertex}");
    let [vertex, _] = pair((&outputs(" centroid"), stores), (&inputs(" centroid"), body));
    assert!(vertex.contains("@b: f32 output"), "{vertex}");
}

#[test]
fn outputs_that_differ_at_one_of_the_vertices_stay() {
    let vertex = stage(
        "vertex\nglobal @i: f32 input location(0)\nglobal @a: f32 output",
        "%0: f32 = load @i\nstore @a, %0",
    );
    let geometry = |between: &str| {
        stage(
            "geometry\nexecution input(points) output(points) max_vertices(2)\n\
             global @a: array<f32, 1> input\nglobal @b: f32 output\nglobal @c: f32 output",
            &format!(
                "%0: ptr<input, f32> = access @a, 0i32\n%1: f32 = load %0\nstore @b, %1\n{between}store @c, %1\nintrinsic.emit_vertex"
            ),
        )
    };
    let fragment = stage(
        "fragment\nexecution origin_upper_left\nglobal @b: f32 input\nglobal @c: f32 input\nglobal @o: f32 output location(0)",
        "%0: f32 = load @b\n%1: f32 = load @c\n%2: f32 = fsub %0, %1\nstore @o, %2",
    );
    let outputs = |between: &str| {
        let stages = [vertex.clone(), geometry(between), fragment.clone()];
        let (texts, _) = optimized(&stages, &rules(), &CrossStage::default());
        texts[1].matches("output location").count()
    };
    assert_eq!(outputs(""), 1);
    assert_eq!(outputs("intrinsic.emit_vertex\n"), 2);
}

#[test]
fn blocks_lose_members() {
    let block = |storage: &str| {
        format!(
            "struct #B {{\n    x: vec2<f32>\n    y: array<vec4<f32>, 2>\n    z: i32 flat\n}}\nglobal @v: #B {storage} block(std140) location(2)\n"
        )
    };
    let outputs = format!("global @i: vec4<f32> input location(0)\n{}", block("output"));
    let stores = "%0: vec4<f32> = load @i\n%1: ptr<output, vec4<f32>> = access @v, 1i32, 1i32\nstore %1, %0\n\
        %2: ptr<output, vec4<f32>> = access @v, 1i32, 0i32\nstore %2, %0\n%3: ptr<output, i32> = access @v, 2i32\nstore %3, 7i32";
    let inputs = format!("{}global @o: vec4<f32> output location(0)", block("input"));
    let body = "%0: ptr<input, vec4<f32>> = access @v, 1i32, 1i32\n%1: vec4<f32> = load %0\n\
        %2: ptr<input, i32> = access @v, 2i32\n%3: i32 = load %2\n%4: f32 = stof %3\n%5: vec4<f32> = vector_times_scalar %1, %4\nstore @o, %5";
    let [vertex, fragment] = pair((&outputs, stores), (&inputs, body));
    assert_eq!(globals(&vertex)[1], "B_y_1: vec4<f32> output location(4)", "{vertex}");
    assert!(fragment.contains("global @B_y_1: vec4<f32> input location(4)\n"), "{fragment}");
    assert!(fragment.contains("7.0f32"), "{fragment}");
}

#[test]
fn blocks_that_are_values_stay() {
    let outputs = "struct #B {\n    x: f32 flat\n    y: f32\n}\nglobal @v: #B output block(std140)";
    let [vertex, _] = pair((outputs, "store @v, null #B"), ("", ""));
    assert!(vertex.contains("global @v: #B output"), "{vertex}");
    let member = "%0: ptr<output, f32> = access @v, 1i32\nstore %0, 1.0f32";
    let [vertex, _] = pair((outputs, member), ("", ""));
    assert!(!vertex.contains("output"), "{vertex}");
}

#[test]
fn arrays_that_are_indexed_by_a_value_stay_whole() {
    let outputs = "global @i: f32 input location(0)\nglobal @a: array<f32, 3> output\nglobal @n: i32 uniform";
    let stores = "%0: f32 = load @i\n%1: ptr<output, f32> = access @a, 0i32\nstore %1, %0";
    let inputs = "global @n: i32 uniform\nglobal @a: array<f32, 3> input\nglobal @o: f32 output location(0)";
    let body = "%0: i32 = load @n\n%1: ptr<input, f32> = access @a, %0\n%2: f32 = load %1\nstore @o, %2";
    let [vertex, fragment] = pair((outputs, stores), (inputs, body));
    assert!(vertex.contains("global @a: array<f32, 3> output"), "{vertex}");
    assert!(fragment.contains("global @a: array<f32, 3> input"), "{fragment}");
    // If nothing reads it, it goes nevertheless.
    let [vertex, _] = pair((outputs, stores), ("global @a: array<f32, 3> input", ""));
    assert!(!vertex.contains("@a"), "{vertex}");
}

#[test]
fn outputs_that_are_captured_stay() {
    let outputs =
        "global @a: vec4<f32> output\nglobal @b: f32 output xfb_buffer(0) xfb_offset(0) xfb_stride(4)";
    let stores = "store @a, null vec4<f32>\nstore @b, 1.0f32";
    let options = CrossStage { captured: &["a"], ..CrossStage::default() };
    let [vertex, fragment] = pair_with((outputs, stores), READ_A, &options);
    assert!(vertex.contains("global @a: vec4<f32> output"), "{vertex}");
    assert!(vertex.contains("global @b: f32 output"), "{vertex}");
    // The constant is known all the same.
    assert!(!fragment.contains("@a"), "{fragment}");
}

#[test]
fn outputs_that_other_invocations_read_stay() {
    let control = |loaded: &str| {
        stage(
            "tess_control\nexecution max_vertices(2)\n\
             global @gl_InvocationID: i32 input builtin(invocation_id)\nglobal @c: array<f32, 2> output\nglobal @d: array<f32, 2> output",
            &format!(
                "%0: i32 = load @gl_InvocationID\n%1: ptr<output, f32> = access @c, %0\nstore %1, 1.0f32\n\
                 control_barrier\n{loaded}"
            ),
        )
    };
    let control = |loaded: &str| control(loaded).replace("    control_barrier\n", "");
    let evaluation = stage("tess_evaluation\nexecution input(isolines)\nglobal @c: array<f32, 32> input", "");
    let vertex = stage("vertex", "");
    let outputs = |loaded: &str| {
        let stages = [vertex.clone(), control(loaded), evaluation.clone()];
        let (texts, _) = optimized(&stages, &rules(), &CrossStage::default());
        globals(&texts[1]).iter().filter(|line| line.contains(" output")).count()
    };
    assert_eq!(outputs(""), 0);
    let loaded = "%2: ptr<output, f32> = access @c, 1i32\n%3: f32 = load %2\n%4: ptr<output, f32> = access @d, %0\nstore %4, %3\n\
        %5: f32 = load %4\nstore %4, %5";
    assert_eq!(outputs(loaded), 2);
}

#[test]
fn outputs_per_patch_travel_too() {
    let control = stage(
        "tess_control\nexecution max_vertices(1)\nglobal @i: array<f32, 32> input\nglobal @p: vec2<f32> output patch",
        "%0: ptr<input, f32> = access @i, 0i32\n%1: f32 = load %0\n%2: vec2<f32> = construct 3.0f32, %1\nstore @p, %2",
    );
    let evaluation = stage(
        "tess_evaluation\nexecution input(isolines)\nglobal @p: vec2<f32> input patch\n\
         global @gl_Position: vec4<f32> output builtin(position)",
        "%0: vec2<f32> = load @p\n%1: vec4<f32> = construct %0, %0\nstore @gl_Position, %1",
    );
    let vertex = stage(
        "vertex\nglobal @j: f32 input location(0)\nglobal @i: f32 output",
        "%0: f32 = load @j\nstore @i, %0",
    );
    let (texts, _) = optimized(&[vertex, control, evaluation], &rules(), &CrossStage::default());
    assert!(texts[1].contains("global @p: f32 output location(0) patch"), "{}", texts[1]);
    assert!(texts[2].contains("3.0f32"), "{}", texts[2]);
}

#[test]
fn variables_that_share_a_location_keep_their_components() {
    let vertex = (
        "global @i: vec2<f32> input location(0)\nglobal @a: f32 output location(1)\n\
         global @b: vec3<f32> output location(1) component(1)",
        "%0: vec2<f32> = load @i\n%1: f32 = extract.0 %0\nstore @a, %1\n\
         %2: vec3<f32> = construct 5.0f32, %0\nstore @b, %2",
    );
    let fragment = (
        "global @a: f32 input location(1)\nglobal @b: vec3<f32> input location(1) component(1)\n\
         global @o: vec4<f32> output location(0)",
        "%0: f32 = load @a\n%1: vec3<f32> = load @b\n%2: vec4<f32> = construct %1, %0\nstore @o, %2",
    );
    let [vertex, fragment] = pair(vertex, fragment);
    // The second component is equal to the first variable.
    assert!(vertex.contains("global @b: f32 output location(1) component(1)\n"), "{vertex}");
    assert!(fragment.contains("global @b: f32 input location(1) component(1)\n"), "{fragment}");
}

#[test]
fn outputs_in_the_locations_of_other_inputs_stay() {
    let vertex = (
        "global @i: vec4<f32> input location(0)\nglobal @a: vec4<f32> output location(1)",
        "%0: vec4<f32> = load @i\nstore @a, %0",
    );
    let fragment = (
        "global @x: f32 input location(1) component(2)\nglobal @o: f32 output location(0)",
        "%0: f32 = load @x\nstore @o, %0",
    );
    let texts = {
        let vertex = stage(&format!("vertex\n{}", vertex.0), vertex.1);
        let fragment = stage(&format!("fragment\nexecution origin_upper_left\n{}", fragment.0), fragment.1);
        let mut modules = [read(&vertex), read(&fragment)];
        let mut stages: Vec<ProgramStage<'_>> = modules.iter_mut().map(ProgramStage::new).collect();
        optimize_stages(&mut stages, &StageRules { api: Api::Vulkan, ..rules() }, &CrossStage::default());
        modules.map(|module| module.to_string())
    };
    assert!(texts[0].contains("@a: vec4<f32> output location(1)"), "{}", texts[0]);
}

#[test]
fn inputs_per_sample_stay() {
    let vertex = ("global @a: f32 output sample", "store @a, 1.0f32");
    let [vertex, fragment] = pair(
        vertex,
        ("global @a: f32 input sample\nglobal @o: f32 output location(0)", "%0: f32 = load @a\nstore @o, %0"),
    );
    assert!(vertex.contains("@a: f32 output location(0) sample"), "{vertex}");
    assert!(fragment.contains("@a: f32 input location(0) sample"), "{fragment}");
}

#[test]
fn interpolation_at_a_place_reads_what_is_left() {
    let vertex = (
        "global @i: f32 input location(0)\nglobal @a: vec2<f32> output",
        "%0: f32 = load @i\n%1: vec2<f32> = construct 1.0f32, %0\nstore @a, %1",
    );
    let fragment = (
        "global @a: vec2<f32> input\nglobal @o: vec2<f32> output location(0)",
        "%0: vec2<f32> = interpolate_at_centroid @a\nstore @o, %0",
    );
    let [_, fragment] = pair(vertex, fragment);
    assert!(fragment.contains("f32 = interpolate_at_centroid @a"), "{fragment}");
    assert!(fragment.contains("global @a: f32 input location(0)"), "{fragment}");
}

#[test]
fn separable_programs_and_units_stay() {
    let vertex = stage("vertex\nglobal @a: f32 output", "store @a, 1.0f32");
    let fragment = stage("fragment\nexecution origin_upper_left", "");
    let stages = [vertex, fragment];
    let separable = StageRules { separable: true, ..rules() };
    assert_eq!(optimized(&stages, &separable, &CrossStage::default()).1, 0);
    let unit = stages[0].clone() + "\nfn &f() -> void export \"f()\" {\n    return\n}\n";
    assert_eq!(optimized(&[unit, stages[1].clone()], &rules(), &CrossStage::default()).1, 0);
    assert_eq!(optimized(&stages, &rules(), &CrossStage::default()).1, 1);
}

#[test]
fn varyings_share_locations_on_request() {
    let names = ["a: vec2<f32>", "b: f32", "c: vec3<f32>", "d: i32", "e: f32", "f: f32"];
    let how = |name: &str| if name.contains("i32") || name.starts_with('e') { " flat" } else { "" };
    let declared = |storage: &str| -> String {
        names.iter().map(|name| format!("global @{name} {storage}{}\n", how(name))).collect()
    };
    let (mut stores, mut loads) = (String::new(), String::new());
    for (name, index) in names.iter().zip(0..) {
        let (name, ty) = name.split_once(": ").unwrap();
        stores += &format!("%{index}: {ty} = load @{name}_in\nstore @{name}, %{index}\n");
        loads += &format!("%{index}: {ty} = load @{name}\nstore @{name}_out, %{index}\n");
    }
    let others = |suffix: &str, storage: &str| -> String {
        let rows = names.iter().zip(0..);
        rows.map(|(name, index)| {
            let (name, ty) = name.split_once(": ").unwrap();
            format!("global @{name}{suffix}: {ty} {storage} location({index})\n")
        })
        .collect()
    };
    let vertex = (others("_in", "input") + &declared("output"), stores);
    let fragment = (declared("input") + &others("_out", "output"), loads);
    let options = CrossStage { pack: true, ..CrossStage::default() };
    let packed = |rules: &StageRules| {
        let vertex = stage(&format!("vertex\n{}", vertex.0), &vertex.1);
        let fragment = stage(&format!("fragment\nexecution origin_upper_left\n{}", fragment.0), &fragment.1);
        optimized(&[vertex, fragment], rules, &options).0
    };
    let texts = packed(&rules());
    for text in &texts {
        let place = |name: &str| {
            let line = globals(text).into_iter().find(|line| line.starts_with(&format!("{name}:"))).unwrap();
            let number = |key: &str| {
                let rest = line.split_once(key)?.1;
                rest.split_once(')')?.0.parse::<u32>().ok()
            };
            (number(" location(").unwrap(), number(" component(").unwrap_or(0))
        };
        let expected =
            [("c", (0, 0)), ("a", (1, 0)), ("b", (0, 3)), ("d", (2, 0)), ("e", (3, 0)), ("f", (1, 2))];
        for (name, at) in expected {
            assert_eq!(place(name), at, "{name}\n{text}");
        }
    }
    // GLSL ES has no components.
    let texts = packed(&StageRules { api: Api::OpenGlEs, ..rules() });
    assert!(!texts[0].contains("component("), "{}", texts[0]);
}
