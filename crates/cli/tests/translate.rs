//! `vitrum translate`: what a browser does with shaders, on the command line.

mod common;

use common::Folder;

const VERTEX: &str = "attribute vec4 position;\nvarying vec2 uv;\nuniform float sample;\n\
    void main() { uv = position.xy * sample; gl_Position = position; }\n";
const FRAGMENT: &str = "precision mediump float;\nvarying vec2 uv;\nuniform sampler2D maps[2];\n\
    void main() {\n    vec4 c = vec4(0.0);\n    for (int i = 0; i < 2; i++) c += texture2D(maps[i], uv);\n\
    gl_FragColor = c;\n}\n";

fn program(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("a.vert", VERTEX).write("a.frag", FRAGMENT);
    folder
}

#[test]
fn programs_become_files_of_a_folder() {
    let folder = program("translate_files");
    let ran = folder.run("translate --webgl 1 a.vert a.frag --to glsl330 -o glsl");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(folder.text("glsl/vert.glsl").starts_with("#version 330\n"));
    // This version wants constant indices.
    let text = folder.text("glsl/frag.glsl");
    assert!(text.contains("maps[0]") && text.contains("maps[1]") && !text.contains("maps[i]"), "{text}");
    let ran = folder.run("translate --webgl 1 a.vert a.frag --to vulkan1.1 -o spirv -O");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    for file in ["spirv/vert.spv", "spirv/frag.spv"] {
        assert_eq!(folder.read(file).get(..8), Some(&[3, 2, 35, 7, 0, 3, 1, 0][..]), "{file}");
    }
}

#[test]
fn one_shader_goes_to_stdout_or_a_file() {
    let folder = program("translate_one");
    let ran = folder.run("translate --webgl 1 a.frag");
    assert!(ran.code == Some(0) && ran.stdout.contains("gl_FragColor = "), "{}{}", ran.stdout, ran.stderr);
    let ran = folder.run("translate --webgl 2 a.frag --to essl300 -o out.frag");
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
    assert!(folder.text("out.frag").starts_with("#version 300 es\n"));
    let ran = folder.run("translate --webgl 1 a.vert a.frag --to spirv");
    assert!(ran.code == Some(1) && ran.stderr.contains("name their folder with `-o DIR`"), "{}", ran.stderr);
}

#[test]
fn variables_and_names_are_json() {
    let folder = program("translate_names");
    let ran = folder.run("translate --webgl 1 a.vert a.frag --to glsl450 --reflect --map names.json");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    for part in [
        "\"stage\": \"vertex\"",
        "\"stage\": \"fragment\"",
        "\"type\": \"SAMPLER_2D\"",
        "\"static_use\": true",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    let names = folder.text("names.json");
    assert!(names.contains("\"sample\": \"sample"), "{names}");
}

#[test]
fn faults_have_places() {
    let folder = program("translate_faults");
    folder.write(
        "b.frag",
        "precision mediump float;\nuniform float webgl_x;\nvoid main() { gl_FragColor = vec4(webgl_x); }\n",
    );
    let ran = folder.run("translate --webgl 1 b.frag --error-format short");
    assert!(ran.code == Some(1) && ran.stderr.starts_with("b.frag:2:15: error: "), "{}", ran.stderr);
    folder.write(
        "c.frag",
        "precision mediump float;\nvarying vec3 uv;\nvoid main() { gl_FragColor = vec4(uv, 1.0); }\n",
    );
    let ran = folder.run("translate --webgl 1 a.vert c.frag");
    assert!(
        ran.code == Some(1) && ran.stderr.contains("E0803") && ran.stderr.contains("c.frag:2:14"),
        "{}",
        ran.stderr
    );
    let ran = folder.run("translate --webgl 1 a.frag -flimit=MaxTextureImageUnits\u{20}1");
    assert!(ran.code == Some(2), "{}", ran.stderr);
    let ran = folder.run_with(&["translate", "--webgl", "1", "a.frag", "-flimit=MaxTextureImageUnits 1"], "");
    assert!(ran.stderr.contains("textures of the stage are 2"), "{}", ran.stderr);
}

#[test]
fn extensions_are_those_of_the_application() {
    let folder = Folder::new("translate_extensions");
    folder.write(
        "a.frag",
        "#extension GL_OES_standard_derivatives : require\nprecision mediump float;\nvarying float x;\n\
         void main() { gl_FragColor = vec4(dFdx(x)); }\n",
    );
    assert!(folder.run("translate --webgl 1 a.frag").stderr.contains("not enabled"));
    let ran =
        folder.run("translate --webgl 1 a.frag --extension OES_standard_derivatives,WEBGL_draw_buffers");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let ran = folder.run("translate --webgl 1 a.frag --extension OES_never");
    assert!(ran.code == Some(2) && ran.stderr.contains("`OES_never`"), "{}", ran.stderr);
}

#[test]
fn a_version_of_another_generation_is_the_only_error() {
    let folder = Folder::new("translate_generation");
    folder.write(
        "a.frag",
        "#version 300 es\nprecision mediump float;\nflat in int x;\nout vec4 c;\nvoid main() { c = vec4(x); }\n",
    );
    let ran = folder.run("translate --webgl 1 a.frag");
    assert!(ran.stderr.contains("WebGL 1 does not have version 300 es"), "{}", ran.stderr);
    assert!(ran.code == Some(1) && ran.stderr.contains("1 error generated"), "{}", ran.stderr);
    assert_eq!(folder.run("translate --webgl 2 a.frag --to wgpu -o a.spv").code, Some(0));
}

#[test]
fn levels_are_bounded_where_a_version_can_ask_for_their_number() {
    let folder = Folder::new("translate_levels");
    folder.write(
        "a.frag",
        "#version 300 es\nprecision mediump float;\nuniform sampler2D s;\nuniform int l;\nout vec4 c;\n\
         void main() { c = texelFetch(s, ivec2(0), l); }\n",
    );
    for (to, is_asked) in [("essl300", false), ("glsl330", false), ("glsl450", true)] {
        let ran = folder.run(&format!("translate --webgl 2 a.frag --to {to}"));
        assert_eq!(
            (ran.code, ran.stdout.contains("textureQueryLevels")),
            (Some(0), is_asked),
            "{to}: {}",
            ran.stderr
        );
    }
}

#[test]
fn command_lines_are_checked() {
    let folder = program("translate_checks");
    for (line, part) in [
        ("translate a.frag", "--webgl"),
        ("translate --webgl 3 a.frag", "--webgl"),
        ("translate --webgl 1", "no input files"),
        ("translate --webgl 1 a.frag --to hlsl", "unknown output `hlsl`"),
        ("translate --webgl 1 a.frag --names upper", "unknown kind of names"),
        ("translate --webgl 1 a.frag --safety none,loops", "cannot be combined"),
        ("translate --webgl 1 a.frag --transform never", "unknown pass `never`"),
        ("translate --webgl 1 none.frag", "none.frag"),
    ] {
        let ran = folder.run(line);
        assert!(ran.code != Some(0) && ran.stderr.contains(part), "{line}: {}", ran.stderr);
    }
    let help = folder.run("translate --help");
    assert!(help.code == Some(0) && help.stdout.contains("--webgl 1|2") && help.stdout.contains("Examples:"));
}
