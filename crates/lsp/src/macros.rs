//! Macros, from the text of `#define` lines: in text that `#if` leaves out, too.

use vitrum::ir::Span;

use crate::analysis::Analysis;
use crate::lexis::{Kind, Token, is_word, tokens};

/// A `#define`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) name: String,
    /// The place of the name.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The parameters of a function-like macro.
    pub(crate) parameters: Option<Vec<String>>,
    /// Its body, without comments.
    pub(crate) body: String,
}

impl Definition {
    /// `NAME(a, b)`
    pub(crate) fn head(&self) -> String {
        match &self.parameters {
            Some(parameters) => format!("{}({})", self.name, parameters.join(", ")),
            None => self.name.clone(),
        }
    }
}

/// The definitions of a text, in order.
pub(crate) fn definitions(text: &str) -> Vec<Definition> {
    if !text.contains("define") {
        return Vec::new();
    }
    definitions_of(text, &tokens(text))
}

/// The definitions among the tokens of a text.
pub(crate) fn definitions_of(text: &str, tokens: &[Token]) -> Vec<Definition> {
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Hash {
            continue;
        }
        let line = tokens.get(index + 1..).unwrap_or_default();
        let end = line.iter().position(|it| !it.in_directive || it.kind == Kind::Hash).unwrap_or(line.len());
        if let [word, name, rest @ ..] = line.get(..end).unwrap_or_default()
            && word.text(text) == "define"
            && name.kind == Kind::Word
        {
            found.push(definition(text, *name, rest));
        }
    }
    found
}

fn definition(text: &str, name: Token, rest: &[Token]) -> Definition {
    let is_function = rest.first().is_some_and(|first| first.is(b'(') && first.start == name.end);
    let close = rest.iter().position(|it| it.is(b')')).filter(|_| is_function);
    let (head, body) = match close {
        Some(close) => rest.split_at(close + 1),
        None => (&[] as &[Token], rest),
    };
    let words = head.iter().filter(|it| it.kind == Kind::Word).map(|it| it.text(text).to_owned());
    let mut spelt = String::new();
    let mut last = None;
    for token in body.iter().filter(|it| it.kind != Kind::Comment) {
        if last.is_some_and(|last| last != token.start) {
            spelt.push(' ');
        }
        spelt.push_str(token.text(text));
        last = Some(token.end);
    }
    Definition {
        name: name.text(text).to_owned(),
        start: name.start,
        end: name.end,
        parameters: close.map(|_| words.collect()),
        body: spelt,
    }
}

/// The definition whose name is at a span.
pub(crate) fn definition_at(analysis: &Analysis, span: Span) -> Option<Definition> {
    let (file, start, _) = analysis.place(span)?;
    definitions(analysis.text(file)?).into_iter().find(|it| it.start == start)
}

/// The files that define a macro of this name, with the definitions.
pub(crate) fn definitions_named(analysis: &Analysis, name: &str) -> Vec<(String, Definition)> {
    let mut found = Vec::new();
    let mut files: Vec<&str> = analysis.file_names().collect();
    files.sort_unstable();
    for file in files {
        let Some(text) = analysis.text(file).filter(|text| text.contains(name)) else { continue };
        let here = definitions(text).into_iter().filter(|it| it.name == name);
        found.extend(here.map(|it| (file.to_owned(), it)));
    }
    found
}

/// True if a text can be the name of a macro or of an item.
pub(crate) fn is_name(text: &str) -> bool {
    let starts = text.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    starts && text.bytes().all(is_word)
}

#[cfg(test)]
mod tests {
    use super::definitions;

    #[test]
    fn definitions_are_read_from_the_text() {
        let text = "#define A 1 + 2 // one\n  # define B(x,  y) (x \\\n + y)\n#define C (1)\n#define D\nint define;\n";
        let found: Vec<(String, String)> =
            definitions(text).iter().map(|it| (it.head(), it.body.clone())).collect();
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(found, [pair("A", "1 + 2"), pair("B(x, y)", "(x + y)"), pair("C", "(1)"), pair("D", "")]);
    }
}
