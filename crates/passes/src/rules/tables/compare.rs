//! Comparisons. Those of floats are exact: programs rely on a NaN comparing false.

use crate::rules::rules;

rules! {
    // Equal operands.
    exact: Ieq(a, a) => true;
    exact: Ine(a, a) => false;
    exact: Slt(a, a) => false;
    exact: Sgt(a, a) => false;
    exact: Sle(a, a) => true;
    exact: Sge(a, a) => true;
    exact: Ult(a, a) => false;
    exact: Ugt(a, a) => false;
    exact: Ule(a, a) => true;
    exact: Uge(a, a) => true;
    exact: Flt(a, a) => false;
    exact: Fgt(a, a) => false;
    exact: Fone(a, a) => false;
    exact: Fueq(a, a) => true;
    exact: Fule(a, a) => true;
    exact: Fuge(a, a) => true;
    exact: Fne(a, a) => IsNan(a);
    exact: Not(Feq(a, a)) => IsNan(a);

    // Negations.
    exact: Not(Ieq(a, b)) => Ine(a, b);
    exact: Not(Ine(a, b)) => Ieq(a, b);
    exact: Not(Slt(a, b)) => Sge(a, b);
    exact: Not(Sge(a, b)) => Slt(a, b);
    exact: Not(Sgt(a, b)) => Sle(a, b);
    exact: Not(Sle(a, b)) => Sgt(a, b);
    exact: Not(Ult(a, b)) => Uge(a, b);
    exact: Not(Uge(a, b)) => Ult(a, b);
    exact: Not(Ugt(a, b)) => Ule(a, b);
    exact: Not(Ule(a, b)) => Ugt(a, b);
    exact: Not(Feq(a, b)) => Fne(a, b);
    exact: Not(Fne(a, b)) => Feq(a, b);
    exact: Not(Flt(a, b)) => Fuge(a, b);
    exact: Not(Fge(a, b)) => Fult(a, b);
    exact: Not(Fgt(a, b)) => Fule(a, b);
    exact: Not(Fle(a, b)) => Fugt(a, b);
    exact: Not(Fuge(a, b)) => Flt(a, b);
    exact: Not(Fult(a, b)) => Fge(a, b);
    exact: Not(Fule(a, b)) => Fgt(a, b);
    exact: Not(Fugt(a, b)) => Fle(a, b);
    exact: Not(Fone(a, b)) => Fueq(a, b);
    exact: Not(Fueq(a, b)) => Fone(a, b);

    // Constants stand on the right.
    exact: Slt(k, a) => Sgt(a, k);
    exact: Sgt(k, a) => Slt(a, k);
    exact: Sle(k, a) => Sge(a, k);
    exact: Sge(k, a) => Sle(a, k);
    exact: Ult(k, a) => Ugt(a, k);
    exact: Ugt(k, a) => Ult(a, k);
    exact: Ule(k, a) => Uge(a, k);
    exact: Uge(k, a) => Ule(a, k);
    exact: Flt(k, a) => Fgt(a, k);
    exact: Fgt(k, a) => Flt(a, k);
    exact: Fle(k, a) => Fge(a, k);
    exact: Fge(k, a) => Fle(a, k);
    exact: Fult(k, a) => Fugt(a, k);
    exact: Fugt(k, a) => Fult(a, k);
    exact: Fule(k, a) => Fuge(a, k);
    exact: Fuge(k, a) => Fule(a, k);

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
    exact: Fgt(Fneg(a), Fneg(b)) => Flt(a, b);
    exact: Fgt(Fneg(a), k) => Flt(a, Fneg(k));
    exact: Fle(Fneg(a), Fneg(b)) => Fge(a, b);
    exact: Fle(Fneg(a), k) => Fge(a, Fneg(k));
    exact: Fge(Fneg(a), Fneg(b)) => Fle(a, b);
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
}
