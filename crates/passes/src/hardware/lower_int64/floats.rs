//! Conversions between pairs of words and floats, each rounded once.

use super::{Words, choose, is_negative, negate, shift};
use crate::hardware::build::Build;
use vitrum_ir::{Op, Operand, Scalar, Type};

/// 2³² as a float.
const WORD: f64 = 4_294_967_296.0;

/// A float from a pair of words, rounded to nearest.
pub(super) fn from_words(build: &mut Build<'_, '_>, signed: bool, pair: Words, ty: Type) -> Option<Operand> {
    let scalar = build.rewriter.module.types.scalar_of(ty)?;
    let negative = signed.then(|| is_negative(build, pair));
    let pair = match negative {
        Some(negative) => {
            let minus = negate(build, pair);
            choose(build, negative, minus, pair)
        }
        None => pair,
    };
    let magnitude = match scalar {
        Scalar::F64 => {
            // Both words and their places are exact, and the sum is rounded.
            let [low, high] = pair.map(|word| build.to(Op::UtoF, &[word], ty));
            let word = build.number(ty, WORD);
            let high = build.op(Op::Fmul, &[high, word]);
            build.op(Op::Fadd, &[high, low])
        }
        Scalar::F32 => to_single(build, pair, ty, Rounding::ToNearest),
        scalar if scalar.is_float() => {
            let single = build.like(ty, Scalar::F32);
            let single = to_single(build, pair, single, Rounding::ToOdd);
            build.to(Op::Fconvert, &[single], ty)
        }
        _ => return None,
    };
    Some(match negative {
        Some(negative) => {
            let minus = build.op(Op::Fneg, &[magnitude]);
            build.select(negative, minus, magnitude)
        }
        None => magnitude,
    })
}

/// The rounding of a number to a single.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    /// To nearest, and to even between two.
    ToNearest,
    /// Up to an odd number if it is not exact, so that it can be rounded once more to fewer bits.
    ToOdd,
}

/// A single: the highest 24 bits of the number, rounded by those below.
fn to_single(build: &mut Build<'_, '_>, pair: Words, ty: Type, rounding: Rounding) -> Operand {
    let words = build.ty(pair[0]);
    let number = |build: &mut Build<'_, '_>, bits| build.bits(words, bits);
    let zero = number(build, 0);
    let n31 = number(build, 31);
    // Shifted so that the highest 1 is at the top.
    let has_high = build.op(Op::Ine, &[pair[1], zero]);
    let top = build.select(has_high, pair[1], pair[0]);
    let position = build.op(Op::FindUmsb, &[top]);
    let position = build.to(Op::Bitcast, &[position], words);
    let position = build.op(Op::Iand, &[position, n31]);
    let n32 = number(build, 32);
    let base = build.select(has_high, n32, zero);
    let exponent = build.op(Op::Iadd, &[position, base]);
    let n63 = number(build, 63);
    let amount = build.op(Op::Isub, &[n63, exponent]);
    let [low, high] = shift(build, Op::Shl, pair, amount);
    // The 24 bits, the bits that are rounded off, and whether there are others below.
    let n8 = number(build, 8);
    let significand = build.op(Op::Lshr, &[high, n8]);
    let below = number(build, 0xff);
    let rest = build.op(Op::Iand, &[high, below]);
    let some = build.op(Op::Ine, &[low, zero]);
    let sticky = build.to(Op::BtoI, &[some], words);
    let one = number(build, 1);
    let doubled = build.op(Op::Shl, &[rest, one]);
    let rest = build.op(Op::Ior, &[doubled, sticky]);
    let odd = build.op(Op::Iand, &[significand, one]);
    let up = match rounding {
        Rounding::ToNearest => {
            // Above a half, or a half and odd.
            let rest = build.op(Op::Iadd, &[rest, odd]);
            let half = number(build, 0x100);
            let rounds = build.op(Op::Ugt, &[rest, half]);
            build.to(Op::BtoI, &[rounds], words)
        }
        Rounding::ToOdd => {
            let inexact = build.op(Op::Ine, &[rest, zero]);
            let inexact = build.to(Op::BtoI, &[inexact], words);
            let even = build.op(Op::Ixor, &[odd, one]);
            build.op(Op::Iand, &[inexact, even])
        }
    };
    // A carry out of the significand goes into the exponent; the highest 1 is the exponent's lowest bit.
    let bias = number(build, 126);
    let biased = build.op(Op::Iadd, &[exponent, bias]);
    let n23 = number(build, 23);
    let exponent = build.op(Op::Shl, &[biased, n23]);
    let bits = build.op(Op::Iadd, &[exponent, significand]);
    let bits = build.op(Op::Iadd, &[bits, up]);
    let any = build.op(Op::Ior, &pair);
    let is_zero = build.op(Op::Ieq, &[any, zero]);
    let bits = build.select(is_zero, zero, bits);
    build.to(Op::Bitcast, &[bits], ty)
}

/// A pair of words from a float, rounded towards zero. What is out of range is undefined.
pub(super) fn to_words(
    build: &mut Build<'_, '_>,
    signed: bool,
    float: Operand,
    words: Type,
) -> Option<Words> {
    let mut float = float;
    if build.scalar(float).width() < 32 {
        let ty = build.ty(float);
        let single = build.like(ty, Scalar::F32);
        float = build.to(Op::Fconvert, &[float], single);
    }
    let ty = build.ty(float);
    if !matches!(build.scalar(float), Scalar::F32 | Scalar::F64) {
        return None;
    }
    let magnitude = if signed { build.op(Op::Fabs, &[float]) } else { float };
    let whole = build.op(Op::Trunc, &[magnitude]);
    // Scaling by a power of two, its whole part and the rest of the significand are exact.
    let place = build.number(ty, 1.0 / WORD);
    let scaled = build.op(Op::Fmul, &[whole, place]);
    let high = build.op(Op::Trunc, &[scaled]);
    let word = build.number(ty, WORD);
    let above = build.op(Op::Fmul, &[high, word]);
    let low = build.op(Op::Fsub, &[whole, above]);
    let pair = [low, high].map(|part| build.to(Op::FtoU, &[part], words));
    if !signed {
        return Some(pair);
    }
    let zero = build.number(ty, 0.0);
    let below = build.op(Op::Flt, &[float, zero]);
    let minus = negate(build, pair);
    Some(choose(build, below, minus, pair))
}
