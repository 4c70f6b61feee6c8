//! Compares two runs: one refines the other if everything that was defined is the same.

use crate::environment::{Environment, Mark, Outcome, Texture};
use crate::value::{Numbers, Value};

/// The first thing that `after` has other than `before`, as a sentence; none if `after` is as good. What `before`
/// leaves undefined may be anything. NaNs are all alike, and so are zeros: in memory, whose types are not known, every
/// word that would be one.
pub fn first_difference(before: &(Outcome, Environment), after: &(Outcome, Environment)) -> Option<String> {
    outcomes(before, after, None)
}

/// The first output that `after` has other than `before` by more than `tolerance`, in relation to the size of the two (or
/// to 1, for what is small). Where one is infinite or NaN the other may be anything. Memory is compared in the same way,
/// where floats were written; integers are equal.
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
    if before.0.undefined_memory {
        return None;
    }
    let nothing = Vec::new();
    let (old_marks, new_marks) = (&before.1.marks, &after.1.marks);
    if before.1.memory.len() != after.1.memory.len() {
        return Some("there is another number of memories behind buffer references".to_owned());
    }
    for (at, (old, new)) in before.1.memory.iter().zip(&after.1.memory).enumerate() {
        let marks = [old_marks, new_marks].map(|marks| marks.memory.get(at).unwrap_or(&nothing).as_slice());
        if let Some(what) = other_bytes([old, new], marks, tolerance) {
            return Some(format!("memory {at} behind buffer references: {what}"));
        }
    }
    for (name, old) in &before.1.uniforms {
        // An unused uniform may be missing.
        if after.1.uniforms.get(name).is_some_and(|new| new != old) {
            return Some(format!("atomic counter `{name}` differs"));
        }
    }
    for (name, all) in &before.1.buffers {
        let Some(others) = after.1.buffers.get(name).filter(|others| others.len() == all.len()) else {
            return Some(format!("buffer `{name}` is gone"));
        };
        for (at, (old, new)) in all.iter().zip(others).enumerate() {
            let marks = [old_marks, new_marks].map(|marks| {
                marks.buffers.get(name).and_then(|all| all.get(at)).unwrap_or(&nothing).as_slice()
            });
            if let Some(what) = other_bytes([old, new], marks, tolerance) {
                return Some(format!("buffer `{name}`, element {at}: {what}"));
            }
        }
    }
    for (name, old) in &before.1.textures {
        let Some(new) = after.1.textures.get(name) else { return Some(format!("image `{name}` is gone")) };
        for (at, (old, new)) in old.iter().zip(new).enumerate() {
            let undefined = |texel| before.1.undefined_texels.contains(&(name.clone(), at, texel));
            if let Some(texel) = other_texel(old, new, tolerance, undefined) {
                return Some(format!("image `{name}`, element {at}: texel {texel} differs"));
            }
        }
    }
    None
}

/// The first bytes that are other in the second memory than in the first, as a sentence. What was last written as a float is
/// compared as one, and undefined values of the first may be anything.
fn other_bytes(bytes: [&Vec<u8>; 2], marks: [&[Mark]; 2], tolerance: Option<f64>) -> Option<String> {
    let [old, new] = bytes;
    if old.len() != new.len() {
        return Some(format!("{} bytes, were {}", new.len(), old.len()));
    }
    let mark = |side: usize, at: usize| marks[side].get(at).copied().unwrap_or_default();
    let mut at = 0;
    while at < old.len() {
        if let Mark::Float(scalar) = mark(0, at) {
            let size = scalar.width() as usize / 8;
            let number = |bytes: &[u8]| {
                let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
                Numbers::new(scalar, 1, vec![bits])
            };
            if let (Some(a), Some(b)) = (old.get(at..at + size), new.get(at..at + size)) {
                let lost = (at..at + size).any(|at| mark(1, at) == Mark::Undefined);
                let (a, b) = (Value::Numbers(number(a)), Value::Numbers(number(b)));
                if lost || !refines(&a, &b, tolerance) {
                    let new = if lost { "undefined".to_owned() } else { text(&b) };
                    return Some(format!("{new} at byte {at}, was {}", text(&a)));
                }
                at += size;
                continue;
            }
        }
        let end = (at + 1..old.len().min(at / 4 * 4 + 4)).find(|&at| mark(0, at) != Mark::Bits);
        let end = end.unwrap_or(old.len().min(at / 4 * 4 + 4));
        if mark(0, at) != Mark::Undefined {
            let lost = (at..end).any(|at| mark(1, at) == Mark::Undefined);
            if lost || first_other_word(&old[at..end], &new[at..end]).is_some() {
                return Some(format!("{:?} at byte {at}, was {:?}", &new[at..end], &old[at..end]));
            }
        }
        at = if mark(0, at) == Mark::Undefined { at + 1 } else { end };
    }
    None
}

/// The number of the first texel that differs, over all levels.
fn other_texel(
    old: &Texture,
    new: &Texture,
    tolerance: Option<f64>,
    is_undefined: impl Fn(usize) -> bool,
) -> Option<usize> {
    let all = |texture: &Texture| texture.levels.iter().flatten().copied().collect::<Vec<[u64; 4]>>();
    let (old_texels, new_texels) = (all(old), all(new));
    let value = |texel: [u64; 4]| Value::Numbers(Numbers::new(old.scalar, 4, texel.to_vec()));
    let count = old_texels.len().max(new_texels.len());
    (0..count).find(|&at| match (old_texels.get(at), new_texels.get(at)) {
        (Some(a), Some(b)) => a != b && !is_undefined(at) && !refines(&value(*a), &value(*b), tolerance),
        _ => true,
    })
}

/// Offset of the first word that differs. Memory has no type, so a word that would be
/// a negative zero is like one that is zero.
pub fn first_other_word(old: &[u8], new: &[u8]) -> Option<usize> {
    const WORD: usize = 4;
    let unsigned = |word: &[u8]| if word == [0, 0, 0, 0x80] { [0; WORD].to_vec() } else { word.to_vec() };
    let other = |(old, new): (&[u8], &[u8])| old != new && unsigned(old) != unsigned(new);
    let words = old.chunks(WORD).zip(new.chunks(WORD));
    let longer = (old.len() != new.len()).then_some(old.len().min(new.len()));
    words.map(other).position(|it| it).map(|index| index * WORD).or(longer)
}

/// True if every defined part of `old` is the same in `new`.
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

/// True if two components are floats that differ by no more than a tolerance.
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
