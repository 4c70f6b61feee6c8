//! Choices by a condition.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    exact: Select(a, b, b) => b;
    exact: Select(Not(a), b, c) => Select(a, c, b);
    exact: Select(a, true, false) => a;
    exact: Select(a, false, true) => Not(a);
    exact: Select(a, b, false) => And(a, b);
    exact: Select(a, true, b) => Or(a, b);
    exact: Select(a, a, b) => Or(a, b);
    exact: Select(a, b, a) => And(a, b);
    exact: Select(a, Select(a, b, c), d) => Select(a, b, d);
    exact: Select(a, b, Select(a, c, d)) => Select(a, b, d);
    exact: Select(a, Select(b, c, d), d) => Select(And(a, b), c, d);
    exact: Select(a, c, Select(b, c, d)) => Select(Or(a, b), c, d);
    exact: Select(a, Not(b), Not(c)) => Not(Select(a, b, c));
    exact: Select(a, 1, 0) => BtoI(a);
    exact: Select(a, 1.0, 0.0) => BtoF(a);
    exact: Select(a, Fneg(b), Fneg(c)) => Fneg(Select(a, b, c));
    exact: Select(a, Fadd(b, c), Fadd(b, d)) => Fadd(b, Select(a, c, d));
    exact: Select(a, Fmul(b, c), Fmul(b, d)) => Fmul(b, Select(a, c, d));
    exact: Select(a, Fsub(b, c), Fsub(b, d)) => Fsub(b, Select(a, c, d));
    exact: Select(a, Fsub(c, b), Fsub(d, b)) => Fsub(Select(a, c, d), b);
    exact: Select(a, Fdiv(b, c), Fdiv(b, d)) => Fdiv(b, Select(a, c, d));
    exact: Select(a, Fdiv(c, b), Fdiv(d, b)) => Fdiv(Select(a, c, d), b);
    exact: Select(a, Iadd(b, c), Iadd(b, d)) => Iadd(b, Select(a, c, d));
    exact: Select(a, Isub(b, c), Isub(b, d)) => Isub(b, Select(a, c, d));
    exact: Select(a, Isub(c, b), Isub(d, b)) => Isub(Select(a, c, d), b);
    exact: Select(a, Imul(b, c), Imul(b, d)) => Imul(b, Select(a, c, d));
    exact: Select(a, VectorTimesScalar(b, c), VectorTimesScalar(b, d)) => VectorTimesScalar(b, Select(a, c, d));

    // Arithmetic by a condition.
    exact: Fmul(BtoF(a), BtoF(b)) => BtoF(And(a, b));
    finite: Fmul(BtoF(a), b) => Select(a, b, 0.0);
    exact: Imul(BtoI(a), BtoI(b)) => BtoI(And(a, b));
    exact: Imul(BtoI(a), b) => Select(a, b, 0);
    exact: Fmax(BtoF(a), BtoF(b)) => BtoF(Or(a, b));
    exact: Fmin(BtoF(a), BtoF(b)) => BtoF(And(a, b));
    exact: Iand(BtoI(a), BtoI(b)) => BtoI(And(a, b));
    exact: Ior(BtoI(a), BtoI(b)) => BtoI(Or(a, b));
    exact: Ixor(BtoI(a), BtoI(b)) => BtoI(Bne(a, b));
    exact: Fsub(1.0, BtoF(a)) => BtoF(Not(a));
    exact: Isub(1, BtoI(a)) => BtoI(Not(a));
    exact: Ixor(BtoI(a), 1) => BtoI(Not(a));
    finite: Fmix(a, b, BtoF(c)) => Select(c, b, a);
    exact: Fneg(Select(a, k, l)) => Select(a, Fneg(k), Fneg(l));
    exact: Ineg(Select(a, k, l)) => Select(a, Ineg(k), Ineg(l));
    exact: Not(Select(a, k, l)) => Select(a, Not(k), Not(l));
    exact: Fmul(Select(a, k, l), m) => Select(a, Fmul(k, m), Fmul(l, m));
    exact: Fadd(Select(a, k, l), m) => Select(a, Fadd(k, m), Fadd(l, m));
    exact: Imul(Select(a, k, l), m) => Select(a, Imul(k, m), Imul(l, m));
    exact: Iadd(Select(a, k, l), m) => Select(a, Iadd(k, m), Iadd(l, m));

    // Minimum, maximum, absolute value.
    exact: Select(Slt(a, b), a, b) => Smin(a, b);
    exact: Select(Slt(a, b), b, a) => Smax(a, b);
    exact: Select(Sle(a, b), a, b) => Smin(a, b);
    exact: Select(Sle(a, b), b, a) => Smax(a, b);
    exact: Select(Ult(a, b), a, b) => Umin(a, b);
    exact: Select(Ult(a, b), b, a) => Umax(a, b);
    exact: Select(Ule(a, b), a, b) => Umin(a, b);
    exact: Select(Ule(a, b), b, a) => Umax(a, b);
    finite: Select(Flt(a, b), a, b) => Fmin(a, b);
    finite: Select(Flt(a, b), b, a) => Fmax(a, b);
    finite: Select(Fle(a, b), a, b) => Fmin(a, b);
    finite: Select(Fle(a, b), b, a) => Fmax(a, b);
    finite: Select(Fult(a, b), a, b) => Fmin(a, b);
    finite: Select(Fult(a, b), b, a) => Fmax(a, b);
    finite: Select(Fule(a, b), a, b) => Fmin(a, b);
    finite: Select(Fule(a, b), b, a) => Fmax(a, b);
    zero: Select(Flt(a, 0.0), Fneg(a), a) => Fabs(a);
    zero: Select(Flt(a, 0.0), a, Fneg(a)) => Fneg(Fabs(a));
    zero: Select(Fle(a, 0.0), Fneg(a), a) => Fabs(a);
    zero: Select(Fle(a, 0.0), a, Fneg(a)) => Fneg(Fabs(a));
    zero: Select(Fgt(a, 0.0), a, Fneg(a)) => Fabs(a);
    zero: Select(Fgt(a, 0.0), Fneg(a), a) => Fneg(Fabs(a));
    zero: Select(Fge(a, 0.0), a, Fneg(a)) => Fabs(a);
    zero: Select(Fge(a, 0.0), Fneg(a), a) => Fneg(Fabs(a));
    exact: Select(Slt(a, 0), Ineg(a), a) => Sabs(a);
    exact: Select(Sle(a, 0), Ineg(a), a) => Sabs(a);
    exact: Select(Sgt(a, 0), a, Ineg(a)) => Sabs(a);
    exact: Select(Sge(a, 0), a, Ineg(a)) => Sabs(a);
    exact: Select(Ieq(a, b), a, b) => b;
    exact: Select(Ine(a, b), a, b) => a;
    zero: Select(Feq(a, b), a, b) => b;
    zero: Select(Fne(a, b), a, b) => a;

    // One choice for two.
    zero: Fadd(Select(a, b, 0.0), Select(a, 0.0, c)) => Select(a, b, c);
    exact: Fadd(Select(a, b, 0.0), Select(a, c, 0.0)) => Select(a, Fadd(b, c), 0.0);
    exact: Fadd(Select(a, 0.0, b), Select(a, 0.0, c)) => Select(a, 0.0, Fadd(b, c));
    exact: Iadd(Select(a, b, 0), Select(a, 0, c)) => Select(a, b, c);
    exact: Iadd(Select(a, b, 0), Select(a, c, 0)) => Select(a, Iadd(b, c), 0);
    exact: Ior(Select(a, b, 0), Select(a, 0, c)) => Select(a, b, c);
    exact: Select(a, BtoF(b), 0.0) => BtoF(And(a, b));
    exact: Select(a, 1.0, BtoF(b)) => BtoF(Or(a, b));
    exact: Select(a, BtoF(b), BtoF(c)) => BtoF(Select(a, b, c));
    exact: Select(a, BtoI(b), 0) => BtoI(And(a, b));
    exact: Select(a, 1, BtoI(b)) => BtoI(Or(a, b));
    exact: Select(a, BtoI(b), BtoI(c)) => BtoI(Select(a, b, c));

    // Nothing is done where it would change nothing.
    exact: Select(Ieq(b, 0), a, Shl(a, b)) => Shl(a, b);
    exact: Select(Ieq(b, 0), a, Lshr(a, b)) => Lshr(a, b);
    exact: Select(Ieq(b, 0), a, Ashr(a, b)) => Ashr(a, b);
    exact: Select(Ieq(b, 0), a, Iadd(a, b)) => Iadd(a, b);
    exact: Select(Ieq(b, 0), a, Isub(a, b)) => Isub(a, b);
    zero: Select(Feq(b, 0.0), a, Fadd(a, b)) => Fadd(a, b);
    finite: Select(Flt(a, 0.0), 0.0, Sqrt(a)) => Sqrt(Fmax(a, 0.0));
    finite: Select(Fle(a, 0.0), 0.0, Sqrt(a)) => Sqrt(Fmax(a, 0.0));
    finite: Select(Fgt(a, 0.0), Sqrt(a), 0.0) => Sqrt(Fmax(a, 0.0));
    finite: Select(Fge(a, 0.0), Sqrt(a), 0.0) => Sqrt(Fmax(a, 0.0));

    // What both do is done after the choice.
    exact: Select(a, Fabs(b), Fabs(c)) => Fabs(Select(a, b, c));
    exact: Select(a, Floor(b), Floor(c)) => Floor(Select(a, b, c));
    exact: Select(a, Ceil(b), Ceil(c)) => Ceil(Select(a, b, c));
    exact: Select(a, Fract(b), Fract(c)) => Fract(Select(a, b, c));
    exact: Select(a, Sqrt(b), Sqrt(c)) => Sqrt(Select(a, b, c));
    exact: Select(a, InverseSqrt(b), InverseSqrt(c)) => InverseSqrt(Select(a, b, c));
    exact: Select(a, Exp(b), Exp(c)) => Exp(Select(a, b, c));
    exact: Select(a, Exp2(b), Exp2(c)) => Exp2(Select(a, b, c));
    exact: Select(a, Log(b), Log(c)) => Log(Select(a, b, c));
    exact: Select(a, Log2(b), Log2(c)) => Log2(Select(a, b, c));
    exact: Select(a, Sin(b), Sin(c)) => Sin(Select(a, b, c));
    exact: Select(a, Cos(b), Cos(c)) => Cos(Select(a, b, c));
    exact: Select(a, StoF(b), StoF(c)) => StoF(Select(a, b, c));
    exact: Select(a, UtoF(b), UtoF(c)) => UtoF(Select(a, b, c));
    exact: Select(a, FtoS(b), FtoS(c)) => FtoS(Select(a, b, c));
    exact: Select(a, FtoU(b), FtoU(c)) => FtoU(Select(a, b, c));
    exact: Select(a, Ineg(b), Ineg(c)) => Ineg(Select(a, b, c));
    exact: Select(a, Inot(b), Inot(c)) => Inot(Select(a, b, c));
    exact: Select(a, Length(b), Length(c)) => Length(Select(a, b, c));
    exact: Select(a, Fmin(b, c), Fmin(b, d)) => Fmin(b, Select(a, c, d));
    exact: Select(a, Fmax(b, c), Fmax(b, d)) => Fmax(b, Select(a, c, d));
    exact: Select(a, Iand(b, c), Iand(b, d)) => Iand(b, Select(a, c, d));
    exact: Select(a, Ior(b, c), Ior(b, d)) => Ior(b, Select(a, c, d));
    exact: Select(a, Ixor(b, c), Ixor(b, d)) => Ixor(b, Select(a, c, d));
    exact: Select(a, Smin(b, c), Smin(b, d)) => Smin(b, Select(a, c, d));
    exact: Select(a, Smax(b, c), Smax(b, d)) => Smax(b, Select(a, c, d));
    exact: Select(a, Umin(b, c), Umin(b, d)) => Umin(b, Select(a, c, d));
    exact: Select(a, Umax(b, c), Umax(b, d)) => Umax(b, Select(a, c, d));
    exact: Select(a, Pow(b, d), Pow(c, d)) => Pow(Select(a, b, c), d);
    exact: Select(a, Shl(b, d), Shl(c, d)) => Shl(Select(a, b, c), d);
    exact: Select(a, Lshr(b, d), Lshr(c, d)) => Lshr(Select(a, b, c), d);
    exact: Select(a, VectorTimesScalar(b, d), VectorTimesScalar(c, d)) => VectorTimesScalar(Select(a, b, c), d);

    // An operation on one of two constants chooses between what it gives.
    exact: Fabs(Select(a, k, l)) => Select(a, Fabs(k), Fabs(l));
    exact: Floor(Select(a, k, l)) => Select(a, Floor(k), Floor(l));
    exact: Ceil(Select(a, k, l)) => Select(a, Ceil(k), Ceil(l));
    exact: Fract(Select(a, k, l)) => Select(a, Fract(k), Fract(l));
    exact: Sqrt(Select(a, k, l)) => Select(a, Sqrt(k), Sqrt(l));
    real: InverseSqrt(Select(a, k, l)) => Select(a, InverseSqrt(k), InverseSqrt(l));
    real: Exp(Select(a, k, l)) => Select(a, Exp(k), Exp(l));
    real: Exp2(Select(a, k, l)) => Select(a, Exp2(k), Exp2(l));
    real: Log2(Select(a, k, l)) => Select(a, Log2(k), Log2(l));
    real: Sin(Select(a, k, l)) => Select(a, Sin(k), Sin(l));
    real: Cos(Select(a, k, l)) => Select(a, Cos(k), Cos(l));
    exact: StoF(Select(a, k, l)) => Select(a, StoF(k), StoF(l));
    exact: UtoF(Select(a, k, l)) => Select(a, UtoF(k), UtoF(l));
    exact: FtoS(Select(a, k, l)) => Select(a, FtoS(k), FtoS(l));
    exact: FtoU(Select(a, k, l)) => Select(a, FtoU(k), FtoU(l));
    exact: Inot(Select(a, k, l)) => Select(a, Inot(k), Inot(l));
    real: Radians(Select(a, k, l)) => Select(a, Radians(k), Radians(l));
    exact: Fsub(Select(a, k, l), m) => Select(a, Fsub(k, m), Fsub(l, m));
    exact: Fdiv(Select(a, k, l), m) => Select(a, Fdiv(k, m), Fdiv(l, m));
    exact: Fmin(Select(a, k, l), m) => Select(a, Fmin(k, m), Fmin(l, m));
    exact: Fmax(Select(a, k, l), m) => Select(a, Fmax(k, m), Fmax(l, m));
    real: Pow(Select(a, k, l), m) => Select(a, Pow(k, m), Pow(l, m));
    exact: Isub(Select(a, k, l), m) => Select(a, Isub(k, m), Isub(l, m));
    exact: Iand(Select(a, k, l), m) => Select(a, Iand(k, m), Iand(l, m));
    exact: Ior(Select(a, k, l), m) => Select(a, Ior(k, m), Ior(l, m));
    exact: Shl(Select(a, k, l), m) => Select(a, Shl(k, m), Shl(l, m));
    exact: VectorTimesScalar(Select(a, k, l), m) => Select(a, VectorTimesScalar(k, m), VectorTimesScalar(l, m));
    exact: Smin(Select(a, k, l), m) => Select(a, Smin(k, m), Smin(l, m));
    exact: Smax(Select(a, k, l), m) => Select(a, Smax(k, m), Smax(l, m));
    exact: Umin(Select(a, k, l), m) => Select(a, Umin(k, m), Umin(l, m));
    exact: Umax(Select(a, k, l), m) => Select(a, Umax(k, m), Umax(l, m));
    exact: Fsub(m, Select(a, k, l)) => Select(a, Fsub(m, k), Fsub(m, l));
    exact: Fdiv(m, Select(a, k, l)) => Select(a, Fdiv(m, k), Fdiv(m, l));
    exact: Isub(m, Select(a, k, l)) => Select(a, Isub(m, k), Isub(m, l));
    exact: Shl(m, Select(a, k, l)) => Select(a, Shl(m, k), Shl(m, l)), if [below_width(k), below_width(l)];
    real: Pow(m, Select(a, k, l)) => Select(a, Pow(m, k), Pow(m, l));

    // What both do is done after the choice, of more operands.
    exact: Select(a, And(b, c), And(b, d)) => And(b, Select(a, c, d));
    exact: Select(a, Or(b, c), Or(b, d)) => Or(b, Select(a, c, d));
    exact: Select(a, Bne(b, c), Bne(b, d)) => Bne(b, Select(a, c, d));
    exact: Select(a, Pow(b, c), Pow(b, d)) => Pow(b, Select(a, c, d));
    exact: Select(a, Fsign(b), Fsign(c)) => Fsign(Select(a, b, c));

    // Nothing is done where it would change nothing.
    exact: Select(Ine(b, 0), Shl(a, b), a) => Shl(a, b);
    exact: Select(Ine(b, 0), Lshr(a, b), a) => Lshr(a, b);
    exact: Select(Ine(b, 0), Ashr(a, b), a) => Ashr(a, b);
    exact: Select(Ine(b, 0), Iadd(a, b), a) => Iadd(a, b);
    exact: Select(Ine(b, 0), Isub(a, b), a) => Isub(a, b);
    exact: Select(Ine(a, 0), FindLsb(a), (-1)) => FindLsb(a);
    exact: Select(Ine(a, 0), FindUmsb(a), (-1)) => FindUmsb(a);
    exact: Select(Ine(a, 0), FindSmsb(a), (-1)) => FindSmsb(a);
    exact: Select(Ieq(a, 0), (-1), FindLsb(a)) => FindLsb(a);
    exact: Select(Ieq(a, 0), (-1), FindUmsb(a)) => FindUmsb(a);
    exact: Select(Ieq(a, 0), (-1), FindSmsb(a)) => FindSmsb(a);
    exact: Select(Sge(FindLsb(a), 0), FindLsb(a), (-1)) => FindLsb(a);
    exact: Select(Sge(FindUmsb(a), 0), FindUmsb(a), (-1)) => FindUmsb(a);
    exact: Select(Sge(FindSmsb(a), 0), FindSmsb(a), (-1)) => FindSmsb(a);

    // Signs by a condition.
    exact: Fmul(Select(a, (-1.0), 1.0), b) => Select(a, Fneg(b), b);
    exact: Fmul(Select(a, 1.0, (-1.0)), b) => Select(a, b, Fneg(b));
    exact: Fabs(Select(a, Fneg(b), b)) => Fabs(b);
    exact: Fabs(Select(a, b, Fneg(b))) => Fabs(b);
    exact: Sabs(Select(a, Ineg(b), b)) => Sabs(b);
    exact: Sabs(Select(a, b, Ineg(b))) => Sabs(b);
    finite: Fclamp(Fsign(a), 0.0, 1.0) => BtoF(Fgt(a, 0.0));
    finite: Fmax(Fsign(a), 0.0) => BtoF(Fgt(a, 0.0));
    finite: Fsub(BtoF(Fgt(a, 0.0)), BtoF(Flt(a, 0.0))) => Fsign(a);
    finite: Isub(BtoI(Fgt(a, 0.0)), BtoI(Flt(a, 0.0))) => FtoS(Fsign(a));
    exact: Isub(BtoI(Sgt(a, 0)), BtoI(Slt(a, 0))) => Ssign(a);

    // More conditions as numbers.
    exact: Fmin(Fadd(BtoF(a), BtoF(b)), 1.0) => BtoF(Or(a, b));
    exact: Smax(BtoI(a), BtoI(b)) => BtoI(Or(a, b));
    exact: Smin(BtoI(a), BtoI(b)) => BtoI(And(a, b));
    exact: Umax(BtoI(a), BtoI(b)) => BtoI(Or(a, b));
    exact: Umin(BtoI(a), BtoI(b)) => BtoI(And(a, b));
    exact: BtoI(Ine(Iand(a, k), 0)) => Lshr(Iand(a, k), FindLsb(k)), if [power_of_two(k)];

    // Choices within choices, and operations with three operands.
    exact: Select(a, Select(b, c, d), Select(b, c, e)) => Select(b, c, Select(a, d, e));
    exact: Select(a, Select(b, c, d), Select(b, e, d)) => Select(b, Select(a, c, e), d);
    exact: Select(a, Fmix(b, c, d), Fmix(b, c, e)) => Fmix(b, c, Select(a, d, e));
    exact: Select(a, Fmix(b, c, d), Fmix(b, e, d)) => Fmix(b, Select(a, c, e), d);
    exact: Select(a, Fmix(b, c, d), Fmix(e, c, d)) => Fmix(Select(a, b, e), c, d);
    exact: Select(a, Fma(b, c, d), Fma(b, c, e)) => Fma(b, c, Select(a, d, e));
    exact: Select(a, Fma(b, c, d), Fma(b, e, d)) => Fma(b, Select(a, c, e), d);

    // A condition as a number is one of two constants.
    exact: Fadd(BtoF(a), k) => Select(a, Fadd(1.0, k), Fadd(0.0, k));
    exact: Fsub(BtoF(a), k) => Select(a, Fsub(1.0, k), Fsub(0.0, k));
    exact: Fsub(k, BtoF(a)) => Select(a, Fsub(k, 1.0), Fsub(k, 0.0));
    exact: Fmin(BtoF(a), k) => Select(a, Fmin(1.0, k), Fmin(0.0, k));
    exact: Fmax(BtoF(a), k) => Select(a, Fmax(1.0, k), Fmax(0.0, k));
    exact: Iadd(BtoI(a), k) => Select(a, Iadd(1, k), k);
    exact: Isub(k, BtoI(a)) => Select(a, Isub(k, 1), k);
    exact: Shl(BtoI(a), k) => Select(a, Shl(1, k), 0);
    exact: Ineg(BtoI(a)) => Select(a, (-1), 0);
    exact: Iand(Select(a, (-1), 0), b) => Select(a, b, 0);
    exact: Ior(Select(a, (-1), 0), b) => Select(a, (-1), b);
};
