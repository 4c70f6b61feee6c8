//! Structs of two structs of two structs, and so on: what goes over all parts of one does not end.

use vitrum::{OptLevel, Options, Stage, Target, compile};

/// Structs `S0` to `S25`; the last has 33,554,432 of the first.
fn structs(first: &str) -> String {
    let mut text = format!("struct S0 {{ {first} }};\n");
    for level in 1..26 {
        let inner = level - 1;
        text.push_str(&format!("struct S{level} {{ S{inner} a; S{inner} b; }};\n"));
    }
    text
}

#[test]
fn wide_structs_are_compiled_cleared_and_optimised() {
    let text = format!(
        "#version 450\n{}buffer B {{ S25 all; vec4 o; }};\nvoid main() {{ S25 s; s.a.b = s.b.a; all.a = s.b; o = s{}.v; }}\n",
        structs("vec4 v;"),
        ".a".repeat(25)
    );
    for level in [OptLevel::None, OptLevel::Default] {
        for robust in [false, true] {
            let options = Options::new(Stage::Compute).opt_level(level).robust(robust);
            let words = compile(&text, &options).unwrap().spirv().unwrap();
            assert!(words.len() < 100_000, "{} words", words.len());
        }
    }
}

#[test]
fn a_copy_of_too_many_parts_is_refused_for_wgpu() {
    let text = format!(
        "#version 450\n{}buffer B {{ S25 s; }};\nvoid main() {{ s.a.b = s.b.a; }}\n",
        structs("vec4 v;")
    );
    let options = Options::new(Stage::Compute).target(Target::Wgpu);
    let error = compile(&text, &options).unwrap().spirv().unwrap_err();
    assert!(error.to_string().contains("too large"), "{error}");
}

#[test]
fn wide_structs_of_descriptors_have_offsets() {
    let text = format!(
        "#version 460\n#extension GL_EXT_structured_descriptor_heap : require\n\
         #extension GL_EXT_samplerless_texture_functions : require\n{}\
         resourceheap H {{ S25 s; }};\nlayout(location = 0) out vec4 c;\n\
         void main() {{ c = texelFetch(s{}.t, ivec2(0), 0); }}\n",
        structs("texture2D t;"),
        ".a".repeat(25)
    );
    let words = compile(&text, &Options::new(Stage::Fragment)).unwrap().spirv().unwrap();
    assert!(words.len() < 100_000, "{} words", words.len());
}
