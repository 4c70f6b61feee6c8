//! Bits: a Boolean algebra at each position, and shifts between them.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    exact: Iand(a, 0) => 0;
    exact: Iand(a, (-1)) => a;
    exact: Iand(a, a) => a;
    exact: Ior(a, 0) => a;
    exact: Ior(a, (-1)) => (-1);
    exact: Ior(a, a) => a;
    exact: Ixor(a, 0) => a;
    exact: Ixor(a, (-1)) => Inot(a);
    exact: Ixor(a, a) => 0;
    exact: Inot(Inot(a)) => a;
    exact: Iand(a, Inot(a)) => 0;
    exact: Ior(a, Inot(a)) => (-1);
    exact: Ixor(a, Inot(a)) => (-1);

    // Absorption and De Morgan.
    exact: Iand(a, Ior(a, b)) => a;
    exact: Ior(a, Iand(a, b)) => a;
    exact: Iand(Iand(a, b), b) => Iand(a, b);
    exact: Ior(Ior(a, b), b) => Ior(a, b);
    exact: Ixor(Ixor(a, b), b) => a;
    exact: Iand(Inot(a), Inot(b)) => Inot(Ior(a, b));
    exact: Ior(Inot(a), Inot(b)) => Inot(Iand(a, b));
    exact: Ixor(Inot(a), Inot(b)) => Ixor(a, b);
    exact: Ixor(Inot(a), k) => Ixor(a, Inot(k));
    exact: Inot(Ixor(a, k)) => Ixor(a, Inot(k));
    exact: Inot(Ixor(Inot(a), b)) => Ixor(a, b);
    exact: Inot(Iand(Inot(a), k)) => Ior(a, Inot(k));
    exact: Inot(Ior(Inot(a), k)) => Iand(a, Inot(k));
    exact: Ior(a, Iand(Inot(a), b)) => Ior(a, b);
    exact: Iand(a, Ior(Inot(a), b)) => Iand(a, b);
    exact: Ior(Iand(a, b), Iand(a, Inot(b))) => a;
    exact: Iand(Ior(a, b), Ior(a, c)) => Ior(a, Iand(b, c));
    exact: Ior(Iand(a, b), Iand(a, c)) => Iand(a, Ior(b, c));
    exact: Ixor(Iand(a, b), Iand(a, c)) => Iand(a, Ixor(b, c));
    exact: Ixor(Ior(a, b), Iand(a, b)) => Ixor(a, b);
    exact: Iadd(Iand(a, b), Ior(a, b)) => Iadd(a, b);
    exact: Iadd(Ixor(a, b), Iand(a, b)) => Ior(a, b);
    exact: Isub(Ior(a, b), Iand(a, b)) => Ixor(a, b);
    exact: Isub(Ior(a, b), Ixor(a, b)) => Iand(a, b);

    // Constants meet.
    exact: Iand(Iand(a, k), l) => Iand(a, Iand(k, l));
    exact: Ior(Ior(a, k), l) => Ior(a, Ior(k, l));
    exact: Ixor(Ixor(a, k), l) => Ixor(a, Ixor(k, l));
    exact: Iand(Ior(a, k), l) => Iand(a, l), if [disjoint(k, l)];
    exact: Iand(Ior(a, k), l) => l, if [covers(k, l)];
    exact: Iand(Ixor(a, k), l) => Iand(a, l), if [disjoint(k, l)];
    exact: Ior(Iand(a, k), l) => Ior(a, l), if [complements(k, l)];
    exact: Iand(Iadd(a, k), 1) => Iand(a, 1), if [even(k)];
    exact: Iand(Isub(a, Iand(a, k)), k) => 0;
    exact: Isub(a, Iand(a, k)) => Iand(a, Inot(k));

    // Two's complement.
    exact: Iadd(Inot(a), 1) => Ineg(a);
    exact: Inot(Iadd(a, (-1))) => Ineg(a);
    exact: Inot(Isub(a, 1)) => Ineg(a);
    exact: Ineg(Inot(a)) => Iadd(a, 1);
    exact: Inot(Ineg(a)) => Isub(a, 1);
    exact: Isub((-1), a) => Inot(a);
    exact: Iadd(a, Inot(a)) => (-1);
    exact: Inot(Isub((-1), a)) => a;

    // Shifts.
    exact: Shl(a, 0) => a;
    exact: Lshr(a, 0) => a;
    exact: Ashr(a, 0) => a;
    exact: Shl(0, a) => 0;
    exact: Lshr(0, a) => 0;
    exact: Ashr(0, a) => 0;
    exact: Ashr((-1), a) => (-1);
    exact: Shl(Shl(a, k), l) => Shl(a, Iadd(k, l)), if [sum_below_width(k, l)];
    exact: Lshr(Lshr(a, k), l) => Lshr(a, Iadd(k, l)), if [sum_below_width(k, l)];
    exact: Ashr(Ashr(a, k), l) => Ashr(a, Iadd(k, l)), if [sum_below_width(k, l)];
    exact: Lshr(Shl(a, k), k) => Iand(a, Lshr((-1), k));
    exact: Shl(Lshr(a, k), k) => Iand(a, Shl((-1), k));
    exact: Shl(Ashr(a, k), k) => Iand(a, Shl((-1), k));
    exact: Iand(Shl(a, b), Shl(c, b)) => Shl(Iand(a, c), b);
    exact: Ior(Shl(a, b), Shl(c, b)) => Shl(Ior(a, c), b);
    exact: Ixor(Shl(a, b), Shl(c, b)) => Shl(Ixor(a, c), b);
    exact: Iand(Lshr(a, b), Lshr(c, b)) => Lshr(Iand(a, c), b);
    exact: Ior(Lshr(a, b), Lshr(c, b)) => Lshr(Ior(a, c), b);
    exact: Ixor(Lshr(a, b), Lshr(c, b)) => Lshr(Ixor(a, c), b);
    exact: Lshr(Iand(a, k), l) => Lshr(a, l), if [covered_above(k, l)];
    exact: Iand(Lshr(a, k), l) => Lshr(a, k), if [covers_shifted(k, l)];
    exact: Iand(Shl(a, k), l) => Shl(a, k), if [covers_raised(k, l)];

    // Others.
    exact: BitReverse(BitReverse(a)) => a;
    exact: BitCount(BitReverse(a)) => BitCount(a);
    exact: FindLsb(Ineg(a)) => FindLsb(a);

    // More of the same.
    exact: Iand(Iand(a, b), Ior(a, c)) => Iand(a, b);
    exact: Ior(Iand(a, b), Ior(a, c)) => Ior(a, c);
    exact: Iand(Iand(a, b), Iand(a, c)) => Iand(a, Iand(b, c));
    exact: Ior(Ior(a, b), Ior(a, c)) => Ior(a, Ior(b, c));
    exact: Ixor(Ixor(a, b), Ixor(a, c)) => Ixor(b, c);
    exact: Iand(Inot(a), Ior(a, b)) => Iand(Inot(a), b);
    exact: Ior(Inot(a), Iand(a, b)) => Ior(Inot(a), b);
    exact: Iand(Ashr(a, b), Ashr(c, b)) => Ashr(Iand(a, c), b);
    exact: Ior(Ashr(a, b), Ashr(c, b)) => Ashr(Ior(a, c), b);
    exact: Ixor(Ashr(a, b), Ashr(c, b)) => Ashr(Ixor(a, c), b);
    exact: Ior(Ior(Iand(a, k), b), Iand(a, l)) => Ior(Iand(a, Ior(k, l)), b);
    exact: Iadd(Iand(a, k), Iand(a, l)) => Iand(a, Ior(k, l)), if [disjoint(k, l)];

    // What a shift loses need not be taken away before.
    exact: Shl(Iand(a, k), l) => Shl(a, l), if [covered_below(k, l)];
    // The lowest bit goes.
    exact: Iand(a, Inot(Shl(1, FindLsb(a)))) => Iand(a, Isub(a, 1));
};
