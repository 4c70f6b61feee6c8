//! Integer arithmetic: a ring modulo a power of two, so nearly all laws of a ring hold exactly.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    // Neutral and absorbing elements.
    exact [Iadd, Isub, Umax]: X(a, 0) => a;
    exact: Isub(0, a) => Ineg(a);
    exact [Isub, Umod, Srem, Smod]: X(a, a) => 0;
    exact [Imul, Umin]: X(a, 0) => 0;
    exact [Imul, Udiv, Sdiv]: X(a, 1) => a;
    exact [Imul, Sdiv]: X(a, (-1)) => Ineg(a);
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

    // Terms that are added and subtracted again.
    exact: Isub(Iadd(a, b), b) => a;
    exact: Iadd(Isub(a, b), b) => a;
    exact: Isub(a, Isub(a, b)) => b;
    exact: Isub(Isub(a, b), a) => Ineg(b);
    exact: Isub(a, Iadd(a, b)) => Ineg(b);
    exact: Isub(Iadd(a, b), Iadd(a, c)) => Isub(b, c);
    exact: Isub(Isub(a, b), Isub(a, c)) => Isub(c, b);
    exact: Isub(Isub(a, b), Isub(c, b)) => Isub(a, c);
    exact: Isub(Iadd(a, b), Isub(a, c)) => Iadd(b, c);

    // Constants meet.
    exact [Iadd, Imul, Smin, Smax, Umin, Umax]: X(X(a, k), l) => X(a, X(k, l));
    exact: Iadd(Isub(a, k), l) => Iadd(a, Isub(l, k));
    exact: Iadd(Isub(k, a), l) => Isub(Iadd(k, l), a);
    exact: Isub(Iadd(a, k), l) => Iadd(a, Isub(k, l));
    exact: Isub(Isub(a, k), l) => Isub(a, Iadd(k, l));
    exact: Isub(Isub(k, a), l) => Isub(Isub(k, l), a);
    exact: Isub(k, Iadd(a, l)) => Isub(Isub(k, l), a);
    exact: Isub(k, Isub(a, l)) => Isub(Iadd(k, l), a);
    exact: Isub(k, Isub(l, a)) => Iadd(a, Isub(k, l));
    exact: Imul(Shl(a, k), l) => Imul(a, Shl(l, k));
    exact: Shl(Imul(a, k), l) => Imul(a, Shl(k, l));
    exact [Iadd, Imul]: X(X(a, k), X(b, l)) => X(X(a, b), X(k, l));
    exact: Isub(Iadd(a, k), Iadd(b, l)) => Iadd(Isub(a, b), Isub(k, l));

    // Products are distributive.
    exact [Iadd, Isub]: X(Imul(a, b), Imul(a, c)) => Imul(a, X(b, c));
    exact [Iadd, Isub]: X(Imul(a, k), a) => Imul(a, X(k, 1));
    exact: Isub(a, Imul(a, k)) => Imul(a, Isub(1, k));
    exact: Iadd(Imul(Iadd(a, k), l), m) => Iadd(Imul(a, l), Iadd(Imul(k, l), m));

    // Divisions. What is undefined may become anything.
    exact [Umod, Srem, Smod]: X(a, 1) => 0;
    exact [Srem, Smod]: X(a, (-1)) => 0;
    exact [Udiv, Sdiv, Umod, Srem, Smod]: X(0, a) => 0;
    exact [Udiv, Sdiv]: X(a, a) => 1;
    exact [Umod, Srem, Smod, Smin, Smax, Umin, Umax]: X(X(a, b), b) => X(a, b);
    exact: Udiv(a, k) => Lshr(a, FindLsb(k)), if [power_of_two(k)];
    exact [Umod, Smod]: X(a, k) => Iand(a, Isub(k, 1)), if [power_of_two(k)];
    exact: Isub(a, Imul(Udiv(a, b), b)) => Umod(a, b);

    // Minimum and maximum.
    exact [Smin, Smax, Umin, Umax]: X(a, a) => a;
    exact: Umin(a, (-1)) => a;
    exact: Umax(a, (-1)) => (-1);
    exact [Smin/Smax/Sclamp, Umin/Umax/Uclamp]: X(Y(a, k), l) => Z(a, k, l), if [at_most(k, l)];
    exact [Smax/Smin/Sclamp, Umax/Umin/Uclamp]: X(Y(a, k), l) => Z(a, l, k), if [at_most(l, k)];
    exact [Smin/Smax, Smax/Smin, Umin/Umax, Umax/Umin]: X(Y(a, b), b) => b;
    exact [Sclamp, Uclamp]: X(X(a, k, l), k, l) => X(a, k, l);
    exact: Smax(a, Ineg(a)) => Sabs(a);
    exact: Smin(a, Ineg(a)) => Ineg(Sabs(a));
    exact [Smin/Smax, Smax/Smin]: X(Inot(a), Inot(b)) => Inot(Y(a, b));

    // Sign.
    exact [Sabs, Ssign]: X(X(a)) => X(a);
    exact: Sabs(Ineg(a)) => Sabs(a);
    exact: Imul(Ssign(a), Sabs(a)) => a;
    exact: Imul(Ssign(a), a) => Sabs(a);

    // Of three, one twice.
    exact: Smin(a, Sabs(a)) => a;
    exact: Smax(a, Sabs(a)) => Sabs(a);
    exact [Sclamp, Uclamp]: X(a, b, b) => b;
    exact [Smin/Sclamp, Umin/Uclamp]: X(Y(a, k, l), m) => Y(a, k, l), if [at_most(k, l), at_most(l, m)];
    exact [Smax/Sclamp, Umax/Uclamp]: X(Y(a, k, l), m) => Y(a, k, l), if [at_most(k, l), at_most(m, k)];
    exact [Smin/Sclamp, Umin/Uclamp]: X(Y(a, k, l), m) => Y(a, k, m), if [at_most(k, m), at_most(m, l)];
    exact [Smax/Sclamp, Umax/Uclamp]: X(Y(a, k, l), m) => Y(a, m, l), if [at_most(k, m), at_most(m, l)];
    exact: Sclamp(Smax(a, k), k, l) => Sclamp(a, k, l);
    exact: Sclamp(Smin(a, l), k, l) => Sclamp(a, k, l);

    // Multiples.
    exact [Iadd, Isub]: X(Shl(a, k), a) => Imul(a, X(Shl(1, k), 1)), if [below_width(k)];
    exact: Umod(Umod(a, k), l) => Umod(a, l), if [multiple(k, l)];
    exact: Iadd(Umod(a, b), Imul(Udiv(a, b), b)) => a;
    exact [Udiv, Sdiv]: X(X(a, k), l) => X(a, Imul(k, l)), if [product_fits(k, l)];

    // Limits by opposites.
    exact: Sclamp(a, (-1), 1) => Ssign(a);
};
