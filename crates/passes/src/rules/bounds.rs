//! Conditions of rules on the ranges of integers.
//!
//! A condition tests the bounds of variables ([`Bounds`], of the bits read as unsigned), and holds only if it holds for every
//! choice of numbers within them. Bounds are computed for rules that match otherwise.

use crate::analysis::ranges::Bounds;
use vitrum_ir::Scalar;
use vitrum_ir::eval::scalar::{ones, sign_extend};

/// The lower and the upper bound as signed numbers.
fn signed(scalar: Scalar, bounds: Bounds) -> (i64, i64) {
    let width = scalar.width();
    let (least, greatest) = (sign_extend(width, bounds.least), sign_extend(width, bounds.greatest));
    if least <= greatest {
        return (least, greatest);
    }
    let most = (ones(width) >> 1) as i64;
    (-most - 1, most)
}

/// The bits that numbers up to the upper bound can have.
fn bits(bounds: Bounds) -> u64 {
    ones(64 - bounds.greatest.leading_zeros())
}

/// The first is at most the second, as unsigned.
pub fn never_above(_: Scalar, bounds: &[Bounds]) -> bool {
    matches!(bounds, [a, b] if a.greatest <= b.least)
}

/// The first is less than the second, as unsigned.
pub fn below(_: Scalar, bounds: &[Bounds]) -> bool {
    matches!(bounds, [a, b] if a.greatest < b.least)
}

/// The first is at most the second, as signed.
pub fn signed_never_above(scalar: Scalar, bounds: &[Bounds]) -> bool {
    matches!(bounds, &[a, b] if signed(scalar, a).1 <= signed(scalar, b).0)
}

/// The first is less than the second, as signed.
pub fn signed_below(scalar: Scalar, bounds: &[Bounds]) -> bool {
    matches!(bounds, &[a, b] if signed(scalar, a).1 < signed(scalar, b).0)
}

/// The two are never equal.
pub fn apart(_: Scalar, bounds: &[Bounds]) -> bool {
    matches!(bounds, [a, b] if a.greatest < b.least || b.greatest < a.least)
}

/// The sign bit is never set.
pub fn not_negative(scalar: Scalar, bounds: &[Bounds]) -> bool {
    bounds.iter().all(|it| it.greatest <= ones(scalar.width()) >> 1)
}

/// Never zero, and the sign bit is never set.
pub fn above_zero(scalar: Scalar, bounds: &[Bounds]) -> bool {
    not_negative(scalar, bounds) && bounds.iter().all(|it| it.least > 0)
}

/// The second, which is one number, has every bit that the first can have.
pub fn has_all_bits(_: Scalar, bounds: &[Bounds]) -> bool {
    matches!(bounds, &[a, b] if b.least == b.greatest && bits(a) & !b.least == 0)
}

/// The second, which is one number, has no bit that the first can have.
pub fn has_no_bit(_: Scalar, bounds: &[Bounds]) -> bool {
    matches!(bounds, &[a, b] if b.least == b.greatest && bits(a) & b.least == 0)
}

/// The first, shifted right by the second, is zero, and the second is less than the width.
pub fn is_shifted_out(scalar: Scalar, bounds: &[Bounds]) -> bool {
    let &[a, by] = bounds else { return false };
    by.greatest < u64::from(scalar.width()) && a.greatest >> by.least == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test that holds for bounds holds for narrower bounds; so the test of rules, which tries numbers, is enough.
    #[test]
    fn conditions_are_monotonic() {
        let tests: &[(usize, crate::rules::BoundsTest)] = &[
            (2, never_above),
            (2, below),
            (2, signed_never_above),
            (2, signed_below),
            (2, apart),
            (1, not_negative),
            (1, above_zero),
            (2, has_all_bits),
            (2, has_no_bit),
            (2, is_shifted_out),
        ];
        let numbers = [0, 1, 2, 3, 7, 8, 31, 32, 0x7fff_fffe, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
        let mut all = Vec::new();
        for (at, &least) in numbers.iter().enumerate() {
            all.extend(numbers[at..].iter().map(|&greatest| Bounds { least, greatest }));
        }
        let inside = |outer: Bounds| {
            all.iter().copied().filter(move |it| it.least >= outer.least && it.greatest <= outer.greatest)
        };
        for &(count, test) in tests {
            for scalar in [Scalar::I32, Scalar::U32] {
                for &a in &all {
                    let second = if count == 2 { &all[..] } else { &all[..1] };
                    for &b in second {
                        if !test(scalar, &[a, b][..count]) {
                            continue;
                        }
                        for (a, b) in inside(a).flat_map(|a| inside(b).map(move |b| (a, b))) {
                            assert!(test(scalar, &[a, b][..count]), "{a:?} {b:?}");
                        }
                    }
                }
            }
        }
    }
}
