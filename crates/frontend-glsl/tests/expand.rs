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
