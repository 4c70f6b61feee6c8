//! Comments and documents state facts: no line begins with a question word.

use anyhow::Result;

use super::{Tree, check_lines};

/// Words that begin no line.
const QUESTION_WORDS: &[&str] = &["What", "Whether", "When", "Where", "How", "Who", "Which", "Why"];

/// Checks the comments of every Rust source and the lines of every document.
pub(super) fn check(tree: &Tree) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    for extension in ["rs", "lalrpop", "md"] {
        findings.extend(tree.check(extension, |file, text| {
            if file.components().any(|part| part.as_os_str() == "generated") {
                return Vec::new();
            }
            check_lines(file, text, |line| {
                let prose = if extension == "md" { Some(line) } else { comment(line) };
                let word = prose.and_then(question_word);
                word.map(|word| format!("begins with `{word}`")).into_iter().collect()
            })
        })?);
    }
    Ok(findings)
}

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.strip_prefix(['/', '!']).unwrap_or(text))
}

/// The question word that begins a line, behind the marks of a list or heading.
fn question_word(line: &str) -> Option<&'static str> {
    let text = line.trim_start_matches(|it: char| !it.is_alphabetic());
    let word = text.split(|it: char| !it.is_alphabetic()).next()?;
    QUESTION_WORDS.iter().copied().find(|question| *question == word)
}

#[cfg(test)]
mod tests {
    use super::{comment, question_word};

    #[test]
    fn question_words_are_found_at_the_start_of_prose() {
        let found = |line: &str| comment(line).and_then(question_word);
        assert_eq!(found("    /// What passes know of the module."), Some("What"));
        assert_eq!(found("// - Whether it does."), Some("Whether"));
        assert_eq!(found("//! Whatever comes. What is more."), None);
        assert_eq!(found("let what = 1; // What"), None);
        assert_eq!(question_word("## How it runs"), Some("How"));
    }
}
