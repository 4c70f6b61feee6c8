//! Programs of several stages.

use vitrum::reflect::{DescriptorType, Format, ProgramReflection, Reflection, StageFlags};
use vitrum::{
    Compilation, Failure, OptLevel, Options, Program, ProgramInput, ProgramOptions, ProgramSource, Stage,
    compile, compile_program, link_program,
};

fn link(sources: &[(Stage, &str)], level: OptLevel) -> Result<Program, Failure> {
    let options: Vec<Options> = sources
        .iter()
        .zip(0..)
        .map(|((stage, _), index)| {
            Options::new(*stage).file_name(format!("{index}.glsl")).opt_level(level).verify(true)
        })
        .collect();
    let sources: Vec<(&str, &Options)> = sources.iter().map(|row| row.1).zip(&options).collect();
    compile_program(&sources)
}

const VERTEX: &str = "#version 450\nout vec2 uv;\nout vec3 nrm;\nuniform Camera { mat4 view; };\nuniform Tint { vec4 tint; };\n\
    void main() { uv = tint.xy + view[0].xy; nrm = view[1].xyz; gl_Position = view[0]; }\n";
const FRAGMENT: &str = "#version 450\nin vec3 nrm;\nin vec2 uv;\nuniform Tint { vec4 tint; };\nuniform sampler2D map;\n\
    layout(location = 0) out vec4 color;\nvoid main() { color = texture(map, uv) * tint + nrm.xyzx; }\n";

fn location(reflection: &Reflection, name: &str) -> Option<u32> {
    let all = reflection.inputs.iter().chain(&reflection.outputs);
    all.filter(|it| it.name == name).find_map(|it| it.location)
}

fn binding(reflection: &Reflection, name: &str) -> Option<u32> {
    reflection.resources.iter().find(|it| it.name == name)?.binding
}

#[test]
fn stages_agree_on_locations_and_bindings() {
    for level in [OptLevel::None, OptLevel::Default] {
        let program = link(&[(Stage::Fragment, FRAGMENT), (Stage::Vertex, VERTEX)], level)
            .unwrap_or_else(|failure| panic!("{failure}"));
        let stages: Vec<Stage> = program.stages.iter().map(|stage| stage.module.stage).collect();
        assert_eq!(stages, [Stage::Vertex, Stage::Fragment]);
        let reflections = program.reflections().unwrap();
        let [vertex, fragment] = &reflections[..] else { panic!("two stages") };
        for name in ["uv", "nrm"] {
            assert!(location(vertex, name).is_some(), "{name}");
            assert_eq!(location(vertex, name), location(fragment, name), "{name}");
        }
        assert_eq!(binding(vertex, "Tint"), binding(fragment, "Tint"));
        let bindings = [binding(vertex, "Camera"), binding(vertex, "Tint"), binding(fragment, "map")];
        let mut distinct = bindings.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 3, "{bindings:?}");
        assert!(program.spirv().is_ok());
        assert_eq!(program.glsl().unwrap().len(), 2);
    }
}

#[test]
fn mismatches_have_both_places() {
    let fragment = FRAGMENT.replace("in vec3 nrm;", "in vec4 nrm;").replace("nrm.xyzx", "nrm");
    let failure = link(&[(Stage::Vertex, VERTEX), (Stage::Fragment, &fragment)], OptLevel::None)
        .unwrap_err()
        .to_string();
    assert!(failure.contains("0.glsl:3:10") && failure.contains("1.glsl:2:9"), "{failure}");
}

#[test]
fn several_sources_of_a_stage_are_units() {
    let main = "#version 450\nvec4 shade();\nlayout(location = 0) out vec4 color;\nvoid main() { color = shade(); }\n";
    let other = "#version 450\nin vec2 uv;\nvec4 shade() { return uv.xyxy; }\n";
    let sources = [(Stage::Fragment, main), (Stage::Vertex, VERTEX), (Stage::Fragment, other)];
    let program = link(&sources, OptLevel::None).unwrap_or_else(|failure| panic!("{failure}"));
    let reflections = program.reflections().unwrap();
    assert_eq!(location(&reflections[0], "uv"), location(&reflections[1], "uv"));
}

/// Links sources with options of the program.
fn link_with(
    sources: &[(Stage, &str)],
    base: &Options,
    program: &ProgramOptions,
) -> Result<Program, Failure> {
    let options: Vec<Options> =
        sources.iter().map(|(stage, _)| base.clone().stage(*stage).verify(true)).collect();
    let inputs: Vec<ProgramInput<'_>> = sources
        .iter()
        .zip(&options)
        .map(|((_, text), options)| ProgramInput { source: ProgramSource::Glsl(text), options })
        .collect();
    link_program(&inputs, program, None)
}

#[test]
fn modules_are_units_and_stages() {
    let options = |stage| Options::new(stage).verify(true);
    let library = options(Stage::Fragment).library(true);
    let shade = "#version 450\nfloat fog(float z);\nvec4 shade(float z) { return vec4(fog(z)); }\n";
    let shade = compile(shade, &library).unwrap_or_else(|failure| panic!("{failure}"));
    let vertex = compile(VERTEX, &options(Stage::Vertex)).unwrap_or_else(|failure| panic!("{failure}"));
    let main = "#version 450\nin vec2 uv;\nvec4 shade(float z);\nlayout(location = 0) out vec4 color;\n\
        void main() { color = shade(uv.x); }\n";
    let fog = "#version 450\nfloat fog(float z) { return exp(-z); }\n";
    let fragment = options(Stage::Fragment);
    let link = |sources: &[ProgramSource<'_>]| {
        let inputs: Vec<ProgramInput<'_>> =
            sources.iter().map(|&source| ProgramInput { source, options: &fragment }).collect();
        link_program(&inputs, &ProgramOptions::default(), None)
    };
    let module = |of: &'_ Compilation| (of.module.clone(), of.diagnosed.sources.clone());
    let (shade, vertex) = (module(&shade), module(&vertex));
    let [shade, vertex] = [&shade, &vertex].map(|(module, sources)| ProgramSource::Module(module, sources));
    let program = link(&[ProgramSource::Glsl(main), vertex, shade, ProgramSource::Glsl(fog)])
        .unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(program.stages.len(), 2);
    assert!(program.spirv().is_ok());
    let failure = link(&[ProgramSource::Glsl(main), vertex, shade]).unwrap_err();
    let report = &failure.diagnosed.reports()[0];
    assert_eq!((&*report.code, report.line()), ("E0802", 2), "{failure}");
    let failure = link(&[vertex, shade]).unwrap_err().to_string();
    assert!(failure.contains("no source of the fragment stage defines `main`"), "{failure}");
}

#[test]
fn stages_are_optimised_together_but_for_what_is_captured() {
    let vertex = "#version 450\nlayout(location = 0) in vec4 p;\nout vec4 kept;\nout vec4 gone;\nout vec4 flat_tint;\nout vec4 used;\n\
        void main() { kept = p * 2.0; gone = p * 3.0; flat_tint = vec4(0.5); used = p * 5.0; gl_Position = p; }\n";
    let fragment = "#version 450\nin vec4 flat_tint;\nin vec4 used;\nlayout(location = 0) out vec4 color;\n\
        void main() { color = used * flat_tint; }\n";
    let base = Options::new(Stage::Vertex).opt_level(OptLevel::Default);
    let captured = ProgramOptions::default().captured(vec!["kept".to_owned()]);
    let sources = [(Stage::Vertex, vertex), (Stage::Fragment, fragment)];
    let program = link_with(&sources, &base, &captured).unwrap_or_else(|failure| panic!("{failure}"));
    let (vertex, fragment) = (program.stages[0].ir(), program.stages[1].ir());
    assert!(vertex.contains("@kept: vec4<f32> output location(0)"), "{vertex}");
    assert!(vertex.contains("@used: vec4<f32> output location(1)"), "{vertex}");
    assert!(
        !vertex.contains("gone") && !vertex.contains("flat_tint") && !vertex.contains("3.0f32"),
        "{vertex}"
    );
    assert!(
        fragment.contains("@used: vec4<f32> input location(1)") && !fragment.contains("flat_tint"),
        "{fragment}"
    );
    let separable = ProgramOptions::default().separable(true);
    let program = link_with(&sources, &base, &separable).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(program.stages[0].ir().contains("gone"));
}

#[test]
fn loose_uniforms_of_stages_become_one_block() {
    let vertex = "#version 450\nuniform mat4 view;\nuniform float tint;\nuniform sampler2D heights;\n\
        void main() { gl_Position = view * texture(heights, vec2(0.5)) * tint; }\n";
    let fragment = "#version 450\nstruct S { vec2 a; };\nuniform S only;\nuniform float tint;\nuniform sampler2D map;\n\
        layout(location = 0) out vec4 color;\n\
        void main() { color = texture(map, only.a) * tint; }\n";
    for level in [OptLevel::None, OptLevel::Size] {
        let program = link(&[(Stage::Vertex, vertex), (Stage::Fragment, fragment)], level)
            .unwrap_or_else(|failure| panic!("{failure}"));
        assert!(program.spirv().is_ok());
        let reflection = program.reflection().unwrap();
        let bindings = reflection.layout.sets[0].bindings.iter();
        let rows: Vec<(u32, &str, StageFlags)> =
            bindings.map(|it| (it.binding, it.names[0].as_str(), it.stages)).collect();
        let (vs, fs) = (StageFlags::VERTEX, StageFlags::FRAGMENT);
        let block = "gl_DefaultUniformBlock";
        assert_eq!(rows, [(0, "heights", vs), (1, "map", fs), (2, block, vs.union(fs))]);
        for stage in &reflection.stages {
            let offsets =
                stage.structs.iter().find(|it| it.name == block).into_iter().flat_map(|it| &it.members);
            let offsets: Vec<(&str, Option<u32>)> = offsets.map(|it| (it.name.as_str(), it.offset)).collect();
            let all = [("view", Some(0)), ("tint", Some(64)), ("only", Some(80))];
            // Trimmed blocks keep the offsets of what is left.
            assert!(!offsets.is_empty() && offsets.iter().all(|row| all.contains(row)), "{offsets:?}");
            assert!(level == OptLevel::Size || offsets == all, "{offsets:?}");
        }
    }
    // A stage without uniforms gets none.
    let plain = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
    let program = link(&[(Stage::Vertex, vertex), (Stage::Fragment, plain)], OptLevel::None)
        .unwrap_or_else(|failure| panic!("{failure}"));
    assert!(program.reflections().unwrap()[1].resources.is_empty());
}

#[test]
fn bindings_move_once() {
    let mut base = Options::new(Stage::Vertex);
    base.placement.shifts = [0, 10, 0, 0, 0, 0, 0];
    base.placement.bases = [None, Some(10), None, None, None, None, None];
    let fragment = "#version 450\nlayout(binding = 1) uniform sampler2D a;\nuniform sampler2D b;\n\
        layout(location = 0) out vec4 color;\nvoid main() { color = texture(a, vec2(0.5)) + texture(b, vec2(0.5)); }\n";
    let vertex = "#version 450\nuniform sampler2D b;\nvoid main() { gl_Position = texture(b, vec2(0.5)); }\n";
    let sources = [(Stage::Fragment, fragment), (Stage::Vertex, vertex)];
    let program =
        link_with(&sources, &base, &ProgramOptions::default()).unwrap_or_else(|failure| panic!("{failure}"));
    let reflections = program.reflections().unwrap();
    assert_eq!((binding(&reflections[1], "a"), binding(&reflections[1], "b")), (Some(11), Some(10)));
    assert_eq!(binding(&reflections[0], "b"), Some(10));
}

#[test]
fn the_reflection_of_a_program_is_what_a_pipeline_needs() {
    let vertex = "#version 450\nlayout(location = 0) in vec3 position;\nlayout(location = 1) in mat2x3 frame[2];\n\
        layout(push_constant) uniform Push { layout(offset = 16) vec4 move; };\n\
        layout(set = 1, binding = 2) uniform Camera { mat4 view; };\n\
        void main() { gl_Position = view * vec4(position + frame[1][0], 1.0) + move; }\n";
    let fragment = "#version 450\nlayout(push_constant) uniform Push { float tint; };\n\
        layout(set = 1, binding = 2) uniform Camera { mat4 view; };\nlayout(set = 0, binding = 3) uniform sampler2D maps[4];\n\
        layout(set = 2, binding = 0) uniform texture2D t;\nlayout(set = 2, binding = 0) uniform sampler s;\n\
        layout(set = 2, binding = 1) buffer Out { uint hits; };\nlayout(constant_id = 7) const int N = 3;\n\
        layout(location = 0) out vec4 color;\nlayout(location = 1) out uvec2 id;\n\
        void main() { hits = 1; id = uvec2(N); color = texture(maps[1], vec2(tint)) + texture(sampler2D(t, s), vec2(0.0)) + view[0]; }\n";
    let program = link(&[(Stage::Vertex, vertex), (Stage::Fragment, fragment)], OptLevel::None)
        .unwrap_or_else(|failure| panic!("{failure}"));
    let reflection = program.reflection().unwrap();
    let (vs, fs) = (StageFlags::VERTEX, StageFlags::FRAGMENT);
    let sets = &reflection.layout.sets;
    let row = |set: usize, at: usize| {
        let row = &sets[set].bindings[at];
        (sets[set].set, row.binding, row.descriptor_type, row.count, row.stages)
    };
    assert_eq!(row(0, 0), (0, 3, DescriptorType::CombinedImageSampler, Some(4), fs));
    assert_eq!(row(1, 0), (1, 2, DescriptorType::UniformBuffer, Some(1), vs.union(fs)));
    assert_eq!(row(2, 0), (2, 0, DescriptorType::CombinedImageSampler, Some(1), fs));
    assert_eq!(row(2, 1), (2, 1, DescriptorType::StorageBuffer, Some(1), fs));
    let ranges: Vec<_> =
        reflection.layout.push_constants.iter().map(|it| (it.offset, it.size, it.stages)).collect();
    assert_eq!(ranges, [(16, 16, vs), (0, 4, fs)]);
    let inputs = reflection.vertex_inputs.iter();
    let inputs: Vec<_> = inputs.map(|it| (it.name.as_str(), it.location, it.format)).collect();
    let vec3 = Some(Format::R32G32B32Sfloat);
    let column = |name, location| (name, Some(location), vec3);
    let columns = [("frame[0][0]", 1), ("frame[0][1]", 2), ("frame[1][0]", 3), ("frame[1][1]", 4)];
    assert_eq!(inputs[0], column("position", 0));
    assert_eq!(inputs[1..], columns.map(|(name, location)| column(name, location)));
    let outputs: Vec<_> = reflection.fragment_outputs.iter().map(|it| (it.location, it.format)).collect();
    assert_eq!(outputs, [(Some(0), Some(Format::R32G32B32A32Sfloat)), (Some(1), Some(Format::R32G32Uint))]);
    assert_eq!((reflection.spec_constants[0].id, reflection.spec_constants[0].stages), (7, fs));
    let camera = reflection.resources.iter().find(|it| it.name == "Camera").unwrap();
    assert_eq!((camera.stages, camera.size), (vs.union(fs), Some(64)));
    let json = reflection.json();
    assert!(ProgramReflection::from_json(&json).unwrap().json() == json, "{json}");
    assert!(ProgramReflection::from_json("{\"layout\": 1}").is_err());
}

#[test]
fn the_minimum_of_a_limit_is_a_warning_and_a_given_limit_an_error() {
    let vertex =
        "#version 450\nout vec4 many[17];\nvoid main() { many[0] = vec4(1.0); gl_Position = vec4(1.0); }\n";
    let fragment = "#version 450\nin vec4 many[17];\nlayout(location = 0) out vec4 color;\nvoid main() { color = many[0]; }\n";
    let sources = [(Stage::Vertex, vertex), (Stage::Fragment, fragment)];
    let message = "the outputs of the vertex stage have 68 components, and `gl_MaxVertexOutputComponents` is";
    let mut options = Options::new(Stage::Vertex);
    let program = link_with(&sources, &options, &ProgramOptions::default()).unwrap();
    let report = &program.diagnosed.reports()[0];
    assert_eq!((&*report.severity, report.message.as_str()), ("warning", format!("{message} 64").as_str()));
    options.limits.max_vertex_output_components = Some(60);
    let failure = link_with(&sources, &options, &ProgramOptions::default()).unwrap_err();
    assert_eq!(failure.diagnosed.reports()[0].message, format!("{message} 60"));
    options.limits.max_vertex_output_components = Some(128);
    assert!(
        link_with(&sources, &options, &ProgramOptions::default()).unwrap().diagnosed.diagnostics.is_empty()
    );
}
