//! Comparisons. Programs rely on a NaN comparing false, so few rules for floats hold with one; what compares a difference with
//! zero is not exact either, for infinities and where a small difference is flushed to zero.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    // Equal operands.
    exact [Ieq, Sle, Ule, Fueq, Fule]: X(a, a) => true;
    exact [Ine, Slt, Ult, Flt, Fone]: X(a, a) => false;
    exact: Fne(a, a) => IsNan(a);

    // Negations.
    exact: Not(Ieq(a, b)) => Ine(a, b);
    exact: Not(Ine(a, b)) => Ieq(a, b);
    exact [Slt/Sge, Sge/Slt, Ult/Uge, Uge/Ult, Flt/Fuge, Fge/Fult, Fuge/Flt, Fult/Fge]: Not(X(a, b)) => Y(a, b);
    exact: Not(Feq(a, b)) => Fne(a, b);
    exact: Not(Fne(a, b)) => Feq(a, b);
    exact: Not(Fone(a, b)) => Fueq(a, b);
    exact: Not(Fueq(a, b)) => Fone(a, b);

    // The ends of the range.
    exact: Ult(a, 0) => false;
    exact: Uge(a, 0) => true;
    exact: Ugt(a, 0) => Ine(a, 0);
    exact: Ule(a, 0) => Ieq(a, 0);
    exact: Ult(a, 1) => Ieq(a, 0);
    exact: Uge(a, 1) => Ine(a, 0);
    exact: Ugt(a, (-1)) => false;
    exact: Ule(a, (-1)) => true;
    exact: Flt(a, 0.0) => false, if [non_negative(a)];
    exact: Fgt(a, 1.0) => false, if [unit(a)];
    exact: Fle(a, 0.0) => Feq(a, 0.0), if [non_negative(a)];

    // The same operation on both sides.
    exact [Ieq, Ine]: X(Iadd(a, k), l) => X(a, Isub(l, k));
    exact [Ieq, Ine]: X(Isub(a, k), l) => X(a, Iadd(l, k));
    exact [Ieq, Ine]: X(Isub(k, a), l) => X(a, Isub(k, l));
    exact [Ieq, Ine]: X(Isub(a, b), 0) => X(a, b);
    exact [Ieq, Ine]: X(Ixor(a, b), 0) => X(a, b);
    exact [Ieq, Ine]: X(Ixor(a, k), l) => X(a, Ixor(k, l));
    exact [Ieq, Ine]: X(Ineg(a), k) => X(a, Ineg(k));
    exact [Ieq, Ine]: X(Ineg(a), Ineg(b)) => X(a, b);
    exact [Ieq, Ine]: X(Inot(a), k) => X(a, Inot(k));
    exact [Ieq, Ine]: X(Inot(a), Inot(b)) => X(a, b);
    exact [Iadd, Isub, Ixor]: Ieq(X(a, b), a) => Ieq(b, 0);
    exact [Ieq, Ine]: X(Iadd(a, b), Iadd(a, c)) => X(b, c);
    exact [Sabs, BitCount]: Ieq(X(a), 0) => Ieq(a, 0);
    exact [Iadd, Isub, Ixor]: Ine(X(a, b), a) => Ine(b, 0);
    exact [Sabs, BitCount]: Ine(X(a), 0) => Ine(a, 0);
    exact [Feq, Fne]: X(Fneg(a), Fneg(b)) => X(a, b);
    exact [Feq, Fne]: X(Fneg(a), k) => X(a, Fneg(k));
    exact [Flt/Fgt, Fle/Fge]: X(Fneg(a), Fneg(b)) => Y(a, b);
    exact [Flt/Fgt, Fgt/Flt, Fle/Fge, Fge/Fle]: X(Fneg(a), k) => Y(a, Fneg(k));
    exact [Feq, Fne]: X(Fabs(a), 0.0) => X(a, 0.0);

    exact: Fgt(Fabs(a), 0.0) => Fone(a, 0.0);

    // A number with its opposite, a difference with zero.
    real [Flt, Fgt, Fle, Fge, Feq, Fne]: X(Fsub(a, b), 0.0) => X(a, b);

    // Whole numbers as floats.
    exact: Feq(StoF(a), k) => Ieq(a, FtoS(k)), if [counts(k)];
    exact: Fne(StoF(a), k) => Ine(a, FtoS(k)), if [counts(k)];
    exact [Flt/Slt, Fgt/Sgt, Fle/Sle, Fge/Sge]: X(StoF(a), k) => Y(a, FtoS(k)), if [counts(k)];
    exact: Feq(UtoF(a), k) => Ieq(a, FtoU(k)), if [counts(k), non_negative(k)];
    exact: Fne(UtoF(a), k) => Ine(a, FtoU(k)), if [counts(k), non_negative(k)];
    exact [Flt/Ult, Fge/Uge]: X(UtoF(a), k) => Y(a, FtoU(k)), if [counts(k)];
    exact [Fgt/Ugt, Fle/Ule]: X(UtoF(a), k) => Y(a, FtoU(k)), if [counts(k), non_negative(k)];

    // Scaled by a power of two.
    exact [Flt, Fgt, Fle, Fge]:
        X(Fmul(a, k), l) => X(a, Fdiv(l, k)), if [has_reciprocal(k), positive(k), moderate(k), moderate(l)];

    // With the lesser or greater of itself and another, whatever that is.
    exact [Flt/Fmax, Slt/Smax, Sge/Smax, Ult/Umax, Uge/Umax]: X(a, Y(a, b)) => X(a, b);
    exact [Umax, Ior]: Uge(X(a, b), a) => true;

    // One of two constants: the comparison is the condition, its opposite, or always the same.
    exact [Feq, Fne, Flt, Fgt, Fle, Fge, Ieq, Ine, Slt, Sgt, Sle, Sge, Ult, Ugt, Ule, Uge]:
        X(Select(a, k, l), m) => Select(a, X(k, m), X(l, m));
    exact [Feq, Fne, Flt, Fgt, Fle, Fge]: X(BtoF(a), k) => Select(a, X(1.0, k), X(0.0, k));
    exact [Ieq, Ine, Slt, Sgt, Sle, Sge, Ult, Ugt, Ule, Uge]: X(BtoI(a), k) => Select(a, X(1, k), X(0, k));

    // A zero has no sign.
    exact [Feq, Fne, Flt, Fgt, Fle, Fge]: X(a, (-0.0)) => X(a, 0.0);

    // Numbers are equal to themselves.
    exact [Feq, Fle]: X(a, a) => true, if [number(a)];

    // A sum with a constant.
    real [Flt, Fgt, Fle, Fge, Feq, Fne]: X(Fadd(a, k), 0.0) => X(a, Fneg(k));

    // Limits on the other side of what is compared with.
    exact [Feq, Fne]: X(Fclamp(a, k, l), m) => X(a, m), if [less(k, m), less(m, l)];
    finite: Fgt(Fmin(a, k), l) => Fgt(a, l), if [less(l, k)];
    exact [Fle/Fmin, Sgt/Smin, Sle/Smin, Ugt/Umin, Ule/Umin]: X(Y(a, k), l) => X(a, l), if [less(l, k)];
    exact [Flt/Fmax, Slt/Smax]: X(Y(a, k), l) => false, if [at_most(l, k)];
    exact [Fgt/Fmin, Sgt/Smin]: X(Y(a, k), l) => false, if [at_most(k, l)];
};
