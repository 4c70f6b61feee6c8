//! Booleans.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    exact: And(a, true) => a;
    exact: And(a, false) => false;
    exact: And(a, a) => a;
    exact: Or(a, false) => a;
    exact: Or(a, true) => true;
    exact: Or(a, a) => a;
    exact: Not(Not(a)) => a;
    exact: And(a, Not(a)) => false;
    exact: Or(a, Not(a)) => true;
    exact: And(Not(a), Not(b)) => Not(Or(a, b));
    exact: Or(Not(a), Not(b)) => Not(And(a, b));
    exact: And(a, Or(a, b)) => a;
    exact: Or(a, And(a, b)) => a;
    exact: And(a, Or(Not(a), b)) => And(a, b);
    exact: Or(a, And(Not(a), b)) => Or(a, b);
    exact: And(Not(a), Or(a, b)) => And(Not(a), b);
    exact: Or(Not(a), And(a, b)) => Or(Not(a), b);
    exact: And(And(a, b), b) => And(a, b);
    exact: Or(Or(a, b), b) => Or(a, b);
    exact: Or(And(a, b), And(a, Not(b))) => a;
    exact: Or(And(a, b), And(a, c)) => And(a, Or(b, c));
    exact: And(Or(a, b), Or(a, c)) => Or(a, And(b, c));
    exact: Not(And(Not(a), b)) => Or(a, Not(b));
    exact: Not(Or(Not(a), b)) => And(a, Not(b));

    exact: Beq(a, true) => a;
    exact: Beq(a, false) => Not(a);
    exact: Bne(a, false) => a;
    exact: Bne(a, true) => Not(a);
    exact: Beq(a, a) => true;
    exact: Bne(a, a) => false;
    exact: Beq(Not(a), Not(b)) => Beq(a, b);
    exact: Bne(Not(a), Not(b)) => Bne(a, b);
    exact: Not(Beq(a, b)) => Bne(a, b);
    exact: Not(Bne(a, b)) => Beq(a, b);
    exact: Beq(Not(a), b) => Bne(a, b);
    exact: Bne(Not(a), b) => Beq(a, b);
    exact: Bne(Bne(a, b), b) => a;

    // Two comparisons of the same.
    exact: Or(Slt(a, b), Ieq(a, b)) => Sle(a, b);
    exact: Or(Ult(a, b), Ieq(a, b)) => Ule(a, b);
    exact: Or(Flt(a, b), Feq(a, b)) => Fle(a, b);
    exact: And(Sle(a, b), Ine(a, b)) => Slt(a, b);
    exact: And(Ieq(a, b), Ine(a, b)) => false;
    exact: Or(Ieq(a, b), Ine(a, b)) => true;
    exact: And(Ieq(a, k), Ieq(a, l)) => false, if [differ(k, l)];
    exact: Or(Ine(a, k), Ine(a, l)) => true, if [differ(k, l)];
    exact: And(Ieq(a, k), Ine(a, l)) => Ieq(a, k), if [differ(k, l)];
    exact: Or(Ine(a, k), Ieq(a, l)) => Ine(a, k), if [differ(k, l)];

    // Bounds by two constants: the closer one.
    exact: And(Flt(a, k), Flt(a, l)) => Flt(a, k), if [at_most(k, l)];
    exact: And(Fgt(a, k), Fgt(a, l)) => Fgt(a, l), if [at_most(k, l)];
    exact: And(Fle(a, k), Fle(a, l)) => Fle(a, k), if [at_most(k, l)];
    exact: And(Fge(a, k), Fge(a, l)) => Fge(a, l), if [at_most(k, l)];
    exact: Or(Flt(a, k), Flt(a, l)) => Flt(a, l), if [at_most(k, l)];
    exact: Or(Fgt(a, k), Fgt(a, l)) => Fgt(a, k), if [at_most(k, l)];
    exact: And(Slt(a, k), Slt(a, l)) => Slt(a, k), if [at_most(k, l)];
    exact: And(Sgt(a, k), Sgt(a, l)) => Sgt(a, l), if [at_most(k, l)];
    exact: And(Sge(a, k), Sge(a, l)) => Sge(a, l), if [at_most(k, l)];
    exact: And(Sle(a, k), Sle(a, l)) => Sle(a, k), if [at_most(k, l)];
    exact: Or(Slt(a, k), Slt(a, l)) => Slt(a, l), if [at_most(k, l)];
    exact: Or(Sle(a, k), Sle(a, l)) => Sle(a, l), if [at_most(k, l)];
    exact: Or(Sgt(a, k), Sgt(a, l)) => Sgt(a, k), if [at_most(k, l)];
    exact: And(Ult(a, k), Ult(a, l)) => Ult(a, k), if [at_most(k, l)];
    exact: Or(Ult(a, k), Ult(a, l)) => Ult(a, l), if [at_most(k, l)];
    exact: And(Flt(a, k), Fgt(a, l)) => false, if [at_most(k, l)];
    exact: And(Slt(a, k), Sgt(a, l)) => false, if [at_most(k, l)];
    exact: And(Flt(a, b), Flt(a, c)) => Flt(a, Fmin(b, c)), if [number(b), number(c)];
    exact: And(Fgt(a, b), Fgt(a, c)) => Fgt(a, Fmax(b, c)), if [number(b), number(c)];
    exact: And(Slt(a, b), Slt(a, c)) => Slt(a, Smin(b, c));
    exact: And(Slt(a, c), Slt(b, c)) => Slt(Smax(a, b), c);
    exact: Or(Slt(a, c), Slt(b, c)) => Slt(Smin(a, b), c);
    exact: Or(Slt(a, b), Slt(a, c)) => Slt(a, Smax(b, c));
    exact: Or(Ine(a, 0), Ine(b, 0)) => Ine(Ior(a, b), 0);
    exact: And(Ieq(a, 0), Ieq(b, 0)) => Ieq(Ior(a, b), 0);

    // All and any of a vector.
    exact: Any(a) => a;
    exact: All(a) => a;
    exact: Not(Any(Not(a))) => All(a);
    exact: Not(All(Not(a))) => Any(a);
    exact: Any(Splat(a)) => a;
    exact: All(Splat(a)) => a;
    exact: Or(Any(a), Any(b)) => Any(Or(a, b));
    exact: And(All(a), All(b)) => All(And(a, b));
    exact: Not(Any(Feq(a, b))) => All(Fne(a, b));
    exact: Not(All(Feq(a, b))) => Any(Fne(a, b));
    exact: Not(Any(Ieq(a, b))) => All(Ine(a, b));
    exact: Not(All(Ieq(a, b))) => Any(Ine(a, b));
    exact: Not(Any(Fne(a, b))) => All(Feq(a, b));
    exact: Not(All(Fne(a, b))) => Any(Feq(a, b));
    exact: Not(Any(Ine(a, b))) => All(Ieq(a, b));
    exact: Not(All(Ine(a, b))) => Any(Ieq(a, b));
    exact: Not(Equal(a, b)) => NotEqual(a, b);
    exact: Not(NotEqual(a, b)) => Equal(a, b);

    // Bounds by two values: the closer one.
    exact: And(Sge(a, b), Sge(a, c)) => Sge(a, Smax(b, c));
    exact: And(Sge(a, c), Sge(b, c)) => Sge(Smin(a, b), c);
    exact: Or(Sge(a, b), Sge(a, c)) => Sge(a, Smin(b, c));
    exact: Or(Sge(a, c), Sge(b, c)) => Sge(Smax(a, b), c);
    exact: And(Uge(a, b), Uge(a, c)) => Uge(a, Umax(b, c));
    exact: And(Uge(a, c), Uge(b, c)) => Uge(Umin(a, b), c);
    exact: Or(Uge(a, b), Uge(a, c)) => Uge(a, Umin(b, c));
    exact: Or(Uge(a, c), Uge(b, c)) => Uge(Umax(a, b), c);
    exact: And(Ult(a, b), Ult(a, c)) => Ult(a, Umin(b, c));
    exact: And(Ult(a, c), Ult(b, c)) => Ult(Umax(a, b), c);
    exact: Or(Ult(a, c), Ult(b, c)) => Ult(Umin(a, b), c);
    exact: Or(Ult(a, b), Ult(a, c)) => Ult(a, Umax(b, c));
    exact: And(Uge(a, b), Ult(a, b)) => false;
    exact: And(Sge(a, b), Slt(a, b)) => false;
    exact: Or(Uge(a, b), Ult(a, b)) => true;
    exact: Or(Sge(a, b), Slt(a, b)) => true;
    exact: And(Ule(a, b), Ine(a, b)) => Ult(a, b);
    exact: And(Feq(a, b), Fne(a, b)) => false;
    exact: Or(Feq(a, b), Fne(a, b)) => true;
    exact: And(Flt(a, b), Fge(a, b)) => false;
    exact: And(Fge(a, k), Fle(a, l)) => Feq(a, Fclamp(a, k, l)), if [at_most(k, l)];
    exact: And(And(a, b), Or(a, c)) => And(a, b);
    exact: Or(And(a, b), Or(a, c)) => Or(a, c);
    exact: And(And(a, b), And(a, c)) => And(a, And(b, c));
    exact: Or(Or(a, b), Or(a, c)) => Or(a, Or(b, c));
    exact: Or(Fle(a, k), Fle(a, l)) => Fle(a, l), if [at_most(k, l)];
    exact: Or(Fge(a, k), Fge(a, l)) => Fge(a, k), if [at_most(k, l)];
    exact: And(Ieq(a, k), Sge(a, l)) => Ieq(a, k), if [at_most(l, k)];
    exact: And(Ieq(a, k), Sle(a, l)) => Ieq(a, k), if [at_most(k, l)];
    exact: And(Feq(a, k), Fge(a, l)) => Feq(a, k), if [at_most(l, k)];
    exact: And(Feq(a, k), Fle(a, l)) => Feq(a, k), if [at_most(k, l)];

    // The same operands the other way round.
    exact: And(Beq(a, b), Bne(a, b)) => false;
    exact: Or(Beq(a, b), Bne(a, b)) => true;
    exact: And(Flt(a, b), Flt(b, a)) => false;
    exact: And(Fle(a, b), Fle(b, a)) => Feq(a, b);
    exact: Or(Flt(a, b), Flt(b, a)) => Fone(a, b);
    exact: And(Slt(a, b), Slt(b, a)) => false;
    exact: And(Sle(a, b), Sle(b, a)) => Ieq(a, b);
    exact: Or(Slt(a, b), Slt(b, a)) => Ine(a, b);
    exact: And(Ult(a, b), Ult(b, a)) => false;
    exact: And(Ule(a, b), Ule(b, a)) => Ieq(a, b);
    exact: Or(Ult(a, b), Ult(b, a)) => Ine(a, b);

    // One of several beyond a limit.
    finite: Or(Flt(a, c), Flt(b, c)) => Flt(Fmin(a, b), c);
    finite: Or(Flt(a, b), Flt(a, c)) => Flt(a, Fmax(b, c));
    finite: Or(Or(Flt(a, c), d), Flt(b, c)) => Or(Flt(Fmin(a, b), c), d);
    finite: Or(Or(Flt(a, b), d), Flt(a, c)) => Or(Flt(a, Fmax(b, c)), d);
    finite: Or(Fle(a, c), Fle(b, c)) => Fle(Fmin(a, b), c);
    finite: Or(Fle(a, b), Fle(a, c)) => Fle(a, Fmax(b, c));
    finite: Or(Or(Fle(a, c), d), Fle(b, c)) => Or(Fle(Fmin(a, b), c), d);
    finite: Or(Or(Fle(a, b), d), Fle(a, c)) => Or(Fle(a, Fmax(b, c)), d);
    exact: Or(Ieq(a, 0), Ieq(b, 0)) => Ieq(Umin(a, b), 0);
    exact: And(Ine(a, 0), Ine(b, 0)) => Ine(Umin(a, b), 0);

    // Neighbours.
    exact: Or(Ieq(a, 0), Ieq(a, 1)) => Ule(a, 1);
    exact: Or(Ule(a, k), Ieq(a, l)) => Ule(a, l), if [next(k, l)];
    exact: Or(Sle(a, k), Ieq(a, l)) => Sle(a, l), if [next(k, l)];

    // The opposite of two comparisons.
    exact: Not(Or(Ieq(a, b), Ieq(c, d))) => And(Ine(a, b), Ine(c, d));
    exact: Not(And(Ieq(a, b), Ieq(c, d))) => Or(Ine(a, b), Ine(c, d));
    exact: Not(Or(Ieq(a, b), Ine(c, d))) => And(Ine(a, b), Ieq(c, d));
    exact: Not(And(Ieq(a, b), Ine(c, d))) => Or(Ine(a, b), Ieq(c, d));
    exact: Not(Or(Ine(a, b), Ine(c, d))) => And(Ieq(a, b), Ieq(c, d));
    exact: Not(And(Ine(a, b), Ine(c, d))) => Or(Ieq(a, b), Ieq(c, d));
    exact: Not(Or(Feq(a, b), Feq(c, d))) => And(Fne(a, b), Fne(c, d));
    exact: Not(And(Feq(a, b), Feq(c, d))) => Or(Fne(a, b), Fne(c, d));
    exact: Not(Or(Feq(a, b), Fne(c, d))) => And(Fne(a, b), Feq(c, d));
    exact: Not(And(Feq(a, b), Fne(c, d))) => Or(Fne(a, b), Feq(c, d));
    exact: Not(Or(Fne(a, b), Fne(c, d))) => And(Feq(a, b), Feq(c, d));
    exact: Not(And(Fne(a, b), Fne(c, d))) => Or(Feq(a, b), Feq(c, d));

    // Numbers, and what compares false with them.
    exact: And(Not(IsNan(a)), Flt(a, b)) => Flt(a, b);
    exact: And(Feq(a, a), Flt(a, b)) => Flt(a, b);
    exact: And(Not(IsNan(a)), Flt(b, a)) => Flt(b, a);
    exact: And(Feq(a, a), Flt(b, a)) => Flt(b, a);
    exact: Or(IsNan(a), Flt(a, b)) => Fult(a, b), if [number(b)];
    exact: Or(IsNan(a), Flt(b, a)) => Fult(b, a), if [number(b)];
    exact: Or(Or(IsNan(a), IsNan(b)), Flt(a, b)) => Fult(a, b);
    exact: And(Not(IsNan(a)), Fle(a, b)) => Fle(a, b);
    exact: And(Feq(a, a), Fle(a, b)) => Fle(a, b);
    exact: And(Not(IsNan(a)), Fle(b, a)) => Fle(b, a);
    exact: And(Feq(a, a), Fle(b, a)) => Fle(b, a);
    exact: Or(IsNan(a), Fle(a, b)) => Fule(a, b), if [number(b)];
    exact: Or(IsNan(a), Fle(b, a)) => Fule(b, a), if [number(b)];
    exact: Or(Or(IsNan(a), IsNan(b)), Fle(a, b)) => Fule(a, b);
    exact: And(Not(IsNan(a)), Feq(a, b)) => Feq(a, b);
    exact: And(Feq(a, a), Feq(a, b)) => Feq(a, b);
    exact: Or(IsNan(a), Feq(a, b)) => Fueq(a, b), if [number(b)];
    exact: Or(Or(IsNan(a), IsNan(b)), Feq(a, b)) => Fueq(a, b);
};
