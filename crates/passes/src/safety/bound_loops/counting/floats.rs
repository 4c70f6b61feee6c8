//! Loops that end for sure, since a float grows to a number that it cannot stay below.
//!
//! ```text
//! loop 0.0f32 (%t: f32) {
//!     %1: bool = flt %t, 8.0f32
//!     if %1 { merge } else { break }
//!     %step: f32 = fmax %x, 0.01f32                  at least 0.01, or NaN
//!     %2: f32 = fadd %t, %step
//!     continue %2
//! }
//! ```
//!
//! If each step is at least the distance between neighbouring floats at the end of the loop, the sum is another float
//! each time, however it is rounded, so the loop ends. A smaller step could leave the counter as it is. With a NaN, a comparison
//! that has to hold fails; one that has to fail would do so for ever, so that then no step may be a NaN.

use super::Test;
use crate::analysis::nesting::Nesting;
use crate::analysis::ranges::floats::{FloatBounds, FloatQuery, unit_at};
use crate::analysis::ranges::sure_bounds;
use std::ops::Deref;
use vitrum_ir::{Op, Operand};

/// True if a comparison of floats is not `stays` for ever.
pub(super) fn ends<N: Deref<Target = Nesting>>(
    test: &Test<'_, N>,
    op: Op,
    stays: bool,
    a: Operand,
    b: Operand,
) -> bool {
    // Up is the way on which the comparison changes.
    let up = match (op, stays) {
        (Op::Flt | Op::Fle, true) | (Op::Fgt | Op::Fge, false) => true,
        (Op::Fgt | Op::Fge, true) | (Op::Flt | Op::Fle, false) => false,
        _ => return false,
    };
    grows(test, a, b, up, stays) || grows(test, b, a, !up, stays)
}

/// True if a counter goes up, or down, by so much that it passes the end.
fn grows<N: Deref<Target = Nesting>>(
    test: &Test<'_, N>,
    counter: Operand,
    end: Operand,
    up: bool,
    stays: bool,
) -> bool {
    let grows = || {
        let (param, first, next) = test.counted(counter)?;
        let (module, function) = (test.module, test.function);
        let integers = |operand: Operand| sure_bounds(module, function, operand);
        let query = FloatQuery { module, function, integers: &integers, chosen: None };
        let inst = function.definition(next)?;
        let &[x, y] = function.operands(inst) else { return None };
        let is_param = |operand| test.resolved(operand) == Some(param.into());
        let step = match function.op(inst) {
            Op::Fadd if is_param(x) => query.bounds(y),
            Op::Fadd if is_param(y) => query.bounds(x),
            Op::Fsub if is_param(x) => negative(query.bounds(y)),
            _ => return None,
        };
        let (first, end) = (query.bounds(first), query.bounds(end));
        // Down is up of the negative numbers.
        let [step, first, end] = [step, first, end].map(|it| if up { it } else { negative(it) });
        if first.may_be_nan || !stays && (step.may_be_nan || end.may_be_nan) {
            return None;
        }
        let data = &function.values[param];
        let scalar = module.types.scalar_of(data.ty)?;
        let precision = function.values[next.value()?].precision;
        let farthest = first.least.abs().max(end.greatest.abs());
        let units = [data.precision, precision].map(|precision| unit_at(scalar, precision, farthest));
        let [Some(a), Some(b)] = units else { return None };
        Some(step.least >= a.max(b))
    };
    grows() == Some(true)
}

fn negative(bounds: FloatBounds) -> FloatBounds {
    FloatBounds { least: -bounds.greatest, greatest: -bounds.least, ..bounds }
}
