//! Helpers of this crate's tests: one call from text to a readable result.

use std::collections::BTreeMap;
use std::sync::Arc;

use vitrum_frontend_glsl::diagnostics::{Diagnostic, Sink, render};
use vitrum_frontend_glsl::preprocess::{
    IncludeRequest, IncludedFile, Options, Preprocessed, Session, preprocess, print,
};
use vitrum_frontend_glsl::symbols::Interner;
use vitrum_frontend_glsl::tokens::Token;
use vitrum_ir::SourceMap;

/// Files by name.
#[derive(Default)]
pub(crate) struct Files(pub(crate) BTreeMap<&'static str, &'static str>);

impl Files {
    fn find(&self, request: &IncludeRequest<'_>) -> Result<IncludedFile, String> {
        let text = self.0.get(request.path).ok_or("not found")?;
        Ok(IncludedFile { name: request.path.to_owned(), text: Arc::from(*text) })
    }
}

/// The result of preprocessing a text.
#[allow(dead_code)] // not every test looks at everything
pub(crate) struct Outcome {
    pub(crate) result: Preprocessed,
    pub(crate) sources: SourceMap,
    pub(crate) interner: Interner,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

#[allow(dead_code)] // not every test calls everything
impl Outcome {
    /// The tokens as text, a blank between two.
    pub(crate) fn text(&self) -> String {
        let spell = |&(token, _): &(Token, _)| spell(token, &self.interner);
        self.result.tokens.iter().map(spell).collect::<Vec<_>>().join(" ")
    }

    /// The codes of the diagnostics.
    pub(crate) fn codes(&self) -> Vec<&'static str> {
        self.diagnostics.iter().map(|diagnostic| diagnostic.code.info().code).collect()
    }

    /// The diagnostics as people see them.
    pub(crate) fn rendered(&self) -> String {
        render::render_all(&self.diagnostics, &self.sources, render::Style::Plain)
    }
}

fn spell(token: Token, interner: &Interner) -> String {
    match token {
        Token::Identifier(symbol) => interner.text(symbol).to_owned(),
        Token::BuiltinType(ty) => format!("<{}>", ty.name()),
        Token::Qualifier(qualifier) => format!("'{}", qualifier.text()),
        Token::Keyword(keyword) => format!("'{}", keyword.text()),
        Token::StringLiteral(symbol) => format!("{:?}", interner.text(symbol)),
        Token::Punctuator(punctuator) => punctuator.text().to_owned(),
        other => {
            let text = other.describe(interner);
            text.trim_start_matches("number ").trim_matches('`').to_owned()
        }
    }
}

/// Preprocesses a text with these files to include.
#[allow(dead_code)]
pub(crate) fn run_with(text: &str, options: &Options<'_>, files: Files) -> Outcome {
    let find = |request: &IncludeRequest<'_>| files.find(request);
    let mut sources = SourceMap::new();
    let mut interner = Interner::new();
    let mut sink = Sink::default();
    let file = sources.add("main.glsl", text).expect("a test is small");
    let session = Session {
        sources: &mut sources,
        interner: &mut interner,
        diagnostics: &mut sink,
        includes: Some(&find),
    };
    let result = preprocess(session, file, options);
    let explain = |diagnostic| result.expansions.explain(diagnostic, &interner);
    let diagnostics = sink.into_diagnostics().into_iter().map(explain).collect();
    Outcome { diagnostics, result, sources, interner }
}

/// Preprocesses a text.
#[allow(dead_code)]
pub(crate) fn run(text: &str) -> Outcome {
    run_with(text, &Options::default(), Files::default())
}

/// The tokens of a text of version 450, which must be without fault.
#[allow(dead_code)]
pub(crate) fn tokens(text: &str) -> String {
    let outcome = run(&format!("#version 450\n{text}"));
    assert!(outcome.diagnostics.is_empty(), "{}", outcome.rendered());
    outcome.text()
}

/// The codes of the diagnostics for a text of version 450.
#[allow(dead_code)]
pub(crate) fn codes(text: &str) -> Vec<&'static str> {
    run(&format!("#version 450\n{text}")).codes()
}

/// The text after preprocessing.
#[allow(dead_code)]
pub(crate) fn printed(text: &str, files: Files) -> String {
    let find = |request: &IncludeRequest<'_>| files.find(request);
    let mut sources = SourceMap::new();
    let mut interner = Interner::new();
    let mut sink = Sink::default();
    let file = sources.add("main.glsl", text).expect("a test is small");
    let session = Session {
        sources: &mut sources,
        interner: &mut interner,
        diagnostics: &mut sink,
        includes: Some(&find),
    };
    print(session, file, &Options::default()).1
}
