//! Vectors and matrices.

use crate::rules;
use crate::rules::Rule;

pub(super) const RULES: &[Rule] = rules! {
    // A vector of one number.
    exact: Fmul(a, Splat(b)) => VectorTimesScalar(a, b);
    exact: VectorTimesScalar(Splat(a), b) => Splat(Fmul(a, b));
    exact [VectorTimesScalar, MatrixTimesScalar]: X(a, 1.0) => a;
    exact [VectorTimesScalar, MatrixTimesScalar]: X(a, (-1.0)) => Fneg(a);
    finite [VectorTimesScalar, Dot]: X(a, 0.0) => 0.0;
    exact [VectorTimesScalar, Dot, Cross]: X(Fneg(a), Fneg(b)) => X(a, b);
    exact [VectorTimesScalar, Dot]: X(Fneg(a), k) => X(a, Fneg(k));
    exact: Fneg(VectorTimesScalar(a, k)) => VectorTimesScalar(a, Fneg(k));
    exact: Fadd(a, VectorTimesScalar(b, Fneg(c))) => Fsub(a, VectorTimesScalar(b, c));
    exact: Fadd(a, VectorTimesScalar(Fneg(b), c)) => Fsub(a, VectorTimesScalar(b, c));
    exact: Fsub(a, VectorTimesScalar(b, Fneg(c))) => Fadd(a, VectorTimesScalar(b, c));
    exact: Fsub(a, VectorTimesScalar(Fneg(b), c)) => Fadd(a, VectorTimesScalar(b, c));
    assoc: VectorTimesScalar(Fmul(a, k), l) => Fmul(a, VectorTimesScalar(k, l));
    assoc: Fmul(VectorTimesScalar(a, k), l) => Fmul(a, VectorTimesScalar(l, k));
    assoc [VectorTimesScalar, MatrixTimesScalar]: X(X(a, b), c) => X(a, Fmul(b, c));
    assoc: VectorTimesScalar(k, Fmul(a, l)) => VectorTimesScalar(VectorTimesScalar(k, l), a);
    assoc [Fadd, Fsub]: X(VectorTimesScalar(a, b), VectorTimesScalar(a, c)) => VectorTimesScalar(a, X(b, c));
    assoc [Fadd, Fsub]: X(VectorTimesScalar(a, c), VectorTimesScalar(b, c)) => VectorTimesScalar(X(a, b), c);
    assoc [Fadd, Fsub]: X(VectorTimesScalar(a, k), a) => VectorTimesScalar(a, X(k, 1.0));
    assoc: Fdiv(a, Splat(b)) => VectorTimesScalar(a, Fdiv(1.0, b));

    // Dot products.
    zero: Fneg(Dot(a, k)) => Dot(a, Fneg(k));
    zero [Dot, Reflect]: Fneg(X(Fneg(a), b)) => X(a, b);
    assoc: Dot(VectorTimesScalar(a, b), c) => Fmul(Dot(a, c), b);

    // Lengths and directions.
    real: Sqrt(Dot(a, a)) => Length(a);
    real: Length(Fsub(a, b)) => Distance(a, b);
    exact: Length(Fneg(a)) => Length(a);
    real: Distance(a, 0.0) => Length(a);
    finite [Distance, Cross]: X(a, a) => 0.0;
    real: Normalize(Normalize(a)) => Normalize(a);
    real: VectorTimesScalar(a, InverseSqrt(Dot(a, a))) => Normalize(a);
    real: VectorTimesScalar(a, Fdiv(1.0, Length(a))) => Normalize(a);

    // Reflections.
    real: Fsub(a, VectorTimesScalar(b, Fmul(Dot(b, a), 2.0))) => Reflect(a, b);
    real: Fsub(a, Fmul(VectorTimesScalar(b, Dot(b, a)), 2.0)) => Reflect(a, b);

    // Cross products.
    zero: Fneg(Cross(a, b)) => Cross(b, a);

    // Matrices.
    exact: Transpose(Transpose(a)) => a;
    exact: MatrixTimesVector(Transpose(a), b) => VectorTimesMatrix(b, a);
    exact: VectorTimesMatrix(a, Transpose(b)) => MatrixTimesVector(b, a);
    assoc: MatrixTimesVector(MatrixTimesMatrix(a, b), c) => MatrixTimesVector(a, MatrixTimesVector(b, c));
    assoc: VectorTimesMatrix(a, MatrixTimesMatrix(b, c)) => VectorTimesMatrix(VectorTimesMatrix(a, b), c);
    exact: MatrixTimesMatrix(Transpose(a), Transpose(b)) => Transpose(MatrixTimesMatrix(b, a));
    exact: Transpose(OuterProduct(a, b)) => OuterProduct(b, a);
    assoc: MatrixTimesVector(MatrixTimesScalar(a, b), c) => VectorTimesScalar(MatrixTimesVector(a, c), b);
    exact: Transpose(Fneg(a)) => Fneg(Transpose(a));

    // Signs do not change lengths.
    zero: Reflect(a, Fneg(b)) => Reflect(a, b);
};
