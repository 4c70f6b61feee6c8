//! Booleans.

use crate::rules::rules;

rules! {
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
    exact: Or(Sgt(a, b), Ieq(a, b)) => Sge(a, b);
    exact: Or(Ult(a, b), Ieq(a, b)) => Ule(a, b);
    exact: Or(Ugt(a, b), Ieq(a, b)) => Uge(a, b);
    exact: Or(Flt(a, b), Feq(a, b)) => Fle(a, b);
    exact: Or(Fgt(a, b), Feq(a, b)) => Fge(a, b);
    exact: Or(Flt(a, b), Fgt(a, b)) => Fone(a, b);
    exact: And(Fle(a, b), Fge(a, b)) => Feq(a, b);
    exact: And(Sle(a, b), Sge(a, b)) => Ieq(a, b);
    exact: And(Sle(a, b), Ine(a, b)) => Slt(a, b);
    exact: And(Sge(a, b), Ine(a, b)) => Sgt(a, b);
    exact: Or(Slt(a, b), Sgt(a, b)) => Ine(a, b);
    exact: Or(Ult(a, b), Ugt(a, b)) => Ine(a, b);
    exact: And(Slt(a, b), Sgt(a, b)) => false;
    exact: And(Flt(a, b), Fgt(a, b)) => false;
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
}
