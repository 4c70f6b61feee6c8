//! Locations and bindings that the compiler chooses: warnings of a stage alone, errors without assignment, and resources that
//! share a binding.

use vitrum::ir::text;
use vitrum::{Code, Error, Level, Levels, Options, Stage, Target, compile, place_warnings, share_places};

const VERTEX: &str = "#version 450\nout vec2 uv;\nout vec3 nrm;\nlayout(location = 0) in vec4 position;\n\
    void main() { uv = position.xy; nrm = position.xyz; gl_Position = position; }\n";
const FRAGMENT: &str = "#version 450\nin vec3 nrm;\nin vec2 uv;\nuniform sampler2D map;\nuniform Tint { vec4 tint; };\n\
    layout(location = 0) out vec4 color;\nvoid main() { color = texture(map, uv) * tint + nrm.xyzx; }\n";

fn options(stage: Stage) -> Options {
    Options::new(stage).file_name(format!("{}.glsl", stage.name())).verify(true)
}

/// Codes and messages of the warnings about the places of a fragment shader.
fn warnings(source: &str, levels: &Levels, target: Target) -> Vec<String> {
    let options = options(Stage::Fragment).target(target).levels(levels.clone());
    let compilation = compile(source, &options).unwrap_or_else(|failure| panic!("{failure}"));
    let (_, assigned) = compilation.into_spirv().unwrap();
    let found = place_warnings(&assigned, levels);
    found.iter().map(|it| format!("{}: {}", it.code.info().code, it.message)).collect()
}

#[test]
fn a_stage_alone_warns_of_what_it_was_given() {
    let vulkan = |levels: &Levels| warnings(FRAGMENT, levels, Target::Vulkan1_3);
    let both = [
        "E0808: inputs `nrm` and `uv` have no `location`, and got 0 and 1",
        "E0809: resources `map` and `Tint` have no `binding`, and got 0 and 1",
    ];
    assert_eq!(vulkan(&Levels::default()), both);
    let row = |code, level| Levels { rows: vec![(code, level)], ..Levels::default() };
    assert_eq!(vulkan(&row(Code::AssignedLocation, Level::Allow)), both[1..]);
    // One variable cannot be confused with another.
    let one = FRAGMENT.replace("in vec2 uv;", "layout(location = 5) in vec2 uv;");
    assert_eq!(warnings(&one, &Levels::default(), Target::Vulkan1_3), both[1..]);
    let asked = row(Code::AssignedLocation, Level::Warn);
    let message = "E0808: input `nrm` has no `location`, and got 0";
    assert_eq!(warnings(&one, &asked, Target::Vulkan1_3), [message, both[1]]);
    let located = FRAGMENT
        .replace("in vec3", "layout(location = 1) in vec3")
        .replace("in vec2", "layout(location = 0) in vec2")
        .replace("uniform ", "layout(binding = 3) uniform ");
    let located = located.replacen("binding = 3", "binding = 2", 1);
    assert_eq!(warnings(&located, &Levels::default(), Target::Vulkan1_3), [""; 0]);
}

#[test]
fn loose_uniforms_of_opengl_have_locations() {
    let source = "#version 450\nuniform vec4 a;\nuniform vec4 b;\nlayout(location = 0) out vec4 color;\n\
        void main() { color = a + b; }\n";
    let message = "E0808: uniforms `a` and `b` have no `location`, and got 0 and 1";
    assert_eq!(warnings(source, &Levels::default(), Target::OpenGl4_5), [message]);
    // In Vulkan they are members of one block.
    assert_eq!(warnings(source, &Levels::default(), Target::Vulkan1_3), [""; 0]);
}

#[test]
fn without_assignment_a_missing_place_is_an_error_with_its_name() {
    let errors = |auto_location, auto_binding| {
        let options = options(Stage::Fragment).auto_location(auto_location).auto_binding(auto_binding);
        let compilation = compile(FRAGMENT, &options).unwrap_or_else(|failure| panic!("{failure}"));
        // Places are for SPIR-V.
        assert!(compilation.glsl().is_ok());
        match compilation.spirv() {
            Ok(_) => Vec::new(),
            Err(Error::Unplaced(errors)) => errors,
            Err(error) => panic!("{error}"),
        }
    };
    let messages = |errors: &[vitrum::Diagnostic]| -> Vec<String> {
        errors.iter().map(|it| it.message.clone()).collect()
    };
    assert!(errors(true, true).is_empty());
    let found = errors(false, true);
    assert_eq!(messages(&found), ["inputs `nrm` and `uv` have no `location`, which the target requires"]);
    assert!(found.iter().all(|it| it.labels.len() == 2));
    assert_eq!(
        messages(&errors(true, false)),
        ["resources `map` and `Tint` have no `binding`, which the target requires"]
    );
    assert_eq!(errors(false, false).len(), 2);
}

#[test]
fn shaders_that_match_share_places_and_others_stay_alone() {
    let compiled =
        |stage, source: &str| compile(source, &options(stage)).unwrap_or_else(|failure| panic!("{failure}"));
    let pair = |fragment: &str| vec![compiled(Stage::Fragment, fragment), compiled(Stage::Vertex, VERTEX)];
    let program = share_places(pair(FRAGMENT), &options(Stage::Fragment)).unwrap();
    let text = |index: usize| text::print(&program.stages[index].module);
    assert!(text(0).contains("@nrm: vec3<f32> output location(1)"), "{}", text(0));
    assert!(text(1).contains("@nrm: vec3<f32> input location(1)"), "{}", text(1));
    assert_eq!(program.stage_spirv().unwrap().len(), 2);
    let other = FRAGMENT.replace("in vec2 uv", "in vec3 uv").replace("map, uv", "map, uv.xy");
    let (alone, diagnosed) = share_places(pair(&other), &options(Stage::Fragment)).unwrap_err();
    assert_eq!(alone.len(), 2);
    let reports = diagnosed.reports();
    assert_eq!((reports.len(), &*reports[0].code, &*reports[0].severity), (1, "E0811", "warning"));
    let files: Vec<&str> = reports[0].spans.iter().map(|span| span.file.as_str()).collect();
    assert_eq!(files, ["fragment.glsl", "vertex.glsl"]);
    // Nothing to share, and no pipeline.
    let plain = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
    let vertex = "#version 450\nvoid main() { gl_Position = vec4(1.0); }\n";
    let compute =
        "#version 450\nlayout(local_size_x = 1) in;\nbuffer B { int x; };\nvoid main() { x = 1; }\n";
    for shaders in [
        vec![compiled(Stage::Vertex, vertex), compiled(Stage::Fragment, plain)],
        vec![compiled(Stage::Vertex, VERTEX), compiled(Stage::Compute, compute)],
        vec![compiled(Stage::Vertex, VERTEX)],
        Vec::new(),
    ] {
        let (_, diagnosed) = share_places(shaders, &options(Stage::Vertex)).unwrap_err();
        assert!(diagnosed.diagnostics.is_empty());
    }
}

#[test]
fn resources_that_share_a_binding_for_no_reason_are_reported() {
    let shared = |declarations: &str, use_of: &str, target| {
        let source = format!(
            "#version 450\n{declarations}\nlayout(location = 0) out vec4 o;\nvoid main() {{ o = {use_of}; }}\n"
        );
        let options = options(Stage::Fragment).target(target);
        let compilation = compile(&source, &options).unwrap_or_else(|failure| panic!("{failure}"));
        let found = compilation.diagnosed.diagnostics.iter();
        found.map(|it| format!("{}: {}", it.code.info().code, it.message)).collect::<Vec<_>>()
    };
    let (vulkan, opengl) = (Target::Vulkan1_3, Target::OpenGl4_5);
    let block = "layout(binding = 1) uniform A { vec4 a; };\n";
    let texture = |ty: &str, name: &str| format!("layout(binding = 1) uniform {ty} {name};\n");
    let kinds = block.to_owned() + &texture("sampler2D", "t");
    let message = "E0810: `A` and `t` share set 0, binding 1: one is a uniform buffer, the other a texture";
    assert_eq!(shared(&kinds, "a + texture(t, a.xy)", vulkan), [message]);
    assert_eq!(shared(&kinds, "a + texture(t, a.xy)", opengl), [""; 0]);
    let shapes = texture("sampler2D", "t") + &texture("samplerCube", "u");
    let use_of = "texture(t, vec2(0.0)) + texture(u, vec3(1.0))";
    let message = "one is `sampler2D`, the other `samplerCube`";
    assert_eq!(
        shared(&shapes, use_of, vulkan),
        [format!("E0810: `t` and `u` share set 0, binding 1: {message}")]
    );
    assert_eq!(shared(&shapes, use_of, opengl), [format!("E0810: `t` and `u` share binding 1: {message}")]);
    let equal = texture("sampler2D", "t") + &texture("sampler2D", "u");
    let use_of = "texture(t, vec2(0.0)) + texture(u, vec2(1.0))";
    assert_eq!(
        shared(&equal, use_of, vulkan),
        ["E0810: `t` and `u` share set 0, binding 1: both are `sampler2D`"]
    );
    // One is not used; a texture and its sampler; buffers seen as other types; arrays of descriptors.
    assert_eq!(shared(&equal, "texture(t, vec2(0.0))", vulkan), [""; 0]);
    let parts = texture("texture2D", "t") + &texture("sampler", "s") + &texture("sampler2D", "c");
    let use_of = "texture(sampler2D(t, s), vec2(0.0)) + texture(c, vec2(0.0))";
    assert_eq!(shared(&parts, use_of, vulkan), [""; 0]);
    let buffers =
        "layout(binding = 1) buffer A { vec4 a[]; };\nlayout(binding = 1) buffer B { uint b[]; };\n";
    assert_eq!(shared(buffers, "a[0] * float(b[0])", vulkan), [""; 0]);
    let arrays = "#extension GL_EXT_nonuniform_qualifier : enable\n".to_owned()
        + &texture("sampler2D", "t[]")
        + &texture("samplerCube", "u[]");
    assert_eq!(shared(&arrays, "texture(t[1], vec2(0.0)) + texture(u[0], vec3(1.0))", vulkan), [""; 0]);
}
