//! Programs of several stages.

use vitrum::reflect::Reflection;
use vitrum::{Failure, OptLevel, Options, Program, Stage, compile_program};

fn link(sources: &[(Stage, &str)], level: OptLevel) -> Result<Program, Failure> {
    let options: Vec<Options> = sources
        .iter()
        .zip(0..)
        .map(|((stage, _), index)| Options {
            file_name: format!("{index}.glsl"),
            opt_level: level,
            verify: true,
            ..Options::new(*stage)
        })
        .collect();
    let sources: Vec<(&str, &Options)> = sources.iter().map(|row| row.1).zip(&options).collect();
    compile_program(&sources)
}

const VERTEX: &str = "#version 450\nout vec2 uv;\nout vec3 nrm;\nuniform Camera { mat4 view; };\nuniform Tint { vec4 tint; };\n\
    void main() { uv = tint.xy; nrm = view[1].xyz; gl_Position = view[0]; }\n";
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
