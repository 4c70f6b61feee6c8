//! Programs on the command line: `vitrum link`, `-l`, and shaders that are compiled together.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::{Folder, Ran};

const VERTEX: &str = "#version 450\nout vec2 uv;\nout vec3 nrm;\nin vec4 position;\nuniform Tint { vec4 tint; };\n\
    void main() { uv = position.xy; nrm = position.xyz; gl_Position = position * tint; }\n";
const FRAGMENT: &str = "#version 450\nin vec3 nrm;\nin vec2 uv;\nuniform sampler2D map;\nuniform Tint { vec4 tint; };\n\
    layout(location = 0) out vec4 color;\nvoid main() { color = texture(map, uv) * tint + nrm.xyzx; }\n";
const MAIN: &str = "#version 450\nvec4 shade(vec3 n);\nin vec3 nrm;\nlayout(location = 0) out vec4 color;\n\
    void main() { color = shade(nrm); }\n";
const SHADE: &str = "#version 450\nuniform Tint { vec4 tint; };\nfloat fog(float z);\nvec4 shade(vec3 n) { return tint * fog(n.z); }\n";
const FOG: &str = "#version 450\nfloat fog(float z) { return exp(-z); }\n";

#[track_caller]
fn assert_ok(ran: &Ran) {
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
}

#[track_caller]
fn assert_fails(ran: &Ran, text: &str) {
    assert_eq!(ran.code, Some(1), "{}", ran.stdout);
    assert!(ran.stderr.contains(text), "{}", ran.stderr);
}

fn program(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("a.vert", VERTEX).write("b.frag", FRAGMENT);
    folder.write("main.frag", MAIN).write("shade.frag", SHADE).write("fog.frag", FOG);
    folder
}

/// The number of a decoration of a variable, in assembly.
fn decoration(assembly: &str, name: &str, kind: &str) -> Vec<String> {
    let lines = || assembly.lines().map(str::trim);
    let is_named = |line: &&str| line.starts_with("OpName") && line.ends_with(&format!("\"{name}\""));
    let ids = lines().filter(is_named).filter_map(|line| line.split_whitespace().nth(1));
    let number = |id: &str| {
        let start = format!("OpDecorate {id} {kind} ");
        lines().find_map(|line| line.strip_prefix(&start).map(str::to_owned))
    };
    ids.filter_map(number).collect()
}

#[track_caller]
fn assert_misused(ran: &Ran, text: &str) {
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains(text), "{}", ran.stderr);
}

#[test]
fn stages_become_one_module_with_matching_places() {
    let folder = program("link_stages");
    for options in ["", "-O", "-g", "--target-env=vulkan1.1 -Os"] {
        assert_ok(&folder.run(&format!("link {options} a.vert b.frag -o program.spv")));
    }
    assert_eq!(folder.read("program.spv").get(..4), Some(&[3, 2, 35, 7][..]));
    let assembly = folder.run("link b.frag a.vert --emit asm").stdout;
    assert_eq!(assembly.matches("OpEntryPoint").count(), 2, "{assembly}");
    for (name, location) in [("uv", "0"), ("nrm", "1")] {
        assert_eq!(decoration(&assembly, name, "Location"), [location, location], "{name}: {assembly}");
    }
    let ran = folder.run("link a.vert b.frag --emit asm -e shade -e vert=move");
    assert!(
        ran.stdout.contains("OpEntryPoint Vertex %") && ran.stdout.contains("\"move\""),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("\"shade\""), "{}", ran.stdout);
    assert_ok(&folder.run("link -c a.vert b.frag"));
    assert_ok(&folder.run("link -MD a.vert b.frag -o c.spv"));
    assert_eq!(folder.text("c.spv.d"), "c.spv: a.vert b.frag\n");
    assert!(
        folder.names().contains(&"a.vert.spv".to_owned())
            && folder.names().contains(&"b.frag.spv".to_owned())
    );
}

#[test]
fn kinds_with_a_file_for_each_stage_go_to_a_folder() {
    let folder = program("link_folder");
    for (kind, names) in [
        ("glsl", ["vert.glsl", "frag.glsl"]),
        ("ir", ["vert.vir", "frag.vir"]),
        ("virb", ["vert.virb", "frag.virb"]),
    ] {
        assert_ok(&folder.run(&format!("link a.vert b.frag --emit {kind} -o out/{kind}")));
        names.iter().for_each(|name| assert!(!folder.read(&format!("out/{kind}/{name}")).is_empty()));
    }
    assert!(folder.text("out/glsl/vert.glsl").contains("layout(location = 1) out vec3 nrm;"));
    assert!(folder.text("out/glsl/frag.glsl").contains("layout(location = 1) in vec3 nrm;"));
    // They are input again, and say their stages.
    assert_ok(&folder.run("link out/glsl/vert.glsl out/virb/frag.virb -o again.spv"));
    let ran = folder.run("link a.vert b.frag --emit glsl");
    assert!(ran.stdout.starts_with("// vertex\n#version 450\n") && ran.stdout.contains("\n// fragment\n"));
    assert_fails(&folder.run("link a.vert b.frag --emit virb"), "-o DIR");
    assert_fails(
        &folder.run("link a.vert b.frag -o out.virb"),
        "2 stages give 2 files, and `out.virb` is one",
    );
    assert_ok(&folder.run("link -c a.vert b.frag -o out/spv"));
    assert!(!folder.read("out/spv/frag.spv").is_empty());
}

#[test]
fn old_versions_are_joined_by_names_in_printed_glsl() {
    let folder = Folder::new("link_names");
    folder
        .write("a.vert", "#version 130\nin vec4 p;\nout vec4 q;\nvoid main() { q = p; gl_Position = p; }\n");
    folder.write("a.frag", "#version 130\nin vec4 q;\nout vec4 c;\nvoid main() { c = q; }\n");
    for target in ["opengl", "vulkan1.3"] {
        let ran = folder.run(&format!("link --target-env={target} a.vert a.frag --emit glsl"));
        assert_ok(&ran);
        assert!(ran.stdout.contains("out vec4 q;") && !ran.stdout.contains("layout"), "{}", ran.stdout);
    }
}

#[test]
fn names_in_printed_glsl_are_those_of_each_stage() {
    let folder = Folder::new("link_glsl_names");
    folder.write(
        "a.vert",
        "#version 330 core\nin vec4 p;\nout vec4 sample;\n\
         void main() { sample = p; gl_Position = p; }\n",
    );
    folder.write("a.frag", "#version 330 core\nin vec4 sample;\nout vec4 c;\nvoid main() { c = sample; }\n");
    assert_ok(&folder.run("link a.vert a.frag --emit glsl-names --glsl-version 320es -o names"));
    let read =
        |file: &str| serde_json::from_slice::<serde_json::Value>(&folder.read(file)).unwrap_or_default();
    let became = |names: &serde_json::Value, name: &str| {
        names
            .as_array()
            .and_then(|rows| rows.iter().find(|row| row["name"] == name))
            .map(|row| row["became"].clone())
    };
    let (vertex, fragment) = (read("names/vert.json"), read("names/frag.json"));
    assert_ne!(became(&vertex, "sample"), Some(serde_json::json!(["sample"])), "{vertex}");
    assert!(became(&vertex, "sample").is_some(), "{vertex}");
    assert_eq!(became(&vertex, "sample"), became(&fragment, "sample"));
    assert!(became(&fragment, "p").is_none() && became(&vertex, "p").is_some(), "{fragment}");
}

#[test]
fn the_reflection_is_of_the_program() {
    let folder = program("link_reflect");
    let ran = folder.run("link a.vert b.frag --reflect");
    assert_ok(&ran);
    let reflection: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
    let binding = &reflection["layout"]["sets"][0]["bindings"][0];
    assert_eq!(binding["names"][0], "Tint", "{}", ran.stdout);
    assert_eq!(binding["stages"], serde_json::json!(["vertex", "fragment"]));
    assert_eq!(reflection["vertex_inputs"][0]["format"], "r32g32b32a32_sfloat");
    assert_eq!(reflection["stages"][1]["stage"], "fragment");
    assert_eq!(folder.run("link a.vert b.frag --emit reflection").stdout, ran.stdout);
}

#[test]
fn files_of_a_stage_are_units_and_libraries_are_too() {
    let folder = program("link_units");
    let whole = "link a.vert main.frag shade.frag fog.frag -o units.spv";
    assert_ok(&folder.run(whole));
    assert_ok(&folder.run("--library shade.frag -o shade.virb"));
    assert_ok(&folder.run("--library fog.frag -o fog.vir"));
    assert_ok(&folder.run("link a.vert main.frag shade.virb fog.vir -o mixed.spv"));
    assert_eq!(folder.read("units.spv"), folder.read("mixed.spv"));
    // Functions that stay open in a library are imported.
    let ran = folder.run("link --library shade.virb --emit asm");
    assert_ok(&ran);
    for part in ["OpCapability Linkage", "\"shade(vec3)\" Export", "\"fog(float)\" Import"] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    let missing = "function `fog(float)` is called but no unit defines it";
    let ran = folder.run("link a.vert main.frag shade.virb -o missing.spv");
    assert_fails(&ran, missing);
    assert!(ran.stderr.contains("shade.frag:3:7"), "{}", ran.stderr);
    assert_fails(
        &folder.run("link a.vert shade.frag fog.frag -o x.spv"),
        "no source of the fragment stage defines `main`",
    );
    assert_fails(&folder.run("link --library fog.frag a.vert -o x.virb"), "a library is of one stage");
    // Imports that are left when SPIR-V is written are an error with their names.
    assert_ok(&folder.run("--library main.frag -o open.vir"));
    let ran = folder.run("open.vir -o x.spv");
    assert_fails(
        &ran,
        "open.vir: cannot generate SPIR-V: module imports functions and must be linked: `shade(vec3)`",
    );
}

#[test]
fn generic_functions_of_modules_are_linked_and_specialised() {
    let folder = program("link_generics");
    let library = "vir 1\nstage fragment\nsource glsl 450\n\n\
        fn &twice<$T: float>(%a: $T in) -> $T export \"twice($T)\" {\n    %r: $T = fadd %a, %a\n    return %r\n}\n";
    let shade = "vir 1\nstage fragment\nsource glsl 450\n\n\
        fn &twice<$T: float>(%a: $T in) -> $T import \"twice($T)\"\n\n\
        fn &shade(%a: vec3<f32> in) -> vec4<f32> export \"shade(vec3)\" {\n    \
        %t: vec3<f32> = call &twice<vec3<f32>> %a\n    %r: vec4<f32> = construct %t, 1.0f32\n    return %r\n}\n";
    folder.write("twice.vir", library);
    folder.write("shade.vir", shade);
    assert_ok(&folder.run("link a.vert main.frag shade.vir twice.vir -o generic.spv"));
    let words: Vec<u8> = folder.read("generic.spv");
    assert_valid(&words, "vulkan1.3");
    assert_ok(&folder.run("link a.vert main.frag shade.vir twice.vir --emit glsl -o glsl"));
    let message = "module has generic functions and must be specialised: `twice`";
    assert_fails(&folder.run("twice.vir -o x.spv"), message);
    assert_fails(&folder.run("link --library shade.vir --emit asm"), message);
}

/// Panics unless `spirv-val` accepts a module, as a linker or a driver gets it. `VITRUM_SPIRV_VAL` names another one.
#[track_caller]
fn assert_valid(words: &[u8], environment: &str) {
    let path = std::env::var_os("VITRUM_SPIRV_VAL").unwrap_or_else(|| "spirv-val".into());
    let mut child = Command::new(path)
        .args(["--target-env", environment, "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("no spirv-val on PATH or in VITRUM_SPIRV_VAL; `cargo xtask test` brings one");
    child
        .stdin
        .take()
        .map(|mut stdin| stdin.write_all(words))
        .transpose()
        .expect("spirv-val reads its input");
    let output = child.wait_with_output().expect("spirv-val runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn modules_are_valid() {
    let folder = program("link_valid");
    for (line, environment) in [
        ("link a.vert b.frag", "vulkan1.3"),
        ("link -O -g -e draw a.vert main.frag shade.frag fog.frag", "vulkan1.3"),
        ("link --target-env=opengl a.vert main.frag shade.frag fog.frag", "opengl4.5"),
        // Vulkan and OpenGL take no module that is to be linked.
        ("--library shade.frag", "spv1.6"),
        ("link --library shade.frag fog.frag", "spv1.6"),
        ("--library main.frag", "spv1.6"),
    ] {
        let ran = folder.run(&format!("{line} -w -o x.spv"));
        assert_ok(&ran);
        assert_valid(&folder.read("x.spv"), environment);
    }
}

#[test]
fn mismatches_have_the_places_of_both() {
    let folder = program("link_faults");
    let typed = FRAGMENT.replace("in vec3 nrm", "in vec4 nrm").replace("nrm.xyzx", "nrm");
    folder.write("typed.frag", typed);
    folder.write("swapped.vert", VERTEX.replace("out vec2", "layout(location = 0) out vec2"));
    folder.write("swapped.frag", FRAGMENT.replace("in vec2 uv", "layout(location = 3) in vec2 uv"));
    folder.write(
        "member.frag",
        FRAGMENT.replace("{ vec4 tint; }", "{ vec3 tint; }").replace("* tint", "* tint.x"),
    );
    folder.write("twice.frag", SHADE.to_owned() + "void main() {}\n");
    folder.write("kind.vert", VERTEX.replace("uniform Tint", "layout(binding = 0) uniform Tint"));
    folder.write("kind.frag", FRAGMENT.replace("uniform sampler2D", "layout(binding = 0) uniform sampler2D"));
    folder.write("cut.virb", b"virb\x01");
    for (files, parts) in [
        ("a.vert typed.frag", ["error[E0803]: `nrm` is of type `vec3`", "typed.frag:2:9", "a.vert:3:10"]),
        (
            "swapped.vert swapped.frag",
            ["error[E0804]: input `uv` at location 3", "swapped.frag:3:30", "output `uv` at location 0"],
        ),
        (
            "a.vert member.frag",
            ["error[E0803]: `Tint.tint` is of type `vec4`", "member.frag:5:21", "a.vert:5:21"],
        ),
        (
            "a.vert main.frag twice.frag fog.frag",
            ["error[E0801]: function `main` is defined in two units", "twice.frag:5:6", "main.frag:5:6"],
        ),
        (
            "kind.vert kind.frag",
            ["error[E0805]: `Tint` and `map` share set 0, binding 0", "kind.frag:4:39", "kind.vert:5:29"],
        ),
        ("a.vert b.frag c.comp", ["cannot read `c.comp`", "", ""]),
        ("a.vert cut.virb", ["cut.virb: byte 5", "", ""]),
    ] {
        let ran = folder.run(&format!("link {files} -o program.spv"));
        parts.into_iter().for_each(|part| assert_fails(&ran, part));
        assert!(!folder.names().contains(&"program.spv".to_owned()));
    }
}

#[test]
fn modules_without_sources_are_named() {
    let folder = program("link_stripped");
    folder.write("twice.frag", FOG.to_owned() + "float fog(vec2 z) { return z.x; }\n");
    assert_ok(&folder.run("--library --strip fog.frag -o fog.virb"));
    let ran = folder.run("link a.vert main.frag shade.frag fog.virb twice.frag -o x.spv");
    assert_fails(&ran, "error[E0801]: function `fog(float)` is defined in two units");
    assert_fails(&ran, "twice.frag:2:7");
    assert_fails(&ran, "note: `fog.virb` has no sources that could be shown");
}

#[test]
fn linking_by_option_checks_or_writes() {
    let folder = program("link_option");
    folder.write("typed.frag", FRAGMENT.replace("in vec3 nrm", "in vec4 nrm"));
    let ran = folder.run("-l a.vert b.frag");
    assert_ok(&ran);
    assert_eq!(ran.stdout, "");
    assert_fails(&folder.run("-l a.vert typed.frag"), "error[E0803]");
    let ran = folder.run("-l a.vert");
    assert_ok(&ran);
    assert_eq!(ran.stdout, "");
    assert_ok(&folder.run("-l a.vert main.frag shade.frag fog.frag"));
    assert_ok(&folder.run("-V -l a.vert b.frag"));
    assert!(!folder.read("vert.spv").is_empty() && !folder.read("frag.spv").is_empty());
    assert_misused(&folder.run("a.vert b.frag -o x.spv"), "`vitrum link`");
    assert_misused(&folder.run("a.vert --separable"), "require `vitrum link`");
    assert_misused(&folder.run("-c a.vert b.frag -e draw"), "require `vitrum link`");
    assert_ok(&folder.run("-V -e main fog.frag --library"));
    assert_misused(&folder.run("link a.vert b.frag -E"), "-E and -M");
    assert!(folder.run("link --help").stdout.contains("vitrum link a.vert b.frag -o program.spv"));
}

#[test]
fn shaders_of_one_call_have_equal_places_for_equal_names() {
    let folder = program("together");
    assert_ok(&folder.run("-S a.vert b.frag"));
    let (vertex, fragment) = (folder.text("a.vert.spvasm"), folder.text("b.frag.spvasm"));
    for name in ["uv", "nrm"] {
        let location = decoration(&vertex, name, "Location");
        assert_eq!((location.len(), &location), (1, &decoration(&fragment, name, "Location")), "{name}");
    }
    // Unrelated shaders are compiled, with a warning if they leave places open.
    folder.write("other.frag", FRAGMENT.replace("in vec2 uv", "in vec3 uv").replace("uv)", "uv.xy)"));
    let ran = folder.run("-c a.vert other.frag");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("warning[E0811]"), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("warning[E0808]: inputs `nrm` and `uv` have no `location`"),
        "{}",
        ran.stderr
    );
    // Two of a stage are two programs.
    folder.write("second.vert", VERTEX);
    let ran = folder.run("-c a.vert second.vert b.frag");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(!ran.stderr.contains("E0811"), "{}", ran.stderr);
}

#[test]
fn a_stage_alone_warns_of_chosen_places() {
    let folder = program("alone");
    let ran = folder.run("b.frag -o b.spv");
    assert_eq!(ran.code, Some(0));
    for part in ["warning[E0808]: inputs `nrm` and `uv`", "warning[E0809]: resources `map` and `Tint`"] {
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
    assert_ok(&folder.run("b.frag -o b.spv -Wno-assigned-location -Wno-assigned-binding"));
    assert_ok(&folder.run("b.frag --emit glsl"));
    assert_fails(&folder.run("b.frag -o c.spv -Werror=assigned-location"), "error[E0808]");
    assert_fails(
        &folder.run("b.frag -o c.spv --no-auto-location"),
        "error[E0808]: inputs `nrm` and `uv` have no `location`",
    );
    assert_fails(
        &folder.run("b.frag -o c.spv --no-auto-binding"),
        "error[E0809]: resources `map` and `Tint`",
    );
    assert_fails(&folder.run("link a.vert b.frag -o c.spv --no-auto-binding"), "error[E0809]");
    assert!(!folder.names().contains(&"c.spv".to_owned()));
    assert_ok(&folder.run("b.frag --emit glsl --no-auto-location --no-auto-binding"));
}
