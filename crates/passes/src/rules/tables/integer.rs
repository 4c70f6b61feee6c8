//! Integer arithmetic: a ring modulo a power of two, so nearly all laws of a ring hold exactly.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    // Neutral and absorbing elements.
    exact: Iadd(a, 0) => a;
    exact: Isub(a, 0) => a;
    exact: Isub(0, a) => Ineg(a);
    exact: Isub(a, a) => 0;
    exact: Imul(a, 0) => 0;
    exact: Imul(a, 1) => a;
    exact: Imul(a, (-1)) => Ineg(a);
    exact: Ineg(Ineg(a)) => a;

    // Signs move out, or into constants.
    exact: Iadd(Ineg(a), Ineg(b)) => Ineg(Iadd(a, b));
    exact: Iadd(a, Ineg(b)) => Isub(a, b);
    exact: Isub(a, Ineg(b)) => Iadd(a, b);
    exact: Ineg(Isub(a, b)) => Isub(b, a);
    exact: Imul(Ineg(a), Ineg(b)) => Imul(a, b);
    exact: Imul(Ineg(a), k) => Imul(a, Ineg(k));
    exact: Ineg(Imul(a, k)) => Imul(a, Ineg(k));
    exact: Ineg(Iadd(a, k)) => Isub(Ineg(k), a);
    exact: Isub(Ineg(a), k) => Isub(Ineg(k), a);
    exact: Iadd(a, Imul(Ineg(b), c)) => Isub(a, Imul(b, c));
    exact: Isub(a, Imul(Ineg(b), c)) => Iadd(a, Imul(b, c));
    exact: Iadd(a, Imul(b, (-1))) => Isub(a, b);

    // What is added and taken away again.
    exact: Isub(Iadd(a, b), b) => a;
    exact: Iadd(Isub(a, b), b) => a;
    exact: Isub(a, Isub(a, b)) => b;
    exact: Isub(Isub(a, b), a) => Ineg(b);
    exact: Isub(a, Iadd(a, b)) => Ineg(b);
    exact: Isub(Iadd(a, b), Iadd(a, c)) => Isub(b, c);
    exact: Isub(Isub(a, b), Isub(a, c)) => Isub(c, b);
    exact: Isub(Isub(a, b), Isub(c, b)) => Isub(a, c);
    exact: Iadd(Isub(a, b), Isub(b, c)) => Isub(a, c);
    exact: Iadd(Isub(a, b), Iadd(b, c)) => Iadd(a, c);
    exact: Isub(Iadd(a, b), Isub(a, c)) => Iadd(b, c);

    // Constants meet.
    exact: Iadd(Iadd(a, k), l) => Iadd(a, Iadd(k, l));
    exact: Iadd(Isub(a, k), l) => Iadd(a, Isub(l, k));
    exact: Iadd(Isub(k, a), l) => Isub(Iadd(k, l), a);
    exact: Isub(Iadd(a, k), l) => Iadd(a, Isub(k, l));
    exact: Isub(Isub(a, k), l) => Isub(a, Iadd(k, l));
    exact: Isub(Isub(k, a), l) => Isub(Isub(k, l), a);
    exact: Isub(k, Iadd(a, l)) => Isub(Isub(k, l), a);
    exact: Isub(k, Isub(a, l)) => Isub(Iadd(k, l), a);
    exact: Isub(k, Isub(l, a)) => Iadd(a, Isub(k, l));
    exact: Imul(Imul(a, k), l) => Imul(a, Imul(k, l));
    exact: Imul(Shl(a, k), l) => Imul(a, Shl(l, k));
    exact: Shl(Imul(a, k), l) => Imul(a, Shl(k, l));
    exact: Iadd(Iadd(a, k), Iadd(b, l)) => Iadd(Iadd(a, b), Iadd(k, l));
    exact: Isub(Iadd(a, k), Iadd(b, l)) => Iadd(Isub(a, b), Isub(k, l));
    exact: Imul(Imul(a, k), Imul(b, l)) => Imul(Imul(a, b), Imul(k, l));

    // Products are distributive.
    exact: Iadd(Imul(a, b), Imul(a, c)) => Imul(a, Iadd(b, c));
    exact: Isub(Imul(a, b), Imul(a, c)) => Imul(a, Isub(b, c));
    exact: Iadd(Imul(a, k), a) => Imul(a, Iadd(k, 1));
    exact: Isub(Imul(a, k), a) => Imul(a, Isub(k, 1));
    exact: Isub(a, Imul(a, k)) => Imul(a, Isub(1, k));
    exact: Iadd(Imul(Iadd(a, k), l), m) => Iadd(Imul(a, l), Iadd(Imul(k, l), m));
    exact: Iadd(Shl(a, b), Shl(c, b)) => Shl(Iadd(a, c), b);

    // Divisions. What is undefined may become anything.
    exact: Udiv(a, 1) => a;
    exact: Sdiv(a, 1) => a;
    exact: Sdiv(a, (-1)) => Ineg(a);
    exact: Umod(a, 1) => 0;
    exact: Srem(a, 1) => 0;
    exact: Smod(a, 1) => 0;
    exact: Srem(a, (-1)) => 0;
    exact: Smod(a, (-1)) => 0;
    exact: Udiv(0, a) => 0;
    exact: Sdiv(0, a) => 0;
    exact: Umod(0, a) => 0;
    exact: Srem(0, a) => 0;
    exact: Smod(0, a) => 0;
    exact: Udiv(a, a) => 1;
    exact: Sdiv(a, a) => 1;
    exact: Umod(a, a) => 0;
    exact: Srem(a, a) => 0;
    exact: Smod(a, a) => 0;
    exact: Umod(Umod(a, b), b) => Umod(a, b);
    exact: Srem(Srem(a, b), b) => Srem(a, b);
    exact: Smod(Smod(a, b), b) => Smod(a, b);
    exact: Udiv(a, k) => Lshr(a, FindLsb(k)), if [power_of_two(k)];
    exact: Umod(a, k) => Iand(a, Isub(k, 1)), if [power_of_two(k)];
    exact: Smod(a, k) => Iand(a, Isub(k, 1)), if [power_of_two(k)];
    exact: Isub(a, Imul(Udiv(a, b), b)) => Umod(a, b);

    // Minimum and maximum.
    exact: Smin(a, a) => a;
    exact: Smax(a, a) => a;
    exact: Umin(a, a) => a;
    exact: Umax(a, a) => a;
    exact: Umin(a, 0) => 0;
    exact: Umax(a, 0) => a;
    exact: Umin(a, (-1)) => a;
    exact: Umax(a, (-1)) => (-1);
    exact: Smin(Smin(a, k), l) => Smin(a, Smin(k, l));
    exact: Smax(Smax(a, k), l) => Smax(a, Smax(k, l));
    exact: Umin(Umin(a, k), l) => Umin(a, Umin(k, l));
    exact: Umax(Umax(a, k), l) => Umax(a, Umax(k, l));
    exact: Smin(Smax(a, k), l) => Sclamp(a, k, l), if [at_most(k, l)];
    exact: Smax(Smin(a, k), l) => Sclamp(a, l, k), if [at_most(l, k)];
    exact: Umin(Umax(a, k), l) => Uclamp(a, k, l), if [at_most(k, l)];
    exact: Umax(Umin(a, k), l) => Uclamp(a, l, k), if [at_most(l, k)];
    exact: Uclamp(a, 0, k) => Umin(a, k);
    exact: Smin(Smin(a, b), b) => Smin(a, b);
    exact: Smax(Smax(a, b), b) => Smax(a, b);
    exact: Umin(Umin(a, b), b) => Umin(a, b);
    exact: Umax(Umax(a, b), b) => Umax(a, b);
    exact: Smin(Smax(a, b), b) => b;
    exact: Smax(Smin(a, b), b) => b;
    exact: Umin(Umax(a, b), b) => b;
    exact: Umax(Umin(a, b), b) => b;
    exact: Sclamp(Sclamp(a, k, l), k, l) => Sclamp(a, k, l);
    exact: Uclamp(Uclamp(a, k, l), k, l) => Uclamp(a, k, l);
    exact: Smax(a, Ineg(a)) => Sabs(a);
    exact: Smin(a, Ineg(a)) => Ineg(Sabs(a));
    exact: Smin(Inot(a), Inot(b)) => Inot(Smax(a, b));
    exact: Smax(Inot(a), Inot(b)) => Inot(Smin(a, b));

    // Sign.
    exact: Sabs(Sabs(a)) => Sabs(a);
    exact: Sabs(Ineg(a)) => Sabs(a);
    exact: Ssign(Ssign(a)) => Ssign(a);
    exact: Imul(Ssign(a), Sabs(a)) => a;
    exact: Imul(Ssign(a), a) => Sabs(a);
    exact: Imul(Sabs(a), Sabs(a)) => Imul(a, a);

    // Of three, one twice.
    exact: Smin(Smin(Smin(a, b), c), a) => Smin(Smin(a, b), c);
    exact: Smax(Smax(Smax(a, b), c), a) => Smax(Smax(a, b), c);
    exact: Umin(Umin(Umin(a, b), c), a) => Umin(Umin(a, b), c);
    exact: Umax(Umax(Umax(a, b), c), a) => Umax(Umax(a, b), c);
    exact: Smin(a, Sabs(a)) => a;
    exact: Smax(a, Sabs(a)) => Sabs(a);
    exact: Smin(a, Ineg(Sabs(a))) => Ineg(Sabs(a));
    exact: Sclamp(a, b, b) => b;
    exact: Uclamp(a, b, b) => b;
    exact: Smin(Sclamp(a, k, l), m) => Sclamp(a, k, l), if [at_most(k, l), at_most(l, m)];
    exact: Smax(Sclamp(a, k, l), m) => Sclamp(a, k, l), if [at_most(k, l), at_most(m, k)];
    exact: Umin(Uclamp(a, k, l), m) => Uclamp(a, k, l), if [at_most(k, l), at_most(l, m)];
    exact: Umax(Uclamp(a, k, l), m) => Uclamp(a, k, l), if [at_most(k, l), at_most(m, k)];
    exact: Smin(Sclamp(a, k, l), m) => Sclamp(a, k, m), if [at_most(k, m), at_most(m, l)];
    exact: Smax(Sclamp(a, k, l), m) => Sclamp(a, m, l), if [at_most(k, m), at_most(m, l)];
    exact: Umin(Uclamp(a, k, l), m) => Uclamp(a, k, m), if [at_most(k, m), at_most(m, l)];
    exact: Umax(Uclamp(a, k, l), m) => Uclamp(a, m, l), if [at_most(k, m), at_most(m, l)];
    exact: Sclamp(Smax(a, k), k, l) => Sclamp(a, k, l);
    exact: Sclamp(Smin(a, l), k, l) => Sclamp(a, k, l);

    // Chains of three.
    exact: Iadd(Iadd(Iadd(a, k), b), l) => Iadd(Iadd(a, b), Iadd(k, l));
    exact: Imul(Imul(Imul(a, k), b), l) => Imul(Imul(a, b), Imul(k, l));
    exact: Isub(Iadd(Iadd(a, b), c), a) => Iadd(b, c);
    exact: Iadd(Iadd(Imul(a, b), c), Imul(a, d)) => Iadd(Imul(a, Iadd(b, d)), c);
    exact: Ineg(Imul(Ineg(a), b)) => Imul(a, b);

    // Multiples.
    exact: Imul(Iadd(Imul(a, k), l), m) => Iadd(Imul(a, Imul(k, m)), Imul(l, m));
    exact: Shl(Iadd(Imul(a, k), l), m) => Iadd(Imul(a, Shl(k, m)), Shl(l, m));
    exact: Iadd(Shl(a, k), a) => Imul(a, Iadd(Shl(1, k), 1)), if [below_width(k)];
    exact: Isub(Shl(a, k), a) => Imul(a, Isub(Shl(1, k), 1)), if [below_width(k)];
    exact: Umod(Umod(a, k), l) => Umod(a, l), if [multiple(k, l)];
    exact: Iadd(Umod(a, b), Imul(Udiv(a, b), b)) => a;
    exact: Udiv(Udiv(a, k), l) => Udiv(a, Imul(k, l)), if [product_fits(k, l)];
    exact: Sdiv(Sdiv(a, k), l) => Sdiv(a, Imul(k, l)), if [product_fits(k, l)];

    // Limits by opposites.
    exact: Smax(a, Ineg(Sabs(a))) => a;
    exact: Sclamp(a, (-1), 1) => Ssign(a);
    exact: Smin(Smax(Smin(Smax(a, b), c), b), c) => Smin(Smax(a, b), c);
    exact: Umin(Umax(Umin(Umax(a, b), c), b), c) => Umin(Umax(a, b), c);
};
