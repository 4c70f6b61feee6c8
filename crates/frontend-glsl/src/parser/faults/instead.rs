//! Advice on words of other languages and of removed versions.

use crate::diagnostics::{Edit, Fix};
use crate::lower::Lowering;
use crate::tokens::Token;
use vitrum_glsl::foreign::{Instead, Language};
use vitrum_ir::Span;

impl Lowering<'_> {
    /// Adds what GLSL has instead of a word to the latest diagnostic.
    #[cold]
    pub(crate) fn help_instead(&mut self, language: Language, text: &str, instead: Instead, span: Span) {
        let title = |word: &str| match (language, language.name()) {
            (Language::OldGlsl, _) => format!("`{text}` was replaced by `{word}`"),
            (_, "") => format!("write `{word}`"),
            (_, other) => format!("`{text}` of {other} is `{word}` in GLSL"),
        };
        match instead {
            Instead::Word(word) => {
                let title = title(word);
                let edits = self.uses_of(text, span, word);
                self.report.with_fix(Fix { title, edits, certain: true });
            }
            Instead::Likely(word, difference) => {
                self.report.note(difference);
                self.report.suggest(title(word), span, word);
            }
            Instead::Nothing(advice) => {
                let behind = self.settings.sources.file_at(span.start).and_then(|file| {
                    let from = span.end.checked_sub(self.settings.sources.start(file))?;
                    let rest = self.settings.sources.text(file).get(from as usize..)?;
                    Some((rest.len() - rest.trim_start_matches(' ').len()) as u32)
                });
                let span = Span::new(span.start, span.end + behind.unwrap_or(0));
                self.report.fix(advice, span, "");
            }
            Instead::Advice(advice) => self.report.help(advice),
        }
    }
}

impl Lowering<'_> {
    /// The change of every use of a name in the file of a span, in order.
    fn uses_of(&self, text: &str, at: Span, word: &str) -> Vec<Edit> {
        let sources = self.settings.sources;
        let file = sources.file_at(at.start);
        let uses = self.tokens.iter().filter(|(token, span)| {
            matches!(token, Token::Identifier(name) if self.symbols.text(*name) == text)
                && sources.slice(*span) == text
                && sources.file_at(span.start) == file
        });
        let mut spans: Vec<Span> = uses.map(|&(_, span)| span).collect();
        spans.sort_by_key(|span| span.start);
        spans.dedup();
        if !spans.contains(&at) {
            spans = vec![at];
        }
        spans.into_iter().map(|span| Edit { span, text: word.to_owned() }).collect()
    }
}
