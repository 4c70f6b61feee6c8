//! The preprocessor alone, with the options of a command line.

use vitrum_frontend_glsl::preprocess::{IncludeRequest, IncludedFile};
use vitrum_frontend_glsl::version::Version;
use vitrum_frontend_glsl::{Expanded, Options, Source, expand};
use vitrum_ir::Stage;

fn expanded(text: &str, change: impl FnOnce(&mut Options<'_>)) -> Expanded {
    let mut options = Options::new(Stage::Vertex);
    change(&mut options);
    expand(&Source::new("shader", text), &options)
}

fn codes(expanded: &Expanded) -> Vec<&'static str> {
    expanded.diagnostics.iter().map(|diagnostic| diagnostic.code.info().code).collect()
}

#[test]
fn a_forced_version_holds() {
    let version = Version::from_name("310es").unwrap_or(Version::ES_DEFAULT);
    let force = |options: &mut Options<'_>| {
        options.default_version = version;
        options.force_version = true;
    };
    let result = expanded("#version 450\n__VERSION__ GL_ES\n", force);
    assert_eq!(result.text, "#version 450\n310 1\n");
    assert_eq!(codes(&result), ["E0135"]);
}

#[test]
fn a_pragma_says_the_stage() {
    let result = expanded("#version 450\n#pragma shader_stage(tesscontrol)\n", |_| {});
    assert_eq!((result.stage, codes(&result)), (Some(Stage::TessControl), vec![]));
    let result = expanded("#version 450\n#pragma shader_stage(pixel)\n", |_| {});
    assert_eq!((result.stage, codes(&result)), (None, vec!["E0133"]));
}

#[test]
fn includes_can_be_allowed() {
    let find = |request: &IncludeRequest<'_>| {
        Ok(IncludedFile { name: request.path.to_owned(), text: "one\n".into() })
    };
    let text = "#version 450\n#include \"a\"\n";
    let refused =
        expand(&Source::new("s", text), &Options { includes: Some(&find), ..Options::new(Stage::Vertex) });
    assert_eq!(codes(&refused), ["E0129"]);
    let options = Options { includes: Some(&find), allow_include: true, ..Options::new(Stage::Vertex) };
    let allowed = expand(&Source::new("s", text), &options);
    assert!(allowed.text.contains("one"), "{}", allowed.text);
    assert!(codes(&allowed).is_empty());
}

#[test]
fn a_preamble_stands_behind_the_version() {
    let shown = |text: &str, preamble: &str| {
        let result = expand(&Source::new("s", text), &Options { preamble, ..Options::new(Stage::Fragment) });
        assert!(codes(&result).is_empty(), "{:?}", result.diagnostics);
        result.text.split_whitespace().filter(|word| *word != "#line").collect::<Vec<_>>().join(" ")
    };
    // Names of later versions and extensions are those of the shader's version.
    let preamble = "#if __VERSION__ == 450 && defined A\n#define B int\n#endif\nuint c;\n";
    let options = Options { preamble, defines: &[("A", "1")], ..Options::new(Stage::Fragment) };
    let both = expand(&Source::new("s", "// first\n\n#version 450\nB b;\n"), &options);
    assert!(both.text.contains("uint c;") && both.text.contains("int b;"), "{}", both.text);
    assert!(both.text.find("#version") < both.text.find("uint"), "{}", both.text);
    assert_eq!(shown("B", "#define B int"), "int");
    assert_eq!(shown("\u{feff}#version 450\nB", "#define B int"), "#version 450 int");
    // A comment without a line end does not join the shader's first line.
    assert_eq!(shown("a", "// b"), "a");
}

#[test]
fn faults_in_a_preamble_are_in_a_file_of_its_own() {
    let options = Options { preamble: "#error no", ..Options::new(Stage::Fragment) };
    let result = expand(&Source::new("s", "#version 450\n"), &options);
    assert_eq!(codes(&result).len(), 1);
    let file = result.diagnostics[0].span().and_then(|span| result.source_map.file_at(span.start));
    assert_eq!(file.map(|file| result.source_map.name(file)), Some("<preamble>"));
}
