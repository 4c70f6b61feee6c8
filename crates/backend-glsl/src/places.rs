//! Places in the source of the lines of the text, for programs that show both.

use vitrum_ir::Span;

use crate::context::Context;

/// Offsets in the text and the place in the source of what begins there, in order of the offset.
pub(crate) type Marks = Vec<(usize, Span)>;

/// Printed GLSL, and the places in the source that its lines come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacedText {
    /// The text.
    pub text: String,
    /// For each line of the text, the places of its expressions and declarations, from left to right; adjacent ones differ.
    pub places: Vec<Vec<Span>>,
}

impl Context<'_> {
    /// Notes the place of what begins at the end of the text, if places are wanted.
    pub(crate) fn mark(&self, text: &str, span: Span) {
        if let Some(marks) = &self.marks
            && !span.is_nowhere()
        {
            marks.borrow_mut().push((text.len(), span));
        }
    }

    /// Drops the marks at the end of the text, if nothing was written there.
    pub(crate) fn unmark(&self, text: &str, before: usize) {
        if text.len() == before
            && let Some(marks) = &self.marks
        {
            let mut marks = marks.borrow_mut();
            while marks.pop_if(|mark| mark.0 == before).is_some() {}
        }
    }
}

/// The marks behind an insertion of text.
pub(crate) fn shift(marks: &mut Marks, at: usize, by: usize) {
    for mark in marks.iter_mut().filter(|mark| mark.0 >= at) {
        mark.0 += by;
    }
}

/// The places of the lines of a text that was wrapped, from the marks of the text before: wrapping moves white space only.
pub(crate) fn of_lines(before: &str, marks: &Marks, wrapped: &str) -> Vec<Vec<Span>> {
    let is_black = |byte: &&u8| !byte.is_ascii_whitespace();
    let mut places = Vec::new();
    // Black characters in front of the next mark, and in front of the end of the line.
    let (mut at, mut seen, mut end) = (0, 0, 0);
    let mut rest = marks.iter().peekable();
    for line in wrapped.split_inclusive('\n') {
        end += line.as_bytes().iter().filter(is_black).count();
        let mut line_places: Vec<Span> = Vec::new();
        while let Some(&&(offset, span)) = rest.peek() {
            let between = before.as_bytes().get(at..offset).unwrap_or_default();
            seen += between.iter().filter(is_black).count();
            at = at.max(offset);
            if seen >= end {
                break;
            }
            if line_places.last() != Some(&span) {
                line_places.push(span);
            }
            rest.next();
        }
        places.push(line_places);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::of_lines;
    use vitrum_ir::Span;

    #[test]
    fn places_follow_what_is_wrapped() {
        let spans = [Span::new(1, 2), Span::new(3, 4), Span::new(5, 6)];
        let before = "a = b + c;\nd;\n";
        let marks = vec![(4, spans[0]), (8, spans[1]), (11, spans[2])];
        let lines = of_lines(before, &marks, "a = b\n    + c;\nd;\n");
        assert_eq!(lines, [vec![spans[0]], vec![spans[1]], vec![spans[2]]]);
    }
}
