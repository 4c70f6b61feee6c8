//! Rendering of diagnostics.

mod common;

use common::{Files, run, run_with};
use vitrum_frontend_glsl::diagnostics::{Code, Diagnostic, Severity, Sink, render};
use vitrum_frontend_glsl::preprocess::Options;
use vitrum_ir::SourceMap;
use vitrum_ir::Span;

#[test]
fn codes_are_stable_and_unique() {
    let mut codes: Vec<_> = Code::ALL.iter().map(|code| code.info().code).collect();
    assert!(codes.iter().all(|code| code.len() == 5 && code.starts_with('E')));
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), Code::ALL.len());
}

#[test]
fn redefinition() {
    insta::assert_snapshot!(run("#version 450\n#define WIDTH 1\n\n#define WIDTH 2\n").rendered());
}

#[test]
fn in_a_macro() {
    insta::assert_snapshot!(
        run("#version 450\n#define INT goto\n\nvoid main() {\n    INT x;\n}\n").rendered()
    );
}

#[test]
fn arguments() {
    let text = "#version 450\n#define MIX(a, b, c) a\nfloat x = MIX(1,\n  2);\n";
    insta::assert_snapshot!(run(text).rendered());
}

#[test]
fn reserved_words() {
    let text = "#version 310 es\nhighp double d; samplerBuffer s;\n";
    insta::assert_snapshot!(run(text).rendered());
}

#[test]
fn in_an_included_file() {
    let files = Files([("a.glsl", "one\ntwo $\n")].into());
    let text = "#version 450\n#extension GL_GOOGLE_include_directive : enable\n#include \"a.glsl\"\n#include \"b.glsl\"";
    insta::assert_snapshot!(run_with(text, &Options::default(), files).rendered());
}

#[test]
fn directives() {
    let text = "#version 455\n#extension GL_FOO : enable\n#if (1 + \n#endif\n#if X\n#error no é way\n#elif 1\n#include <x>\n#fi\n";
    insta::assert_snapshot!(run(text).rendered());
}

#[test]
fn odd_places() {
    let mut sources = SourceMap::new();
    sources.add("empty", "").unwrap();
    sources.add("text", "a é\r\nb").unwrap();
    let spans = [(0, 0), (0, 1), (1, 1), (3, 4), (4, 5), (7, 8), (8, 8), (8, 20), (5, 2), (100, 200), (0, 8)];
    for (start, end) in spans {
        let diagnostic =
            Diagnostic::at(Code::SyntaxError, Span::new(start, end), "m").secondary(Span::new(1, 3), "s");
        for style in [render::Style::Plain, render::Style::Coloured] {
            assert!(render::render(&diagnostic, &sources, style).contains("E0200"));
        }
    }
}

#[test]
fn coloured() {
    let outcome = run("$");
    let text = render::render(&outcome.diagnostics[0], &outcome.sources, render::Style::Coloured);
    assert!(text.contains("\u{1b}["));
}

#[test]
fn the_sink_has_a_limit() {
    let mut sink = Sink::new(2);
    for _ in 0..5 {
        sink.report(Code::SyntaxError, Span::default(), "m");
    }
    assert!(sink.is_full() && sink.has_errors());
    assert_eq!((sink.error_count(), sink.suppressed()), (5, 3));
    let diagnostics = sink.into_diagnostics();
    assert_eq!(diagnostics.len(), 3);
    assert_eq!(diagnostics[2].severity, Severity::Note);
}

/// The diagnostics of a fragment shader of version 450, as text.
fn compiled(text: &str) -> String {
    let text = format!("#version 450\nlayout(location = 0) out vec4 colour;\n{text}");
    let options = vitrum_frontend_glsl::Options::new(vitrum_ir::Stage::Fragment);
    let output = vitrum_frontend_glsl::compile(&vitrum_frontend_glsl::Source::new("a.frag", text), &options);
    render::render_all(&output.diagnostics, &output.source_map, render::Style::Plain)
}

#[test]
fn a_syntax_error_supersedes_errors_of_its_statement() {
    insta::assert_snapshot!(compiled(
        "void main() {\n    float a[2];\n    a[0 = 1.0;\n    colour = nothing;\n}\n"
    ));
}

#[test]
fn members_are_recovered_one_by_one() {
    insta::assert_snapshot!(compiled(
        "struct S { float a = 1.0; vec4 b; float f() { return a; } vec4 c; };\n\
         void main() { S s; colour = s.b + s.c + s.d; }\n"
    ));
}

#[test]
fn a_fault_of_a_token_is_the_only_error_of_its_statement() {
    insta::assert_snapshot!(compiled(
        "void main() {\n    float 2x = 1.0;\n    colour = vec4(2x, goto, $a, 1.0);\n    colour = vec4(unknown);\n}\n"
    ));
}

#[test]
fn the_end_of_a_macro_is_blamed_where_it_is_written() {
    insta::assert_snapshot!(compiled("#define PI 3.14;\nvoid main() {\n    colour = vec4(PI * 2.0);\n}\n"));
}

#[test]
fn declarations_out_of_scope_are_shown() {
    insta::assert_snapshot!(compiled(
        "void main() {\n    { float inner = 1.0; }\n    colour = vec4(inner, later(1.0), last, 1.0);\n}\n\
         float later(float x) { return x; }\nfloat last;\n"
    ));
}

#[test]
fn arguments_of_built_in_functions_are_explained() {
    insta::assert_snapshot!(compiled(
        "layout(binding = 0) uniform sampler2D image;\nvoid main() {\n    vec2 uv = vec2(0.5);\n    \
         colour = texture(uv, image);\n    colour = texelFetch(image, uv, 0);\n    colour = vec4(clamp(1.0));\n    \
         colour = vec4(normalize(true));\n    colour = image.Sample(uv);\n}\n"
    ));
}

#[test]
fn a_shader_without_version_is_told_so_once() {
    let options = vitrum_frontend_glsl::Options::new(vitrum_ir::Stage::Fragment);
    let text =
        "layout(location = 0) out vec4 colour;\nin vec2 uv;\nvoid main() { colour = vec4(uv, 0u, 1); }\n";
    let output = vitrum_frontend_glsl::compile(&vitrum_frontend_glsl::Source::new("a.frag", text), &options);
    insta::assert_snapshot!(render::render_all(
        &output.diagnostics,
        &output.source_map,
        render::Style::Plain
    ));
}

fn of_version(stage: vitrum_ir::Stage, text: &str) -> String {
    let options = vitrum_frontend_glsl::Options::new(stage);
    let output = vitrum_frontend_glsl::compile(&vitrum_frontend_glsl::Source::new("a.glsl", text), &options);
    render::render_all(&output.diagnostics, &output.source_map, render::Style::Plain)
}

#[test]
fn overloads_of_other_versions_are_named() {
    insta::assert_snapshot!(of_version(
        vitrum_ir::Stage::Fragment,
        "#version 130\nuniform sampler2DArrayShadow s;\nin vec4 p;\nout vec4 o;\nvoid main() {\n    \
         o = vec4(texture(s, p, 0.5));\n    o.x = float(bitCount(3) + bitCount(4));\n    o = texelFetch(s, 1);\n    \
         o.x += max(1.0);\n}\n"
    ));
    insta::assert_snapshot!(of_version(
        vitrum_ir::Stage::Vertex,
        "#version 110\nvoid main() { gl_Position = vec4(max(1, 2)); }\n"
    ));
}

#[test]
fn versions_without_in_and_out_have_other_words() {
    let vertex = "#version 100\nlayout(location = 0) in vec4 a;\nin vec4 b;\nout mediump vec4 c;\n\
        void main() { gl_Position = b; c = b; }\n";
    insta::assert_snapshot!(of_version(vitrum_ir::Stage::Vertex, vertex));
    let fragment =
        "#version 100\nprecision mediump float;\nin vec4 a;\nout vec4 b;\nvoid main() { b = a; }\n";
    insta::assert_snapshot!(of_version(vitrum_ir::Stage::Fragment, fragment));
}

#[test]
fn suffixes_of_extensions_name_them() {
    insta::assert_snapshot!(of_version(
        vitrum_ir::Stage::Fragment,
        "#version 450\nlayout(location = 0) out float o;\nvoid main() { o = float(5l) + float(6s); }\n"
    ));
}
