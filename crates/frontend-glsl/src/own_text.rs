//! The text that warnings of the groups are about: what the author of the main file wrote in it.

use crate::preprocess::Expansions;
use vitrum_ir::{SourceId, SourceMap, Span};

/// The main file without the uses of macros. Included files and macros belong to others, who may have reasons, and whose
/// other users see the warning, too.
#[derive(Clone, Debug, Default)]
pub struct OwnText {
    file: Span,
    /// Uses of macros, in order of position.
    macros: Vec<Span>,
}

impl OwnText {
    /// The text of a file outside of macros.
    pub(crate) fn new(sources: &SourceMap, file: SourceId, expansions: &Expansions) -> Self {
        let start = sources.start(file);
        let file = Span::new(start, start + sources.text(file).len() as u32);
        Self { file, macros: expansions.as_slice().iter().map(|expansion| expansion.use_site).collect() }
    }

    /// True if the author wrote what begins at a span there.
    pub fn holds(&self, span: Span) -> bool {
        if span.is_nowhere() || span.start < self.file.start || span.start >= self.file.end {
            return false;
        }
        let after = self.macros.partition_point(|site| site.start <= span.start);
        let before = after.checked_sub(1).and_then(|index| self.macros.get(index));
        before.is_none_or(|site| span.start >= site.end)
    }

    /// The number of times that a name is in a part of the file, comments aside. Text that `#if` skips counts: what is used there
    /// is used in another variant of the shader.
    pub fn mentions(&self, sources: &SourceMap, part: Span, name: &str) -> usize {
        let part = Span::new(part.start.max(self.file.start), part.end.min(self.file.end));
        if part.start >= part.end {
            return 0;
        }
        words(sources.slice(part)).filter(|&word| word == name).count()
    }

    /// The end of the file.
    pub fn end(&self) -> u32 {
        self.file.end
    }
}

/// The words of a text outside of comments.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            if let Some(line) = rest.strip_prefix("//") {
                rest = line.find('\n').and_then(|end| line.get(end..)).unwrap_or("");
            } else if let Some(block) = rest.strip_prefix("/*") {
                rest = block.find("*/").and_then(|end| block.get(end + 2..)).unwrap_or("");
            }
            let first = rest.chars().next()?;
            if is_part(first) {
                let (word, behind) =
                    rest.split_at(rest.find(|letter| !is_part(letter)).unwrap_or(rest.len()));
                rest = behind;
                return Some(word);
            }
            if !rest.starts_with("//") && !rest.starts_with("/*") {
                rest = rest.get(first.len_utf8()..).unwrap_or("");
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_stand_outside_of_comments() {
        let found: Vec<&str> = words("a = b_1/*c*/ + d; // e\n/*f\n*//*g*/h(a)/2 // i").collect();
        assert_eq!(found, ["a", "b_1", "d", "h", "a", "2"]);
        assert_eq!(words("/* open").count(), 0);
        assert_eq!(words("").count(), 0);
    }
}
