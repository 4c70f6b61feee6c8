//! Shaders of several texts.

use vitrum::{Compilation, Failure, Options, Stage, Target, compile_units};

fn options(name: &str) -> Options {
    Options::new(Stage::Vertex).target(Target::OpenGl4_5).file_name(name).verify(true)
}

fn link(texts: &[&str]) -> Result<Compilation, Failure> {
    let options: Vec<Options> = (0..texts.len()).map(|index| options(&format!("{index}.vert"))).collect();
    let units: Vec<(&str, &Options)> = texts.iter().copied().zip(&options).collect();
    compile_units(&units)
}

const MAIN: &str = "#version 150\nin vec4 a;\nvec4 move(vec4 p, float by);\nvec4 move(vec4 p);\n\
    void main() { gl_Position = move(move(a), 2.0); }\n";

#[test]
fn functions_come_from_other_units() {
    let one = "#version 150\nuniform float scale;\nvec4 move(vec4 p) { return p * scale; }\n";
    let other = "#version 330\nvec4 move(vec4 p);\nfloat twice(float x) { return x * 2.0; }\n\
        vec4 move(vec4 p, float by) { return move(p) + twice(by); }\n";
    let linked = link(&[MAIN, one, other]).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(linked.ir().contains("fn &twice("));
    assert!(!linked.module.is_unit());
    let words = linked.spirv().unwrap();
    assert_eq!(words[0], 0x0723_0203);
    assert!(linked.glsl().unwrap().contains("scale"));
}

#[test]
fn globals_are_shared_and_initialised() {
    let main = "#version 150\nfloat count;\nvoid add();\nuniform float u[];\n\
        void main() { add(); gl_Position = vec4(count + u[1]); }\n";
    let other = "#version 150\nuniform float start;\nfloat count = start;\nuniform float u[];\n\
        void add() { count += u[4]; }\n";
    let text = link(&[main, other]).unwrap_or_else(|failure| panic!("{failure}")).ir();
    assert_eq!(text.matches("global @count").count(), 1, "{text}");
    assert!(text.contains("global @u: array<f32, 5> uniform"), "{text}");
    assert!(text.contains("fn &main() -> void {\n    call &initializer\n"), "{text}");
}

#[test]
fn faults_have_the_places_of_all_units() {
    let other = "#version 150\nuniform vec3 a;\nvec4 move(vec4 p) { return p; }\n";
    let failure = link(&[MAIN, other]).unwrap_err().to_string();
    let expected = "\
error[E0803]: `a` has different storage qualifiers in two units
 --> 1.vert:2:14
  |
2 | uniform vec3 a;
  |              ^
  |
 ::: 0.vert:2:9
  |
2 | in vec4 a;
  |         - declaration in another unit
error[E0802]: function `move(vec4,float)` is called but no unit defines it
 --> 0.vert:3:6
  |
3 | vec4 move(vec4 p, float by);
  |      ^^^^ declared here";
    let squeezed: String = failure.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    assert_eq!(squeezed, expected, "{failure}");
    let broken = link(&[MAIN, "#version 150\nfloat f() { return x; }\n"]).unwrap_err().to_string();
    assert!(broken.contains("--> 1.vert:2:20"), "{broken}");
}

#[test]
fn names_of_exports_do_not_depend_on_neighbours() {
    let exports = |text: &str| -> Vec<String> {
        let options = options("a.vert").library(true);
        let module = vitrum::compile(text, &options).unwrap_or_else(|failure| panic!("{failure}")).module;
        let names = module.functions.values().filter_map(|function| function.link_name());
        names.map(|name| module.names.get(name).to_owned()).collect()
    };
    let alone = "#version 450\nfloat f(float x) { return x; }\n";
    let beside = "#version 450\nfloat f(vec2 x, int i) { return x[i]; }\nfloat f(float x) { return x; }\n";
    assert_eq!(exports(alone), ["f(float)"]);
    assert_eq!(exports(beside), ["f(vec2,int)", "f(float)"]);
}
