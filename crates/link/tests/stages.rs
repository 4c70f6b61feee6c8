//! Stages of a program are linked: their interfaces get equal places, or are refused with a reason and the places of both
//! declarations.

use vitrum_ir::{Module, Storage};
use vitrum_link::{Api, ProgramStage, StageRules, link_stages};
use vitrum_passes::Settings;

/// A stage: its first lines, and its globals, each of which is used if it is marked so by a leading `+`.
fn module(head: &str, globals: &str) -> Module {
    let (mut declared, mut body) = (String::new(), String::new());
    for (index, line) in globals.lines().map(str::trim_start).enumerate() {
        let used = line.strip_prefix('+');
        declared += used.unwrap_or(line);
        declared.push('\n');
        if let Some(name) = used.and_then(|line| line.strip_prefix("global ")?.split(':').next()) {
            let ty = used.and_then(|line| line.split(": ").nth(1)?.split(' ').next()).unwrap_or_default();
            body += &format!("    %{index}: {ty} = load {name}\n");
        }
    }
    let mut text = format!(
        "vir 1\nstage {head}\nentry &main\n{declared}\nfn &main() -> void {{\n{body}    return\n}}\n"
    );
    if head.contains("execution") {
        let (stage, execution) = head.split_once("execution").unwrap();
        text = text.replacen(head, stage.trim_end(), 1).replacen(
            "entry &main\n",
            &format!("execution{execution}\nentry &main\n"),
            1,
        );
    }
    let module = vitrum_ir_text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    module
}

fn rules(api: Api) -> StageRules {
    StageRules { api, places: Some(Settings::for_spirv(api == Api::Vulkan)), ..StageRules::default() }
}

/// Codes and messages of the diagnostics.
fn link(modules: &mut [Module], rules: &StageRules) -> Vec<String> {
    let mut stages: Vec<ProgramStage<'_>> = modules.iter_mut().map(ProgramStage::new).collect();
    let diagnostics = link_stages(&mut stages, rules);
    for module in modules {
        vitrum_ir::verify(module).unwrap_or_else(|errors| panic!("{errors}\n{module}"));
    }
    diagnostics.iter().map(|found| format!("{}: {}", found.code.info().code, found.message)).collect()
}

/// Links a vertex stage and a fragment stage of a version.
fn pair(source: &str, vertex: &str, fragment: &str, rules: &StageRules) -> Vec<String> {
    let stages = ["vertex", "fragment"].map(|stage| format!("{stage}\nsource {source}"));
    link(&mut [module(&stages[0], vertex), module(&stages[1], fragment)], rules)
}

/// Locations by name, or bindings.
fn places(module: &Module, storage: Storage) -> Vec<(&str, Option<u32>)> {
    let globals = module.globals.values().filter(|data| data.storage == storage);
    let place = |data: &vitrum_ir::GlobalData| match storage {
        Storage::Input | Storage::Output => data.decorations.location,
        _ => data.decorations.binding,
    };
    globals.map(|data| (module.names.get(data.name), place(data))).collect()
}

#[test]
fn variables_of_one_name_get_one_location_in_whatever_order() {
    let vertex = module("vertex", "global @uv: vec2<f32> output\nglobal @nrm: vec3<f32> output");
    let fragment = module("fragment", "global @nrm: vec3<f32> input\nglobal @uv: vec2<f32> input");
    for api in [Api::OpenGl, Api::OpenGlEs, Api::Vulkan] {
        let mut modules = [vertex.clone(), fragment.clone()];
        assert_eq!(link(&mut modules, &rules(api)), [""; 0]);
        assert_eq!(places(&modules[0], Storage::Output), [("uv", Some(0)), ("nrm", Some(1))]);
        assert_eq!(places(&modules[1], Storage::Input), [("nrm", Some(1)), ("uv", Some(0))]);
    }
}

#[test]
fn a_location_of_either_side_holds_for_both() {
    let vertex = "global @a: mat3x3<f32> output\nglobal @b: f32 output location(1)\nglobal @c: f32 output\n\
        global @only: f32 output";
    let fragment = "global @extra: f32 input\nglobal @c: f32 input location(0)\nglobal @b: f32 input\n\
        global @a: mat3x3<f32> input\nglobal @o: vec4<f32> output";
    let mut modules = [module("vertex", vertex), module("fragment", fragment)];
    assert_eq!(link(&mut modules, &rules(Api::OpenGl)), [""; 0]);
    let outputs = [("a", Some(2)), ("b", Some(1)), ("c", Some(0)), ("only", Some(5))];
    assert_eq!(places(&modules[0], Storage::Output), outputs);
    let inputs = [("extra", Some(6)), ("c", Some(0)), ("b", Some(1)), ("a", Some(2))];
    assert_eq!(places(&modules[1], Storage::Input), inputs);
    assert_eq!(places(&modules[1], Storage::Output), [("o", Some(0))]);
}

#[test]
fn arrays_of_vertices_are_no_part_of_the_type() {
    let vertex = module("vertex", "global @a: vec2<f32> output\nglobal @b: f32 output");
    let control = module(
        "tess_control\nexecution max_vertices(3)",
        "global @b: array<f32, 32> input\nglobal @a: array<vec2<f32>, 32> input\n\
         global @c: array<f32, 3> output\nglobal @p: f32 output patch",
    );
    let evaluation = module(
        "tess_evaluation\nexecution input(triangles)",
        "global @p: f32 input patch\nglobal @c: array<f32, 32> input\nglobal @d: f32 output",
    );
    let geometry = module(
        "geometry\nexecution input(triangles) output(points) max_vertices(1)",
        "global @d: array<f32, 3> input",
    );
    let mut modules = [vertex, control, evaluation, geometry];
    assert_eq!(link(&mut modules, &rules(Api::Vulkan)), [""; 0]);
    assert_eq!(places(&modules[1], Storage::Input), [("b", Some(1)), ("a", Some(0))]);
    assert_eq!(places(&modules[2], Storage::Input), [("p", Some(1)), ("c", Some(0))]);
}

#[test]
fn outputs_get_no_location_of_a_built_in_color() {
    let fragment =
        "global @color: vec4<f32> output\n+global @gl_FragColor: vec4<f32> output builtin(frag_color)";
    let mut modules = [module("vertex", ""), module("fragment\nsource glsl 130", fragment)];
    assert_eq!(
        link(&mut modules, &StageRules { places: Some(Settings::for_spirv(true)), ..StageRules::default() }),
        [""; 0]
    );
    assert_eq!(places(&modules[1], Storage::Output)[0], ("color", Some(1)));
}

#[test]
fn resources_of_one_name_get_one_binding() {
    let block = "struct #B {\n    x: f32\n}\n";
    let vertex = format!("{block}global @t: sampled<2d, f32> opaque\nglobal @0: #B uniform block(std140)");
    let fragment = format!(
        "{block}global @s: sampler opaque\nglobal @1: #B uniform block(std140)\nglobal @t: sampled<2d, f32> opaque set(0) binding(4)"
    );
    let mut modules = [module("vertex", &vertex), module("fragment", &fragment)];
    assert_eq!(link(&mut modules, &rules(Api::Vulkan)), [""; 0]);
    assert_eq!(places(&modules[0], Storage::Opaque), [("t", Some(4))]);
    assert_eq!(places(&modules[0], Storage::Uniform), places(&modules[1], Storage::Uniform));
    assert_eq!(places(&modules[1], Storage::Opaque), [("s", Some(1)), ("t", Some(4))]);
}

#[test]
fn descriptor_heaps_have_neither_bindings_nor_one_type() {
    let vertex = "global @t: array<image<2d, f32>> opaque heap(0)";
    let fragment = "global @t: array<image<3d, f32>> opaque heap(64)\nglobal @s: sampler opaque";
    let mut modules = [module("vertex", vertex), module("fragment", fragment)];
    assert_eq!(link(&mut modules, &rules(Api::Vulkan)), [""; 0]);
    assert_eq!(places(&modules[0], Storage::Opaque), [("t", None)]);
    assert_eq!(places(&modules[1], Storage::Opaque), [("t", None), ("s", Some(0))]);
}

#[test]
fn inputs_that_are_used_need_an_output() {
    let used = "+global @a: f32 input";
    let message = ["E0804: input `a` has no matching output in the vertex stage"];
    for (source, api) in [("glsl 140", Api::OpenGl), ("essl 300", Api::OpenGlEs), ("glsl 450", Api::Vulkan)] {
        assert_eq!(pair(source, "", used, &rules(api)), message);
        assert_eq!(pair(source, "", "global @a: f32 input", &rules(api)), [""; 0]);
    }
    let separable = StageRules { separable: true, ..rules(Api::OpenGlEs) };
    assert_eq!(pair("essl 310", "", "global @a: f32 input", &separable), message);
    let message = ["E0804: output `a` has no matching input in the fragment stage"];
    assert_eq!(pair("essl 310", "global @a: f32 output", "", &separable), message);
    assert_eq!(pair("glsl 450", "", used, &StageRules { separable: true, ..rules(Api::OpenGl) }), [""; 0]);
}

/// Declarations of an output and an input, the API and version in which they do not match, those in which they do, and the fault.
type Mismatch = (&'static str, &'static str, (&'static str, Api), Option<(&'static str, Api)>, &'static str);

#[test]
fn outputs_and_inputs_that_differ_are_errors() {
    let cases: &[Mismatch] = &[
        (
            "global @a: f32 output",
            "global @a: vec2<f32> input",
            ("glsl 460", Api::OpenGl),
            None,
            "`a` is of type `float` in the vertex stage and `vec2` in the fragment stage",
        ),
        (
            "global @a: vec4<f32> output location(1)",
            "global @b: vec3<f32> input location(1)",
            ("glsl 460", Api::OpenGl),
            Some(("glsl 450", Api::Vulkan)),
            "`b` is of type `vec4` in the vertex stage and `vec3` in the fragment stage",
        ),
        (
            "global @a: f32 output flat",
            "global @a: f32 input",
            ("glsl 430", Api::OpenGl),
            Some(("glsl 440", Api::OpenGl)),
            "`a` is `flat` in the vertex stage and `smooth` in the fragment stage",
        ),
        (
            "global @a: f32 output flat",
            "global @a: f32 input",
            ("essl 300", Api::OpenGlEs),
            Some(("essl 310", Api::Vulkan)),
            "`a` is `flat` in the vertex stage and `smooth` in the fragment stage",
        ),
        (
            "global @a: f32 output centroid",
            "global @a: f32 input",
            ("glsl 150", Api::OpenGl),
            Some(("essl 300", Api::OpenGlEs)),
            "`a` is `centroid` in the vertex stage and not in the fragment stage",
        ),
        (
            "global @a: f32 output sample",
            "global @a: f32 input",
            ("glsl 400", Api::OpenGl),
            Some(("glsl 430", Api::OpenGl)),
            "`a` is `sample` in the vertex stage and not in the fragment stage",
        ),
        (
            "global @a: f32 output",
            "global @a: f32 input invariant",
            ("essl 100", Api::OpenGlEs),
            Some(("essl 300", Api::OpenGlEs)),
            "`a` is `invariant` in the fragment stage and not in the vertex stage",
        ),
        (
            "struct #B {\n    x: f32\n    y: f32\n}\nglobal @0: #B output block(std430)",
            "struct #B {\n    y: f32\n    x: f32\n}\nglobal @0: #B input block(std430)",
            ("glsl 450", Api::OpenGl),
            None,
            "`B` has a member `x` in the vertex stage and `y` in its place in the fragment stage",
        ),
        (
            "struct #B {\n    x: f32\n}\nglobal @0: array<#B, 2> output block(std430)",
            "struct #B {\n    x: f32\n}\nglobal @0: #B input block(std430)",
            ("glsl 450", Api::OpenGl),
            None,
            "`B` is an array `[2]` in the vertex stage and no array in the fragment stage",
        ),
        (
            "struct #B {\n    x: f32\n}\nglobal @0: #B output block(std430)",
            "struct #B {\n    x: i32 flat\n}\nglobal @0: #B input block(std430)",
            ("glsl 450", Api::OpenGl),
            None,
            "`B.x` is of type `float` in the vertex stage and `int` in the fragment stage",
        ),
        (
            "struct #S {\n    x: f32\n}\nglobal @s: #S output",
            "struct #S {\n    x: vec2<f32>\n}\nglobal @s: #S input",
            ("essl 300", Api::OpenGlEs),
            None,
            "`s` has a member `x` that is of type `float` in the vertex stage and `vec2` in the fragment stage",
        ),
    ];
    for &(vertex, fragment, (source, api), free, message) in cases {
        assert_eq!(pair(source, vertex, fragment, &rules(api)), [format!("E0803: {message}")]);
        if let Some((source, api)) = free {
            assert_eq!(pair(source, vertex, fragment, &rules(api)), [""; 0], "{source} {vertex}");
        }
    }
    let precise = ["global @a: f32 highp output", "global @a: f32 mediump input"];
    assert_eq!(pair("essl 310", precise[0], precise[1], &rules(Api::OpenGlEs)), [""; 0]);
    let separable = StageRules { separable: true, ..rules(Api::OpenGlEs) };
    let message = "E0803: `a` is `highp` in the vertex stage and `mediump` in the fragment stage";
    assert_eq!(pair("essl 310", precise[0], precise[1], &separable), [message]);
}

#[test]
fn uniforms_and_blocks_that_differ_are_errors() {
    let cases: &[Mismatch] = &[
        (
            "global @u: f32 uniform",
            "global @u: i32 uniform",
            ("glsl 140", Api::OpenGl),
            None,
            "`u` is of type `float` in the vertex stage and `int` in the fragment stage",
        ),
        (
            "global @u: f32 highp uniform",
            "global @u: f32 mediump uniform",
            ("essl 300", Api::OpenGlEs),
            Some(("essl 100", Api::OpenGlEs)),
            "`u` is `highp` in the vertex stage and `mediump` in the fragment stage",
        ),
        (
            "global @u: f32 uniform location(1)",
            "global @u: f32 uniform location(2)",
            ("glsl 430", Api::OpenGl),
            None,
            "`u` has `location = 1` in the vertex stage and `location = 2` in the fragment stage",
        ),
        (
            "global @u: sampled<2d, f32> opaque binding(1)",
            "global @u: sampled<2d, f32> opaque binding(2)",
            ("glsl 420", Api::OpenGl),
            Some(("glsl 450", Api::Vulkan)),
            "`u` has `binding = 1` in the vertex stage and `binding = 2` in the fragment stage",
        ),
        (
            "struct #B {\n    x: f32\n}\nglobal @0: #B uniform block(std140)",
            "struct #B {\n    x: f32\n}\nglobal @0: #B uniform block(shared_layout)",
            ("glsl 450", Api::OpenGl),
            None,
            "`B` has the layout `std140` in the vertex stage and `shared` in the fragment stage",
        ),
        (
            "struct #B {\n    x: f32\n}\nglobal @0: #B buffer block(std430)",
            "struct #B {\n    x: f32\n}\nglobal @b: #B buffer block(std430)",
            ("glsl 450", Api::OpenGl),
            None,
            "`B` has no instance name in the vertex stage and an instance name in the fragment stage",
        ),
        (
            "struct #B {\n    x: mat2x2<f32> row_major\n}\nglobal @0: #B uniform block(std140)",
            "struct #B {\n    x: mat2x2<f32>\n}\nglobal @0: #B uniform block(std140)",
            ("glsl 450", Api::OpenGl),
            None,
            "`B.x` is `row_major` in the vertex stage and `column_major` in the fragment stage",
        ),
        (
            "struct #B {\n    x: f32\n}\nglobal @0: #B uniform block(std140) row_major",
            "struct #B {\n    x: f32\n}\nglobal @0: #B uniform block(std140) column_major",
            ("essl 300", Api::OpenGlEs),
            None,
            "`B` is `row_major` in the vertex stage and `column_major` in the fragment stage",
        ),
        (
            "struct #B {\n    x: f32 offset(16)\n}\nglobal @0: #B uniform block(std140)",
            "struct #B {\n    x: f32\n}\nglobal @0: #B uniform block(std140)",
            ("glsl 450", Api::OpenGl),
            None,
            "`B.x` has `offset = 16` in the vertex stage and no `offset` in the fragment stage",
        ),
        (
            "global @u: f32 uniform = 1.0f32",
            "global @u: f32 uniform = 2.0f32",
            ("glsl 150", Api::OpenGl),
            None,
            "`u` has different initialisers in the vertex and fragment stages",
        ),
    ];
    for &(vertex, fragment, (source, api), free, message) in cases {
        assert_eq!(pair(source, vertex, fragment, &rules(api)), [format!("E0803: {message}")]);
        assert_eq!(pair(source, vertex, vertex, &rules(api)), [""; 0], "{source} {vertex}");
        if let Some((source, api)) = free {
            assert_eq!(pair(source, vertex, fragment, &rules(api)), [""; 0], "{source} {vertex}");
        }
    }
}

#[test]
fn different_things_have_different_names_locations_and_bindings() {
    let overlap = ["global @a: array<f32, 3> uniform location(1)", "global @b: f32 uniform location(3)"];
    let message = ["E0805: uniforms `a` and `b` have overlapping locations"];
    assert_eq!(pair("glsl 430", overlap[0], overlap[1], &rules(Api::OpenGl)), message);
    let block = "struct #B {\n    x: f32\n}\nglobal @0: #B buffer block(std430)";
    let message = ["E0805: `x` is different things in two stages"];
    assert_eq!(pair("glsl 430", block, "global @x: f32 uniform", &rules(Api::OpenGl)), message);
    let vertex = "struct #B {\n    x: f32\n}\nglobal @0: #B uniform block(std140) binding(1)";
    let message = ["E0805: `B` and `t` share set 0, binding 1: one is a uniform buffer, the other a texture"];
    let texture = "global @t: sampled<2d, f32> opaque binding(1)";
    assert_eq!(pair("glsl 450", vertex, texture, &rules(Api::Vulkan)), message);
    assert_eq!(
        pair("glsl 450", "global @s: sampler opaque binding(1)", texture, &rules(Api::Vulkan)),
        [""; 0]
    );
}

#[test]
fn interfaces_keep_to_the_limits() {
    let limits = Some(vitrum_glsl::builtins::constants::BuiltInLimits::default());
    let large = "global @a: array<vec4<f32>, 17> output";
    let message =
        "E0806: the outputs of the vertex stage have 68 components, and `gl_MaxVertexOutputComponents` is 64";
    let with = StageRules { limits, ..rules(Api::OpenGl) };
    assert_eq!(pair("glsl 450", large, "", &with), [message]);
    assert_eq!(pair("glsl 450", "global @a: array<vec4<f32>, 16> output", "", &with), [""; 0]);
    let mut modules = [
        module("vertex", "global @a: f32 output"),
        module("tess_control\nexecution max_vertices(3)", "global @a: array<f32, 2> input"),
        module("tess_evaluation\nexecution input(triangles)", ""),
    ];
    let message = "E0803: input `a` has 2 elements, and `gl_MaxPatchVertices` is 32";
    assert_eq!(link(&mut modules, &with), [message]);
}

#[test]
fn the_stages_of_a_program_go_together() {
    let errors = |heads: &[&str], api: Api| {
        let mut modules: Vec<Module> = heads.iter().map(|head| module(head, "")).collect();
        link(&mut modules, &StageRules { places: None, ..rules(api) })
    };
    let geometry = "geometry\nexecution input(lines) output(points) max_vertices(1)";
    let control = "tess_control\nexecution max_vertices(3)";
    let evaluation = "tess_evaluation\nexecution input(triangles)";
    assert_eq!(errors(&[], Api::Vulkan), ["E0800: nothing to link"]);
    let message = "E0800: a program has one vertex stage; units of it are linked first";
    assert_eq!(errors(&["vertex", "vertex"], Api::Vulkan), [message]);
    let message = "E0800: a vertex stage and a compute stage cannot be in one program";
    assert_eq!(errors(&["vertex", "compute"], Api::Vulkan), [message]);
    assert_eq!(
        errors(
            &["fragment", "mesh\nexecution output(points) max_vertices(1) max_primitives(1)"],
            Api::Vulkan
        ),
        [""; 0]
    );
    let message = "E0800: shaders of OpenGL ES cannot be linked with others";
    assert_eq!(errors(&["vertex\nsource essl 300", "fragment\nsource glsl 450"], Api::Vulkan), [message]);
    let message = "E0800: shaders of the versions 100 and 300 of GLSL ES cannot be linked";
    assert_eq!(errors(&["vertex\nsource essl 100", "fragment\nsource essl 300"], Api::OpenGlEs), [message]);
    let message = "E0802: a program with a geometry stage has no vertex stage";
    assert_eq!(errors(&[geometry], Api::OpenGl), [message]);
    let message = "E0802: a program with a tessellation control stage has no tessellation evaluation stage";
    assert_eq!(errors(&["vertex", control], Api::OpenGl), [message]);
    assert_eq!(errors(&["vertex", evaluation], Api::OpenGl), [""; 0]);
    let message = "E0802: the vertex stage does not write `gl_Position`";
    assert_eq!(errors(&["vertex\nsource glsl 110"], Api::OpenGl), [message]);
    let message = "tessellation makes `triangles`, and the geometry stage takes `lines`";
    let all = ["vertex", control, evaluation, geometry];
    assert_eq!(errors(&all, Api::Vulkan), [format!("E0803: {message}")]);
    assert_eq!(errors(&all, Api::OpenGl), [format!("E0807: {message}")]);
    let message = "E0803: the tessellation evaluation stage declares both `cw` and `ccw`";
    let both = "tess_evaluation\nexecution input(triangles) cw ccw";
    assert_eq!(errors(&["vertex", both], Api::OpenGl), [message]);
    assert_eq!(errors(&["compute"], Api::OpenGl), ["E0802: the compute stage declares no local size"]);
}

#[test]
fn geometry_inputs_have_an_element_for_each_vertex() {
    let geometry = "geometry\nexecution input(lines) output(points) max_vertices(1)";
    let mut modules =
        [module("vertex", "global @a: f32 output"), module(geometry, "global @a: array<f32, 3> input")];
    let message = "E0803: `a` of the geometry stage has 3 elements, and `lines` have 2 vertices";
    assert_eq!(link(&mut modules, &rules(Api::OpenGl)), [message]);
}

#[test]
fn inputs_of_old_versions_need_outputs_that_are_written() {
    let position = "\n+global @gl_Position: vec4<f32> output builtin(position)";
    let (idle, used) = ("global @a: f32 output", "+global @a: f32 output");
    let input = "+global @a: f32 input";
    let message = "E0804: input `a` is used, and the vertex stage does not write it";
    assert_eq!(pair("glsl 120", &(idle.to_owned() + position), input, &rules(Api::OpenGl)), [message]);
    assert_eq!(pair("glsl 120", &(used.to_owned() + position), input, &rules(Api::OpenGl)), [""; 0]);
    assert_eq!(pair("glsl 130", &(idle.to_owned() + position), input, &rules(Api::OpenGl)), [message; 0]);
}

#[test]
fn separable_programs_redeclare_the_block_of_built_in_variables() {
    let block = "struct #P {\n    gl_Position: vec4<f32> builtin(position)\n}\n\
        global @gl_in: array<#P, 3> input block(std140)";
    let geometry = "geometry\nexecution input(triangles) output(points) max_vertices(1)";
    let errors = |block: &str, separable: bool| {
        let rules = StageRules { separable, ..rules(Api::OpenGl) };
        link(&mut [module("vertex", ""), module(geometry, block)], &rules)
    };
    let message = "E0802: `gl_in` of the geometry stage is used in a separable program that does not redeclare `gl_PerVertex`";
    assert_eq!(errors(block, true), [message]);
    assert_eq!(errors(block, false), [""; 0]);
    assert_eq!(errors(&format!("{block} redeclared"), true), [""; 0]);
}

#[test]
fn arrays_of_distances_that_are_redeclared_have_one_length() {
    let vertex = |length: u32| {
        let declared =
            format!("global @gl_ClipDistance: array<f32, {length}> output builtin(clip_distance) redeclared");
        module("vertex", &declared)
    };
    let block = "struct #P {\n    gl_ClipDistance: array<f32, 2> builtin(clip_distance)\n}\n\
        global @gl_in: array<#P, 3> input block(std140) redeclared";
    let geometry = "geometry\nexecution input(triangles) output(points) max_vertices(1)";
    let errors = |length| link(&mut [vertex(length), module(geometry, block)], &rules(Api::OpenGl));
    let message = "E0803: `gl_ClipDistance` is an array of length 3 in the vertex stage and of length 2 in the geometry stage";
    assert_eq!(errors(3), [message]);
    assert_eq!(errors(2), [""; 0]);
}

#[test]
fn colors_are_interpolated_as_the_fragment_stage_says() {
    let color = |name: &str, storage: &str, how: &str| {
        format!("+global @{name}: vec4<f32> {storage} builtin(compatibility){how}")
    };
    let errors = |source: &str, front: &str, how: &str| {
        let position = "\n+global @gl_Position: vec4<f32> output builtin(position)";
        let vertex = color(front, "output", " flat redeclared") + position;
        pair(source, &vertex, &color("gl_Color", "input", how), &rules(Api::OpenGl))
    };
    let message = "E0803: `gl_Color` is `smooth` in the fragment stage, and `gl_FrontColor` is `flat` in the vertex stage";
    assert_eq!(errors("glsl 130", "gl_FrontColor", " smooth redeclared"), [message]);
    let message = "E0803: `gl_Color` has no interpolation qualifier in the fragment stage, and `gl_BackColor` is `flat` in the vertex stage";
    assert_eq!(errors("glsl 450", "gl_BackColor", ""), [message]);
    assert_eq!(errors("glsl 130", "gl_FrontColor", " flat redeclared"), [""; 0]);
    assert_eq!(errors("glsl 130", "gl_FrontSecondaryColor", ""), [""; 0]);
    let unused = color("gl_Color", "input", "").replacen('+', "", 1);
    let vertex = color("gl_FrontColor", "output", " flat redeclared");
    assert_eq!(pair("glsl 150", &vertex, &unused, &rules(Api::OpenGl)), [""; 0]);
}

#[test]
fn streams_are_numbered_from_zero() {
    let errors = |stream: i32| {
        let head = "geometry\nexecution input(points) output(points) max_vertices(1)";
        let text = module(head, "").to_string();
        let text =
            text.replace("    return", &format!("    intrinsic.emit_stream_vertex {stream}i32\n    return"));
        link(&mut [module("vertex", ""), vitrum_ir_text::parse(&text).unwrap()], &rules(Api::OpenGl))
    };
    let message = "E0803: the geometry stage writes to stream -1, and streams are numbered from 0";
    assert_eq!(errors(-1), [message]);
    assert_eq!(errors(1), [""; 0]);
}

#[test]
fn outputs_per_patch_of_es_are_no_nested_structs() {
    let errors = |ty: &str, api: Api| {
        let globals = format!("struct #S {{\n    a: f32\n}}\nglobal @s: {ty} output patch");
        let control = module("tess_control\nsource essl 310\nexecution max_vertices(3)", &globals);
        let evaluation = module("tess_evaluation\nsource essl 310\nexecution input(triangles)", "");
        let mut modules = [
            module("vertex\nsource essl 310", ""),
            control,
            evaluation,
            module("fragment\nsource essl 310", ""),
        ];
        link(&mut modules, &rules(api))
    };
    let message = "E0803: output `s` per patch is an array of structs, or a struct with arrays or structs";
    assert_eq!(errors("array<#S, 2>", Api::OpenGlEs), [message]);
    assert_eq!(errors("array<#S, 2>", Api::OpenGl), [""; 0]);
    assert_eq!(errors("#S", Api::OpenGlEs), [""; 0]);
}

#[test]
fn errors_have_the_places_of_both_declarations() {
    let mut modules = ["vertex\nglobal @a: f32 output", "fragment\nglobal @a: i32 input flat"]
        .map(|text| vitrum_ir_text::parse(&format!("vir 1\nstage {text}\n")).unwrap());
    for module in &mut modules {
        module.globals.values_mut().for_each(|data| data.origin.span = vitrum_ir::Span::new(10, 11));
    }
    let [vertex, fragment] = &mut modules;
    let mut stages =
        [ProgramStage { module: fragment, shift: 100 }, ProgramStage { module: vertex, shift: 0 }];
    let diagnostics = link_stages(&mut stages, &rules(Api::OpenGl));
    let labels: Vec<_> =
        diagnostics[0].labels.iter().map(|label| (label.span.start, label.text.as_str())).collect();
    assert_eq!(labels, [(110, "declaration in the fragment stage"), (10, "declaration in the vertex stage")]);
}

#[test]
fn task_and_mesh_stages_have_one_payload() {
    let link_pair = |task: &str, mesh: &str| {
        let mesh_head = "mesh\nsource glsl 460\nexecution output(points) max_vertices(1) max_primitives(1)";
        link(&mut [module("task\nsource glsl 460", task), module(mesh_head, mesh)], &rules(Api::Vulkan))
    };
    let payload =
        |ty: &str| format!("struct #P {{\n    x: vec4<f32>\n    y: {ty}\n}}\nglobal @p: #P task_payload");
    let message =
        "E0803: `p` has a member `y` that is of type `int` in the task stage and `float` in the mesh stage";
    assert_eq!(link_pair(&payload("i32"), &payload("f32")), [message]);
    assert_eq!(link_pair(&payload("i32"), &payload("i32")), [""; 0]);
    assert_eq!(link_pair(&payload("i32"), ""), [""; 0]);
}
