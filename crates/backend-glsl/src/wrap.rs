//! Breaks lines that are too long, at the outermost commas and operators that fit.

/// The maximum length of a line, in bytes.
pub(crate) const LINE: usize = 100;

/// The columns by which the rest of a broken line is indented, and the most.
const STEP: usize = 4;
const DEEPEST: usize = 16;

/// The space that a line has behind its indentation, however deep.
const LEAST: usize = 60;

/// The maximum depth of pieces within pieces.
const NESTING: u32 = 32;

/// Preference of places at one depth of parentheses: the lowest is the best.
mod rank {
    pub(super) const LIST: u8 = 0;
    pub(super) const CHOICE: u8 = 1;
    /// Added to by how tightly an operator binds.
    pub(super) const OPERATOR: u8 = 2;
}

/// The depth of places that are used if there are no others.
const LAST: u16 = u16::MAX;

/// A space that can become a line break.
#[derive(Clone, Copy)]
struct Place {
    at: usize,
    /// The best places have the lowest depth of parentheses, then the lowest rank.
    depth: u16,
    rank: u8,
}

/// Breaks the lines of a text that are longer than [`LINE`].
pub(crate) fn wrap_lines(text: String) -> String {
    let mut wrapped = String::new();
    let (mut start, mut kept) = (0, 0);
    let mut places = Vec::new();
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if line.len() > LINE + 1 && !is_whole(line) {
            wrapped.push_str(text.get(kept..start).unwrap_or_default());
            wrap(line, &mut places, &mut wrapped);
            kept = end;
        }
        start = end;
    }
    if kept == 0 {
        return text;
    }
    wrapped.push_str(text.get(kept..).unwrap_or_default());
    wrapped
}

/// True if a line cannot be broken: a directive or a comment.
fn is_whole(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('#') || line.starts_with("//")
}

/// Adds a line in pieces.
fn wrap(line: &str, places: &mut Vec<Place>, wrapped: &mut String) {
    let indent = line.len() - line.trim_start().len();
    find_places(line, indent, places);
    let depth = places.iter().map(|place| place.depth).min().unwrap_or(0);
    // The statements of a block are indented by one step, too.
    let hanging = indent + if line.trim_end().ends_with('{') { 2 * STEP } else { STEP };
    let limit = LINE.max(indent + LEAST);
    let mut pieces = Pieces { line, out: wrapped, limit, column: 0, hanging, depth };
    pieces.add(0, line.trim_end().len(), places, 0);
    wrapped.push('\n');
}

/// The state of breaking a line.
struct Pieces<'l> {
    line: &'l str,
    out: &'l mut String,
    limit: usize,
    column: usize,
    /// The indentation of the rest of the line, and the depth of parentheses of its first break.
    hanging: usize,
    depth: u16,
}

impl Pieces<'_> {
    /// Adds a part of the line, which is broken at its best places if it does not fit.
    fn add(&mut self, start: usize, end: usize, places: &[Place], nesting: u32) {
        let best = places.iter().map(|place| (place.depth, place.rank)).min();
        let Some(best) = best.filter(|_| self.column + end - start > self.limit && nesting < NESTING) else {
            self.out.push_str(self.line.get(start..end).unwrap_or_default());
            self.column += end - start;
            return;
        };
        let (mut start, mut rest) = (start, places);
        loop {
            let next = rest.iter().position(|place| (place.depth, place.rank) == best);
            let (inner, following) = rest.split_at(next.unwrap_or(rest.len()));
            let stop = following.first().map_or(end, |place| place.at);
            self.add(start, stop, inner, nesting + 1);
            let Some((place, following)) = following.split_first() else { return };
            (start, rest) = (place.at + 1, following);
            let next = following.iter().find(|place| (place.depth, place.rank) == best);
            let length = next.map_or(end, |place| place.at) - start;
            let deeper = usize::from(best.0.saturating_sub(self.depth)) * STEP;
            let indent = self.hanging + if best.0 == LAST { 0 } else { deeper.min(DEEPEST) };
            // A part that must be broken anyway does not need a line of its own.
            let is_better = indent + length <= self.limit || self.column > self.limit / 2;
            if self.column + 1 + length > self.limit && is_better {
                self.column = indent;
                self.out.push('\n');
                self.out.extend(std::iter::repeat_n(' ', indent));
            } else {
                self.out.push(' ');
                self.column += 1;
            }
        }
    }
}

/// The spaces of a line after its indentation, in order.
fn find_places(line: &str, indent: usize, places: &mut Vec<Place>) {
    places.clear();
    let bytes = line.as_bytes();
    let (mut depth, mut is_string) = (0u16, false);
    for (at, &byte) in bytes.iter().enumerate().skip(indent) {
        match byte {
            b'"' => is_string = !is_string,
            _ if is_string => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b' ' => {
                let before = line.get(..at).unwrap_or_default();
                let after = line.get(at + 1..).unwrap_or_default();
                let rank = rank_of(before, after);
                places.extend(rank.map(|(is_last, rank)| Place {
                    at,
                    depth: if is_last { LAST } else { depth },
                    rank,
                }));
            }
            _ => {}
        }
    }
}

/// True if a space between two texts is a last resort, and its rank; none before the brace of a block and after an
/// operator.
fn rank_of(before: &str, after: &str) -> Option<(bool, u8)> {
    let is_operator =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| b"+-*/%<>=&|^?:!".contains(&byte));
    let last = before.rsplit(' ').next().unwrap_or_default();
    let next = after.split(' ').next().unwrap_or_default();
    if last.ends_with([',', ';']) {
        return Some((false, rank::LIST));
    }
    if is_operator(last) {
        let is_assignment = last.ends_with('=') && !matches!(last, "==" | "!=" | "<=" | ">=");
        return is_assignment.then_some((true, 0));
    }
    Some(match next.trim_end() {
        "{" => return None,
        // `if (`
        head if head.starts_with('(') => return None,
        "?" | ":" => (false, rank::CHOICE),
        // An assignment stays with its left side.
        operator if is_operator(operator) => {
            let binding = OPERATORS.iter().position(|row| row.contains(&operator))?;
            (false, rank::OPERATOR + binding as u8)
        }
        _ => (true, 1),
    })
}

/// Binary operators, the loosest first.
const OPERATORS: [&[&str]; 10] = [
    &["||"],
    &["^^"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["+", "-"],
    &["*", "/", "%", "<<", ">>"],
];

#[cfg(test)]
mod tests {
    use super::{LINE, wrap_lines};

    fn wrapped(line: &str) -> String {
        let text = wrap_lines(format!("{line}\n"));
        assert!(text.lines().all(|line| line.len() <= LINE), "{text}");
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), line.split_whitespace().collect::<Vec<_>>());
        text
    }

    #[test]
    fn lines_are_broken_at_the_outermost_place_that_fits() {
        let line = "    float total = first(alpha, beta, gamma) * weights.x + second(alpha, beta, gamma) * weights.y \
                    + third(alpha, beta, gamma) * weights.z;";
        let expected = "    float total = first(alpha, beta, gamma) * weights.x + second(alpha, beta, gamma) * weights.y\n        \
                        + third(alpha, beta, gamma) * weights.z;\n";
        assert_eq!(wrapped(line), expected);
    }

    #[test]
    fn the_head_of_a_block_is_indented_beyond_its_statements() {
        let line = "    if (first_condition_of_the_statement(alpha, beta) && second_condition_of_the_statement(alpha, beta)) {";
        let expected = "    if (first_condition_of_the_statement(alpha, beta)\n            \
                        && second_condition_of_the_statement(alpha, beta)) {\n";
        assert_eq!(wrapped(line), expected);
    }

    #[test]
    fn directives_comments_strings_and_short_lines_stay_whole() {
        let long = "x ".repeat(80);
        for line in [format!("#define A {long}"), format!("    // {long}"), "float x = 1.0;".to_owned()] {
            let text = format!("{line}\n");
            assert_eq!(wrap_lines(text.clone()), text);
        }
        let text = wrap_lines(format!("    debugPrintfEXT(\"{long}\", value);\n"));
        assert!(text.contains(&format!("(\"{long}\"")), "{text}");
    }
}
