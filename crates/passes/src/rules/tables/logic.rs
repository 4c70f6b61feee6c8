//! Booleans.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    exact [And, Beq]: X(a, true) => a;
    exact: And(a, false) => false;
    exact [And, Or]: X(a, a) => a;
    exact [Or, Bne]: X(a, false) => a;
    exact: Or(a, true) => true;
    exact: Not(Not(a)) => a;
    exact: And(a, Not(a)) => false;
    exact: Or(a, Not(a)) => true;
    exact: And(Not(a), Not(b)) => Not(Or(a, b));
    exact: Or(Not(a), Not(b)) => Not(And(a, b));
    exact: And(a, Or(a, b)) => a;
    exact: Or(a, And(a, b)) => a;
    exact: And(a, Or(Not(a), b)) => And(a, b);
    exact: Or(a, And(Not(a), b)) => Or(a, b);
    exact [And, Or]: X(X(a, b), b) => X(a, b);
    exact: Or(And(a, b), And(a, c)) => And(a, Or(b, c));
    exact: And(Or(a, b), Or(a, c)) => Or(a, And(b, c));
    exact: Not(And(Not(a), b)) => Or(a, Not(b));
    exact: Not(Or(Not(a), b)) => And(a, Not(b));

    exact: Beq(a, false) => Not(a);
    exact: Bne(a, true) => Not(a);
    exact: Beq(a, a) => true;
    exact: Bne(a, a) => false;
    exact [Beq, Bne]: X(Not(a), Not(b)) => X(a, b);
    exact: Not(Beq(a, b)) => Bne(a, b);
    exact: Not(Bne(a, b)) => Beq(a, b);
    exact: Beq(Not(a), b) => Bne(a, b);
    exact: Bne(Not(a), b) => Beq(a, b);
    exact: Bne(Bne(a, b), b) => a;

    // Two comparisons of the same.
    exact [Slt/Sle, Ult/Ule]: Or(X(a, b), Ieq(a, b)) => Y(a, b);
    exact: Or(Flt(a, b), Feq(a, b)) => Fle(a, b);
    exact [Sle/Slt, Ule/Ult]: And(X(a, b), Ine(a, b)) => Y(a, b);
    exact: And(Ieq(a, b), Ine(a, b)) => false;
    exact: Or(Ieq(a, b), Ine(a, b)) => true;

    // Bounds by two constants: the closer one.
    exact [Slt/Smin, Sge/Smax, Uge/Umax, Ult/Umin]: And(X(a, b), X(a, c)) => X(a, Y(b, c));
    exact [Sgt/Smax, Ugt/Umax]: And(X(a, k), X(a, l)) => X(a, Y(k, l));
    exact [Slt/Smax, Sge/Smin, Uge/Umin, Ult/Umax]: And(X(a, c), X(b, c)) => X(Y(a, b), c);
    exact [Slt/Smin, Sge/Smax, Uge/Umax, Ult/Umin]: Or(X(a, c), X(b, c)) => X(Y(a, b), c);
    exact [Slt/Smax, Sge/Smin, Uge/Umin, Ult/Umax]: Or(X(a, b), X(a, c)) => X(a, Y(b, c));
    exact: Or(Ine(a, 0), Ine(b, 0)) => Ine(Ior(a, b), 0);
    exact: And(Ieq(a, 0), Ieq(b, 0)) => Ieq(Ior(a, b), 0);

    // All and any of a vector.
    exact [Any, All]: X(a) => a;
    exact: Not(Any(Not(a))) => All(a);
    exact: Not(All(Not(a))) => Any(a);
    exact [Any, All]: X(Splat(a)) => a;
    exact: Or(Any(a), Any(b)) => Any(Or(a, b));
    exact: And(All(a), All(b)) => All(And(a, b));
    exact: Not(Equal(a, b)) => NotEqual(a, b);
    exact: Not(NotEqual(a, b)) => Equal(a, b);

    // Bounds by two values: the closer one.
    exact [Uge/Ult, Sge/Slt, Flt/Fge]: And(X(a, b), Y(a, b)) => false;
    exact [Uge/Ult, Sge/Slt]: Or(X(a, b), Y(a, b)) => true;
    exact: And(Feq(a, b), Fne(a, b)) => false;
    exact: Or(Feq(a, b), Fne(a, b)) => true;
    exact: And(Fge(a, k), Fle(a, l)) => Feq(a, Fclamp(a, k, l)), if [at_most(k, l)];
    exact [And, Or]: X(X(a, b), X(a, c)) => X(a, X(b, c));

    // The same operands the other way round.
    exact: And(Beq(a, b), Bne(a, b)) => false;
    exact: Or(Beq(a, b), Bne(a, b)) => true;
    exact [Flt, Slt, Ult]: And(X(a, b), X(b, a)) => false;
    exact: And(Fle(a, b), Fle(b, a)) => Feq(a, b);
    exact: Or(Flt(a, b), Flt(b, a)) => Fone(a, b);
    exact [Sle, Ule]: And(X(a, b), X(b, a)) => Ieq(a, b);
    exact [Slt, Ult]: Or(X(a, b), X(b, a)) => Ine(a, b);

    // One of several beyond a limit.
    finite [Flt, Fle]: Or(X(a, c), X(b, c)) => X(Fmin(a, b), c);
    finite [Flt, Fle]: Or(X(a, b), X(a, c)) => X(a, Fmax(b, c));
    finite [Flt, Fle]: Or(Or(X(a, b), d), X(a, c)) => Or(X(a, Fmax(b, c)), d);
    exact: And(Ine(a, 0), Ine(b, 0)) => Ine(Umin(a, b), 0);

    // Numbers, and what compares false with them.
    exact [Flt, Fle, Feq]: And(Not(IsNan(a)), X(a, b)) => X(a, b);
    exact [Flt, Fle]: And(Not(IsNan(a)), X(b, a)) => X(b, a);
};
