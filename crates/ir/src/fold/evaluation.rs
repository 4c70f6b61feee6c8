//! Evaluation of ops on constants: the last column of the table of ops, which [`fold`](super::fold) reads.

use crate::eval::{FloatFormat, float, matrix, vector};
use crate::types::Scalar;

/// A way to evaluate an op on components. Integer functions get the width of the first operand, float functions
/// its format.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names and the functions say it")]
pub enum Evaluation {
    // Component by component.
    Int1(fn(u32, u64) -> u64),
    Int2(fn(u32, u64, u64) -> u64),
    Int3(fn(u32, u64, u64, u64) -> u64),
    /// Undefined for some operands.
    Partial2(fn(u32, u64, u64) -> Option<u64>),
    /// Undefined for some operands; all but the first are scalars.
    BitExtract(fn(u32, u64, u64, u64) -> Option<u64>),
    /// Undefined for some operands; the last two are scalars.
    BitInsert(fn(u32, u64, u64, u64, u64) -> Option<u64>),
    /// The result, as wide as the operand, is resized as a signed number.
    BitQuery(fn(u32, u64) -> u64),
    IntCompare(fn(u32, u64, u64) -> bool),
    Float1(fn(FloatFormat, u64) -> u64),
    Float2(fn(FloatFormat, u64, u64) -> u64),
    Float3(fn(FloatFormat, u64, u64, u64) -> u64),
    FloatCompare(fn(FloatFormat, u64, u64) -> bool),
    FloatTest(fn(FloatFormat, u64) -> bool),
    Ldexp,
    /// From the operand's to the result's type.
    Convert(fn(Scalar, Scalar, u64) -> u64),
    // Two results, component by component.
    Wide(fn(u32, u64, u64) -> (u64, u64)),
    Modf,
    Frexp,
    // Whole vectors.
    Any,
    All,
    Dot,
    Length,
    Distance,
    Cross,
    Normalize,
    FaceForward,
    Reflect,
    Refract,
    /// Every component of the first operand times the second, a scalar.
    Scale,
    VectorTimesMatrix,
    MatrixTimesVector,
    MatrixTimesMatrix,
    OuterProduct,
    Transpose,
    Determinant,
    Inverse,
    Bitcast,
    // Components and an integer that holds them.
    Pack2(fn([u64; 2]) -> u64),
    Pack4(fn([u64; 4]) -> u64),
    Unpack2(fn(u64) -> [u64; 2]),
    Unpack4(fn(u64) -> [u64; 4]),
    /// The same bits in components of another width.
    Resplit(u32, u32),
    // Parts, whatever they are.
    Equal,
    NotEqual,
    Select,
    Construct,
    Splat,
    Extract,
    Insert,
    ExtractDynamic,
    InsertDynamic,
    Swizzle,
    Shuffle,
    /// That of the intrinsic.
    Intrinsic,
    /// None: the op has effects, depends on more than its operands, takes addresses or images, or is control flow.
    None,
}

pub(super) fn array<const N: usize>(components: &[u64]) -> Option<[u64; N]> {
    components.try_into().ok()
}

impl Evaluation {
    /// Applies a function on whole vectors or matrices to the components of the operands; none for another rule
    /// or for operands of the wrong shape. A matrix comes with the number of its rows.
    pub(super) fn apply_whole(
        self,
        format: FloatFormat,
        rows: usize,
        operands: &[&[u64]],
    ) -> Option<Vec<u64>> {
        let one = |bits: u64| Some(vec![bits]);
        match (self, operands) {
            (Self::Dot, &[a, b]) => one(vector::dot(format, a, b)),
            (Self::Length, &[a]) => one(vector::length(format, a)),
            (Self::Distance, &[a, b]) => one(vector::distance(format, a, b)),
            (Self::Cross, &[a, b]) => Some(vector::cross(format, array(a)?, array(b)?).into()),
            (Self::Normalize, &[a]) => Some(vector::normalize(format, a)),
            (Self::FaceForward, &[n, i, reference]) => Some(vector::face_forward(format, n, i, reference)),
            (Self::Reflect, &[i, n]) => Some(vector::reflect(format, i, n)),
            (Self::Refract, &[i, n, eta]) => Some(vector::refract(format, i, n, *eta.first()?)),
            (Self::Scale, &[a, scale]) => {
                let &scale = scale.first()?;
                Some(a.iter().map(|&component| float::fmul(format, component, scale)).collect())
            }
            (Self::VectorTimesMatrix, &[v, m]) => Some(matrix::vector_times_matrix(format, v, m, v.len())),
            (Self::MatrixTimesVector, &[m, v]) => Some(matrix::matrix_times_vector(format, m, rows, v)),
            (Self::MatrixTimesMatrix, &[a, b]) => Some(matrix::matrix_times_matrix(format, a, rows, b)),
            (Self::OuterProduct, &[column, row]) => Some(matrix::outer_product(format, column, row)),
            (Self::Transpose, &[m]) => Some(matrix::transpose(m, rows)),
            (Self::Determinant, &[m]) => one(matrix::determinant(format, m, rows)?),
            (Self::Inverse, &[m]) => matrix::inverse(format, m, rows),
            _ => None,
        }
    }
}
