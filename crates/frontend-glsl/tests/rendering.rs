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
