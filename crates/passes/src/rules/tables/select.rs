//! Choices by a condition.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    exact: Select(a, b, b) => b;
    exact: Select(Not(a), b, c) => Select(a, c, b);
    exact: Select(a, false, true) => Not(a);
    exact: Select(a, b, false) => And(a, b);
    exact: Select(a, true, b) => Or(a, b);
    exact: Select(a, a, b) => Or(a, b);
    exact: Select(a, b, a) => And(a, b);
    exact: Select(a, Select(a, b, c), d) => Select(a, b, d);
    exact: Select(a, b, Select(a, c, d)) => Select(a, b, d);
    exact: Select(a, Select(b, c, d), d) => Select(And(a, b), c, d);
    exact: Select(a, c, Select(b, c, d)) => Select(Or(a, b), c, d);
    exact [Not, Fneg, BtoF, BtoI, Fabs, Floor, Ceil, Fract, Sqrt, InverseSqrt, Exp, Exp2, Log, Log2, Sin, Cos,
        StoF, UtoF, FtoS, FtoU, Ineg, Inot, Length, Fsign]:
        Select(a, X(b), X(c)) => X(Select(a, b, c));
    exact: Select(a, 1, 0) => BtoI(a);
    exact: Select(a, 1.0, 0.0) => BtoF(a);
    exact [Fadd, Fmul, Fsub, Fdiv, Iadd, Isub, Imul, VectorTimesScalar, Fmin, Fmax, Iand, Ior, Ixor, Smin, Smax,
        Umin, Umax, And, Or, Bne, Pow]:
        Select(a, X(b, c), X(b, d)) => X(b, Select(a, c, d));
    exact [Fsub, Fdiv, Isub, Pow, Shl, Lshr, VectorTimesScalar]: Select(a, X(c, b), X(d, b)) => X(Select(a, c, d), b);

    // Arithmetic by a condition.
    exact [Fmul, Fmin]: X(BtoF(a), BtoF(b)) => BtoF(And(a, b));
    finite: Fmul(BtoF(a), b) => Select(a, b, 0.0);
    exact: Imul(BtoI(a), b) => Select(a, b, 0);
    exact: Fmax(BtoF(a), BtoF(b)) => BtoF(Or(a, b));
    exact: Fsub(1.0, BtoF(a)) => BtoF(Not(a));
    exact: Isub(1, BtoI(a)) => BtoI(Not(a));
    exact: Ixor(BtoI(a), 1) => BtoI(Not(a));
    finite: Fmix(a, b, BtoF(c)) => Select(c, b, a);
    exact [Fneg, Ineg, Not, Fabs, Floor, Ceil, Fract, Sqrt, StoF, UtoF, FtoS, FtoU, Inot]:
        X(Select(a, k, l)) => Select(a, X(k), X(l));
    exact [Fmul, Fadd, Imul, Iadd, Fsub, Fdiv, Fmin, Fmax, Isub, Iand, Ior, Shl, VectorTimesScalar, Smin, Smax,
        Umin, Umax]:
        X(Select(a, k, l), m) => Select(a, X(k, m), X(l, m));

    // Minimum, maximum, absolute value.
    exact [Slt/Smin, Sle/Smin, Ult/Umin, Ule/Umin]: Select(X(a, b), a, b) => Y(a, b);
    exact [Slt/Smax, Sle/Smax, Ult/Umax, Ule/Umax]: Select(X(a, b), b, a) => Y(a, b);
    finite [Flt, Fle, Fult, Fule]: Select(X(a, b), a, b) => Fmin(a, b);
    finite [Flt, Fle, Fult, Fule]: Select(X(a, b), b, a) => Fmax(a, b);
    zero [Flt, Fle]: Select(X(a, 0.0), Fneg(a), a) => Fabs(a);
    zero [Flt, Fle]: Select(X(a, 0.0), a, Fneg(a)) => Fneg(Fabs(a));
    zero [Fgt, Fge]: Select(X(a, 0.0), a, Fneg(a)) => Fabs(a);
    zero [Fgt, Fge]: Select(X(a, 0.0), Fneg(a), a) => Fneg(Fabs(a));
    exact [Slt, Sle]: Select(X(a, 0), Ineg(a), a) => Sabs(a);
    exact [Sgt, Sge]: Select(X(a, 0), a, Ineg(a)) => Sabs(a);
    exact: Select(Ieq(a, b), a, b) => b;
    exact: Select(Ine(a, b), a, b) => a;
    zero: Select(Feq(a, b), a, b) => b;
    zero: Select(Fne(a, b), a, b) => a;

    // One choice for two.
    exact: Select(a, BtoF(b), 0.0) => BtoF(And(a, b));
    exact: Select(a, 1.0, BtoF(b)) => BtoF(Or(a, b));
    exact: Select(a, BtoI(b), 0) => BtoI(And(a, b));
    exact: Select(a, 1, BtoI(b)) => BtoI(Or(a, b));

    // An operation on one of two constants chooses between what it gives.
    real [InverseSqrt, Exp, Exp2, Log2, Sin, Cos, Radians]: X(Select(a, k, l)) => Select(a, X(k), X(l));
    real: Pow(Select(a, k, l), m) => Select(a, Pow(k, m), Pow(l, m));
    exact [Fsub, Fdiv, Isub]: X(m, Select(a, k, l)) => Select(a, X(m, k), X(m, l));
    exact: Shl(m, Select(a, k, l)) => Select(a, Shl(m, k), Shl(m, l)), if [below_width(k), below_width(l)];
    real: Pow(m, Select(a, k, l)) => Select(a, Pow(m, k), Pow(m, l));

    // Signs by a condition.
    exact: Fmul(Select(a, (-1.0), 1.0), b) => Select(a, Fneg(b), b);
    exact: Fmul(Select(a, 1.0, (-1.0)), b) => Select(a, b, Fneg(b));
    finite: Fclamp(Fsign(a), 0.0, 1.0) => BtoF(Fgt(a, 0.0));
    finite: Fmax(Fsign(a), 0.0) => BtoF(Fgt(a, 0.0));
    finite: Fsub(BtoF(Fgt(a, 0.0)), BtoF(Flt(a, 0.0))) => Fsign(a);
    exact: Isub(BtoI(Sgt(a, 0)), BtoI(Slt(a, 0))) => Ssign(a);

    // A condition as a number is one of two constants.
    exact [Fadd, Fsub, Fmin, Fmax]: X(BtoF(a), k) => Select(a, X(1.0, k), X(0.0, k));
    exact: Fsub(k, BtoF(a)) => Select(a, Fsub(k, 1.0), Fsub(k, 0.0));
    exact: Iadd(BtoI(a), k) => Select(a, Iadd(1, k), k);
    exact: Isub(k, BtoI(a)) => Select(a, Isub(k, 1), k);
    exact: Shl(BtoI(a), k) => Select(a, Shl(1, k), 0);
    exact: Ineg(BtoI(a)) => Select(a, (-1), 0);
    exact: Iand(Select(a, (-1), 0), b) => Select(a, b, 0);
    exact: Ior(Select(a, (-1), 0), b) => Select(a, (-1), b);
};
