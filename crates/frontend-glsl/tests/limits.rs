//! Adversarial inputs that would take too much time or memory: each ends soon, with a diagnostic.

mod common;

use std::fmt::Write;

use common::{Files, codes, run, run_with};
use vitrum_frontend_glsl::preprocess::{Limits, Options};

#[test]
fn exponential_macros() {
    let mut text = String::from("#version 450\n#define A0 x x x x\n");
    for i in 1..100 {
        let before = i - 1;
        writeln!(text, "#define A{i} A{before} A{before} A{before} A{before}").unwrap();
    }
    text.push_str("A99");
    assert_eq!(run(&text).codes(), ["E0124"]);
}

#[test]
fn exponential_macros_that_make_nothing() {
    let mut text = String::from("#version 450\n#define A0\n");
    for i in 1..100 {
        let before = i - 1;
        writeln!(text, "#define A{i} A{before} A{before}").unwrap();
    }
    text.push_str("A99");
    assert_eq!(run(&text).codes(), ["E0124"]);
}

#[test]
fn exponential_arguments() {
    let mut text = String::from("#version 450\n#define D(x) x x x x x x x x\n");
    text.push_str(&"D(".repeat(50));
    text.push('y');
    text.push_str(&")".repeat(50));
    assert_eq!(run(&text).codes(), ["E0124"]);
    let mut condition = String::from("#version 450\n#define D(x) (x + x)\n#if ");
    condition.push_str(&"D(".repeat(60));
    condition.push('1');
    condition.push_str(&")".repeat(60));
    assert_eq!(run(&condition).codes()[0], "E0124");
}

#[test]
fn a_large_argument_used_often() {
    let uses = "x ".repeat(10_000);
    let argument = "1 ".repeat(10_000);
    assert_eq!(codes(&format!("#define D(x) {uses}\nD({argument})")), ["E0124"]);
}

#[test]
fn nested_arguments() {
    for (depth, code) in [(1000, "E0111"), (100_000, "E0124")] {
        let text = format!("#define I(x) x\n{}1{}", "I(".repeat(depth), ")".repeat(depth));
        assert_eq!(codes(&text), [code]);
    }
    let fits = format!("#define I(x) x\n{}1{}", "I(".repeat(100), ")".repeat(100));
    assert_eq!(codes(&fits), [""; 0]);
}

#[test]
fn long_chains_of_macros() {
    let mut text = String::from("#version 450\n");
    for i in 0..20_000 {
        writeln!(text, "#define A{i} A{}", i + 1).unwrap();
    }
    text.push_str("A0");
    assert_eq!(run(&text).text(), "A20000");
}

#[test]
fn long_pastes() {
    let pastes = "x ## ".repeat(100_000);
    let found = codes(&format!("#define P(x) {pastes} x\nP(a)"));
    assert!(!found.is_empty() && found.iter().all(|code| ["E0125", "E0009"].contains(code)));
}

#[test]
fn deep_conditionals() {
    for condition in ["1", "0"] {
        let text = format!(
            "#version 450\n{}{}",
            format!("#if {condition}\n").repeat(100_000),
            "#endif\n".repeat(100_000)
        );
        assert_eq!(run(&text).codes(), ["E0107"]);
    }
    assert_eq!(codes(&"#if 1\n".repeat(100_000)), ["E0107", "E0105"]);
    assert_eq!(codes(&"#if 0\n".repeat(1000)), ["E0105"]);
}

#[test]
fn long_elif_chains() {
    let text = format!("#if 0\n{}yes\n#endif", "#elif 0\n".repeat(100_000));
    assert_eq!(codes(&text), [""; 0]);
}

#[test]
fn deep_conditions() {
    let parens = format!("#if {}1{}\n#endif", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(codes(&parens), [""; 0]);
    assert_eq!(codes(&format!("#if {}1\n#endif", "!".repeat(100_000))), [""; 0]);
    assert_eq!(codes(&format!("#if {}\n#endif", "(".repeat(100_000))), ["E0108"]);
    assert_eq!(codes(&format!("#if {} 0\n#endif", "1 && ".repeat(100_000))), [""; 0]);
}

#[test]
fn endless_includes() {
    let files = Files([("a", "#include \"a\"\n#include \"a\"\n")].into());
    let text = "#version 450\n#extension GL_GOOGLE_include_directive : enable\n#include \"a\"\n";
    assert_eq!(run_with(text, &Options::default(), files).codes(), ["E0131"]);
}

#[test]
fn limits_are_options() {
    let limits = Limits { expanded_tokens: 10, conditional_depth: 1, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let text = "#if 1\n#if 1\n#endif\n#endif\n#define A 1 1 1 1 1 1\nA\nA\nx";
    let outcome = run_with(text, &options, Files::default());
    assert_eq!(outcome.codes(), ["E0107", "E0124"]);
}

/// A long text may have more macro calls than a short one.
#[test]
fn the_limit_of_expansion_grows_with_the_text() {
    let options =
        Options { limits: Limits { expanded_tokens: 10, ..Limits::default() }, ..Options::default() };
    let calls = "#define A 1 1 1 1 1 1\nA\nA\n";
    let long = format!("{calls}{}x", " ".repeat(1 << 20));
    assert_eq!(run_with(calls, &options, Files::default()).codes(), ["E0124"]);
    assert_eq!(run_with(&long, &options, Files::default()).codes(), [""; 0]);
}

#[test]
fn long_tokens_and_lines() {
    assert_eq!(codes(&"a".repeat(1 << 20)), ["E0013"]);
    assert_eq!(codes(&"1".repeat(1 << 20)), ["E0006"]);
    assert_eq!(codes(&format!("1.{}", "1".repeat(1 << 20))), [""; 0]);
    assert_eq!(codes(&format!("#foo{}", "o".repeat(1 << 20))), ["E0101"]);
    assert_eq!(codes(&"\\\n".repeat(1 << 18)), [""; 0]);
    assert_eq!(codes(&"/**/".repeat(1 << 18)), [""; 0]);
    assert_eq!(codes(&"\"x\n".repeat(1 << 17)).len(), 101);
    assert_eq!(codes(&format!("/*{}", "*".repeat(1 << 18))), ["E0002"]);
}

/// A small random number generator with a fixed seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

#[test]
fn pieces_in_any_order_do_not_panic() {
    let pieces = [
        "#",
        "##",
        "define",
        "#define ",
        "#undef ",
        "#if ",
        "#elif ",
        "#else",
        "#endif",
        "#ifdef ",
        "\n",
        "\n",
        "\n",
        " ",
        "(",
        ")",
        ",",
        "f",
        "g",
        "x",
        "f(x)",
        "g(x, y)",
        "1",
        "0",
        "defined",
        "__LINE__",
        "__FILE__",
        "\\\n",
        "/*",
        "*/",
        "//",
        "\"",
        "é",
        "#line ",
        "#version 300 es",
        "#version 450",
        "#pragma ",
        "#extension all : warn",
        "#include \"a\"",
        "#include <a>",
        "#extension GL_GOOGLE_include_directive : enable\n",
        "&&",
        "||",
        "!",
        "+",
        "0x",
        "1.0e",
        ".",
        "..",
        "\r",
        "\0",
        "$",
        "%",
        "/",
        "-",
        "vec4",
        "goto",
        "x ## y",
        "f",
        "f",
        "#error ",
        "\u{feff}",
    ];
    let mut numbers = Numbers(7);
    for _ in 0..5_000 {
        let count = numbers.below(40);
        let text: String = (0..count).map(|_| pieces[numbers.below(pieces.len())]).collect();
        let limits = Limits { expanded_tokens: 2000, ..Limits::default() };
        let options = Options { limits, ..Options::default() };
        let outcome = run_with(&text, &options, Files([("a", "f(\n#if 1\n#define f(x) f(x) g\n")].into()));
        for (_, span) in &outcome.result.tokens {
            assert!(outcome.sources.file_at(span.start).is_some() && span.start < span.end, "{text:?}");
        }
        assert!(outcome.diagnostics.is_empty() || !outcome.rendered().is_empty());
    }
}
