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

    // Comparisons of choices and of conversions.
    exact: Feq(BtoF(a), BtoF(b)) => Beq(a, b);
    exact: Ieq(BtoI(a), BtoI(b)) => Beq(a, b);
    finite: Fgt(Step(a, b), 0.0) => Fge(b, a);
    finite: Fgt(Step(a, b), 0.5) => Fge(b, a);
    finite: Feq(Step(a, b), 1.0) => Fge(b, a);
    finite: Feq(Step(a, b), 0.0) => Flt(b, a);
    exact: Ieq(Select(a, k, l), l) => Not(a), if [differ(k, l)];
    exact: Ine(Select(a, k, l), k) => Not(a), if [differ(k, l)];

    // A number with its opposite, a difference with zero.
    exact [Feq, Fne]: X(Fneg(a), a) => X(a, 0.0);
    exact [Flt, Fgt, Fle, Fge]: X(a, Fneg(a)) => X(a, 0.0);
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
    exact [Flt/Fmin, Slt/Smin, Sge/Smin, Ult/Umin, Uge/Umin]: X(Y(a, b), a) => X(b, a);
    exact [Flt/Fmax, Slt/Smax, Sge/Smax, Ult/Umax, Uge/Umax]: X(a, Y(a, b)) => X(a, b);
    exact [Flt/Fmax, Slt/Smax, Ult/Umax]: X(Y(a, b), a) => false;
    exact [Flt/Fmin, Slt/Smin, Ult/Umin]: X(a, Y(a, b)) => false;
    exact: Sge(a, Smin(a, b)) => true;
    exact: Sge(Smax(a, b), a) => true;
    exact [Umin, Iand]: Uge(a, X(a, b)) => true;
    exact [Umax, Ior]: Uge(X(a, b), a) => true;
    exact: Ult(a, Iand(a, b)) => false;
    exact: Ult(Ior(a, b), a) => false;

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

    // Conditions as numbers.
    exact: Fne(BtoF(a), BtoF(b)) => Bne(a, b);
    exact: Ine(BtoI(a), BtoI(b)) => Bne(a, b);
    exact [Fgt, Fne]: X(Fadd(BtoF(a), BtoF(b)), 0.0) => Or(a, b);
    exact: Feq(Fadd(BtoF(a), BtoF(b)), 0.0) => Not(Or(a, b));

    // Bits that are left, and the sign.
    exact: Ieq(Lshr(a, k), 0) => Ult(a, Shl(1, k));
    exact: Ine(Lshr(a, k), 0) => Uge(a, Shl(1, k));
    exact: Ieq(Iand(a, k), 0) => Sge(a, 0), if [sign(k)];
    exact: Ine(Iand(a, k), 0) => Slt(a, 0), if [sign(k)];
    exact: Ieq(Iand(a, k), k) => Slt(a, 0), if [sign(k)];
    exact: Ine(Iand(a, k), k) => Sge(a, 0), if [sign(k)];

    // With the lesser or greater of itself and another, if neither is a NaN.
    finite: Fle(Fmin(a, b), a) => true;
    finite: Fle(a, Fmax(a, b)) => true;
    finite: Fle(Fmax(a, b), a) => Fle(b, a);
    finite: Fle(a, Fmin(a, b)) => Fle(a, b);

    // Limits on the other side of what is compared with.
    finite: Flt(Fclamp(a, k, l), m) => Flt(a, m), if [less(k, m), at_most(m, l)];
    exact: Fge(Fclamp(a, k, l), m) => Fge(a, m), if [less(k, m), at_most(m, l)];
    finite: Fle(Fclamp(a, k, l), m) => Fle(a, m), if [at_most(k, m), less(m, l)];
    exact: Fgt(Fclamp(a, k, l), m) => Fgt(a, m), if [at_most(k, m), less(m, l)];
    exact [Feq, Fne]: X(Fclamp(a, k, l), m) => X(a, m), if [less(k, m), less(m, l)];
    exact [Fgt/Fmax, Sgt/Smax, Sle/Smax, Ugt/Umax, Ule/Umax]: X(Y(a, k), l) => X(a, l), if [at_most(k, l)];
    exact [Fge/Fmax, Sge/Smax, Slt/Smax, Uge/Umax, Ult/Umax]: X(Y(a, k), l) => X(a, l), if [less(k, l)];
    finite: Flt(Fmax(a, k), l) => Flt(a, l), if [less(k, l)];
    finite: Fle(Fmax(a, k), l) => Fle(a, l), if [at_most(k, l)];
    finite: Fgt(Fmin(a, k), l) => Fgt(a, l), if [less(l, k)];
    finite: Fge(Fmin(a, k), l) => Fge(a, l), if [at_most(l, k)];
    exact [Flt/Fmin, Sge/Smin, Slt/Smin, Uge/Umin, Ult/Umin]: X(Y(a, k), l) => X(a, l), if [at_most(l, k)];
    exact [Fle/Fmin, Sgt/Smin, Sle/Smin, Ugt/Umin, Ule/Umin]: X(Y(a, k), l) => X(a, l), if [less(l, k)];
    finite: Fgt(Fmax(a, k), l) => true, if [less(l, k)];
    finite: Fge(Fmax(a, k), l) => true, if [at_most(l, k)];
    exact [Flt/Fmax, Slt/Smax]: X(Y(a, k), l) => false, if [at_most(l, k)];
    exact [Fle/Fmax, Sle/Smax]: X(Y(a, k), l) => false, if [less(l, k)];
    exact [Fgt/Fmin, Sgt/Smin]: X(Y(a, k), l) => false, if [at_most(k, l)];
    exact [Fge/Fmin, Sge/Smin]: X(Y(a, k), l) => false, if [less(k, l)];
    finite: Flt(Fmin(a, k), l) => true, if [less(k, l)];
    finite: Fle(Fmin(a, k), l) => true, if [at_most(k, l)];
    exact: Sgt(Smax(a, k), l) => true, if [less(l, k)];
    exact: Sge(Smax(a, k), l) => true, if [at_most(l, k)];
    exact: Slt(Smin(a, k), l) => true, if [less(k, l)];
    exact: Sle(Smin(a, k), l) => true, if [at_most(k, l)];
};
