//! Bits: a Boolean algebra at each position, and shifts between them.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    exact: Iand(a, 0) => 0;
    exact: Iand(a, (-1)) => a;
    exact [Iand, Ior]: X(a, a) => a;
    exact [Ior, Ixor, Shl, Lshr, Ashr]: X(a, 0) => a;
    exact: Ior(a, (-1)) => (-1);
    exact: Ixor(a, (-1)) => Inot(a);
    exact: Ixor(a, a) => 0;
    exact [Inot, BitReverse]: X(X(a)) => a;
    exact: Iand(a, Inot(a)) => 0;
    exact [Ior, Ixor, Iadd]: X(a, Inot(a)) => (-1);

    // Absorption and De Morgan.
    exact: Iand(a, Ior(a, b)) => a;
    exact: Ior(a, Iand(a, b)) => a;
    exact [Iand, Ior]: X(X(a, b), b) => X(a, b);
    exact: Ixor(Ixor(a, b), b) => a;
    exact: Iand(Inot(a), Inot(b)) => Inot(Ior(a, b));
    exact: Ior(Inot(a), Inot(b)) => Inot(Iand(a, b));
    exact: Ixor(Inot(a), Inot(b)) => Ixor(a, b);
    exact: Ixor(Inot(a), k) => Ixor(a, Inot(k));
    exact: Inot(Ixor(a, k)) => Ixor(a, Inot(k));
    exact: Ior(a, Iand(Inot(a), b)) => Ior(a, b);
    exact: Iand(a, Ior(Inot(a), b)) => Iand(a, b);
    exact: Ior(Iand(a, b), Iand(a, Inot(b))) => a;
    exact: Iand(Ior(a, b), Ior(a, c)) => Ior(a, Iand(b, c));
    exact [Ior, Ixor]: X(Iand(a, b), Iand(a, c)) => Iand(a, X(b, c));
    exact: Ixor(Ior(a, b), Iand(a, b)) => Ixor(a, b);
    exact: Iadd(Iand(a, b), Ior(a, b)) => Iadd(a, b);
    exact: Iadd(Ixor(a, b), Iand(a, b)) => Ior(a, b);
    exact: Isub(Ior(a, b), Iand(a, b)) => Ixor(a, b);
    exact: Isub(Ior(a, b), Ixor(a, b)) => Iand(a, b);

    // Constants meet.
    exact [Iand, Ior, Ixor]: X(X(a, k), l) => X(a, X(k, l));
    exact [Ior, Ixor]: Iand(X(a, k), l) => Iand(a, l), if [disjoint(k, l)];
    exact: Iand(Ior(a, k), l) => l, if [covers(k, l)];
    exact: Ior(Iand(a, k), l) => Ior(a, l), if [complements(k, l)];
    exact: Iand(Iadd(a, k), 1) => Iand(a, 1), if [even(k)];
    exact: Isub(a, Iand(a, k)) => Iand(a, Inot(k));

    // Two's complement.
    exact: Iadd(Inot(a), 1) => Ineg(a);
    exact: Inot(Iadd(a, (-1))) => Ineg(a);
    exact: Inot(Isub(a, 1)) => Ineg(a);
    exact: Ineg(Inot(a)) => Iadd(a, 1);
    exact: Inot(Ineg(a)) => Isub(a, 1);
    exact: Isub((-1), a) => Inot(a);
    exact: Inot(Isub((-1), a)) => a;

    // Shifts.
    exact [Shl, Lshr, Ashr]: X(0, a) => 0;
    exact: Ashr((-1), a) => (-1);
    exact [Shl, Lshr, Ashr]: X(X(a, k), l) => X(a, Iadd(k, l)), if [sum_below_width(k, l)];
    exact: Lshr(Shl(a, k), k) => Iand(a, Lshr((-1), k));
    exact [Lshr, Ashr]: Shl(X(a, k), k) => Iand(a, Shl((-1), k));
    exact: Lshr(Iand(a, k), l) => Lshr(a, l), if [covered_above(k, l)];
    exact: Iand(Lshr(a, k), l) => Lshr(a, k), if [covers_shifted(k, l)];
    exact: Iand(Shl(a, k), l) => Shl(a, k), if [covers_raised(k, l)];

    // Others.
    exact: BitCount(BitReverse(a)) => BitCount(a);
    exact: FindLsb(Ineg(a)) => FindLsb(a);

    // Bits that a shift loses need not be cleared before.
    exact: Shl(Iand(a, k), l) => Shl(a, l), if [covered_below(k, l)];
};
