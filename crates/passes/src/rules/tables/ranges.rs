//! Rules on ranges of integers. They are tried last, since their conditions look at how operands are computed.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    // Minimum and maximum.
    exact: Umin(a, b) => a, if [never_above(a, b)];
    exact: Umax(a, b) => a, if [never_above(b, a)];
    exact: Smin(a, b) => a, if [signed_never_above(a, b)];
    exact: Smax(a, b) => a, if [signed_never_above(b, a)];
    exact: Uclamp(a, b, c) => a, if [never_above(b, a), never_above(a, c)];
    exact: Uclamp(a, b, c) => Umin(a, c), if [never_above(b, a)];
    exact: Uclamp(a, b, c) => Umax(a, b), if [never_above(a, c), never_above(b, c)];
    exact: Sclamp(a, b, c) => a, if [signed_never_above(b, a), signed_never_above(a, c)];
    exact: Sclamp(a, b, c) => Smin(a, c), if [signed_never_above(b, a)];
    exact: Sclamp(a, b, c) => Smax(a, b), if [signed_never_above(a, c), signed_never_above(b, c)];

    // Signs.
    exact: Sabs(a) => a, if [not_negative(a)];
    exact: Ssign(a) => 1, if [above_zero(a)];

    // Divisions. What is undefined may become anything.
    exact: Udiv(a, b) => 0, if [below(a, b)];
    exact: Umod(a, b) => a, if [below(a, b)];
    exact: Sdiv(a, b) => 0, if [below(a, b), not_negative(b)];
    exact [Srem, Smod]: X(a, b) => a, if [below(a, b), not_negative(b)];
    exact: Sdiv(a, k) => Ashr(a, FindLsb(k)), if [power_of_two(k), not_negative(a)];
    exact: Srem(a, k) => Iand(a, Isub(k, 1)), if [power_of_two(k), not_negative(a)];

    // Bits.
    exact: Iand(a, k) => a, if [has_all_bits(a, k)];
    exact: Iand(a, k) => 0, if [has_no_bit(a, k)];
    exact: Ior(a, k) => k, if [has_all_bits(a, k)];
    exact [Lshr, Ashr]: X(a, b) => 0, if [is_shifted_out(a, b)];

    // Comparisons.
    exact: Ult(a, b) => true, if [below(a, b)];
    exact: Ult(a, b) => false, if [never_above(b, a)];
    exact: Ule(a, b) => true, if [never_above(a, b)];
    exact: Ule(a, b) => false, if [below(b, a)];
    exact: Slt(a, b) => true, if [signed_below(a, b)];
    exact: Slt(a, b) => false, if [signed_never_above(b, a)];
    exact: Sle(a, b) => true, if [signed_never_above(a, b)];
    exact: Sle(a, b) => false, if [signed_below(b, a)];
    exact: Ieq(a, b) => false, if [apart(a, b)];
    exact: Ine(a, b) => true, if [apart(a, b)];
};
