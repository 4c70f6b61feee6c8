//! Float arithmetic. Few laws are exact; most hold for real numbers, and are used with `--fast-math` only.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    // Neutral and absorbing elements.
    exact: Fadd(a, (-0.0)) => a;
    zero: Fadd(a, 0.0) => a;
    exact: Fsub(a, 0.0) => a;
    zero: Fsub(a, (-0.0)) => a;
    exact: Fsub((-0.0), a) => Fneg(a);
    zero: Fsub(0.0, a) => Fneg(a);
    finite: Fsub(a, a) => 0.0;
    exact [Fmul, Fdiv]: X(a, 1.0) => a;
    exact [Fmul, Fdiv]: X(a, (-1.0)) => Fneg(a);
    finite: Fmul(a, 0.0) => 0.0;
    finite: Fmul(a, (-0.0)) => 0.0;
    finite: Fdiv(0.0, a) => 0.0;
    finite [Fdiv, Step]: X(a, a) => 1.0;

    // Signs.
    exact: Fneg(Fneg(a)) => a;
    zero: Fadd(Fneg(a), Fneg(b)) => Fneg(Fadd(a, b));
    exact: Fadd(a, Fneg(b)) => Fsub(a, b);
    exact: Fsub(a, Fneg(b)) => Fadd(a, b);
    zero: Fneg(Fsub(a, b)) => Fsub(b, a);
    zero: Fneg(Fadd(a, k)) => Fsub(Fneg(k), a);
    exact: Fsub(Fneg(a), k) => Fsub(Fneg(k), a);
    exact [Fmul, Fdiv]: X(Fneg(a), Fneg(b)) => X(a, b);
    exact [Fmul, Fdiv]: X(Fneg(a), k) => X(a, Fneg(k));
    exact [Fmul, Fdiv]: Fneg(X(a, k)) => X(a, Fneg(k));
    exact: Fdiv(k, Fneg(a)) => Fdiv(Fneg(k), a);
    exact: Fneg(Fdiv(k, a)) => Fdiv(Fneg(k), a);
    exact [Fmul, Fdiv]: Fadd(a, X(Fneg(b), c)) => Fsub(a, X(b, c));
    exact [Fmul, Fdiv]: Fsub(a, X(Fneg(b), c)) => Fadd(a, X(b, c));

    // Terms that are added and subtracted again.
    assoc: Fsub(Fadd(a, b), b) => a;
    assoc: Fadd(Fsub(a, b), b) => a;
    assoc: Fsub(a, Fsub(a, b)) => b;
    assoc: Fsub(Fsub(a, b), a) => Fneg(b);
    assoc: Fsub(a, Fadd(a, b)) => Fneg(b);
    assoc: Fsub(Fadd(a, b), Fadd(a, c)) => Fsub(b, c);
    assoc: Fsub(Fsub(a, b), Fsub(a, c)) => Fsub(c, b);
    assoc: Fsub(Fsub(a, b), Fsub(c, b)) => Fsub(a, c);

    // Constants meet.
    assoc [Fadd, Fmul]: X(X(a, k), l) => X(a, X(k, l));
    assoc: Fadd(Fsub(a, k), l) => Fadd(a, Fsub(l, k));
    assoc: Fadd(Fsub(k, a), l) => Fsub(Fadd(k, l), a);
    assoc: Fsub(Fadd(a, k), l) => Fadd(a, Fsub(k, l));
    assoc: Fsub(Fsub(a, k), l) => Fsub(a, Fadd(k, l));
    assoc: Fsub(Fsub(k, a), l) => Fsub(Fsub(k, l), a);
    assoc: Fsub(k, Fadd(a, l)) => Fsub(Fsub(k, l), a);
    assoc: Fsub(k, Fsub(a, l)) => Fsub(Fadd(k, l), a);
    assoc: Fsub(k, Fsub(l, a)) => Fadd(a, Fsub(k, l));
    assoc: Fmul(Fdiv(a, k), l) => Fmul(a, Fdiv(l, k)), if [moderate(k), moderate(l)];
    assoc: Fmul(Fdiv(k, a), l) => Fdiv(Fmul(k, l), a), if [moderate(k), moderate(l)];
    assoc: Fdiv(Fmul(a, k), l) => Fmul(a, Fdiv(k, l)), if [moderate(k), moderate(l)];
    assoc: Fdiv(Fdiv(a, k), l) => Fdiv(a, Fmul(k, l)), if [moderate(k), moderate(l)];
    assoc: Fdiv(Fdiv(k, a), l) => Fdiv(Fdiv(k, l), a), if [moderate(k), moderate(l)];
    assoc: Fdiv(k, Fmul(a, l)) => Fdiv(Fdiv(k, l), a), if [moderate(k), moderate(l)];
    assoc: Fdiv(k, Fdiv(a, l)) => Fdiv(Fmul(k, l), a), if [moderate(k), moderate(l)];
    assoc: Fdiv(k, Fdiv(l, a)) => Fmul(a, Fdiv(k, l)), if [moderate(k), moderate(l)];
    assoc [Fadd, Fmul]: X(X(a, k), X(b, l)) => X(X(a, b), X(k, l));
    assoc: Fadd(Fmul(Fadd(a, k), l), m) => Fadd(Fmul(a, l), Fadd(Fmul(k, l), m));
    assoc: Fsub(Fmul(Fadd(a, k), l), m) => Fadd(Fmul(a, l), Fsub(Fmul(k, l), m));
    assoc [Fadd, Fsub]: Fmul(X(Fmul(a, k), l), m) => X(Fmul(a, Fmul(k, m)), Fmul(l, m));
    exact: Fdiv(a, k) => Fmul(a, Fdiv(1.0, k)), if [has_reciprocal(k)];

    // Products are distributive.
    assoc [Fadd, Fsub]: X(Fmul(a, b), Fmul(a, c)) => Fmul(a, X(b, c));
    assoc [Fadd, Fsub]: X(Fmul(a, k), a) => Fmul(a, X(k, 1.0));
    assoc: Fsub(a, Fmul(a, k)) => Fmul(a, Fsub(1.0, k));
    assoc [Fadd, Fsub]: X(Fdiv(a, b), Fdiv(c, b)) => Fdiv(X(a, c), b);

    // Divisions are the dearest.
    real: Fdiv(1.0, Fdiv(a, b)) => Fdiv(b, a);
    real: Fdiv(a, Fdiv(1.0, b)) => Fmul(a, b);
    assoc: Fmul(a, Fdiv(1.0, b)) => Fdiv(a, b);
    assoc: Fmul(Fdiv(a, b), Fdiv(c, d)) => Fdiv(Fmul(a, c), Fmul(b, d));

    // Fused, if the author asks for it.
    zero: Fma(a, b, 0.0) => Fmul(a, b);
    exact: Fma(a, 1.0, b) => Fadd(a, b);
    exact: Fma(1.0, a, b) => Fadd(a, b);
    exact: Fma(a, (-1.0), b) => Fsub(b, a);
    finite: Fma(a, 0.0, b) => b;
    finite: Fma(0.0, a, b) => b;
    exact: Fma(Fneg(a), Fneg(b), c) => Fma(a, b, c);
    exact: Fma(Fneg(a), k, b) => Fma(a, Fneg(k), b);

    // Minimum and maximum: either operand if one is a NaN.
    exact [Fmin, Fmax, Nmin, Nmax]: X(a, a) => a;
    finite [Fmin, Fmax]: X(X(a, k), l) => X(a, X(k, l));
    exact [Fmin, Fmax]: X(X(a, b), b) => X(a, b);
    finite [Fmin/Fmax, Fmax/Fmin]: X(Y(a, b), b) => b;
    finite: Fmin(Fmax(a, k), l) => Fclamp(a, k, l), if [at_most(k, l)];
    finite: Fmax(Fmin(a, k), l) => Fclamp(a, l, k), if [at_most(l, k)];
    exact: Fclamp(Fclamp(a, k, l), k, l) => Fclamp(a, k, l);
    finite: Fclamp(Fmax(a, k), k, l) => Fclamp(a, k, l);
    finite: Fclamp(Fmin(a, l), k, l) => Fclamp(a, k, l);
    finite: Fmin(Fclamp(a, k, l), l) => Fclamp(a, k, l);
    finite: Fmin(Fclamp(a, k, l), m) => Fclamp(a, k, m), if [at_most(k, m), at_most(m, l)];
    finite: Fmax(Fclamp(a, k, l), m) => Fclamp(a, m, l), if [at_most(k, m), at_most(m, l)];
    finite: Fclamp(a, 0.0, k) => Fmin(a, k), if [non_negative(a)];
    finite: Fmax(a, 0.0) => a, if [non_negative(a)];
    finite: Fmin(a, 1.0) => a, if [unit(a)];
    finite: Fclamp(a, b, b) => b;
    exact [Fmin/Fmax, Fmax/Fmin]: X(Fneg(a), Fneg(b)) => Fneg(Y(a, b));
    finite [Fadd, Fmul]: X(Fmin(a, b), Fmax(a, b)) => X(a, b);
    finite: Fmax(a, Fneg(a)) => Fabs(a);
    finite: Fmin(a, Fneg(a)) => Fneg(Fabs(a));

    // Sign and size.
    exact [Fabs, Fsign]: X(X(a)) => X(a);
    exact: Fabs(Fneg(a)) => Fabs(a);
    zero: Fabs(a) => a, if [non_negative(a)];
    exact: Fabs(Fmul(a, k)) => Fmul(Fabs(a), k), if [positive(k)];
    exact [Fmul, Fdiv]: X(Fabs(a), Fabs(b)) => Fabs(X(a, b));
    finite: Fmul(a, Fsign(a)) => Fabs(a);
    finite: Fmul(Fsign(a), Fabs(a)) => a;
    exact: Fsign(Fmul(a, k)) => Fsign(a), if [at_least_one(k)];

    // Rounding.
    exact [Floor, Ceil, Trunc, Round, RoundEven]: X(a) => a, if [integral(a)];
    finite: Fract(a) => 0.0, if [integral(a)];
    exact: Fsub(a, Floor(a)) => Fract(a);
    exact: Fneg(Floor(Fneg(a))) => Ceil(a);
    exact: Fneg(Ceil(Fneg(a))) => Floor(a);
    real: Fadd(Floor(a), Fract(a)) => a;
    assoc: Fsub(a, Fract(a)) => Floor(a);

    // Steps between two values.
    finite: Fmix(a, b, 0.0) => a;
    finite: Fmix(a, b, 1.0) => b;
    real: Fmix(a, a, b) => a;
    real: Fadd(Fmul(a, Fsub(1.0, c)), Fmul(b, c)) => Fmix(a, b, c), if [unit(c)];
    real: Fadd(a, Fmul(c, Fsub(b, a))) => Fmix(a, b, c), if [unit(c)];
    finite: Fmix(0.0, 1.0, a) => a;
    real: Fmix(0.0, a, b) => Fmul(a, b);
    real: Fmix(a, b, Fsub(1.0, c)) => Fmix(b, a, c), if [unit(c)];
    real: Fmix(1.0, 0.0, a) => Fsub(1.0, a);

    // Chains of three.
    assoc [Fadd, Fmul]: X(X(X(a, k), b), l) => X(X(a, b), X(k, l));
    assoc: Fadd(Fadd(Fmul(a, b), c), Fmul(a, d)) => Fadd(Fmul(a, Fadd(b, d)), c);
    finite: Fmin(a, Fabs(a)) => a;
    finite: Fmax(a, Fabs(a)) => Fabs(a);
    finite: Fmin(Fclamp(a, k, l), m) => Fclamp(a, k, l), if [at_most(k, l), at_most(l, m)];
    finite: Fmax(Fclamp(a, k, l), m) => Fclamp(a, k, l), if [at_most(k, l), at_most(m, k)];

    // Remainders.
    real: Fract(Fract(a)) => Fract(a);
    real: Fmod(a, 1.0) => Fract(a);
    real: Fmod(Fmod(a, k), k) => Fmod(a, k);

    // More steps between two values.
    finite: Fmix(a, b, Step(c, d)) => Select(Flt(d, c), a, b);
    finite: Fmix(a, b, Splat(Step(c, d))) => Select(Flt(d, c), a, b);
    finite: Fmix(a, b, Splat(BtoF(c))) => Select(c, b, a);
    finite [Fmul, VectorTimesScalar]: X(a, Step(b, c)) => Select(Flt(c, b), 0.0, a);
    finite: VectorTimesScalar(a, BtoF(b)) => Select(b, a, 0.0);
    finite: Fsub(1.0, Step(a, b)) => BtoF(Flt(b, a));

    // More that is fused.
    exact: Fma((-1.0), a, b) => Fsub(b, a);
    assoc: Fma(k, l, a) => Fadd(a, Fmul(k, l));
};
