//! Compares everything that two runs wrote.

use vitrum::ir::eval::FloatFormat;
use vitrum_runner::Format;

use super::module::{Kind, Leaf};
use super::world::components;

/// The numbers of an output.
#[derive(Clone, Debug)]
pub(crate) enum Parts {
    /// All alike: kind, and bytes each.
    Numbers(Kind, usize),
    /// Normalised numbers of so many bytes each.
    Steps(usize),
    /// Each at its place; what lies between them is compared byte by byte.
    Leaves(Vec<Leaf>),
    /// Bytes that are no plain numbers.
    Bytes,
}

impl Parts {
    pub(crate) fn of(format: Format) -> Self {
        match components(format) {
            Some((_, bytes)) if format!("{format:?}").ends_with("norm") => Self::Steps(bytes),
            Some((kind, bytes)) => Self::Numbers(kind, bytes),
            None => Self::Bytes,
        }
    }
}

/// Something that was written.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    /// The same for the same output of another module.
    pub(crate) key: u64,
    pub(crate) name: String,
    pub(crate) parts: Parts,
    pub(crate) bytes: Vec<u8>,
    /// The contents before, where a module that never refers to it leaves that.
    pub(crate) before: Option<Vec<u8>>,
}

/// The distance between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    Identical,
    /// Floats differ as rounding makes them, or zeros by their sign.
    LastBits,
    Different,
}

impl Class {
    /// Its words in the scoreboard.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::LastBits => "differs in last bits",
            Self::Different => "different",
        }
    }
}

/// The outcome of comparing two runs.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    pub(crate) class: Class,
    /// The first number of the worst class: where, and both values.
    pub(crate) example: Option<String>,
}

/// The distance that rounding puts between floats of 32 bits, relative to the larger one, and to one.
const RELATIVE: f64 = 1.0 / 65_536.0;
const ABSOLUTE: f64 = 1e-6;

/// Compares two runs.
pub(crate) fn compare(reference: &[Output], tested: &[Output]) -> Comparison {
    let mut found = Comparison { class: Class::Identical, example: None };
    for output in reference {
        let other = tested.iter().find(|it| it.key == output.key).map(|it| &it.bytes);
        let Some(other) = other.or(output.before.as_ref()) else {
            let example = format!("{} is not there", output.name);
            return Comparison { class: Class::Different, example: Some(example) };
        };
        if output.bytes == *other {
            continue;
        }
        let mut note = |class: Class, example: &dyn Fn() -> String| {
            if class > found.class {
                (found.class, found.example) = (class, Some(format!("{}: {}", output.name, example())));
            }
        };
        if output.bytes.len() != other.len() {
            note(Class::Different, &|| format!("{} bytes instead of {}", other.len(), output.bytes.len()));
            continue;
        }
        let mut seen = vec![false; output.bytes.len()];
        for leaf in leaves(output) {
            let range = leaf.offset..leaf.offset + leaf.bytes;
            let (Some(expected), Some(got)) = (output.bytes.get(range.clone()), other.get(range.clone()))
            else {
                continue;
            };
            if let Some(seen) = seen.get_mut(range) {
                seen.fill(true);
            }
            let class = match output.parts {
                Parts::Steps(_) if is_a_step(expected, got) => Class::LastBits,
                _ => class(leaf.kind, expected, got),
            };
            note(class, &|| {
                format!(
                    "{} instead of {} at byte {}",
                    shown(leaf.kind, got),
                    shown(leaf.kind, expected),
                    leaf.offset
                )
            });
        }
        let bytes = output.bytes.iter().zip(other).zip(seen).enumerate();
        if let Some((at, ((expected, got), _))) =
            bytes.into_iter().find(|(_, ((a, b), seen))| !seen && a != b)
        {
            note(Class::Different, &|| format!("{got:#x} instead of {expected:#x} in byte {at}"));
        }
    }
    found
}

fn leaves(output: &Output) -> Vec<Leaf> {
    match &output.parts {
        Parts::Leaves(leaves) => leaves.clone(),
        Parts::Numbers(kind, bytes) => leaves_of(output, *kind, *bytes),
        Parts::Steps(bytes) => leaves_of(output, Kind::Uint, *bytes),
        Parts::Bytes => Vec::new(),
    }
}

fn leaves_of(output: &Output, kind: Kind, bytes: usize) -> Vec<Leaf> {
    let count = output.bytes.len() / bytes.max(1);
    (0..count).map(|index| Leaf { offset: index * bytes, kind, bytes, path: 0, to: None }).collect()
}

/// True if normalised numbers are next to each other, signed or not.
fn is_a_step(expected: &[u8], got: &[u8]) -> bool {
    let number = |bytes: &[u8]| match *bytes {
        [a] => i32::from(a as i8),
        [a, b] => i32::from(i16::from_le_bytes([a, b])),
        _ => 0,
    };
    let wrapped = match expected.len() {
        1 => i32::from((number(expected) - number(got)) as i8),
        _ => i32::from((number(expected) - number(got)) as i16),
    };
    wrapped.abs() <= 1
}

fn class(kind: Kind, expected: &[u8], got: &[u8]) -> Class {
    if expected == got {
        return Class::Identical;
    }
    let (Kind::Float, Some(a), Some(b)) = (kind, float(expected), float(got)) else {
        return Class::Different;
    };
    if a.is_nan() && b.is_nan() {
        return Class::Identical;
    }
    let scale = a.abs().max(b.abs());
    let relative = if expected.len() == 2 { 1.0 / 512.0 } else { RELATIVE };
    let near = scale.is_finite() && (a - b).abs() <= (scale * relative).max(ABSOLUTE);
    if near { Class::LastBits } else { Class::Different }
}

/// A float of 2, 4 or 8 bytes.
fn float(bytes: &[u8]) -> Option<f64> {
    match *bytes {
        [a, b] => Some(FloatFormat::F16.decode(u64::from(u16::from_le_bytes([a, b])))),
        [a, b, c, d] => Some(f64::from(f32::from_le_bytes([a, b, c, d]))),
        [a, b, c, d, e, f, g, h] => Some(f64::from_le_bytes([a, b, c, d, e, f, g, h])),
        _ => None,
    }
}

fn shown(kind: Kind, bytes: &[u8]) -> String {
    match (kind, float(bytes)) {
        (Kind::Float, Some(value)) => format!("{value:?}"),
        _ => {
            let mut all = [0; 8];
            all.iter_mut().zip(bytes).for_each(|(slot, byte)| *slot = *byte);
            format!("{:#x}", u64::from_le_bytes(all))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, Kind, Output, Parts, compare};

    fn floats(values: &[f32]) -> Vec<Output> {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let parts = Parts::Numbers(Kind::Float, 4);
        vec![Output { key: 1, name: "a".to_owned(), parts, bytes, before: None }]
    }

    #[test]
    fn rounding_is_told_from_other_values() {
        let reference = floats(&[1.0, 0.0, f32::NAN]);
        let class = |values: &[f32]| compare(&reference, &floats(values)).class;
        assert_eq!(class(&[1.0, 0.0, f32::NAN]), Class::Identical);
        assert_eq!(class(&[1.0, 0.0, -f32::NAN]), Class::Identical);
        assert_eq!(class(&[1.000_000_1, -0.0, f32::NAN]), Class::LastBits);
        assert_eq!(class(&[1.001, 0.0, f32::NAN]), Class::Different);
        assert_eq!(class(&[1.0, 0.0, 1.0]), Class::Different);
        assert_eq!(class(&[1.0, f32::INFINITY, f32::NAN]), Class::Different);
        assert_eq!(class(&[1.0, 0.0]), Class::Different);
        assert_eq!(compare(&reference, &[]).class, Class::Different);
    }

    #[test]
    fn integers_and_what_lies_between_numbers_count_bit_by_bit() {
        let output = |bytes: &[u8]| {
            let parts = Parts::Leaves(Vec::new());
            vec![Output {
                key: 1,
                name: "a".to_owned(),
                parts,
                bytes: bytes.to_vec(),
                before: Some(vec![1, 2]),
            }]
        };
        assert_eq!(compare(&output(&[1, 2]), &output(&[1, 2])).class, Class::Identical);
        assert_eq!(compare(&output(&[1, 2]), &output(&[1, 3])).class, Class::Different);
        assert_eq!(compare(&output(&[1, 2]), &[]).class, Class::Identical);
        assert_eq!(compare(&output(&[1, 3]), &[]).class, Class::Different);
    }
}
