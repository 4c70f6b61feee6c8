//! The built-in functions that programs call, a row each.
//!
//! Those on floats are the ones whose results are exact for the operands they get, so that every order of evaluation
//! and every driver gives the same.

use crate::generate::Generator;
use crate::tree::{Bounds, Expr};
use crate::types::{Scalar, Type};
use vitrum_glsl::features::Feature;

/// The type of an operand or result, seen from the result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// As many components as the result.
    Same(Scalar),
    /// A scalar.
    One(Scalar),
    /// Two to four components, the same for all operands.
    Many(Scalar),
    /// So many components.
    Of(Scalar, u8),
}

/// A function.
pub(crate) struct Row {
    /// The call; `@` stands for an operand.
    pattern: &'static str,
    result: Shape,
    operands: &'static [Shape],
    /// Bounds of the result from those of the operands.
    bounds: fn(&[Bounds]) -> Bounds,
    /// Bounds that float operands must keep.
    limit: Bounds,
    needs: Option<Feature>,
}

const WIDE: Bounds = Bounds { magnitude: 14, fraction: 8 };
const VARIABLE: Bounds = Bounds::VARIABLE;
const SMALL: Bounds = Bounds { magnitude: 3, fraction: 0 };

fn same(bounds: &[Bounds]) -> Bounds {
    bounds.iter().fold(Bounds::default(), |all, &it| all.either(it))
}

fn whole(bounds: &[Bounds]) -> Bounds {
    Bounds::new(same(bounds).magnitude + 1, 0)
}

fn rest(bounds: &[Bounds]) -> Bounds {
    Bounds::new(0, same(bounds).fraction)
}

fn unit(_: &[Bounds]) -> Bounds {
    Bounds::new(0, 0)
}

fn product(bounds: &[Bounds]) -> Bounds {
    let all = same(bounds);
    all.product(all, 2)
}

fn sixteenfold(bounds: &[Bounds]) -> Bounds {
    Bounds::new(same(bounds).magnitude + 4, same(bounds).fraction)
}

fn sixteenth(bounds: &[Bounds]) -> Bounds {
    Bounds::new(same(bounds).magnitude, same(bounds).fraction + 4)
}

fn cube(bounds: &[Bounds]) -> Bounds {
    Bounds::new(3 * same(bounds).magnitude + 3, 3 * same(bounds).fraction)
}

use Scalar::{Bool as B, Float as F, Int as I, Uint as U};
use Shape::{Many, Of, One, Same};

macro_rules! rows {
    ($($pattern:literal ($($operand:expr),*) -> $result:expr, $bounds:expr, $limit:expr, $needs:expr;)*) => {
        &[$(Row {
            pattern: $pattern,
            result: $result,
            operands: &[$($operand),*],
            bounds: $bounds,
            limit: $limit,
            needs: $needs,
        }),*]
    };
}

/// Every function. Where bits become an integer there is no zero, whose sign need not be kept.
const ROWS: &[Row] = rows! {
    "abs(@)" (Same(F)) -> Same(F), same, WIDE, None;
    "sign(@)" (Same(F)) -> Same(F), unit, WIDE, None;
    "floor(@)" (Same(F)) -> Same(F), whole, WIDE, None;
    "ceil(@)" (Same(F)) -> Same(F), whole, WIDE, None;
    "trunc(@)" (Same(F)) -> Same(F), whole, WIDE, None;
    "roundEven(@)" (Same(F)) -> Same(F), whole, WIDE, None;
    "round(@ * 4.0)" (Same(F)) -> Same(F), sixteenfold, Bounds { magnitude: 6, fraction: 2 }, None;
    "fract(@)" (Same(F)) -> Same(F), rest, WIDE, None;
    "mod(@, 4.0)" (Same(F)) -> Same(F), |all| Bounds::new(2, same(all).fraction), VARIABLE, None;
    "mod(@, 0.5)" (Same(F)) -> Same(F), rest, VARIABLE, None;
    "min(@, @)" (Same(F), Same(F)) -> Same(F), same, WIDE, None;
    "max(@, @)" (Same(F), Same(F)) -> Same(F), same, WIDE, None;
    "min(@, @)" (Same(F), One(F)) -> Same(F), same, WIDE, None;
    "max(@, @)" (Same(F), One(F)) -> Same(F), same, WIDE, None;
    "clamp(@, -1.0, 2.0)" (Same(F)) -> Same(F), |all| Bounds::new(1, same(all).fraction), WIDE, None;
    "clamp(@, 0.0, 1.0)" (Same(F)) -> Same(F), rest, WIDE, None;
    "step(@, @)" (Same(F), Same(F)) -> Same(F), unit, WIDE, None;
    "step(@, @)" (One(F), Same(F)) -> Same(F), unit, WIDE, None;
    "mix(@, @, @)" (Same(F), Same(F), Same(F)) -> Same(F), product, VARIABLE, None;
    "mix(@, @, @)" (Same(F), Same(F), One(F)) -> Same(F), product, VARIABLE, None;
    "mix(@, @, @)" (Same(F), Same(F), Same(B)) -> Same(F), same, WIDE, None;
    "mix(@, @, 0.0)" (Same(F), Same(F)) -> Same(F), same, WIDE, None;
    "mix(@, @, 1.0)" (Same(F), Same(F)) -> Same(F), same, WIDE, None;
    "dot(@, @)" (Many(F), Many(F)) -> One(F), product, VARIABLE, None;
    "dot(@, @)" (One(F), One(F)) -> One(F), product, VARIABLE, None;
    "cross(@, @)" (Of(F, 3), Of(F, 3)) -> Of(F, 3), product, VARIABLE, None;
    "reflect(@, @)" (Same(F), Same(F)) -> Same(F), |_| Bounds::new(14, 0), SMALL, None;
    "faceforward(@, @, @)" (Same(F), Same(F), Same(F)) -> Same(F), same, VARIABLE, None;
    "fma(@, @, @)" (Same(F), Same(F), Same(F)) -> Same(F), product, VARIABLE, Some(Feature::Fma);
    "ldexp(@, @ & 3)" (Same(F), Same(I)) -> Same(F), sixteenfold, VARIABLE, Some(Feature::Ldexp);
    "ldexp(@, -(@ & 3))" (Same(F), Same(I)) -> Same(F), sixteenth, VARIABLE, Some(Feature::Ldexp);
    "intBitsToFloat(floatBitsToInt(@))" (Same(F)) -> Same(F), same, WIDE, Some(Feature::BitCasts);
    "uintBitsToFloat(floatBitsToUint(@) & 0x7fffffffu)" (Same(F)) -> Same(F), same, WIDE, Some(Feature::BitCasts);
    "unpackHalf2x16(packHalf2x16(@))" (Of(F, 2)) -> Of(F, 2), same, VARIABLE, Some(Feature::PackPairs);
    "unpackUnorm4x8(@ & 0u)" (One(U)) -> Of(F, 4), unit, WIDE, Some(Feature::PackBytes);
    "determinant(mat2(@, @))" (Of(F, 2), Of(F, 2)) -> One(F), product, VARIABLE, Some(Feature::Determinant);
    "determinant(mat3(@, @, @))" (Of(F, 3), Of(F, 3), Of(F, 3)) -> One(F), cube, SMALL, Some(Feature::Determinant);
    "floatBitsToInt(abs(@) + 1.0)" (Same(F)) -> Same(I), unit, WIDE, Some(Feature::BitCasts);
    "floatBitsToUint(abs(@) + 1.0)" (Same(F)) -> Same(U), unit, WIDE, Some(Feature::BitCasts);
    "packHalf2x16(abs(@) + 1.0)" (Of(F, 2)) -> One(U), unit, VARIABLE, Some(Feature::PackPairs);
    "packUnorm4x8(step(0.5, @))" (Of(F, 4)) -> One(U), unit, WIDE, Some(Feature::PackBytes);
    "packSnorm4x8(sign(@))" (Of(F, 4)) -> One(U), unit, WIDE, Some(Feature::PackBytes);
    "abs(@)" (Same(I)) -> Same(I), unit, WIDE, None;
    "sign(@)" (Same(I)) -> Same(I), unit, WIDE, None;
    "min(@, @)" (Same(I), Same(I)) -> Same(I), unit, WIDE, None;
    "max(@, @)" (Same(I), Same(I)) -> Same(I), unit, WIDE, None;
    "min(@, @)" (Same(I), One(I)) -> Same(I), unit, WIDE, None;
    "max(@, @)" (Same(I), One(I)) -> Same(I), unit, WIDE, None;
    "clamp(@, -3, 11)" (Same(I)) -> Same(I), unit, WIDE, None;
    "min(@, @)" (Same(U), Same(U)) -> Same(U), unit, WIDE, None;
    "max(@, @)" (Same(U), Same(U)) -> Same(U), unit, WIDE, None;
    "max(@, @)" (Same(U), One(U)) -> Same(U), unit, WIDE, None;
    "clamp(@, 2u, 40u)" (Same(U)) -> Same(U), unit, WIDE, None;
    "mix(@, @, @)" (Same(I), Same(I), Same(B)) -> Same(I), unit, WIDE, Some(Feature::SelectVectorInteger);
    "mix(@, @, @)" (Same(U), Same(U), Same(B)) -> Same(U), unit, WIDE, Some(Feature::SelectVectorInteger);
    "mix(@, @, @)" (Same(B), Same(B), Same(B)) -> Same(B), unit, WIDE, Some(Feature::SelectVectorInteger);
    "bitCount(@)" (Same(I)) -> Same(I), unit, WIDE, Some(Feature::BitFields);
    "bitCount(@)" (Same(U)) -> Same(I), unit, WIDE, Some(Feature::BitFields);
    "findLSB(@)" (Same(I)) -> Same(I), unit, WIDE, Some(Feature::BitFields);
    "findLSB(@)" (Same(U)) -> Same(I), unit, WIDE, Some(Feature::BitFields);
    "findMSB(@)" (Same(I)) -> Same(I), unit, WIDE, Some(Feature::BitFields);
    "findMSB(@)" (Same(U)) -> Same(I), unit, WIDE, Some(Feature::BitFields);
    "bitfieldReverse(@)" (Same(I)) -> Same(I), unit, WIDE, Some(Feature::BitFields);
    "bitfieldReverse(@)" (Same(U)) -> Same(U), unit, WIDE, Some(Feature::BitFields);
    "bitfieldExtract(@, @ & 15, @ & 15)" (Same(I), One(I), One(I)) -> Same(I), unit, WIDE, Some(Feature::BitFields);
    "bitfieldExtract(@, @ & 15, 16)" (Same(U), One(I)) -> Same(U), unit, WIDE, Some(Feature::BitFields);
    "bitfieldExtract(@, 3, 29)" (Same(U)) -> Same(U), unit, WIDE, Some(Feature::BitFields);
    "bitfieldInsert(@, @, @ & 15, @ & 15)" (Same(I), Same(I), One(I), One(I)) -> Same(I), unit, WIDE, Some(Feature::BitFields);
    "bitfieldInsert(@, @, @ & 15, 16)" (Same(U), Same(U), One(I)) -> Same(U), unit, WIDE, Some(Feature::BitFields);
    "any(@)" (Many(B)) -> One(B), unit, WIDE, None;
    "all(@)" (Many(B)) -> One(B), unit, WIDE, None;
    "not(@)" (Same(B)) -> Same(B), unit, WIDE, None;
    "lessThan(@, @)" (Same(I), Same(I)) -> Same(B), unit, WIDE, None;
    "lessThanEqual(@, @)" (Same(U), Same(U)) -> Same(B), unit, WIDE, None;
    "greaterThan(@, @)" (Same(F), Same(F)) -> Same(B), unit, WIDE, None;
    "greaterThanEqual(@, @)" (Same(I), Same(I)) -> Same(B), unit, WIDE, None;
    "lessThan(@, @)" (Same(F), Same(F)) -> Same(B), unit, WIDE, None;
    "greaterThan(@, @)" (Same(U), Same(U)) -> Same(B), unit, WIDE, None;
    "equal(@, @)" (Same(F), Same(F)) -> Same(B), unit, WIDE, None;
    "equal(@, @)" (Same(I), Same(I)) -> Same(B), unit, WIDE, None;
    "equal(@, @)" (Same(B), Same(B)) -> Same(B), unit, WIDE, None;
    "notEqual(@, @)" (Same(U), Same(U)) -> Same(B), unit, WIDE, None;
    "notEqual(@, @)" (Same(B), Same(B)) -> Same(B), unit, WIDE, None;
    "isnan(@)" (Same(F)) -> Same(B), unit, WIDE, None;
    "isinf(@)" (Same(F)) -> Same(B), unit, WIDE, None;
};

/// Functions that take vectors only.
const VECTORS_ONLY: &[&str] =
    &["not", "lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual", "equal", "notEqual"];

impl Row {
    fn gives(&self, scalar: Scalar, count: u8) -> bool {
        let name = self.pattern.split('(').next().unwrap_or_default();
        let vector = VECTORS_ONLY.contains(&name);
        match self.result {
            Shape::Same(it) => it == scalar && !(vector && count == 1),
            Shape::One(it) => it == scalar && count == 1,
            Shape::Many(it) => it == scalar && count > 1,
            Shape::Of(it, number) => it == scalar && count == number,
        }
    }
}

impl Generator<'_> {
    /// A call of a built-in function that gives a type.
    pub(crate) fn builtin(&mut self, scalar: Scalar, count: u8, depth: usize) -> Option<Expr> {
        let dialect = self.dialect;
        let rows: Vec<&Row> = ROWS
            .iter()
            .filter(|row| row.gives(scalar, count) && row.needs.is_none_or(|feature| dialect.has(feature)))
            .collect();
        let row = *self.random.pick(&rows)?;
        let many = self.random.between(2, 4) as u8;
        let mut operands = Vec::new();
        for shape in row.operands {
            let ty = match *shape {
                Shape::Same(scalar) => Type::Numbers(scalar, count),
                Shape::One(scalar) => Type::Numbers(scalar, 1),
                Shape::Many(scalar) => Type::Numbers(scalar, many),
                Shape::Of(scalar, number) => Type::Numbers(scalar, number),
            };
            let operand = self.expr(&ty, depth - 1);
            operands.push(if ty.scalar() == Some(F) { self.fit(operand, row.limit) } else { operand });
        }
        let floats: Vec<Bounds> = operands
            .iter()
            .filter(|operand| operand.ty.scalar() == Some(F))
            .map(|operand| operand.bounds)
            .collect();
        let bounds = if scalar == F { (row.bounds)(&floats) } else { Bounds::default() };
        Some(Expr::pattern(Type::Numbers(scalar, count), bounds, row.pattern, operands))
    }
}
