//! The command line, as users of `glslc` and `glslangValidator` write it.

mod common;

use common::{Folder, Ran};

const VERTEX: &str = "#version 450\nvoid main() { gl_Position = vec4(1.0); }\n";
const FRAGMENT: &str =
    "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(VALUE); }\n";
const WRONG: &str = "#version 450\nvoid main() { nothing = 1; }\n";
/// The first bytes of a little-endian SPIR-V module.
const MAGIC: [u8; 4] = [3, 2, 35, 7];

fn assert_ok(ran: &Ran) {
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
}

#[track_caller]
fn assert_fails(ran: &Ran, text: &str) {
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains(text), "{}", ran.stderr);
}

#[track_caller]
fn assert_misused(ran: &Ran, text: &str) {
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains(text), "{}", ran.stderr);
}

#[test]
fn each_input_has_an_output() {
    let folder = Folder::new("each");
    folder.write("a.vert", VERTEX).write("sub/b.frag", FRAGMENT).write("c.frag.glsl", FRAGMENT);
    assert_ok(&folder.run("-c -DVALUE=1 a.vert sub/b.frag c.frag.glsl"));
    assert_ok(&folder.run("-S a.vert"));
    assert_ok(&folder.run("-V a.vert"));
    let names = [
        "a.vert",
        "a.vert.spv",
        "a.vert.spvasm",
        "b.frag.spv",
        "c.frag.glsl",
        "c.frag.spv",
        "sub",
        "vert.spv",
    ];
    assert_eq!(folder.names(), names);
    assert!(folder.read("b.frag.spv").starts_with(&MAGIC));
    assert!(folder.text("a.vert.spvasm").contains("OpEntryPoint Vertex"));
}

#[test]
fn stages_come_from_options_pragmas_and_names() {
    let folder = Folder::new("stages");
    let pragma = VERTEX.replace("void", "#pragma shader_stage(vertex)\nvoid");
    folder.write("a.glsl", VERTEX).write("b.frag", pragma).write("c.glsl", FRAGMENT);
    for line in [
        "-fshader-stage=vertex a.glsl -fshader-stage=frag -DVALUE=0 c.glsl -c",
        "b.frag --emit none",
        "--stage vert a.glsl --emit none",
        "-S vert a.glsl --emit none",
    ] {
        assert_ok(&folder.run(line));
    }
    assert_fails(&folder.run("a.glsl --emit none"), "cannot tell the stage of `a.glsl`");
    let ran = folder.run_with(&["-fshader-stage=vert", "-", "--emit", "asm"], VERTEX);
    assert_ok(&ran);
    assert!(ran.stdout.contains("OpEntryPoint Vertex"), "{}", ran.stdout);
    assert_fails(&folder.run_with(&["-c", "-"], VERTEX), "cannot tell the stage of `<stdin>`");
}

#[test]
fn outputs_have_kinds() {
    let folder = Folder::new("kinds");
    folder.write("a.vert", VERTEX);
    for (kind, text) in [("ir", "store"), ("asm", "OpStore"), ("glsl", "gl_Position"), ("none", "")] {
        let ran = folder.run(&format!("a.vert --emit {kind}"));
        assert_ok(&ran);
        assert!(ran.stdout.contains(text), "{kind}: {}", ran.stdout);
    }
    let ran = folder.run("a.vert -mfmt=num -o -");
    assert!(ran.stdout.starts_with("0x07230203,"), "{}", ran.stdout);
    assert_ok(&folder.run("-O -g -Os -O0 --target-env=vulkan1.0 --target-spv=spv1.0 a.vert -o a.spv"));
    assert_eq!(folder.read("a.spv").get(4..8), Some(&[0, 0, 1, 0][..]));
}

#[test]
fn machines_get_ir() {
    let folder = Folder::new("machines");
    let fragment = "#version 450\nlayout(location = 0) in vec2 a;\nlayout(location = 0) out vec2 o;\n\
                    void main() { o = a * 2.0; }\n";
    folder.write("a.frag", fragment);
    let least = folder.run("a.frag --machine");
    assert_ok(&least);
    assert!(least.stdout.contains("store_output") && least.stdout.contains("f32 = fmul"), "{}", least.stdout);
    let vectors = folder.run("a.frag -O --machine=vectors=yes,masks=yes,interpolation=loads --emit ir");
    assert_ok(&vectors);
    assert!(vectors.stdout.contains("vec2<f32> = vector_times_scalar"), "{}", vectors.stdout);
    assert_ok(&folder.run("a.frag -o a.vir"));
    let from_ir = folder.run("opt --passes none a.vir --machine");
    assert_ok(&from_ir);
    assert_eq!(from_ir.stdout, least.stdout);
    assert_ok(&folder.run("a.frag --machine -o a.virb"));
}

#[test]
fn debug_info_has_levels() {
    let folder = Folder::new("debug");
    folder.write("a.frag", FRAGMENT.replace("VALUE", "1.0"));
    for (option, name, line, full) in [
        ("-g0", false, false, false),
        ("", true, false, false),
        ("-g1", true, true, false),
        ("-g", true, false, true),
    ] {
        let ran = folder.run(&format!("a.frag --emit asm {option}"));
        assert_ok(&ran);
        let has = |text: &str| ran.stdout.contains(text);
        let found = (has("OpName"), has("OpLine"), has("NonSemantic.Shader.DebugInfo.100"));
        assert_eq!(found, (name, line, full), "{option}: {}", ran.stdout);
    }
}

#[test]
fn the_preprocessor_runs_alone() {
    let folder = Folder::new("preprocess");
    folder.write("a.frag", FRAGMENT).write("b.frag", "#version 450\n#include \"sub/one.h\"\nTWO\n");
    folder.write("sub/one.h", "#include \"two.h\"\n").write("sub/two.h", "#define TWO 2\n");
    let ran = folder.run("-E -DVALUE=7 a.frag");
    assert_ok(&ran);
    assert!(ran.stdout.contains("color = vec4(7);"), "{}", ran.stdout);
    let ran = folder.run("-E b.frag");
    assert_ok(&ran);
    assert!(ran.stdout.ends_with("\n2\n"), "{}", ran.stdout);
    assert_ok(&folder.run("-E a.frag -DVALUE -o a.i"));
    assert!(folder.text("a.i").contains("vec4(1)"));
}

#[test]
fn dependencies_are_written() {
    let folder = Folder::new("dependencies");
    let includes = "#version 450\n#include \"one.h\"\n#include \"two.h\"\n#include <one.h>\n";
    let text = format!("{includes}void main() {{}}\n");
    folder.write("a b.vert", text).write("inc/one.h", "\n").write("two.h", "\n").write("c.vert", VERTEX);
    let ran = folder.run_with(&["-M", "-I", "inc", "a b.vert"], "");
    assert_ok(&ran);
    assert_eq!(ran.stdout, "a\\ b.vert.spv: a\\ b.vert inc/one.h two.h\n");
    assert_ok(&folder.run_with(&["-c", "-MD", "-Iinc", "a b.vert"], ""));
    assert_eq!(folder.text("a b.vert.spv.d"), ran.stdout);
    assert_ok(&folder.run("-MD -MF x.d -MT y c.vert -o c.spv"));
    assert_eq!(folder.text("x.d"), "y: c.vert\n");
    assert_ok(&folder.run("-MD c.vert -o c.spv"));
    assert_eq!(folder.text("c.spv.d"), "c.spv: c.vert\n");
    assert_misused(&folder.run("-MF x.d c.vert -c"), "-MF");
}

#[test]
fn versions_are_forced_and_defaulted() {
    let folder = Folder::new("versions");
    folder.write("a.vert", VERTEX).write("b.vert", VERTEX.replace("#version 450", ""));
    let ran = folder.run("-std=460 a.vert --emit none");
    assert_eq!(ran.code, Some(0));
    assert!(ran.stderr.contains("E0135") && ran.stderr.ends_with("1 warning generated.\n"), "{}", ran.stderr);
    assert_ok(&folder.run("-std=460 a.vert --emit none -w"));
    assert_ok(&folder.run("--default-version 450core b.vert --emit none"));
    assert_ok(&folder.run("--target-env none --default-version 100 b.vert"));
}

#[test]
fn warnings_are_chosen() {
    let folder = Folder::new("warnings");
    folder.write("a.vert", VERTEX.replace("gl_Position", "; int; gl_Position"));
    let ran = folder.run("a.vert --emit none");
    assert_eq!(ran.code, Some(0));
    assert!(ran.stderr.starts_with("warning[E0506]"), "{}", ran.stderr);
    for line in ["-w", "-Wno-empty-declaration", "-Wno-E0506 -Werror", "-w -Werror=empty-declaration"] {
        assert_ok(&folder.run(&format!("{line} a.vert --emit none")));
    }
    for line in ["-Werror", "-Werror=empty-declaration", "-Werror -Wfloat-out-of-range"] {
        assert_fails(
            &folder.run(&format!("{line} a.vert --emit none")),
            "warning `empty-declaration` is treated as an error",
        );
    }
    assert_misused(&folder.run("-Wnonsense a.vert"), "unknown warning `nonsense`");
}

#[test]
fn diagnostics_have_formats() {
    let folder = Folder::new("formats");
    folder.write("a.vert", WRONG);
    let ran = folder.run("a.vert --emit none");
    assert_fails(&ran, "error[E0300]");
    assert!(ran.stderr.ends_with("1 error generated.\n"), "{}", ran.stderr);
    let ran = folder.run("a.vert --emit none --error-format short");
    assert_eq!(ran.stderr.lines().count(), 1);
    assert!(ran.stderr.starts_with("a.vert:2:15: error: "), "{}", ran.stderr);
    let ran = folder.run("a.vert b.vert --emit none --error-format json");
    assert_eq!(ran.code, Some(1));
    let lines: Vec<serde_json::Value> =
        ran.stderr.lines().map(|line| serde_json::from_str(line).unwrap_or_default()).collect();
    let [found, missing] = lines.as_slice() else { panic!("{}", ran.stderr) };
    assert_eq!((&found["code"], &found["name"]), (&"E0300".into(), &"undeclared-name".into()));
    let span = &found["spans"][0];
    assert_eq!((&span["line"], &span["column"], &span["byte"]), (&2.into(), &15.into(), &27.into()));
    assert_eq!((&span["end_byte"], &span["primary"]), (&34.into(), &true.into()));
    assert!(found["rendered"].as_str().is_some_and(|text| text.contains("a.vert:2:15")));
    assert_eq!(missing["code"], "");
}

#[test]
fn the_optimiser_says_what_it_did() {
    let folder = Folder::new("remarks");
    let source = "#version 450\nlayout(location = 0) in vec4 a;\nlayout(location = 0) out vec4 b;\n\
        vec4 twice(vec4 x) { return x * 2.0; }\nvoid main() {\n    b = twice(a);\n}\n";
    folder.write("a.frag", source);
    let ran = folder.run("a.frag -O --remarks --emit none");
    assert!(ran.stderr.contains("note[inline_functions]: call of `twice` inlined"), "{}", ran.stderr);
    assert!(ran.stderr.contains("a.frag:6:9"), "{}", ran.stderr);
    let ran = folder.run("a.frag -O --remarks --emit none --error-format short");
    assert!(ran.stderr.starts_with("a.frag:6:9: remark: "), "{}", ran.stderr);
    let ran = folder.run("a.frag -O --remarks --emit none --error-format json");
    let line: serde_json::Value =
        ran.stderr.lines().next().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    assert_eq!((&line["severity"], &line["name"]), (&"remark".into(), &"inline_functions".into()));
    assert_eq!(line["spans"][0]["line"], 6);
    assert_eq!(folder.run("a.frag -O --emit none").stderr, "");
}

#[test]
fn remarks_count_the_iterations_that_the_author_counts() {
    let folder = Folder::new("remarks_of_loops");
    let remark = |code: &str| {
        let source = format!(
            "#version 450\n#extension GL_EXT_control_flow_attributes : enable\n\
             layout(location = 0) in vec4 a;\nlayout(location = 0) out vec4 b;\n\
             void main() {{\n    b = a;\n{code}\n}}\n"
        );
        folder.write("a.frag", source);
        folder.run("a.frag -O --remarks --emit none --error-format short").stderr
    };
    for (code, expected) in [
        ("for (int i = 0; i < 2; i++) b[i] += 1.0;", "loop of 2 iterations unrolled"),
        ("for (int i = 0; i < 1; i++) b[i] += 1.0;", "loop of 1 iteration unrolled"),
        ("int i = 0; do { b[i] += 1.0; } while (++i < 2);", "loop of 2 iterations unrolled"),
        ("int i = 0; while (true) { b[i] += 1.0; if (++i == 2) break; }", "loop of 2 iterations unrolled"),
        ("do { b.x += 1.0; } while (false);", "loop that runs once removed"),
        ("for (int i = 0; i < 0; i++) b[i] += 1.0;", "loop without iterations removed"),
        ("for (int i = 0; i < 9; i++) { b = sin(b) * cos(b.x); }", "loop of 9 iterations not unrolled: "),
        (
            "[[unroll]] for (int i = 0; i < int(a.x); i++) b = sin(b);",
            "loop not unrolled: the number of its iterations is not known",
        ),
        (
            "[[unroll]] for (int i = 0; i < 65; i++) b = sin(b);",
            "loop not unrolled: 65 iterations, more than 64",
        ),
        ("[[unroll]] for (int i = 0; i < 64; i++) b = sin(b);", "loop of 64 iterations not unrolled: "),
    ] {
        let said = remark(code);
        assert!(said.contains(expected), "{code}\n{said}");
    }
    for quiet in [
        "[[dont_unroll]] for (int i = 0; i < 2; i++) b[i] += 1.0;",
        "for (float i = 0.0; i < a.x; i += 1.0) b = sin(b);",
    ] {
        let said = remark(quiet);
        assert!(!said.contains("unroll"), "{quiet}\n{said}");
    }
}

#[test]
fn reflections_are_printed() {
    let folder = Folder::new("reflect");
    folder.write("a.vert", VERTEX);
    let ran = folder.run("a.vert --reflect");
    assert_ok(&ran);
    let reflection: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
    assert_eq!(reflection["outputs"][0]["built_in"], "position", "{}", ran.stdout);
    let again = folder.run("a.vert --reflect -c");
    assert_eq!(again.stdout, ran.stdout);
    assert!(folder.read("a.vert.spv").starts_with(&MAGIC));
}

#[test]
fn wrong_command_lines_are_told() {
    let folder = Folder::new("wrong");
    folder.write("a.vert", VERTEX).write("b.vert", VERTEX);
    for (line, text) in [
        ("", "no input files"),
        ("a.vert b.vert", "use -c to write one output per file"),
        ("a.vert b.vert -c -o x.spv", "-o cannot be used with several input files"),
        ("a.vert -o a.vert", "is also an input"),
        ("a.vert -x hlsl", "unsupported language `hlsl`"),
        ("a.vert -fhlsl-offsets", "GLSL only"),
        ("a.vert -fno-such", "unknown option `-fno-such`"),
        ("a.vert --target-envv=vulkan", "--target-env"),
        ("a.vert -std=451", "unknown version `451`"),
        ("a.vert --print-after nothing", "unknown pass `nothing`"),
        ("a.vert --machine --emit spirv", "--machine gives IR"),
        ("a.vert --machine=speed=2", "a machine has no option `speed`"),
        ("a.vert --machine=int64=2", "yes|no"),
    ] {
        assert_misused(&folder.run(line), text);
    }
    let ran = folder.run("-c missing.vert a.vert");
    assert_fails(&ran, "cannot read `missing.vert`");
    assert!(folder.names().contains(&"a.vert.spv".to_owned()), "one bad input does not stop the rest");
}

#[test]
fn listings_are_complete() {
    let folder = Folder::new("lists");
    for (line, text) in [
        ("--help", "-fshader-stage=STAGE"),
        ("--version", "vitrum "),
        ("batch --help", "include_dirs"),
        ("explain E0123", "macro-unterminated-call"),
        ("explain unlinked-stages", "-Wno-unlinked-stages"),
        ("explain", "E0300"),
        ("extensions", "GL_EXT_mesh_shader"),
        ("versions", "vulkan1.3"),
    ] {
        let ran = folder.run(line);
        assert_ok(&ran);
        assert!(ran.stdout.contains(text), "{line}: {}", ran.stdout);
    }
    assert_misused(&folder.run("explain nothing"), "`nothing`");
}

#[test]
fn libraries_have_no_main() {
    let folder = Folder::new("library");
    folder.write("a.comp", "#version 450\nfloat f(float x) { return x; }\nvec2 f(vec2 x) { return x; }\nint g();\nint h() { return g(); }\n");
    assert_fails(&folder.run("a.comp --emit none"), "function `main` is not defined");
    assert_ok(&folder.run("-S --library -O a.comp"));
    let text = folder.text("a.comp.spvasm");
    for part in [
        "OpCapability Linkage",
        "\"f(float)\" Export",
        "\"f(vec2)\" Export",
        "\"h()\" Export",
        "\"g()\" Import",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("OpEntryPoint"), "{text}");
    assert_ok(&folder.run("--library a.comp --emit glsl -o b.comp"));
    assert_ok(&folder.run("--library b.comp --emit none"));
    folder.write("c.comp", "#version 450\nuniform float u;\nfloat x = u;\nfloat f() { return x; }\n");
    assert_fails(
        &folder.run("--library --target-env=opengl c.comp -o c.spv"),
        "run-time initialisers of globals",
    );
}
