//! Integer arithmetic against the same in 128 bits.

use vitrum_ir::eval::int;
use vitrum_ir::eval::scalar::{ones, sign_extend};

use crate::samples::{Sequence, integers};

/// Every pair of samples, with the width and both readings.
fn for_pairs(mut check: impl FnMut(u32, u64, u64, i128, i128)) {
    for width in [8, 16, 32, 64] {
        let values = integers(width);
        for &a in &values {
            for &b in &values {
                check(width, a, b, i128::from(sign_extend(width, a)), i128::from(sign_extend(width, b)));
            }
        }
    }
}

fn cut(width: u32, value: i128) -> u64 {
    (value as u128 & u128::from(ones(width))) as u64
}

fn floor_mod(a: i128, b: i128) -> i128 {
    ((a % b) + b) % b
}

#[test]
fn wrapping_arithmetic() {
    for_pairs(|width, a, b, sa, sb| {
        assert_eq!(int::iadd(width, a, b), cut(width, sa + sb));
        assert_eq!(int::isub(width, a, b), cut(width, sa - sb));
        assert_eq!(int::imul(width, a, b), cut(width, sa.wrapping_mul(sb)));
        assert_eq!(int::ineg(width, a), cut(width, -sa));
        assert_eq!(int::sabs(width, a), cut(width, sa.abs()));
        assert_eq!(int::ssign(width, a), cut(width, sa.signum()));
    });
}

#[test]
fn division() {
    for_pairs(|width, a, b, sa, sb| {
        let overflow = sa == -(1 << (width - 1)) && sb == -1;
        let signed = |value: fn(i128, i128) -> i128| (b != 0 && !overflow).then(|| cut(width, value(sa, sb)));
        assert_eq!(int::sdiv(width, a, b), signed(|a, b| a / b), "{width} {a} {b}");
        assert_eq!(int::srem(width, a, b), signed(|a, b| a % b));
        assert_eq!(int::smod(width, a, b), signed(floor_mod), "{width} {a} {b}");
        assert_eq!(int::udiv(width, a, b), (b != 0).then(|| a / b));
        assert_eq!(int::umod(width, a, b), (b != 0).then(|| a % b));
    });
}

#[test]
fn minimum_maximum_clamp() {
    let mut sequence = Sequence::new(3);
    for_pairs(|width, a, b, sa, sb| {
        assert_eq!(int::smin(width, a, b), cut(width, sa.min(sb)));
        assert_eq!(int::smax(width, a, b), cut(width, sa.max(sb)));
        assert_eq!(int::umin(width, a, b), a.min(b));
        assert_eq!(int::umax(width, a, b), a.max(b));
        let x = sequence.next() & ones(width);
        let sx = i128::from(sign_extend(width, x));
        assert_eq!(int::sclamp(width, x, a, b), cut(width, sx.max(sa).min(sb)));
        assert_eq!(int::uclamp(width, x, a, b), x.max(a).min(b));
    });
}

#[test]
fn extended_arithmetic() {
    for_pairs(|width, a, b, sa, sb| {
        let (wide_a, wide_b) = (u128::from(a), u128::from(b));
        let (sum, carry) = int::uadd_carry(width, a, b);
        assert_eq!((u128::from(carry) << width) + u128::from(sum), wide_a + wide_b);
        let (difference, borrow) = int::usub_borrow(width, a, b);
        assert_eq!(i128::from(difference) - (i128::from(borrow) << width), i128::from(a) - i128::from(b));
        let (high, low) = int::umul_extended(width, a, b);
        assert_eq!((u128::from(high) << width) + u128::from(low), wide_a * wide_b);
        let (high, low) = int::smul_extended(width, a, b);
        assert_eq!((i128::from(sign_extend(width, high)) << width) + i128::from(low), sa * sb);
    });
}

#[test]
fn saturating_addition() {
    for_pairs(|width, a, b, sa, sb| {
        let limit = (1i128 << (width - 1)) - 1;
        assert_eq!(int::sadd_saturate(width, a, b), cut(width, (sa + sb).clamp(-limit - 1, limit)));
        let sum = u128::from(a) + u128::from(b);
        assert_eq!(u128::from(int::uadd_saturate(width, a, b)), sum.min(u128::from(ones(width))));
    });
}
