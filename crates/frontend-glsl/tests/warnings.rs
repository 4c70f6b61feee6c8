//! Warnings of the lowering.

use vitrum_frontend_glsl::diagnostics::{Levels, Severity};
use vitrum_frontend_glsl::{Options, Source, compile};
use vitrum_ir::Stage;

/// Lines and codes of the warnings of a valid fragment shader.
fn warnings(text: &str) -> Vec<(u32, &'static str)> {
    let output = compile(&Source::new("test.frag", text), &Options::new(Stage::Fragment));
    assert!(output.module.is_some(), "{:#?}", output.diagnostics);
    let line = |start| output.source_map.location(start).map_or(0, |place| place.line);
    let warnings = output.diagnostics.iter().filter(|found| found.severity == Severity::Warning);
    warnings.map(|found| (found.span().map_or(0, |span| line(span.start)), found.code.info().code)).collect()
}

#[test]
fn uses_of_extensions() {
    let text = "#version 330\n#extension GL_ARB_gpu_shader5 : warn\nout vec4 color;\n\
        void main() {\nint a = bitCount(3);\nint b = abs(a);\ncolor = vec4(b);\n}\n";
    assert_eq!(warnings(text), [(5, "E0134")]);
    assert_eq!(warnings(&text.replace("warn", "enable")), []);
    assert_eq!(warnings(&text.replace("330", "400")), []);
}

#[test]
fn numbers_out_of_range() {
    assert_eq!(warnings("#version 450\nconst float a =\n1e99;\nvoid main() {}\n"), [(3, "E0012")]);
}

#[test]
fn unknown_attributes() {
    let text = "#version 450\n#extension GL_EXT_control_flow_attributes : require\nvoid main() {\n\
        [[frobnicate]]\nif (true) {}\n}\n";
    assert_eq!(warnings(text), [(4, "E0607")]);
}

#[test]
fn declarations_of_nothing() {
    assert_eq!(warnings("#version 450\nint;\nvoid main() {}\n"), [(2, "E0506")]);
}

#[test]
fn unsigned_int_is_one_type() {
    let text = "#version 110\n#extension GL_EXT_gpu_shader4 : enable\nflat varying unsigned int a;\n\
        void main() { unsigned int b = a + 1u; gl_FragColor = vec4(float(b)); }\n";
    assert_eq!(warnings(text), []);
}

#[test]
fn version_after_comments() {
    let text = "// a comment\n#version 300 es\nvoid main() {}\n";
    assert_eq!(warnings(text), [(2, "E0112")]);
}

#[test]
fn attributes_with_other_arguments() {
    let text = "#version 450\n#extension GL_EXT_control_flow_attributes : require\nvoid main() {\n\
        [[branch(5.2)]]\nif (true) {}\n[[dependency_length]]\nfor (;;) { break; }\n}\n";
    assert_eq!(warnings(text), [(4, "E0607"), (6, "E0607")]);
}

#[test]
fn many_warnings_are_no_error() {
    let numbers = "a = 1e99;\n".repeat(300);
    let text = format!("#version 450\nfloat a;\nvoid main() {{\n{numbers}}}\n");
    assert_eq!(warnings(&text).len(), 100);
}

#[test]
fn undefined_constants() {
    let text = |expression: &str| format!("#version 450\nconst int a =\n{expression};\nvoid main() {{}}\n");
    for expression in ["1 / 0", "5 % 0", "1 << 40", "-1 >> -1", "int(3u / 0u)", "(ivec2(1) / ivec2(1, 0)).x"]
    {
        assert_eq!(warnings(&text(expression)), [(3, "E0428")], "{expression}");
    }
    // Overflow wraps around (GLSL 4.60 section 4.1.3).
    for expression in ["(-2147483647 - 1) / -1", "(-2147483647 - 1) % -1", "1 << 31", "int(1.0 / 0.0)"] {
        assert_eq!(warnings(&text(expression)), [], "{expression}");
    }
}

/// The severity of the only diagnostic that a text has with these levels, with its line and code.
fn only(text: &str, strict: bool) -> (u32, &'static str, Severity) {
    let levels = Levels { strict, ..Levels::default() };
    let output =
        compile(&Source::new("test.frag", text), &Options { levels, ..Options::new(Stage::Fragment) });
    let [found] = output.diagnostics.as_slice() else { panic!("{text}: {:#?}", output.diagnostics) };
    assert_eq!(output.module.is_some(), found.severity == Severity::Warning);
    let span = found.span().unwrap_or_default();
    let line = output.source_map.location(span.start).map_or(0, |place| place.line);
    (line, found.code.info().code, found.severity)
}

#[test]
fn what_other_compilers_accept_is_an_error_by_strict_levels() {
    let textures = "#version 450\nlayout(binding = 0) uniform texture2D t;\nlayout(binding = 1) uniform sampler s;\n\
        layout(binding = 2) uniform samplerShadow c;\nlayout(location = 0) out vec4 color;\nvoid main() {\n";
    let comparison = format!("{textures}color = vec4(texture(sampler2DShadow(t, s), vec3(0)));\n}}\n");
    let lookup = format!("{textures}color = texture(sampler2D(t, c), vec2(0));\n}}\n");
    for (text, line, code) in [
        ("#version 450\n#if UNDEFINED\n#endif\nvoid main() {}\n", 2, "E0109"),
        ("#version 450\nint x;\n#extension GL_EXT_debug_printf : enable\nvoid main() {}\n", 3, "E0116"),
        ("#version 450\nlayout(binding = 0) uniform\nmediump sampler s;\nvoid main() {}\n", 3, "E0513"),
        (comparison.as_str(), 7, "E0703"),
        (lookup.as_str(), 7, "E0703"),
    ] {
        assert_eq!(only(text, false), (line, code, Severity::Warning));
        assert_eq!(only(text, true), (line, code, Severity::Error));
    }
}

#[test]
fn post_depth_coverage_of_one_extension_requires_early_tests() {
    let text = "#version 450\n#extension GL_EXT_post_depth_coverage : require\n\
        layout(post_depth_coverage) in;\nvoid main() {}\n";
    assert_eq!(only(text, false), (3, "E0525", Severity::Error));
    assert_eq!(warnings(&text.replace("EXT", "ARB")), []);
    assert_eq!(warnings(&text.replace("in;", "in; layout(early_fragment_tests) in;")), []);
}

#[test]
fn qualifiers_that_later_versions_lack() {
    let text = "#version 330\nvarying vec4 a;\nvoid main() { gl_FragColor = a; }\n";
    for version in ["130", "150", "330", "410 core"] {
        assert_eq!(warnings(&text.replace("330", version)), [(2, "E0527")], "{version}");
    }
    for version in ["110", "120", "150 compatibility", "460 compatibility", "100"] {
        let text = text.replace("330", version).replace("varying vec4", "varying mediump vec4");
        let text = if version == "100" { text } else { text.replace("mediump ", "") };
        assert_eq!(warnings(&text), [], "{version}");
    }
}
