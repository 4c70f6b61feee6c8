//! Text that can be folded: braces, comments, conditionals, includes.

use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};

use crate::lexis::{Kind, Token, tokens};
use crate::paths::name_of;
use crate::text::Lines;
use crate::workspace::Workspace;

pub(crate) fn ranges(workspace: &Workspace, params: &FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let document = workspace.documents.get(&name_of(&params.text_document.uri))?;
    Some(ranges_of(&document.text, &document.lines))
}

fn ranges_of(text: &str, lines: &Lines) -> Vec<FoldingRange> {
    let all = tokens(text);
    let mut found = Vec::new();
    let mut add = |start: usize, end: usize, kind: Option<FoldingRangeKind>| {
        if end > start {
            let (start_line, end_line) = (start as u32, end as u32);
            found.push(FoldingRange { start_line, end_line, kind, ..FoldingRange::default() });
        }
    };
    let mut braces: Vec<usize> = Vec::new();
    let mut conditionals: Vec<usize> = Vec::new();
    // The first line and the last one of line comments, or of includes, in a row.
    let mut comments: Option<(usize, usize)> = None;
    let mut includes: Option<(usize, usize)> = None;
    for (index, token) in all.iter().enumerate() {
        let line = lines.line(token.start);
        match token.kind {
            Kind::Mark(b'{') => braces.push(line),
            Kind::Mark(b'}') => {
                // The line of the `}` stays in sight.
                if let Some(start) = braces.pop() {
                    add(start, line.saturating_sub(1).max(start), None);
                }
            }
            Kind::Comment if token.text(text).starts_with("/*") => {
                add(line, lines.line(token.end.saturating_sub(1)), Some(FoldingRangeKind::Comment));
            }
            Kind::Comment => {
                let is_alone = index == 0 || all.get(index - 1).is_some_and(|it| lines.line(it.end) < line);
                comments = match comments {
                    Some((start, end)) if is_alone && end + 1 == line => Some((start, line)),
                    before => {
                        before.into_iter().for_each(|it| add(it.0, it.1, Some(FoldingRangeKind::Comment)));
                        is_alone.then_some((line, line))
                    }
                };
            }
            Kind::Hash => match directive(text, &all, index) {
                "if" | "ifdef" | "ifndef" => conditionals.push(line),
                "elif" | "else" => {
                    if let Some(start) = conditionals.last_mut() {
                        add(*start, line.saturating_sub(1).max(*start), Some(FoldingRangeKind::Region));
                        *start = line;
                    }
                }
                "endif" => {
                    if let Some(start) = conditionals.pop() {
                        add(start, line.saturating_sub(1).max(start), Some(FoldingRangeKind::Region));
                    }
                }
                "include" => {
                    includes = match includes {
                        Some((start, end)) if end + 1 == line => Some((start, line)),
                        before => {
                            before
                                .into_iter()
                                .for_each(|it| add(it.0, it.1, Some(FoldingRangeKind::Imports)));
                            Some((line, line))
                        }
                    };
                }
                _ => {}
            },
            _ => {}
        }
    }
    comments.into_iter().for_each(|it| add(it.0, it.1, Some(FoldingRangeKind::Comment)));
    includes.into_iter().for_each(|it| add(it.0, it.1, Some(FoldingRangeKind::Imports)));
    found.sort_by_key(|it| (it.start_line, it.end_line));
    found
}

/// The word behind a `#`.
fn directive<'t>(text: &'t str, tokens: &[Token], hash: usize) -> &'t str {
    tokens.get(hash + 1).filter(|it| it.in_directive && it.kind == Kind::Word).map_or("", |it| it.text(text))
}

#[cfg(test)]
mod tests {
    use super::ranges_of;
    use crate::text::{Encoding, Lines};

    #[test]
    fn regions_of_every_kind_fold() {
        let text = "// a\n// b\n#include \"a\"\n#include \"b\"\n#if X\nint a;\n#else\nint b;\nint c;\n#endif\n/* c\n d */\n\
            void main() {\n  if (true) {\n    ;\n  }\n}\n}\n";
        let lines = Lines::new(text, Encoding::Utf16);
        let found: Vec<_> = ranges_of(text, &lines).iter().map(|it| (it.start_line, it.end_line)).collect();
        assert_eq!(found, [(0, 1), (2, 3), (4, 5), (6, 8), (10, 11), (12, 15), (13, 14)]);
    }
}
