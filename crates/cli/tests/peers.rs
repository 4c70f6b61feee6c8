//! Every option of `glslc --help` and `glslangValidator --help`: it does the same here, or the message says what to do instead.

mod common;

use common::Folder;

/// Lines with each option that has the same effect.
const SAME: &[&str] = &[
    // glslc
    "-c a.vert",
    "-DA=1 -c a.vert",
    "-E a.vert",
    "-fauto-bind-uniforms -c a.vert",
    "-fauto-combined-image-sampler -c a.vert",
    "-fauto-map-locations -c a.vert",
    "-fentry-point=main -c a.vert",
    "-finvert-y -c a.vert",
    "-fnan-clamp -c a.vert",
    "-fpreserve-bindings -O -c a.vert",
    "-flimit=MaxLights\t8 -c a.vert",
    "-flimit-file l.conf -c a.vert",
    "-fresource-set-binding t 0 1 -c a.vert",
    "-fcbuffer-binding-base 1 -c a.vert",
    "-fimage-binding-base vert 1 -c a.vert",
    "-fsampler-binding-base 1 -c a.vert",
    "-fssbo-binding-base 1 -c a.vert",
    "-ftexture-binding-base 1 -c a.vert",
    "-fuav-binding-base 1 -c a.vert",
    "-fubo-binding-base 1 -c a.vert",
    "-fshader-stage=vertex -c a.vert",
    "-g -c a.vert",
    "-h",
    "--help",
    "-I . -c a.vert",
    "-mfmt=num -c a.vert",
    "-M a.vert",
    "-MM a.vert",
    "-MD -c a.vert",
    "-MD -MF a.d -c a.vert",
    "-MD -MT a -c a.vert",
    "-O -c a.vert",
    "-Os -c a.vert",
    "-O0 -c a.vert",
    "-o a.spv a.vert",
    "-std=450core -c a.vert",
    "-S a.vert",
    "--target-env=vulkan1.1 -c a.vert",
    "--target-spv=spv1.3 -c a.vert",
    "--show-limits",
    "--version",
    "-w -c a.vert",
    "-Werror -c a.vert",
    "-x glsl -c a.vert",
    // glslangValidator
    "-C -V a.vert",
    "--define-macro A=1 -V a.vert",
    "--D A -V a.vert",
    "-G a.vert",
    "-G100 a.vert",
    "-H a.vert",
    "-I. -V a.vert",
    "-Od -V a.vert",
    "-R -V a.vert",
    "-S vert -V a.vert",
    "-UA -V a.vert",
    "--undef-macro A -V a.vert",
    "--U A -V a.vert",
    "-V a.vert",
    "-V100 a.vert",
    "-d -V a.vert",
    "-e main -l a.vert",
    "--entry-point main -l a.vert",
    "-g0 -V a.vert",
    "-gV -V a.vert",
    "-gVS -V a.vert",
    "-l a.vert",
    "-q a.vert",
    "-r -V a.vert",
    "--relaxed-errors -V a.vert",
    "-t -V a.vert",
    "-s -V a.vert",
    "--sep main -e f -V a.vert",
    "--source-entrypoint main -V a.vert",
    "--suppress-warnings -V a.vert",
    "-x -V a.vert",
    "--auto-map-bindings -V a.vert",
    "--auto-map-binding -V a.vert",
    "--amb -V a.vert",
    "--auto-map-locations -V a.vert",
    "--aml -V a.vert",
    "--client vulkan100 a.vert",
    "--client opengl100 a.vert",
    "--depfile a.d -V a.vert",
    "-dumpversion",
    "-dumpfullversion",
    "--enhanced-msgs -V a.vert",
    "--error-column -V a.vert",
    "--invert-y -V a.vert",
    "--nan-clamp -V a.vert",
    "--iy -V a.vert",
    "--quiet -V a.vert",
    "--relax-set-binding-limits -V a.vert",
    "--resource-set-binding 1 -V a.vert",
    "--resource-set-bindings 1 -V a.vert",
    "--rsb t 0 1 -V a.vert",
    "--shift-image-binding 1 -V a.vert",
    "--shift-image-bindings 1 -V a.vert",
    "--sib 1 -V a.vert",
    "--shift-sampler-binding 1 -V a.vert",
    "--ssb 1 -V a.vert",
    "--shift-ssbo-binding 1 -V a.vert",
    "--sbb 1 -V a.vert",
    "--shift-texture-binding 1 -V a.vert",
    "--stb 1 -V a.vert",
    "--shift-uav-binding 1 -V a.vert",
    "--suavb 1 -V a.vert",
    "--shift-UBO-binding 1 -V a.vert",
    "--shift-ubo-binding vert 1 -V a.vert",
    "--sub 1 -V a.vert",
    "--sub vert 1 0 2 1 -V a.vert",
    "-uname:3 -G a.vert",
    "--uniform-base 3 -G a.vert",
    "--auto-sampled-textures -V a.vert",
    "--shift-cbuffer-binding 1 -V a.vert",
    "--scb 1 -V a.vert",
    "--spirv-dis -V a.vert",
    "--target-env vulkan1.2 -V a.vert",
    "--target-env spirv1.5 -V a.vert",
    "--variable-name n -V a.vert",
    "--vn n -V a.vert",
    "-i a.vert",
    "-m -V a.vert",
    "-P#define\tA -V a.vert",
    "-P #define\tA -V a.vert",
    "--P #define\tA -V a.vert",
    "--preamble-text #define\tA -V a.vert",
    "--keep-uncalled -V a.vert",
    "--ku -V a.vert",
    "--lto -V a.vert",
    "--shift-as-binding 1 -V a.vert",
    "--sab 1 -V a.vert",
    "--shift-combined-sampler-binding 1 -V a.vert",
    "--scsb 1 -V a.vert",
    "a.vert l.conf -V",
];

/// Lines with each option that has another spelling here, or none, and a part of the message.
const ADVICE: &[(&str, &str)] = &[
    // glslc
    ("-fentry-point=other -c a.vert", "`-e NAME`"),
    ("-fhlsl-16bit-types -c a.vert", "GLSL only"),
    ("-fhlsl_functionality1 -c a.vert", "GLSL only"),
    ("-fhlsl-iomap -c a.vert", "GLSL only"),
    ("-fhlsl-offsets -c a.vert", "GLSL only"),
    ("-x hlsl -c a.vert", "the only one is glsl"),
    // glslangValidator
    ("-V110 a.vert", "--target-env"),
    ("-G110 a.vert", "--target-env"),
    ("--client metal a.vert", "vulkan or opengl"),
    ("--absolute-path a.vert", "give absolute ones"),
    ("--bindings-per-resource-type a.vert", "-fubo-binding-base"),
    ("--discard-is-terminate a.vert", "terminateInvocation"),
    ("--dump-builtin-symbols a.vert", "vitrum extensions"),
    ("--flatten-uniform-arrays a.vert", "GLSL only"),
    ("--fua a.vert", "GLSL only"),
    ("--hlsl-dx9-compatible a.vert", "GLSL only"),
    ("--no-link a.vert", "--library"),
    ("--no-storage-format a.vert", "GL_EXT_shader_image_load_formatted"),
    ("--nsf a.vert", "GL_EXT_shader_image_load_formatted"),
    ("--reflect-strict-array-suffix a.vert", "--reflect"),
    ("--set-block-backing a uniform a.vert", "declare the block"),
    ("--sbs a uniform a.vert", "declare the block"),
    ("--set-atomic-counter-block a 1 a.vert", "declare the block"),
    ("--sacb a 1 a.vert", "declare the block"),
    ("--set-default-uniform-block a 1 1 a.vert", "declare the block"),
    ("--sdub a 1 1 a.vert", "declare the block"),
    ("--source-entrypoint f a.vert", "takes only `main`"),
    ("--sep f a.vert", "takes only `main`"),
    ("--spirv-val --emit glsl a.vert", "requires binary SPIR-V"),
    ("--validate-io a.vert", "vitrum link"),
];

#[test]
fn options_of_other_compilers_work_or_say_what_to_do() {
    let folder = Folder::new("peers");
    folder.write("a.vert", "#version 450\nvoid main() { gl_Position = vec4(1.0); }\n");
    folder.write("l.conf", "MaxLights 8\n");
    let mut wrong = Vec::new();
    for line in SAME {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = folder.run_with(&words, "");
        if ran.code != Some(0) {
            wrong.push(format!("{line}: {:?} {}", ran.code, ran.stderr));
        }
    }
    for (line, text) in ADVICE {
        let ran = folder.run(line);
        if ran.code != Some(2) || !ran.stderr.contains(text) {
            wrong.push(format!("{line}: {:?} {}", ran.code, ran.stderr));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn minima_prefer_numbers() {
    let folder = Folder::new("numbers");
    let source =
        "#version 450\nlayout(location = 0) in vec2 a;\nvoid main() { gl_Position = min(a, a.yx).xxxx; }\n";
    folder.write("a.vert", source);
    assert!(folder.run("a.vert --emit asm -fnan-clamp").stdout.contains(" NMin "));
    assert!(folder.run("a.vert --emit asm").stdout.contains(" FMin "));
}

#[test]
fn unused_resources_leave_optimised_modules_unless_they_are_preserved() {
    let folder = Folder::new("unused");
    let source = "#version 450\nlayout(constant_id = 1) const int COUNT = 2;\nuniform sampler2D first;\n\
        layout(binding = 4) uniform Two { vec4 second; };\nuniform sampler2D third;\n\
        layout(push_constant) uniform Four { vec4 fourth; };\nlayout(location = 0) in vec2 at;\n\
        layout(location = 1) in vec2 ignored;\nlayout(location = 0) out vec4 o;\n\
        void main() { o = texture(third, at); }\n";
    folder.write("a.frag", source);
    for form in ["--emit asm", "--emit glsl", "--emit reflection"] {
        let text = |options: &str| folder.run(&format!("a.frag {form} -g1 {options}")).stdout;
        let names = |text: &str| {
            ["first", "second", "third", "fourth", "ignored", "COUNT"].map(|name| text.contains(name))
        };
        for (options, expected) in [
            ("-O0", [true; 6]),
            ("-O", [false, false, true, false, true, false]),
            ("-Os", [false, false, true, false, true, false]),
            ("--optimize=driver", [false, false, true, false, true, false]),
            ("-O -fpreserve-bindings", [true, true, true, false, true, true]),
            ("-O -fpreserve-spec-constants", [false, false, true, false, true, true]),
            ("-O --set remove_unused_resources.interface=remove", [false, false, true, false, false, false]),
            ("-O --library", [true; 6]),
        ] {
            assert_eq!(names(&text(options)), expected, "{form} {options}: {}", text(options));
        }
    }
    // Chosen bindings are the same at each level.
    for options in ["-O0", "-O"] {
        let text = folder.run(&format!("a.frag --emit asm -g1 {options}")).stdout;
        assert!(text.contains("OpDecorate %third Binding 1"), "{text}");
    }
}

#[test]
fn sets_have_shifts_and_uniforms_locations() {
    let folder = Folder::new("shifts");
    folder.write(
        "a.frag",
        "#version 450\nlayout(set = 0, binding = 1) uniform texture2D a;\nlayout(set = 1, binding = 1) uniform texture2D b;\n\
         layout(set = 2, binding = 1) uniform texture2D c;\nlayout(set = 1) uniform texture2D d;\n\
         layout(set = 1, binding = 1) uniform sampler e;\nvoid main() {}\n",
    );
    let bindings = |line: &str, names: &[&str], decoration: &str| -> Vec<String> {
        let text = folder.run(line).stdout;
        let of = |name: &&str| {
            let start = format!("OpDecorate %{name} {decoration} ");
            text.lines().find_map(|it| it.trim().strip_prefix(&start)).unwrap_or("none").to_owned()
        };
        names.iter().map(of).collect()
    };
    // As `glslangValidator -V --amb` gives them.
    let names = ["a", "b", "c", "d", "e"];
    assert_eq!(bindings("a.frag --emit asm --stb 10", &names, "Binding"), ["11", "11", "11", "10", "1"]);
    assert_eq!(
        bindings("a.frag --emit asm --stb 10 1 20 2", &names, "Binding"),
        ["1", "11", "21", "10", "1"]
    );
    assert_eq!(
        bindings("a.frag --emit asm --stb 5 --stb frag 10 1", &names, "Binding"),
        ["6", "11", "6", "10", "1"]
    );
    folder.write(
        "b.frag",
        "#version 450\nuniform float a;\nlayout(location = 7) uniform float b;\nuniform sampler2D c;\nuniform float d;\n\
         layout(location = 0) out float o;\nvoid main() { o = a + b + d + texture(c, vec2(0.0)).x; }\n",
    );
    let names = ["a", "b", "c", "d", "o"];
    assert_eq!(bindings("b.frag --emit asm -G", &names, "Location"), ["0", "7", "1", "2", "0"]);
    let line = "b.frag --emit asm -G --uniform-base 6 -ud:3 -ub:9";
    assert_eq!(bindings(line, &names, "Location"), ["6", "7", "8", "3", "0"]);
    let ran = folder.run("b.frag --emit asm -G -unothing");
    assert!(ran.code == Some(2) && ran.stderr.contains("expected NAME:LOCATION"), "{}", ran.stderr);
}

#[test]
fn acceleration_structures_and_combined_textures_have_shifts_of_their_own() {
    let folder = Folder::new("kinds");
    folder.write(
        "a.frag",
        "#version 460\n#extension GL_EXT_ray_query : require\nlayout(binding = 1) uniform accelerationStructureEXT a;\n\
         layout(binding = 2) uniform texture2D t;\nlayout(binding = 3) uniform sampler2D c;\n\
         layout(binding = 4) buffer B { float b; } s;\nuniform sampler2D d;\nvoid main() {}\n",
    );
    let bindings = |options: &str| -> String {
        let text = folder.run(&format!("a.frag --emit asm {options}")).stdout;
        let of = |name: &str| {
            let start = format!("OpDecorate %{name} Binding ");
            text.lines().find_map(|it| it.trim().strip_prefix(&start)).unwrap_or("none").to_owned()
        };
        ["a", "t", "c", "s", "d"].map(of).join(" ")
    };
    assert_eq!(bindings(""), "1 2 3 4 0");
    assert_eq!(bindings("--stb 10 --sbb 20"), "21 12 13 24 10");
    assert_eq!(bindings("--stb 10 --sbb 20 --sab 30 --scsb 40"), "31 12 43 24 40");
    assert_eq!(bindings("--shift-as-binding 30 0 --shift-combined-sampler-binding frag 40"), "31 2 43 4 40");
}

#[test]
fn functions_that_are_not_called_can_stay() {
    let folder = Folder::new("uncalled");
    folder.write(
        "a.frag",
        "#version 450\nfloat inner() { return 1.0; }\nfloat outer() { return inner(); }\nvoid main() {}\n",
    );
    let count = |options: &str| {
        folder.run(&format!("a.frag --emit asm {options}")).stdout.matches("OpFunction ").count()
    };
    assert_eq!((count(""), count("--keep-uncalled"), count("--ku"), count("--ku -O")), (1, 3, 3, 1));
}

#[test]
fn memory_is_measured() {
    let folder = Folder::new("memory");
    folder.write("a.vert", "#version 450\nvoid main() { gl_Position = vec4(1.0); }\n");
    assert!(folder.run("a.vert -m -o a.spv").stderr.starts_with("peak memory: "));
    assert!(folder.run("a.vert -i").stdout.starts_with("vir 1\n"));
}

#[test]
fn headers_of_c_have_a_name() {
    let folder = Folder::new("header");
    folder.write("a.vert", "#version 450\nvoid main() { gl_Position = vec4(1.0); }\n");
    let ran = folder.run("a.vert --vn shader -o a.h --depfile a.d");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let text = folder.text("a.h");
    assert!(text.contains("const uint32_t shader[] = {0x07230203,") && text.ends_with("};\n"), "{text}");
    assert_eq!(folder.text("a.d"), "a.h: a.vert\n");
}

#[test]
fn linked_programs_are_headers_too() {
    let folder = Folder::new("linked_header");
    folder.write("a.vert", "#version 450\nvoid main() { gl_Position = vec4(1.0); }\n");
    folder.write("a.frag", "#version 450\nvoid main() {}\n");
    let ran = folder.run("link a.vert a.frag --vn program -o a.h");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let text = folder.text("a.h");
    assert!(text.contains("const uint32_t program[] = {0x07230203,") && text.ends_with("};\n"), "{text}");
    assert_eq!(folder.run("link -V a.vert a.frag --vn stage").code, Some(0));
    assert!(
        folder.text("vert.spv").contains("stage[] = {") && folder.text("frag.spv").contains("stage[] = {")
    );
}

#[test]
fn entry_points_have_names() {
    let folder = Folder::new("entry");
    folder.write("a.vert", "#version 450\nvoid main() { gl_Position = vec4(1.0); }\n");
    for line in [
        "a.vert -e shade --emit asm",
        "a.vert --sep main -e shade --emit asm",
        "link a.vert -e shade --emit asm",
    ] {
        let ran = folder.run(line);
        assert!(
            ran.stdout.contains("OpEntryPoint Vertex %shade \"shade\"") || ran.stdout.contains("\"shade\""),
            "{line}: {}{}",
            ran.stdout,
            ran.stderr
        );
    }
    assert!(folder.run("a.vert -e main --emit asm").stdout.contains("\"main\""));
    folder.write("b.vert", "#version 450\nvoid main() {}\n");
    assert_eq!(folder.run("-c a.vert b.vert -e shade").code, Some(2));
}

#[test]
fn silence_leaves_the_exit_status() {
    let folder = Folder::new("silence");
    folder.write("a.vert", "#version 450\nvoid main() { nothing; }\n");
    let ran = folder.run("-s -c a.vert");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    assert!(folder.run("-s -c none.vert").stderr.contains("cannot read `none.vert`"));
}

#[test]
fn shown_limits_are_read_back() {
    let folder = Folder::new("limits");
    let shown = folder.run("--show-limits -flimit=MaxLights\u{a0}").stderr;
    assert!(shown.contains("limit"), "{shown}");
    let shown = folder.run_with(&["--show-limits", "-flimit=MaxLights 3"], "").stdout;
    assert!(shown.contains("MaxLights 3\n") && shown.contains("MaxComputeWorkGroupSizeX "), "{shown}");
    folder.write("l.conf", &shown);
    assert_eq!(folder.run("--show-limits l.conf").stdout, shown);
}

#[test]
fn usage_errors_have_their_status_and_no_hidden_names() {
    let folder = Folder::new("usage");
    folder.write("a.vert", "#version 450\nvoid main() { nothing; }\n").write("b/a.vert", "");
    for (line, text) in [
        ("--nonsense a.vert", "unknown option `--nonsense`; `vitrum --help` lists all options"),
        ("--reflec a.vert", "unknown option `--reflec`, did you mean `--reflect`;"),
        ("--depfile-nam a.vert", "unknown option `--depfile-nam`;"),
        ("-O9 a.vert", "levels are -O0, -O, -Os"),
        ("-g7 a.vert", "levels are -g0, -g1 and -g"),
        ("--optimize=9 a.vert", "unknown optimisation level `9`"),
        ("explain E9999", "unknown diagnostic `E9999`"),
        ("explain --nothing", "unknown option `--nothing`"),
        ("opt a.vir --passes nothing", "unknown pass `nothing`"),
        ("opt a.vir --set nothing", "PASS.NAME=VALUE"),
        ("opt a.vir --target-env metal", "unknown target `metal`"),
        ("opt a.vir --machine=wings=yes", "wings"),
        ("opt", "requires one file"),
        ("translate --webgl 3 a.vert", "option `--webgl` requires 1 or 2, found `3`"),
        ("translate a.vert", "requires --webgl 1 or --webgl 2"),
        ("batch", "no manifest and no folder"),
        ("passes a", "unexpected argument `a`"),
        ("-MF", "option `-MF` requires a value"),
        ("-p a.vert", "unknown option `-p`; `vitrum --help`"),
        ("a.vert -o=", "option `-o` requires a path, found ``"),
        ("a.vert -o -c", "option `-o` requires a value"),
        (
            "a.vert --first-binding one",
            "option `--first-binding` requires a number from 0 to 4294967295, found `one`",
        ),
        ("a.vert -S --emit ir", "option `-S` cannot be used with `--emit`"),
        ("a.vert -G -V", "option `-G` cannot be used with `-V`"),
        ("a.vert -fshader-stage=pixel", "option `-fshader-stage=` requires vert, tesc"),
        ("a.vert --dry-run", "option `--dry-run` requires `vitrum fix`"),
        ("a.vert --strip=yes", "option `--strip` takes no value, found `yes`"),
        ("translate --webgl 1", "no input files"),
        ("translate --webgl 1 a.vert --to hlsl", "unknown output `hlsl`"),
        ("translate --webgl 1 a.vert --stage pixel", "requires vert, tesc"),
        ("batch m.jsonl --shard 5/4", "option `--shard` requires I/N"),
        ("batch m.jsonl --jobs many", "option `--jobs` requires a number from 0 to"),
        ("link a.vert -e vert=", "cannot be the name"),
        ("link -c a.vert --capture", "option `--capture` requires a value"),
        ("-M -MD a.vert", "option `-M` cannot be used with `-MD`"),
        ("-mfmt=hex a.vert", "option `-mfmt=` requires bin, c or num, found `hex`"),
        ("-c a.vert b/a.vert", "would both be written to `a.vert.spv`"),
        ("-V a.vert b/a.vert", "would both be written to `vert.spv`"),
        ("-G a.vert -fshader-stage=vert b/c", "would both be written to `vert.spv`"),
    ] {
        let ran = folder.run(line);
        assert_eq!(ran.code, Some(2), "{line}: {}", ran.stderr);
        assert!(
            ran.stderr.starts_with("vitrum: error: ") && ran.stderr.contains(text),
            "{line}: {}",
            ran.stderr
        );
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    for line in [
        "-c a.vert",
        "-c none.vert",
        "translate --webgl 2 a.vert",
        "opt none.vir",
        "opt a.vert",
        "batch none.jsonl",
        "link a.vert",
    ] {
        assert_eq!(folder.run(line).code, Some(1), "{line}");
    }
    // The stages that texts name are known later.
    let source = "#version 450\n#pragma shader_stage(vertex)\nvoid main() {}\n";
    folder.write("a.glsl", source).write("b.glsl", source);
    let ran = folder.run("-V a.glsl b.glsl");
    assert!(ran.code == Some(1) && ran.stderr.contains("already written to `vert.spv`"), "{}", ran.stderr);
}

#[test]
fn colours_are_chosen() {
    let folder = Folder::new("colours");
    folder.write("a.vert", "#version 450\nvoid main() { nothing; }\n");
    assert!(folder.run("-c a.vert --color=always").stderr.contains('\u{1b}'));
    for line in ["-c a.vert", "-c a.vert --color=never"] {
        assert!(!folder.run(line).stderr.contains('\u{1b}'), "{line}");
    }
    // Each variable, with an option, and whether there are colours. Stderr is no terminal here.
    for (variables, option, is_coloured) in [
        (&[("CLICOLOR_FORCE", "1")][..], "auto", true),
        (&[("CLICOLOR_FORCE", "0")], "auto", false),
        (&[("CLICOLOR_FORCE", "")], "auto", false),
        (&[("CLICOLOR_FORCE", "1"), ("TERM", "dumb")], "auto", true),
        (&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], "auto", false),
        (&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")], "auto", true),
        (&[("CLICOLOR_FORCE", "1")], "never", false),
        (&[("NO_COLOR", "1"), ("TERM", "dumb")], "always", true),
        (&[("TERM", "xterm")], "auto", false),
    ] {
        let ran = folder.run_in(variables, &["-c", "a.vert", "--color", option], "");
        assert_eq!(ran.stderr.contains('\u{1b}'), is_coloured, "{variables:?} {option}");
    }
}

#[test]
fn preambles_are_read_behind_the_version() {
    let folder = Folder::new("preamble");
    folder.write("a.vert", "#version 450\nvoid main() { gl_Position = ANSWER; }\n");
    folder.write("l.conf", "MaxLights 8\n");
    let text = "#define ANSWER f(int(gl_VertexIndex))";
    let function = "vec4 f(int a) { return vec4(a); }";
    for option in ["-P", "--P", "--preamble-text"] {
        let words = ["-V", option, text, option, function, "--emit", "asm", "a.vert"];
        let ran = folder.run_with(&words, "");
        assert!(ran.code == Some(0) && ran.stdout.contains("OpFunctionCall"), "{option}: {}", ran.stderr);
    }
    let ran = folder.run_with(&[&format!("-P{text}"), "--preamble-text=-", "a.vert"], "");
    assert!(ran.stderr.contains("<preamble>:2:1"), "{}", ran.stderr);
    // It is no file: nothing depends on it, and fixes leave it alone.
    let ran = folder.run_with(&["-M", "-P#define ANSWER vec4(1)", "a.vert"], "");
    assert!(ran.stdout.contains("a.vert") && !ran.stdout.contains("preamble"), "{}", ran.stdout);
    let ran = folder.run_with(&["fix", "-P#define ANSWER vec4(1)", "-Pint a", "a.vert"], "");
    assert!(!ran.stdout.contains("<preamble>"), "{}", ran.stdout);
}

#[test]
fn spirv_val_is_asked_before_a_module_is_written() {
    let folder = Folder::new("spirv_val");
    folder.write("a.vert", "#version 450\nvoid main() { gl_Position = vec4(1.0); }\n");
    folder
        .write("a.frag", "#version 450\nlayout(location = 0) out vec4 o;\nvoid main() { o = vec4(1.0); }\n");
    // The one that the tests are to use comes first.
    let named = std::env::var_os("VITRUM_SPIRV_VAL").map(std::path::PathBuf::from);
    let folders = named.as_deref().and_then(std::path::Path::parent).map(std::path::Path::to_owned);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&path)));
    let path = path.expect("folders without `:`").into_string().expect("UTF-8");
    for line in ["-c a.vert --spirv-val", "link a.vert a.frag -o both.spv --spirv-val -O"] {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = folder.run_in(&[("PATH", &path)], &words, "");
        assert!(ran.code == Some(0) && ran.stderr.is_empty(), "{line}: {:?} {}", ran.code, ran.stderr);
    }
    let plain = [folder.read("a.vert.spv"), folder.read("both.spv")];
    assert_eq!(folder.run("-c a.vert").code, Some(0));
    assert_eq!(folder.run("link a.vert a.frag -o both.spv -O").code, Some(0));
    assert!(plain == [folder.read("a.vert.spv"), folder.read("both.spv")], "it changes nothing");
    // Without the program there is no module.
    for output in ["-o x.spv", "-c"] {
        let line = format!("a.frag --spirv-val {output}");
        let words: Vec<&str> = line.split(' ').collect();
        let ran = folder.run_in(&[("PATH", "")], &words, "");
        assert!(ran.code == Some(1) && ran.stderr.contains("cannot run `spirv-val`"), "{}", ran.stderr);
        assert!(!folder.names().iter().any(|name| name == "x.spv" || name == "a.frag.spv"), "{line}");
    }
}
