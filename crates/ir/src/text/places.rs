//! The text form with the place in the source of each line, for programs that show both.

use super::print::{PrintOptions, Printer};
use crate::module::Module;
use crate::span::Span;

/// Places of lines: the offset of the line in the text, and the place.
pub(super) type Marks = Vec<(usize, Span)>;

/// The text of a module, and the places of its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacedText {
    /// The text, which reads back to the module without spans.
    pub text: String,
    /// For each line of the text, the place in the source of the instruction or the declaration that it is; the span of nothing
    /// ([`Span::is_nowhere`]) for other lines.
    pub places: Vec<Span>,
}

/// The text of a module with the places of its lines.
///
/// The labels of values are their positions in the function, so that a line stays the same while a pass changes others: the texts before
/// and behind a pass can be compared line by line. A pass that renumbers a function changes them all.
///
/// ```
/// use vitrum_ir::{Module, Stage, text};
///
/// let placed = text::print_placed(&Module::new(Stage::Fragment));
/// assert_eq!(placed.text.lines().count(), placed.places.len());
/// ```
pub fn print_placed(module: &Module) -> PlacedText {
    let mut printer = Printer::new(module, &PrintOptions::default());
    printer.places = Some(Marks::new());
    printer.module(None);
    let text = std::mem::take(&mut printer.out);
    let places = of_lines(&text, &printer.places.unwrap_or_default());
    PlacedText { text, places }
}

/// The place of each line, from the offsets at which lines with a place begin, which are in order.
fn of_lines(text: &str, marks: &[(usize, Span)]) -> Vec<Span> {
    let mut places = Vec::new();
    let (mut start, mut next) = (0, 0);
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let mut place = Span::default();
        while let Some((_, span)) = marks.get(next).filter(|mark| mark.0 < end) {
            place = *span;
            next += 1;
        }
        places.push(place);
        start = end;
    }
    places
}
