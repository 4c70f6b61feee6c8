//! Doc comments: `///` lines and `/** */` in front of a declaration.

use crate::lower::Lowering;
use crate::lower::declarations::FullType;
use vitrum_ir::{Name, Origin, SourceMap, Span};

impl FullType {
    /// The offset at which the declaration begins that has this type.
    pub(crate) fn start(&self) -> u32 {
        let qualifiers = self.qualifiers.span;
        if qualifiers == Span::default() { self.span.start } else { self.span.start.min(qualifiers.start) }
    }
}

impl Lowering<'_> {
    /// The origin of what is declared by a name, in a declaration that begins at an offset.
    pub(crate) fn origin(&mut self, start: u32, name: Span) -> Origin {
        let doc = match self.settings.has_docs {
            true => doc_comment(self.settings.sources, start),
            false => None,
        };
        Origin { span: name, doc: doc.map_or(Name::EMPTY, |doc| self.module.names.intern(&doc)) }
    }
}

/// True if there may be doc comments in the texts.
pub(crate) fn has_doc_comments(sources: &SourceMap) -> bool {
    sources.files().any(|file| {
        let text = sources.text(file).as_bytes();
        let begins = |slash: usize| matches!(text.get(slash + 1..slash + 3), Some(b"//" | b"**"));
        memchr::memchr_iter(b'/', text).any(begins)
    })
}

/// The text of the doc comment in front of an offset: with white space between, but no empty line.
fn doc_comment(sources: &SourceMap, offset: u32) -> Option<String> {
    let file = sources.file_at(offset)?;
    let before = sources.text(file).get(..(offset - sources.start(file)) as usize)?;
    let text = before.trim_end();
    if before[text.len()..].bytes().filter(|&byte| byte == b'\n').count() > 1 {
        return None;
    }
    if let Some(comment) = text.strip_suffix("*/") {
        let body = &comment[comment.rfind("/*")? + 2..];
        let body = body.strip_prefix('*').filter(|body| !body.is_empty())?;
        return Some(joined(body.lines().map(|line| line.trim_start().trim_start_matches('*'))));
    }
    // Most declarations end here: what comes before them is no comment.
    let line = |text: &str| text.rfind('\n').map_or(0, |at| at + 1);
    let mut first = text.len();
    let mut rest = text;
    while let Some(start) = Some(line(rest)).filter(|&start| is_doc_line(&rest[start..])) {
        first = start;
        let Some(above) = rest[..start].strip_suffix('\n') else { break };
        rest = above.strip_suffix('\r').unwrap_or(above);
    }
    let lines = text.get(first..).filter(|lines| !lines.is_empty())?;
    Some(joined(lines.lines().map(|line| line.trim_start().trim_start_matches('/'))))
}

/// True for `///`, which four strokes are not.
fn is_doc_line(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("///") && !line.starts_with("////")
}

/// Lines without the space that follows the marks, and without empty ones at the ends.
fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::doc_comment;
    use vitrum_ir::SourceMap;

    fn doc(before: &str) -> Option<String> {
        let mut sources = SourceMap::new();
        sources.add("a", format!("{before}in vec4 x;")).ok()?;
        doc_comment(&sources, before.len() as u32)
    }

    #[test]
    fn doc_comments_are_those_in_front_with_three_marks() {
        assert_eq!(doc("int y;\n/// The first\n///   line.\n").as_deref(), Some("The first\n  line."));
        assert_eq!(doc("/** One. */ ").as_deref(), Some("One."));
        assert_eq!(doc("/**\n * Two\n * lines.\n */\n").as_deref(), Some("Two\nlines."));
        assert_eq!(doc("  /// With\r\n  /// returns.\r\n").as_deref(), Some("With\nreturns."));
        for other in
            ["", "// no", "//// no\n", "/* no */", "/**/", "/// far\n\n", "int a;\n", "/// b\nint a; "]
        {
            assert_eq!(doc(other), None, "{other}");
        }
    }
}
