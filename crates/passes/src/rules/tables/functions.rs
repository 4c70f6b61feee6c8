//! Roots, powers, exponentials and angles: laws of real numbers, of which the right side is within what Vulkan asks
//! of the left one.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    // Roots.
    real: Fdiv(a, Sqrt(b)) => Fmul(a, InverseSqrt(b));
    real: Fdiv(a, InverseSqrt(b)) => Fmul(a, Sqrt(b));
    real: Fmul(InverseSqrt(a), a) => Sqrt(a);
    real: Fmul(InverseSqrt(a), Sqrt(a)) => 1.0;
    real: Fdiv(Sqrt(a), a) => InverseSqrt(a);
    real: Fmul(Sqrt(a), Sqrt(a)) => a;
    real: Sqrt(Fmul(a, a)) => Fabs(a);
    real: InverseSqrt(Fdiv(1.0, a)) => Sqrt(a);
    real: Sqrt(Fdiv(1.0, a)) => InverseSqrt(a);

    // Powers.
    real: Pow(a, 0.0) => 1.0;
    real: Pow(a, 1.0) => a;
    real: Pow(Fabs(a), 2.0) => Fmul(a, a);
    real: Pow(Length(a), 2.0) => Dot(a, a);
    real: Pow(a, 2.0) => Fmul(a, a);
    real: Pow(a, 0.5) => Sqrt(a);
    real: Pow(a, (-0.5)) => InverseSqrt(a);
    real: Pow(a, (-1.0)) => Fdiv(1.0, a);
    real: Pow(1.0, a) => 1.0;
    real: Pow(2.0, a) => Exp2(a);
    real: Fdiv(1.0, Pow(a, b)) => Pow(a, Fneg(b));

    // Exponentials and logarithms.
    real: Exp2(Log2(a)) => a;
    real: Exp(Log(a)) => a;
    real: Log2(Exp2(a)) => a;
    real: Log(Exp(a)) => a;
    real: Exp2(Fmul(Log2(a), b)) => Pow(a, b);
    real: Exp(Fmul(Log(a), b)) => Pow(a, b);
    real [Log2, Log]: X(Sqrt(a)) => Fmul(X(a), 0.5);
    real: Log2(InverseSqrt(a)) => Fmul(Log2(a), (-0.5));
    real [Log2, Log]: X(Fdiv(1.0, a)) => Fneg(X(a));
    real [Exp2, Exp]: Fdiv(1.0, X(a)) => X(Fneg(a));
    real [Exp2, Exp]: Sqrt(X(a)) => X(Fmul(a, 0.5));
    real: InverseSqrt(Exp2(a)) => Exp2(Fmul(a, (-0.5)));

    // Angles.
    exact [Fneg, Fabs]: Cos(X(a)) => Cos(a);
    exact [Sin, Tan, Atan, Asin]: Fneg(X(Fneg(a))) => X(a);
    real: Fdiv(Sin(a), Cos(a)) => Tan(a);
    real: Fmul(Tan(a), Cos(a)) => Sin(a);
    real: Fdiv(Sin(a), Tan(a)) => Cos(a);
    real: Fadd(Fmul(Sin(a), Sin(a)), Fmul(Cos(a), Cos(a))) => 1.0;
    real: Sin(Asin(a)) => a;
    real: Cos(Acos(a)) => a;
    real: Radians(Degrees(a)) => a;
    real: Degrees(Radians(a)) => a;
    real: Fdiv(Sinh(a), Cosh(a)) => Tanh(a);
    real: Fmul(Radians(a), k) => Fmul(a, Radians(k));
    real: Radians(Fmul(a, k)) => Fmul(a, Radians(k));
    real: Fmul(Degrees(a), k) => Fmul(a, Degrees(k)), if [moderate(k)];
    real: Degrees(Fmul(a, k)) => Fmul(a, Degrees(k)), if [moderate(k)];
};
