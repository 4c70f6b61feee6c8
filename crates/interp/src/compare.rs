//! Whether one run refines another: everything that was defined is the same.

use crate::environment::{Environment, Outcome};
use crate::value::{Numbers, Value};

/// The first thing that `after` has other than `before`, as a sentence; none if `after` is as good. What `before`
/// leaves undefined may be anything. NaNs are all alike, and so are zeros: in memory, whose types are not known, every
/// word that would be one.
pub fn first_difference(before: &(Outcome, Environment), after: &(Outcome, Environment)) -> Option<String> {
    outcomes(before, after, None)
}

/// The first output that `after` has other than `before` by more than `tolerance`, in relation to the size of the two (or
/// to 1, for what is small). Where one is infinite or NaN the other may be anything. What is written to memory is not
/// compared, since its types are not known.
pub fn first_difference_within(
    before: &(Outcome, Environment),
    after: &(Outcome, Environment),
    tolerance: f64,
) -> Option<String> {
    outcomes(before, after, Some(tolerance))
}

fn outcomes(
    before: &(Outcome, Environment),
    after: &(Outcome, Environment),
    tolerance: Option<f64>,
) -> Option<String> {
    for (index, (old, new)) in before.0.lanes.iter().zip(&after.0.lanes).enumerate() {
        if old.tainted {
            continue;
        }
        if old.discarded != new.discarded {
            return Some(format!("lane {index}: discarded is {}, was {}", new.discarded, old.discarded));
        }
        if old.discarded {
            continue;
        }
        for (name, old) in &old.outputs {
            let Some(new) = new.outputs.get(name) else {
                if old.is_defined() {
                    return Some(format!("lane {index}: no output `{name}`"));
                }
                continue;
            };
            if !refines(old, new, tolerance) {
                return Some(format!("lane {index}: `{name}` is {}, was {}", text(new), text(old)));
            }
        }
    }
    if before.0.undefined_memory || tolerance.is_some() {
        return None;
    }
    if !same_memory(&before.1.memory, &after.1.memory) {
        return Some("memory behind buffer references differs".to_owned());
    }
    for (name, old) in &before.1.uniforms {
        // What is not used need not be there any more.
        if after.1.uniforms.get(name).is_some_and(|new| new != old) {
            return Some(format!("atomic counter `{name}` differs"));
        }
    }
    for (name, old) in &before.1.buffers {
        if !after.1.buffers.get(name).is_some_and(|new| same_memory(old, new)) {
            return Some(format!("buffer `{name}` differs"));
        }
    }
    for (name, old) in &before.1.textures {
        let same = after
            .1
            .textures
            .get(name)
            .is_some_and(|new| old.iter().zip(new).all(|(old, new)| old.levels == new.levels));
        if !same {
            return Some(format!("image `{name}` differs"));
        }
    }
    None
}

/// Whether memories hold the same.
fn same_memory(old: &[Vec<u8>], new: &[Vec<u8>]) -> bool {
    old.len() == new.len() && old.iter().zip(new).all(|(old, new)| first_other_word(old, new).is_none())
}

/// Where the first word begins that `new` has other than `old`. What is in memory has no type, so a word that would be
/// a negative zero is like one that is zero.
pub fn first_other_word(old: &[u8], new: &[u8]) -> Option<usize> {
    const WORD: usize = 4;
    let unsigned = |word: &[u8]| if word == [0, 0, 0, 0x80] { [0; WORD].to_vec() } else { word.to_vec() };
    let other = |(old, new): (&[u8], &[u8])| old != new && unsigned(old) != unsigned(new);
    let words = old.chunks(WORD).zip(new.chunks(WORD));
    let longer = (old.len() != new.len()).then_some(old.len().min(new.len()));
    words.map(other).position(|it| it).map(|index| index * WORD).or(longer)
}

/// Whether every defined part of `old` is the same in `new`.
fn refines(old: &Value, new: &Value, tolerance: Option<f64>) -> bool {
    match (old, new) {
        (Value::Numbers(old), Value::Numbers(new)) => {
            let same = |index: usize| {
                old.is_undefined(index)
                    || !new.is_undefined(index)
                        && (old.bits.get(index) == new.bits.get(index)
                            || both_nan(old, new, index)
                            || both_zero(old, new, index)
                            || tolerance.is_some_and(|tolerance| close(old, new, index, tolerance)))
            };
            old.bits.len() == new.bits.len() && (0..old.bits.len()).all(same)
        }
        (Value::Parts(old), Value::Parts(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| refines(old, new, tolerance))
        }
        _ => old == new,
    }
}

/// Whether two components are floats that differ by no more than a tolerance.
fn close(old: &Numbers, new: &Numbers, index: usize, tolerance: f64) -> bool {
    let at = |numbers: &Numbers| numbers.to_f64().get(index).copied();
    let (true, Some(a), Some(b)) = (old.scalar.is_float(), at(old), at(new)) else { return false };
    !a.is_finite() || !b.is_finite() || (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0)
}

fn both_nan(old: &Numbers, new: &Numbers, index: usize) -> bool {
    let nan = |numbers: &Numbers| numbers.to_f64().get(index).is_some_and(|value| value.is_nan());
    nan(old) && nan(new)
}

/// Rules that are marked `zero` may change the sign of a zero.
fn both_zero(old: &Numbers, new: &Numbers, index: usize) -> bool {
    let zero = |numbers: &Numbers| {
        numbers.scalar.is_float() && numbers.to_f64().get(index).is_some_and(|&value| value == 0.0)
    };
    zero(old) && zero(new)
}

fn text(value: &Value) -> String {
    match value {
        Value::Numbers(numbers) => {
            let part = |(index, value): (usize, f64)| {
                if numbers.is_undefined(index) { "undefined".to_owned() } else { format!("{value:?}") }
            };
            let parts: Vec<String> = numbers.to_f64().into_iter().enumerate().map(part).collect();
            format!("({})", parts.join(", "))
        }
        Value::Parts(parts) => {
            let parts: Vec<String> = parts.iter().map(text).collect();
            format!("{{{}}}", parts.join(", "))
        }
        Value::Resource { .. } | Value::Pointer(_) => "an address".to_owned(),
    }
}
