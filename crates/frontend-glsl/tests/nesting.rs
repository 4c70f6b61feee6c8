//! Text that nests 100,000 levels deep ends in the limit's diagnostic, or compiles where nothing nests in the IR.

use vitrum_frontend_glsl::diagnostics::Code;
use vitrum_frontend_glsl::{Options, Source, compile};
use vitrum_ir::Stage;

const LEVELS: usize = 100_000;

fn codes(body: &str) -> Vec<Code> {
    let text = format!("#version 450\nvoid main() {{ {body} }}\n");
    let output = compile(&Source::new("deep.frag", text), &Options::new(Stage::Fragment));
    assert_eq!(output.module.is_some(), output.diagnostics.is_empty());
    output.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

fn is_limited(body: &str) {
    assert_eq!(codes(body), [Code::NestingLimit]);
}

/// Each struct is two of the one before: a walk over all parts would not end.
#[test]
fn structs_of_two_structs() {
    let mut text = "#version 450\nstruct S0 { vec4 v; };\n".to_owned();
    for level in 1..30 {
        let inner = level - 1;
        text.push_str(&format!("struct S{level} {{ S{inner} a; S{inner} b; }};\n"));
    }
    text.push_str("buffer B { S29 s; };\nvoid main() { s.a.b = s.b.a; }\n");
    let output = compile(&Source::new("wide.comp", text), &Options::new(Stage::Compute));
    let codes: Vec<Code> = output.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert!(!codes.is_empty() && codes.iter().all(|&code| code == Code::TypeTooLarge), "{codes:?}");
}

#[test]
fn parentheses() {
    is_limited(&format!("int a = {}1{};", "(".repeat(LEVELS), ")".repeat(LEVELS)));
}

#[test]
fn brackets() {
    is_limited(&format!("int a[2]; a[{}1{}] = 2;", "a[".repeat(LEVELS), "]".repeat(LEVELS)));
}

#[test]
fn braces() {
    is_limited(&format!("{}{}", "{".repeat(LEVELS), "}".repeat(LEVELS)));
}

#[test]
fn else_ifs() {
    is_limited(&format!("int a = 1; {}a = 3;", "if (a == 1) a = 2; else ".repeat(LEVELS)));
}

#[test]
fn loops() {
    is_limited(&format!("{};", "for (;;) ".repeat(LEVELS)));
}

#[test]
fn unary_minuses() {
    is_limited(&format!("int a = {}1;", "- ".repeat(LEVELS)));
}

#[test]
fn ternaries() {
    is_limited(&format!("bool b = false; int a = {}1;", "b ? 1 : ".repeat(LEVELS)));
}

#[test]
fn dimensions() {
    assert!(codes(&format!("int a{};", "[1]".repeat(LEVELS))).contains(&Code::NestingLimit));
}

#[test]
fn struct_types() {
    let mut text = String::from("#version 450\nstruct S0 { int a; };\n");
    for level in 1..1000 {
        text.push_str(&format!("struct S{level} {{ S{} a; }};\n", level - 1));
    }
    text.push_str("void main() {}\n");
    let output = compile(&Source::new("deep.frag", text), &Options::new(Stage::Fragment));
    assert!(output.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::NestingLimit));
}

#[test]
fn chains_do_not_nest() {
    assert_eq!(codes(&format!("int a; {}1;", "a = ".repeat(LEVELS))), []);
    assert_eq!(codes(&format!("int a = 1; a = {}1;", "a + ".repeat(LEVELS))), []);
    assert_eq!(codes(&format!("bool a = true; a = {}a;", "a && ".repeat(LEVELS))), []);
}

#[test]
fn nesting_within_the_limit_fits_the_stack() {
    let ifs = "if (a == 1) ".repeat(254);
    assert_eq!(codes(&format!("int a = 1; {ifs}a = {}1{};", "abs(-".repeat(254), ")".repeat(254))), []);
    let blocks = "if (a == 1) { a = 2; ".repeat(126);
    let inner = "a[-(".repeat(60);
    let text =
        format!("int a = 1; {blocks}int b = {}1{};{}", "(a + ".repeat(126), ")".repeat(126), "}".repeat(126));
    assert_eq!(codes(&text), []);
    assert!(!codes(&format!("int a[2]; a[{inner}1{}] = 2;", ")]".repeat(60))).contains(&Code::NestingLimit));
}
