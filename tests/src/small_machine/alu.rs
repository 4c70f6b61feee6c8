//! Arithmetic of the small machine: operations on words of 32 bits.

use vitrum_ir::{Op, Scalar};

/// The word of a condition.
fn flag(condition: bool) -> u32 {
    u32::from(condition)
}

/// The result of an operation on words that gives one word; `None` if the machine has no such operation.
pub(super) fn word(op: Op, words: &[u32]) -> Option<u32> {
    match *words {
        [a] => unary(op, a),
        [a, b] => integers(op, a, b).or_else(|| floats(op, f32::from_bits(a), f32::from_bits(b))),
        [condition, a, b] if op == Op::Select => Some(if condition != 0 { a } else { b }),
        _ => None,
    }
}

fn integers(op: Op, a: u32, b: u32) -> Option<u32> {
    let (signed, other) = (a as i32, b as i32);
    Some(match op {
        Op::Iadd => a.wrapping_add(b),
        Op::Isub => a.wrapping_sub(b),
        Op::Imul => a.wrapping_mul(b),
        Op::Iand | Op::And => a & b,
        Op::Ior | Op::Or => a | b,
        Op::Ixor => a ^ b,
        // The machine takes the low bits of an amount.
        Op::Shl => a.wrapping_shl(b),
        Op::Lshr => a.wrapping_shr(b),
        Op::Ashr => signed.wrapping_shr(b) as u32,
        Op::Smin => signed.min(other) as u32,
        Op::Smax => signed.max(other) as u32,
        Op::Umin => a.min(b),
        Op::Umax => a.max(b),
        Op::Ieq | Op::Beq => flag(a == b),
        Op::Ine | Op::Bne => flag(a != b),
        Op::Slt => flag(signed < other),
        Op::Sle => flag(signed <= other),
        Op::Sgt => flag(signed > other),
        Op::Sge => flag(signed >= other),
        Op::Ult => flag(a < b),
        Op::Ule => flag(a <= b),
        Op::Ugt => flag(a > b),
        Op::Uge => flag(a >= b),
        _ => return None,
    })
}

fn floats(op: Op, a: f32, b: f32) -> Option<u32> {
    let both = !a.is_nan() && !b.is_nan();
    let number = match op {
        Op::Fadd => a + b,
        Op::Fsub => a - b,
        Op::Fmul => a * b,
        Op::Fdiv => a / b,
        Op::Fmin | Op::Nmin => a.min(b),
        Op::Fmax | Op::Nmax => a.max(b),
        Op::Pow => f64::from(a).powf(f64::from(b)) as f32,
        Op::Atan2 => f64::from(a).atan2(f64::from(b)) as f32,
        Op::Feq => return Some(flag(a == b)),
        Op::Fne => return Some(flag(a != b)),
        Op::Flt => return Some(flag(a < b)),
        Op::Fle => return Some(flag(a <= b)),
        Op::Fgt => return Some(flag(a > b)),
        Op::Fge => return Some(flag(a >= b)),
        Op::Fone => return Some(flag(both && a != b)),
        Op::Fueq => return Some(flag(!both || a == b)),
        Op::Fult => return Some(flag(!both || a < b)),
        Op::Fule => return Some(flag(!both || a <= b)),
        Op::Fugt => return Some(flag(!both || a > b)),
        Op::Fuge => return Some(flag(!both || a >= b)),
        _ => return None,
    };
    Some(number.to_bits())
}

fn unary(op: Op, a: u32) -> Option<u32> {
    let x = f32::from_bits(a);
    let wide = f64::from(x);
    let function: fn(f64) -> f64 = match op {
        Op::Sqrt => f64::sqrt,
        Op::InverseSqrt => |x| 1.0 / x.sqrt(),
        Op::Exp => f64::exp,
        Op::Exp2 => f64::exp2,
        Op::Log => f64::ln,
        Op::Log2 => f64::log2,
        Op::Sin => f64::sin,
        Op::Cos => f64::cos,
        Op::Tan => f64::tan,
        Op::Asin => f64::asin,
        Op::Acos => f64::acos,
        Op::Atan => f64::atan,
        Op::Floor => f64::floor,
        Op::Ceil => f64::ceil,
        Op::Radians => f64::to_radians,
        Op::Degrees => f64::to_degrees,
        Op::Fract => |x| x - x.floor(),
        Op::Fabs => return Some(a & 0x7fff_ffff),
        Op::Fneg => return Some(a ^ 0x8000_0000),
        Op::Ineg => return Some(a.wrapping_neg()),
        Op::Inot => return Some(!a),
        Op::Not => return Some(flag(a == 0)),
        Op::Sabs => return Some((a as i32).wrapping_abs() as u32),
        Op::Ssign => return Some((a as i32).signum() as u32),
        Op::StoF => return Some((a as i32 as f32).to_bits()),
        Op::UtoF => return Some((a as f32).to_bits()),
        Op::FtoS => return Some(x as i32 as u32),
        Op::FtoU => return Some(x as u32),
        Op::ItoB => return Some(flag(a != 0)),
        Op::FtoB => return Some(flag(x != 0.0)),
        Op::BtoI => return Some(a),
        Op::BtoF => return Some((a as f32).to_bits()),
        _ => return None,
    };
    Some((function(wide) as f32).to_bits())
}

/// A word that operations on memory and subgroups combine with another.
pub(super) fn combined(op: Op, a: u32, b: u32) -> Option<u32> {
    integers(op, a, b).or_else(|| floats(op, f32::from_bits(a), f32::from_bits(b)))
}

/// A float of 16 or 32 bits as one of the other width.
pub(super) fn convert(word: u32, from: Scalar, to: Scalar) -> Option<u32> {
    match (from, to) {
        (Scalar::F16, Scalar::F32) => Some(from_half(word).to_bits()),
        (Scalar::F32, Scalar::F16) => Some(to_half(f32::from_bits(word))),
        _ => None,
    }
}

fn from_half(bits: u32) -> f32 {
    let (exponent, fraction) = ((bits >> 10 & 31) as i32, (bits & 0x3ff) as f32);
    let size = match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
    };
    if bits >> 15 & 1 == 1 { -size } else { size }
}

/// Rounded to the nearest, in the middle to the even one.
fn to_half(number: f32) -> u32 {
    let sign = number.to_bits() >> 16 & 0x8000;
    let size = f64::from(number.abs());
    if size.is_nan() {
        return 0x7e00;
    }
    if size >= 65520.0 {
        return sign | 0x7c00;
    }
    // The distance of halves of this size.
    let exponent = if size < 2f64.powi(-14) { -14 } else { size.log2().floor() as i32 };
    let units = (size / 2f64.powi(exponent - 10)).round_ties_even() as u32;
    sign | if exponent == -14 && units < 1024 { units } else { ((exponent + 14) as u32 * 1024) + units }
}

/// Words of integers in fewer or more words: narrow ones lie in the low bits of a word, wide ones in two.
pub(super) fn resize(value: &[u32], from: Scalar, to: Scalar, signed: bool) -> Vec<u32> {
    let (from, to) = (from.width(), to.width());
    let step = if from > 32 { 2 } else { 1 };
    let mut all = Vec::new();
    for words in value.chunks(step) {
        let mut bits = u64::from(words[0]) | words.get(1).map_or(0, |&high| u64::from(high) << 32);
        if signed && from < 64 {
            let shift = 64 - from;
            bits = ((bits << shift) as i64 >> shift) as u64;
        }
        let kept = if to < 64 { bits & ((1 << to) - 1) } else { bits };
        all.push(kept as u32);
        if to == 64 {
            all.push((kept >> 32) as u32);
        }
    }
    all
}

/// Words of one type as words of another: a pair of halves in a word, four bytes, or a word for each.
pub(super) fn reinterpret(value: &[u32], from: Scalar, to: Scalar) -> Vec<u32> {
    let mut bytes = Vec::new();
    let (step, width) = (if from.width() > 32 { 2 } else { 1 }, from.width() as usize / 8);
    for words in value.chunks(step) {
        let whole: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend_from_slice(&whole[..width.min(whole.len())]);
    }
    let chunk = if to.width() < 32 { to.width() as usize / 8 } else { 4 };
    bytes
        .chunks(chunk)
        .map(|part| part.iter().rev().fold(0, |bits, &byte| bits << 8 | u32::from(byte)))
        .collect()
}
