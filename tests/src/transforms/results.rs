//! Results of a run, and their comparison with what a header expects.

use std::collections::BTreeMap;
use std::fmt;

use super::case::Case;

/// A place of results.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// A block in memory, and the element of an array of blocks.
    Buffer(String, usize),
    /// An image, and the element of an array.
    Image(String, usize),
    /// An output, for each invocation.
    Output(String),
    /// For each fragment: 1 if it is discarded.
    Discarded,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Buffer(name, 0) => write!(f, "buffer {name}"),
            Self::Buffer(name, element) => write!(f, "buffer {name}[{element}]"),
            Self::Image(name, 0) => write!(f, "image {name}"),
            Self::Image(name, element) => write!(f, "image {name}[{element}]"),
            Self::Output(name) => write!(f, "output {name}"),
            Self::Discarded => write!(f, "discarded"),
        }
    }
}

/// Words by place; none where they are undefined.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results(pub(crate) BTreeMap<Place, Vec<Option<u32>>>);

impl Results {
    /// True if something that is expected is undefined.
    pub(crate) fn is_undefined(&self, case: &Case) -> bool {
        case.expected.iter().any(|(place, expected)| {
            self.0.get(place).is_some_and(|found| {
                expected.iter().enumerate().any(|(at, word)| {
                    word.is_some() && found.get(at % found.len().max(1)).is_some_and(Option::is_none)
                })
            })
        })
    }

    /// Compares with what a header expects.
    pub(crate) fn compare(&self, case: &Case) -> Result<(), String> {
        case.expected.keys().try_for_each(|place| self.compare_place(case, place))
    }

    fn compare_place(&self, case: &Case, place: &Place) -> Result<(), String> {
        let expected = case.expected.get(place).map_or(&[][..], |words| words);
        let found = self.0.get(place).ok_or_else(|| format!("there is no {place}"))?;
        // One value may stand for all invocations.
        let repeats = matches!(place, Place::Output(_))
            && !expected.is_empty()
            && found.len().is_multiple_of(expected.len());
        if expected.len() > found.len() || !repeats && expected.len() != found.len() {
            return Err(format!("{place} has {} words, not {}", found.len(), expected.len()));
        }
        let is_hidden = |at: usize| {
            let discarded = self.0.get(&Place::Discarded).map_or(&[][..], |words| words);
            let each = found.len() / discarded.len().max(1);
            matches!(place, Place::Output(_)) && discarded.get(at / each.max(1)) == Some(&Some(1))
        };
        for (at, word) in found.iter().enumerate() {
            let Some(Some(wanted)) = expected.get(at % expected.len().max(1)) else { continue };
            if is_hidden(at) {
                continue;
            }
            let Some(word) = *word else { return Err(format!("{place}: word {at} is undefined")) };
            let (a, b) = (f32::from_bits(word), f32::from_bits(wanted.bits));
            let is_close = wanted.is_float && (a - b).abs() <= case.tolerance * b.abs().max(1.0);
            if word != wanted.bits && !is_close && !(wanted.is_float && a.is_nan() && b.is_nan()) {
                let found =
                    found.iter().map(|word| word.map_or("_".to_owned(), |it| show(it, wanted.is_float)));
                return Err(format!(
                    "{place}: word {at} is {}, not {}; all are {}",
                    show(word, wanted.is_float),
                    show(wanted.bits, wanted.is_float),
                    found.collect::<Vec<_>>().join(" ")
                ));
            }
        }
        Ok(())
    }
}

fn show(bits: u32, is_float: bool) -> String {
    if is_float { format!("{:?}", f32::from_bits(bits)) } else { (bits as i32).to_string() }
}
