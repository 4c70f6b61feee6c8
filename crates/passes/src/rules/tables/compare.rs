//! Comparisons. Programs rely on a NaN comparing false, so few rules for floats hold with one; what compares a difference with
//! zero is not exact either, for infinities and where a small difference is flushed to zero.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    // Equal operands.
    exact: Ieq(a, a) => true;
    exact: Ine(a, a) => false;
    exact: Slt(a, a) => false;
    exact: Sle(a, a) => true;
    exact: Ult(a, a) => false;
    exact: Ule(a, a) => true;
    exact: Flt(a, a) => false;
    exact: Fone(a, a) => false;
    exact: Fueq(a, a) => true;
    exact: Fule(a, a) => true;
    exact: Fne(a, a) => IsNan(a);
    exact: Not(Feq(a, a)) => IsNan(a);

    // Negations.
    exact: Not(Ieq(a, b)) => Ine(a, b);
    exact: Not(Ine(a, b)) => Ieq(a, b);
    exact: Not(Slt(a, b)) => Sge(a, b);
    exact: Not(Sge(a, b)) => Slt(a, b);
    exact: Not(Ult(a, b)) => Uge(a, b);
    exact: Not(Uge(a, b)) => Ult(a, b);
    exact: Not(Feq(a, b)) => Fne(a, b);
    exact: Not(Fne(a, b)) => Feq(a, b);
    exact: Not(Flt(a, b)) => Fuge(a, b);
    exact: Not(Fge(a, b)) => Fult(a, b);
    exact: Not(Fuge(a, b)) => Flt(a, b);
    exact: Not(Fult(a, b)) => Fge(a, b);
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
    exact: Fge(a, 0.0) => true, if [non_negative(a), number(a)];
    exact: Fgt(a, 1.0) => false, if [unit(a)];
    exact: Fle(a, 0.0) => Feq(a, 0.0), if [non_negative(a)];

    // What is done to both sides.
    exact: Ieq(Iadd(a, k), l) => Ieq(a, Isub(l, k));
    exact: Ieq(Isub(a, k), l) => Ieq(a, Iadd(l, k));
    exact: Ieq(Isub(k, a), l) => Ieq(a, Isub(k, l));
    exact: Ieq(Isub(a, b), 0) => Ieq(a, b);
    exact: Ieq(Ixor(a, b), 0) => Ieq(a, b);
    exact: Ieq(Ixor(a, k), l) => Ieq(a, Ixor(k, l));
    exact: Ieq(Ineg(a), k) => Ieq(a, Ineg(k));
    exact: Ieq(Ineg(a), Ineg(b)) => Ieq(a, b);
    exact: Ieq(Inot(a), k) => Ieq(a, Inot(k));
    exact: Ieq(Inot(a), Inot(b)) => Ieq(a, b);
    exact: Ieq(Iadd(a, b), a) => Ieq(b, 0);
    exact: Ieq(Isub(a, b), a) => Ieq(b, 0);
    exact: Ieq(Ixor(a, b), a) => Ieq(b, 0);
    exact: Ieq(Iadd(a, b), Iadd(a, c)) => Ieq(b, c);
    exact: Ieq(Sabs(a), 0) => Ieq(a, 0);
    exact: Ieq(Bitcast(a), 0) => Ieq(a, 0);
    exact: Ine(Iadd(a, k), l) => Ine(a, Isub(l, k));
    exact: Ine(Isub(a, k), l) => Ine(a, Iadd(l, k));
    exact: Ine(Isub(k, a), l) => Ine(a, Isub(k, l));
    exact: Ine(Isub(a, b), 0) => Ine(a, b);
    exact: Ine(Ixor(a, b), 0) => Ine(a, b);
    exact: Ine(Ixor(a, k), l) => Ine(a, Ixor(k, l));
    exact: Ine(Ineg(a), k) => Ine(a, Ineg(k));
    exact: Ine(Ineg(a), Ineg(b)) => Ine(a, b);
    exact: Ine(Inot(a), k) => Ine(a, Inot(k));
    exact: Ine(Inot(a), Inot(b)) => Ine(a, b);
    exact: Ine(Iadd(a, b), a) => Ine(b, 0);
    exact: Ine(Isub(a, b), a) => Ine(b, 0);
    exact: Ine(Ixor(a, b), a) => Ine(b, 0);
    exact: Ine(Iadd(a, b), Iadd(a, c)) => Ine(b, c);
    exact: Ine(Sabs(a), 0) => Ine(a, 0);
    exact: Ine(Bitcast(a), 0) => Ine(a, 0);
    exact: Feq(Fneg(a), Fneg(b)) => Feq(a, b);
    exact: Feq(Fneg(a), k) => Feq(a, Fneg(k));
    exact: Fne(Fneg(a), Fneg(b)) => Fne(a, b);
    exact: Fne(Fneg(a), k) => Fne(a, Fneg(k));
    exact: Flt(Fneg(a), Fneg(b)) => Fgt(a, b);
    exact: Flt(Fneg(a), k) => Fgt(a, Fneg(k));
    exact: Fgt(Fneg(a), k) => Flt(a, Fneg(k));
    exact: Fle(Fneg(a), Fneg(b)) => Fge(a, b);
    exact: Fle(Fneg(a), k) => Fge(a, Fneg(k));
    exact: Fge(Fneg(a), k) => Fle(a, Fneg(k));
    exact: Feq(Fabs(a), 0.0) => Feq(a, 0.0);
    exact: Fne(Fabs(a), 0.0) => Fne(a, 0.0);

    exact: Fgt(Fabs(a), 0.0) => Fone(a, 0.0);

    // Comparisons of choices and of conversions.
    exact: Ine(Select(a, 1, 0), 0) => a;
    exact: Ieq(Select(a, 1, 0), 0) => Not(a);
    exact: Ieq(Select(a, 1, 0), 1) => a;
    exact: Ine(BtoI(a), 0) => a;
    exact: Ieq(BtoI(a), 0) => Not(a);
    exact: Ieq(BtoI(a), 1) => a;
    exact: Ine(BtoI(a), 1) => Not(a);
    exact: Sgt(BtoI(a), 0) => a;
    exact: Fne(BtoF(a), 0.0) => a;
    exact: Feq(BtoF(a), 0.0) => Not(a);
    exact: Feq(BtoF(a), 1.0) => a;
    exact: Fne(BtoF(a), 1.0) => Not(a);
    exact: Fgt(BtoF(a), 0.0) => a;
    exact: Fgt(BtoF(a), 0.5) => a;
    exact: Fge(BtoF(a), 0.5) => a;
    exact: Fge(BtoF(a), 1.0) => a;
    exact: Flt(BtoF(a), 0.5) => Not(a);
    exact: Flt(BtoF(a), 1.0) => Not(a);
    exact: Feq(BtoF(a), BtoF(b)) => Beq(a, b);
    exact: Ieq(BtoI(a), BtoI(b)) => Beq(a, b);
    finite: Fgt(Step(a, b), 0.0) => Fge(b, a);
    finite: Fgt(Step(a, b), 0.5) => Fge(b, a);
    finite: Feq(Step(a, b), 1.0) => Fge(b, a);
    finite: Feq(Step(a, b), 0.0) => Flt(b, a);
    exact: Ieq(Select(a, k, l), k) => a, if [differ(k, l)];
    exact: Ieq(Select(a, k, l), l) => Not(a), if [differ(k, l)];
    exact: Ine(Select(a, k, l), k) => Not(a), if [differ(k, l)];
    exact: Ine(Select(a, k, l), l) => a, if [differ(k, l)];

    // A number with its opposite, a difference with zero.
    exact: Feq(Fneg(a), a) => Feq(a, 0.0);
    exact: Fne(Fneg(a), a) => Fne(a, 0.0);
    exact: Flt(a, Fneg(a)) => Flt(a, 0.0);
    exact: Fgt(a, Fneg(a)) => Fgt(a, 0.0);
    exact: Fle(a, Fneg(a)) => Fle(a, 0.0);
    exact: Fge(a, Fneg(a)) => Fge(a, 0.0);
    real: Flt(Fsub(a, b), 0.0) => Flt(a, b);
    real: Fgt(Fsub(a, b), 0.0) => Fgt(a, b);
    real: Fle(Fsub(a, b), 0.0) => Fle(a, b);
    real: Fge(Fsub(a, b), 0.0) => Fge(a, b);
    real: Feq(Fsub(a, b), 0.0) => Feq(a, b);
    real: Fne(Fsub(a, b), 0.0) => Fne(a, b);
    exact: Ieq(BitCount(a), 0) => Ieq(a, 0);
    exact: Ine(BitCount(a), 0) => Ine(a, 0);

    // Whole numbers as floats.
    exact: Feq(UtoF(a), 0.0) => Ieq(a, 0);
    exact: Fne(UtoF(a), 0.0) => Ine(a, 0);
    exact: Fgt(UtoF(a), 0.0) => Ine(a, 0);
    exact: Feq(StoF(a), k) => Ieq(a, FtoS(k)), if [counts(k)];
    exact: Fne(StoF(a), k) => Ine(a, FtoS(k)), if [counts(k)];
    exact: Flt(StoF(a), k) => Slt(a, FtoS(k)), if [counts(k)];
    exact: Fgt(StoF(a), k) => Sgt(a, FtoS(k)), if [counts(k)];
    exact: Fle(StoF(a), k) => Sle(a, FtoS(k)), if [counts(k)];
    exact: Fge(StoF(a), k) => Sge(a, FtoS(k)), if [counts(k)];
    exact: Feq(UtoF(a), k) => Ieq(a, FtoU(k)), if [counts(k), non_negative(k)];
    exact: Fne(UtoF(a), k) => Ine(a, FtoU(k)), if [counts(k), non_negative(k)];
    exact: Flt(UtoF(a), k) => Ult(a, FtoU(k)), if [counts(k)];
    exact: Fgt(UtoF(a), k) => Ugt(a, FtoU(k)), if [counts(k), non_negative(k)];
    exact: Fle(UtoF(a), k) => Ule(a, FtoU(k)), if [counts(k), non_negative(k)];
    exact: Fge(UtoF(a), k) => Uge(a, FtoU(k)), if [counts(k)];

    // Scaled by a power of two.
    exact: Flt(Fmul(a, k), l) => Flt(a, Fdiv(l, k)), if [has_reciprocal(k), positive(k), moderate(k), moderate(l)];
    exact: Fgt(Fmul(a, k), l) => Fgt(a, Fdiv(l, k)), if [has_reciprocal(k), positive(k), moderate(k), moderate(l)];
    exact: Fle(Fmul(a, k), l) => Fle(a, Fdiv(l, k)), if [has_reciprocal(k), positive(k), moderate(k), moderate(l)];
    exact: Fge(Fmul(a, k), l) => Fge(a, Fdiv(l, k)), if [has_reciprocal(k), positive(k), moderate(k), moderate(l)];

    // With the lesser or greater of itself and another, whatever that is.
    exact: Flt(Fmin(a, b), a) => Flt(b, a);
    exact: Flt(a, Fmax(a, b)) => Flt(a, b);
    exact: Flt(Fmax(a, b), a) => false;
    exact: Flt(a, Fmin(a, b)) => false;
    exact: Slt(Smin(a, b), a) => Slt(b, a);
    exact: Slt(a, Smax(a, b)) => Slt(a, b);
    exact: Slt(Smax(a, b), a) => false;
    exact: Slt(a, Smin(a, b)) => false;
    exact: Sge(a, Smin(a, b)) => true;
    exact: Sge(Smax(a, b), a) => true;
    exact: Sge(a, Smax(a, b)) => Sge(a, b);
    exact: Sge(Smin(a, b), a) => Sge(b, a);
    exact: Ult(Umin(a, b), a) => Ult(b, a);
    exact: Ult(a, Umax(a, b)) => Ult(a, b);
    exact: Ult(Umax(a, b), a) => false;
    exact: Ult(a, Umin(a, b)) => false;
    exact: Uge(a, Umin(a, b)) => true;
    exact: Uge(Umax(a, b), a) => true;
    exact: Uge(a, Umax(a, b)) => Uge(a, b);
    exact: Uge(Umin(a, b), a) => Uge(b, a);
    exact: Ult(a, Iand(a, b)) => false;
    exact: Ult(Ior(a, b), a) => false;
    exact: Uge(a, Iand(a, b)) => true;
    exact: Uge(Ior(a, b), a) => true;

    // One of two constants: the comparison is the condition, its opposite, or always the same.
    exact: Feq(Select(a, k, l), m) => Select(a, Feq(k, m), Feq(l, m));
    exact: Feq(BtoF(a), k) => Select(a, Feq(1.0, k), Feq(0.0, k));
    exact: Fne(Select(a, k, l), m) => Select(a, Fne(k, m), Fne(l, m));
    exact: Fne(BtoF(a), k) => Select(a, Fne(1.0, k), Fne(0.0, k));
    exact: Flt(Select(a, k, l), m) => Select(a, Flt(k, m), Flt(l, m));
    exact: Flt(BtoF(a), k) => Select(a, Flt(1.0, k), Flt(0.0, k));
    exact: Fgt(Select(a, k, l), m) => Select(a, Fgt(k, m), Fgt(l, m));
    exact: Fgt(BtoF(a), k) => Select(a, Fgt(1.0, k), Fgt(0.0, k));
    exact: Fle(Select(a, k, l), m) => Select(a, Fle(k, m), Fle(l, m));
    exact: Fle(BtoF(a), k) => Select(a, Fle(1.0, k), Fle(0.0, k));
    exact: Fge(Select(a, k, l), m) => Select(a, Fge(k, m), Fge(l, m));
    exact: Fge(BtoF(a), k) => Select(a, Fge(1.0, k), Fge(0.0, k));
    exact: Ieq(Select(a, k, l), m) => Select(a, Ieq(k, m), Ieq(l, m));
    exact: Ieq(BtoI(a), k) => Select(a, Ieq(1, k), Ieq(0, k));
    exact: Ine(Select(a, k, l), m) => Select(a, Ine(k, m), Ine(l, m));
    exact: Ine(BtoI(a), k) => Select(a, Ine(1, k), Ine(0, k));
    exact: Slt(Select(a, k, l), m) => Select(a, Slt(k, m), Slt(l, m));
    exact: Slt(BtoI(a), k) => Select(a, Slt(1, k), Slt(0, k));
    exact: Sgt(Select(a, k, l), m) => Select(a, Sgt(k, m), Sgt(l, m));
    exact: Sgt(BtoI(a), k) => Select(a, Sgt(1, k), Sgt(0, k));
    exact: Sle(Select(a, k, l), m) => Select(a, Sle(k, m), Sle(l, m));
    exact: Sle(BtoI(a), k) => Select(a, Sle(1, k), Sle(0, k));
    exact: Sge(Select(a, k, l), m) => Select(a, Sge(k, m), Sge(l, m));
    exact: Sge(BtoI(a), k) => Select(a, Sge(1, k), Sge(0, k));
    exact: Ult(Select(a, k, l), m) => Select(a, Ult(k, m), Ult(l, m));
    exact: Ult(BtoI(a), k) => Select(a, Ult(1, k), Ult(0, k));
    exact: Ugt(Select(a, k, l), m) => Select(a, Ugt(k, m), Ugt(l, m));
    exact: Ugt(BtoI(a), k) => Select(a, Ugt(1, k), Ugt(0, k));
    exact: Ule(Select(a, k, l), m) => Select(a, Ule(k, m), Ule(l, m));
    exact: Ule(BtoI(a), k) => Select(a, Ule(1, k), Ule(0, k));
    exact: Uge(Select(a, k, l), m) => Select(a, Uge(k, m), Uge(l, m));
    exact: Uge(BtoI(a), k) => Select(a, Uge(1, k), Uge(0, k));

    // A zero has no sign.
    exact: Feq(a, (-0.0)) => Feq(a, 0.0);
    exact: Fne(a, (-0.0)) => Fne(a, 0.0);
    exact: Flt(a, (-0.0)) => Flt(a, 0.0);
    exact: Fgt(a, (-0.0)) => Fgt(a, 0.0);
    exact: Fle(a, (-0.0)) => Fle(a, 0.0);
    exact: Fge(a, (-0.0)) => Fge(a, 0.0);

    // Numbers are equal to themselves.
    exact: Feq(a, a) => true, if [number(a)];
    exact: Fle(a, a) => true, if [number(a)];

    // A sum with a constant.
    real: Flt(Fadd(a, k), 0.0) => Flt(a, Fneg(k));
    real: Fgt(Fadd(a, k), 0.0) => Fgt(a, Fneg(k));
    real: Fle(Fadd(a, k), 0.0) => Fle(a, Fneg(k));
    real: Fge(Fadd(a, k), 0.0) => Fge(a, Fneg(k));
    real: Feq(Fadd(a, k), 0.0) => Feq(a, Fneg(k));
    real: Fne(Fadd(a, k), 0.0) => Fne(a, Fneg(k));

    // Conditions as numbers.
    exact: Fne(BtoF(a), BtoF(b)) => Bne(a, b);
    exact: Ine(BtoI(a), BtoI(b)) => Bne(a, b);
    exact: Fgt(Fadd(BtoF(a), BtoF(b)), 0.0) => Or(a, b);
    exact: Fne(Fadd(BtoF(a), BtoF(b)), 0.0) => Or(a, b);
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
    exact: Feq(Fclamp(a, k, l), m) => Feq(a, m), if [less(k, m), less(m, l)];
    exact: Fne(Fclamp(a, k, l), m) => Fne(a, m), if [less(k, m), less(m, l)];
    exact: Fgt(Fmax(a, k), l) => Fgt(a, l), if [at_most(k, l)];
    exact: Fge(Fmax(a, k), l) => Fge(a, l), if [less(k, l)];
    finite: Flt(Fmax(a, k), l) => Flt(a, l), if [less(k, l)];
    finite: Fle(Fmax(a, k), l) => Fle(a, l), if [at_most(k, l)];
    finite: Fgt(Fmin(a, k), l) => Fgt(a, l), if [less(l, k)];
    finite: Fge(Fmin(a, k), l) => Fge(a, l), if [at_most(l, k)];
    exact: Flt(Fmin(a, k), l) => Flt(a, l), if [at_most(l, k)];
    exact: Fle(Fmin(a, k), l) => Fle(a, l), if [less(l, k)];
    finite: Fgt(Fmax(a, k), l) => true, if [less(l, k)];
    finite: Fge(Fmax(a, k), l) => true, if [at_most(l, k)];
    exact: Flt(Fmax(a, k), l) => false, if [at_most(l, k)];
    exact: Fle(Fmax(a, k), l) => false, if [less(l, k)];
    exact: Fgt(Fmin(a, k), l) => false, if [at_most(k, l)];
    exact: Fge(Fmin(a, k), l) => false, if [less(k, l)];
    finite: Flt(Fmin(a, k), l) => true, if [less(k, l)];
    finite: Fle(Fmin(a, k), l) => true, if [at_most(k, l)];
    exact: Sgt(Smax(a, k), l) => Sgt(a, l), if [at_most(k, l)];
    exact: Sge(Smax(a, k), l) => Sge(a, l), if [less(k, l)];
    exact: Slt(Smax(a, k), l) => Slt(a, l), if [less(k, l)];
    exact: Sle(Smax(a, k), l) => Sle(a, l), if [at_most(k, l)];
    exact: Sgt(Smin(a, k), l) => Sgt(a, l), if [less(l, k)];
    exact: Sge(Smin(a, k), l) => Sge(a, l), if [at_most(l, k)];
    exact: Slt(Smin(a, k), l) => Slt(a, l), if [at_most(l, k)];
    exact: Sle(Smin(a, k), l) => Sle(a, l), if [less(l, k)];
    exact: Sgt(Smax(a, k), l) => true, if [less(l, k)];
    exact: Sge(Smax(a, k), l) => true, if [at_most(l, k)];
    exact: Slt(Smax(a, k), l) => false, if [at_most(l, k)];
    exact: Sle(Smax(a, k), l) => false, if [less(l, k)];
    exact: Sgt(Smin(a, k), l) => false, if [at_most(k, l)];
    exact: Sge(Smin(a, k), l) => false, if [less(k, l)];
    exact: Slt(Smin(a, k), l) => true, if [less(k, l)];
    exact: Sle(Smin(a, k), l) => true, if [at_most(k, l)];
    exact: Ugt(Umax(a, k), l) => Ugt(a, l), if [at_most(k, l)];
    exact: Uge(Umax(a, k), l) => Uge(a, l), if [less(k, l)];
    exact: Ult(Umax(a, k), l) => Ult(a, l), if [less(k, l)];
    exact: Ule(Umax(a, k), l) => Ule(a, l), if [at_most(k, l)];
    exact: Ugt(Umin(a, k), l) => Ugt(a, l), if [less(l, k)];
    exact: Uge(Umin(a, k), l) => Uge(a, l), if [at_most(l, k)];
    exact: Ult(Umin(a, k), l) => Ult(a, l), if [at_most(l, k)];
    exact: Ule(Umin(a, k), l) => Ule(a, l), if [less(l, k)];
};
