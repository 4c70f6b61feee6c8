//! Modules of the IR as inputs and outputs, in text form and in binary form.

mod common;

use common::{Folder, Ran};

const SHADER: &str = "#version 450\nlayout(location = 0) in vec4 position;\nlayout(location = 0) out vec4 color;\n\
                      void main() {\n    vec4 twice = position + position;\n    color = sqrt(twice);\n}\n";

fn assert_ok(ran: &Ran) {
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
}

#[track_caller]
fn assert_fails(ran: &Ran, text: &str) {
    assert_eq!(ran.code, Some(1), "{}", ran.stdout);
    assert!(ran.stderr.contains(text), "{}", ran.stderr);
}

#[test]
fn modules_are_input_wherever_a_shader_is() {
    let folder = Folder::new("modules");
    folder.write("a.frag", SHADER);
    for line in ["a.frag -o a.virb", "a.frag --emit ir -o a.vir", "a.frag --emit virb -o named"] {
        assert_ok(&folder.run(line));
    }
    assert_eq!(folder.read("a.virb"), folder.read("named"));
    assert!(folder.read("a.virb").starts_with(b"virb\x01"));
    for output in
        ["--emit ir", "--emit asm -g0", "--emit glsl", "--emit reflection", "-O --emit glsl", "-O --emit vir"]
    {
        let of_source = folder.run(&format!("a.frag {output}"));
        assert_ok(&of_source);
        for module in ["a.vir", "a.virb"] {
            let of_module = folder.run(&format!("{module} {output}"));
            assert_ok(&of_module);
            assert_eq!(of_module.stdout, of_source.stdout, "{module} {output}");
        }
    }
    // The source map is in the file: debug information is that of the source. The text form has it if asked.
    assert_ok(&folder.run("a.frag -g1 -o source.spv"));
    assert_ok(&folder.run("a.frag -g1 --emit ir -o lines.vir"));
    for module in ["a.virb", "lines.vir"] {
        assert_ok(&folder.run(&format!("{module} -g1 -o module.spv")));
        assert_eq!(folder.read("source.spv"), folder.read("module.spv"), "{module}");
    }
    let text = |name: &str| String::from_utf8(folder.read(name)).unwrap();
    assert!(text("lines.vir").contains("\nfile \"a.frag\" ") && !text("a.vir").contains("\nfile "));
}

#[test]
fn entry_points_of_spirv_stay_together_or_are_chosen() {
    let folder = Folder::new("entry-points");
    folder.write(
        "a.vert",
        "#version 450\nlayout(location = 0) out float o;\nvoid main() { o = 1.0; gl_Position = vec4(0); }\n",
    );
    folder.write("a.frag", "#version 450\nlayout(location = 0) in float o;\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(o); }\n");
    assert_ok(&folder.run("link a.vert a.frag -e vert=VSMain -e frag=ps::main -o both.spv"));
    let entries = |line: &str| {
        let ran = folder.run(line);
        assert_ok(&ran);
        let lines = ran.stdout.lines().filter_map(|line| line.split_once("OpEntryPoint "));
        let names = lines.filter_map(|(_, rest)| rest.split('"').nth(1)).map(str::to_owned);
        names.collect::<Vec<_>>()
    };
    for options in ["", "-O", "--robust"] {
        assert_eq!(entries(&format!("both.spv {options} --emit asm")), ["VSMain", "ps::main"], "{options}");
    }
    assert_eq!(entries("link both.spv -O --emit asm"), ["VSMain", "ps::main"]);
    assert_eq!(entries("both.spv --entry ps::main --emit asm"), ["ps::main"]);
    assert_eq!(entries("both.spv --stage vert --emit asm"), ["VSMain"]);
    assert!(folder.run("both.spv --stage frag --emit glsl").stdout.contains("c = vec4("));
    assert_ok(&folder.run("explore both.spv --entry VSMain -o page.html"));
    let several =
        "both.spv: 2 entry points, `VSMain` (vertex), `ps::main` (fragment); choose one with `--entry NAME`";
    assert_fails(&folder.run("both.spv --emit glsl"), several);
    assert_fails(&folder.run("both.spv --reflect"), several);
    assert_fails(&folder.run("both.spv --entry main"), "no such entry point; there is `VSMain` (vertex)");
    assert_fails(&folder.run("a.frag --entry main"), "--entry requires a module of SPIR-V");
}

#[test]
fn lines_of_spirv_are_kept() {
    let folder = Folder::new("spirv-lines");
    folder.write("a.frag", SHADER);
    let lines = |line: &str| {
        let ran = folder.run(line);
        assert_ok(&ran);
        let is_place =
            |line: &&str| line.contains("OpLine") || line.contains("DebugLine ") || line.contains("OpString");
        ran.stdout.lines().filter(is_place).map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    };
    assert_ok(&folder.run("a.frag -g1 -o lines.spv"));
    let own = lines("a.frag -g1 --emit asm");
    assert!(own.len() > 3, "{own:?}");
    assert_eq!(lines("lines.spv -g1 --emit asm"), own);
    // The text is in the module, and goes into the next one.
    assert_ok(&folder.run("a.frag -g -o full.spv"));
    // It says where the variable is declared, too.
    let mut all = own.clone();
    all.insert(1, "OpLine %1 5 10".to_owned());
    assert_eq!(lines("full.spv -g1 --emit asm"), all);
    let text = folder.run("full.spv -g --emit asm").stdout;
    assert!(text.contains("vec4 twice = position + position"), "{text}");
    assert!(folder.run("full.spv --emit ir -g1").stdout.contains("vec4 twice"));
    // Names are those of debug information where the module has no others.
    let without = folder.run("a.frag -g --emit asm").stdout;
    let without: Vec<&str> = without.lines().filter(|line| !line.contains("OpName")).collect();
    folder.write("unnamed.spvasm", without.join("\n"));
    assert!(folder.run("unnamed.spvasm --emit glsl").stdout.contains("color = sqrt("));
}

#[test]
fn options_of_tools_for_spirv_are_known() {
    let folder = Folder::new("spirv-options");
    folder.write("a.frag", SHADER);
    assert_ok(&folder.run("a.frag -o a.spv"));
    let printed = |line: &str| {
        let ran = folder.run(line);
        assert_ok(&ran);
        ran.stdout
    };
    let own = printed("a.spv --emit glsl --glsl-version 300es");
    assert!(own.starts_with("#version 300 es"), "{own}");
    assert_eq!(printed("a.spv --version 300 --es"), own);
    assert_eq!(printed("a.spv --version 300"), own);
    assert_ok(&folder.run("a.spv --version 300 --es --output b.frag"));
    assert_eq!(String::from_utf8(folder.read("b.frag")).unwrap(), own);
    assert!(printed("a.spv --vulkan-semantics --version 460").starts_with("#version 460\n"));
    assert!(printed("a.spv --version 330 --no-es").starts_with("#version 330"));
    assert_eq!(
        printed("a.spv --ssa-rewrite --simplify-instructions --strip-debug --emit asm"),
        printed("a.spv --transform promote_variables,combine -g0 --emit asm")
    );
    assert!(folder.run("a.spv --es").stderr.contains("--es and --no-es require `--version N`"));
    assert!(folder.run("a.spv --msl").stderr.contains("vitrum prints GLSL"));
    assert!(printed("--version").starts_with("vitrum "));
}

#[test]
fn spirv_is_input_wherever_a_shader_is() {
    let folder = Folder::new("spirv-modules");
    folder.write("a.frag", SHADER);
    assert_ok(&folder.run("a.frag -o a.spv"));
    assert_ok(&folder.run("a.frag --emit asm -o a.spvasm"));
    assert_ok(&folder.run("a.spv -O -o small.spv"));
    assert!(folder.read("small.spv").len() < folder.read("a.spv").len());
    for module in ["a.spv", "a.spvasm"] {
        let printed = folder.run(&format!("{module} --emit glsl"));
        assert_ok(&printed);
        assert!(printed.stdout.contains("color = sqrt("), "{}", printed.stdout);
    }
    assert_ok(&folder.run("opt --passes fold_constants a.spv"));
    folder.write("odd.spv", "\x03\x02\x23\x07?");
    assert_fails(&folder.run("odd.spv"), "odd.spv: 5 bytes, which are no whole words of SPIR-V");
    folder.write("cut.spv", "\x03\x02\x23\x07");
    assert_fails(
        &folder.run("cut.spv"),
        "cut.spv: word 0: invalid SPIR-V: the header has fewer than five words",
    );
}

#[test]
fn stripped_files_are_smaller_and_mean_the_same() {
    let folder = Folder::new("stripped");
    folder.write("a.frag", SHADER);
    assert_ok(&folder.run("a.frag -o full.virb"));
    assert_ok(&folder.run("a.frag --strip -o stripped.virb"));
    assert!(2 * folder.read("stripped.virb").len() < folder.read("full.virb").len());
    let (full, stripped) = (folder.run("full.virb --emit ir"), folder.run("stripped.virb --emit ir"));
    assert!(full.stdout.contains("%twice") && !stripped.stdout.contains("%twice"), "{}", stripped.stdout);
    for file in ["full", "stripped"] {
        assert_ok(&folder.run(&format!("{file}.virb -g0 -o {file}.spv")));
    }
    assert_eq!(folder.read("full.spv"), folder.read("stripped.spv"));
}

#[test]
fn passes_run_on_either_form() {
    let folder = Folder::new("opt");
    folder.write("a.frag", SHADER);
    assert_ok(&folder.run("a.frag -o a.virb"));
    assert_ok(&folder.run("a.frag -o a.vir"));
    let (binary, text) = (folder.run("opt a.virb"), folder.run("opt a.vir"));
    assert_ok(&binary);
    assert_eq!(binary.stdout, text.stdout);
    assert_ok(&folder.run("opt a.vir --passes promote_variables -o b.virb --strip"));
    assert!(folder.read("b.virb").starts_with(b"virb"));
    assert_ok(&folder.run("b.virb -o b.spv"));
}

#[test]
fn operations_are_expanded_on_request() {
    let folder = Folder::new("expand");
    folder.write(
        "a.vir",
        "vir 1\nstage fragment\nentry &main\nglobal @a: f32 uniform\nglobal @o: f32 output location(0)\n\n\
         fn &main() -> void {\n    %a: f32 = load @a\n    %r: f32 = sinh %a\n    store @o, %r\n    return\n}\n",
    );
    let ran = folder.run("opt a.vir --passes expand_functions --expand sinh,cosh");
    assert_ok(&ran);
    assert!(ran.stdout.contains("exp %a") && !ran.stdout.contains("sinh"), "{}", ran.stdout);
    assert!(folder.run("opt a.vir --passes expand_functions").stdout.contains("sinh"));
    let ran = folder.run("opt a.vir --expand fadd");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("the prelude has no function for `fadd`; it has "), "{}", ran.stderr);
}

#[test]
fn files_that_are_no_modules_are_refused_with_the_reason() {
    let folder = Folder::new("no_modules");
    folder
        .write("a.virb", b"virb\x02")
        .write("b.vir", "vir 1\nstage pixel\n")
        .write("c.virb", b"virb\x01W\x7f");
    folder.write("d.vir", "vir 1\nstage vertex\nentry &main\n\nfn &main() -> f32 {\n    return 1i32\n}\n");
    assert_fails(&folder.run("a.virb -o a.spv"), "a.virb: byte 4: version 2 of the format");
    assert_fails(&folder.run("b.vir -o b.spv"), "b.vir: 2:7");
    assert_fails(&folder.run("c.virb -o c.spv"), "c.virb: byte");
    folder.write("e.virb", b"\x7fELF\xff");
    assert_fails(&folder.run("e.virb -o e.spv"), "e.virb: byte 0: not a `.virb` file");
    let ran = folder.run("d.vir -o d.spv");
    assert_fails(&ran, "d.vir: the module is invalid");
    assert!(ran.stderr.contains("return 1i32"), "{}", ran.stderr);
    assert_fails(&folder.run("d.vir -E"), "-E and -M require GLSL");
}

#[test]
fn batches_read_and_write_modules() {
    let folder = Folder::new("module_batch");
    folder.write("a.frag", SHADER);
    folder.write("first.jsonl", "{\"path\": \"a.frag\", \"output\": \"a.virb\"}\n");
    folder.write("second.jsonl", "{\"path\": \"out/a.virb\", \"output\": \"a.spv\"}\n");
    assert_ok(&folder.run("batch first.jsonl -o out"));
    assert_ok(&folder.run("batch second.jsonl -o out"));
    assert_ok(&folder.run("a.frag -o a.spv"));
    assert_eq!(folder.read("out/a.spv"), folder.read("a.spv"));
}

#[test]
fn printed_spirv_asks_for_what_its_resources_need() {
    let folder = Folder::new("spirv-resources");
    folder.write(
        "a.frag",
        "#version 450\n#extension GL_EXT_nonuniform_qualifier : require\n\
         #extension GL_EXT_samplerless_texture_functions : require\n\
         layout(set = 0, binding = 0) uniform texture2D t;\n\
         layout(set = 0, binding = 1) buffer B { vec4 b; } all[];\n\
         layout(location = 0) out vec4 c;\nvoid main() { c = texelFetch(t, ivec2(0), 0) + all[3].b; }\n",
    );
    assert_ok(&folder.run("a.frag --target-env=vulkan1.2 -o a.spv"));
    assert_ok(&folder.run("a.spv --emit glsl -o printed.frag"));
    assert_ok(&folder.run("printed.frag --target-env=vulkan1.2 -o again.spv"));
}

#[test]
fn modules_of_spirv_keep_their_version() {
    let folder = Folder::new("kept_version");
    folder.write(
        "a.vert",
        "#version 450\nlayout(location = 0) out vec2 uv;\nvoid main() { uv = vec2(1.0); }\n",
    );
    folder.write("b.frag", "#version 450\nlayout(location = 0) in vec2 uv;\nvoid main() {}\n");
    let version = |options: &str| {
        assert_ok(&folder.run(&format!("{options} -o out.spv")));
        folder.read("out.spv").get(5).copied()
    };
    assert_eq!(version("a.vert --target-env vulkan1.1"), Some(3));
    folder.write("old.spv", folder.read("out.spv"));
    // glslang declares Vulkan's memory model in modules of 1.0 too; 1.3 is the first version that may.
    folder.write(
        "c.comp",
        "#version 450\n#pragma use_vulkan_memory_model\n#extension GL_KHR_memory_scope_semantics : require\n\
         layout(local_size_x = 1) in;\nvoid main() {}\n",
    );
    assert_eq!(version("c.comp --target-env vulkan1.1"), Some(3));
    let mut bytes = folder.read("out.spv");
    bytes[5] = 0;
    folder.write("older.spv", bytes);
    for (options, expected) in [
        ("old.spv", 3),
        ("-O old.spv", 3),
        ("-O old.spv --target-env vulkan1.3", 3),
        ("-O old.spv --target-env vulkan1.0", 0),
        ("-O old.spv --target-spv spv1.5", 5),
        ("-O older.spv", 3),
        ("link old.spv b.frag", 6),
        ("link old.spv b.frag --target-env vulkan1.1", 3),
    ] {
        assert_eq!(version(options), Some(expected), "{options}");
    }
}

#[test]
fn unused_inputs_leave_optimised_modules_of_spirv_unless_they_are_preserved() {
    let folder = Folder::new("kept_inputs");
    let source = "#version 450\nlayout(location = 0) in vec2 at;\nlayout(location = 1) in vec2 ignored;\n\
        layout(location = 0) out vec2 o;\nlayout(location = 1) out vec2 unwritten;\nvoid main() { o = at; }\n";
    folder.write("a.frag", source);
    assert_ok(&folder.run("a.frag -g1 -o a.spv"));
    for form in ["--emit asm", "--emit glsl"] {
        for (options, expected) in [("-O0", true), ("-O", false), ("-O --preserve-interface", true)] {
            let text = folder.run(&format!("a.spv {form} -g1 {options}")).stdout;
            assert_eq!(
                (text.contains("ignored"), text.contains("unwritten")),
                (expected, true),
                "{options}: {text}"
            );
        }
    }
}
