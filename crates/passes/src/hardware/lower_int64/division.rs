//! Division of pairs of words.

use super::{Words, add, choose, is_negative, less, negate, shift, subtract};
use crate::hardware::build::Build;
use vitrum_ir::{Op, Operand, Scalar, TypeData, types::common};

/// Quotient or remainder of pairs of words or of vectors of them.
pub(super) fn divide(build: &mut Build<'_, '_>, op: Op, a: Words, b: Words) -> Words {
    let ty = build.ty(a[0]);
    let size = match build.rewriter.module.types.get(ty) {
        TypeData::Vector { size, .. } => u32::from(size),
        _ => return divide_one(build, op, a, b),
    };
    // Each component needs steps of its own.
    let mut results = [Vec::new(), Vec::new()];
    for index in 0..size {
        let [a, b] = [a, b].map(|pair| pair.map(|word| build.extract(word, index)));
        for (result, word) in results.iter_mut().zip(divide_one(build, op, a, b)) {
            result.push(word);
        }
    }
    results.map(|words| build.to(Op::Construct, &words, ty))
}

fn divide_one(build: &mut Build<'_, '_>, op: Op, a: Words, b: Words) -> Words {
    if matches!(op, Op::Udiv | Op::Umod) {
        let [quotient, remainder] = divide_unsigned(build, a, b);
        return if op == Op::Udiv { quotient } else { remainder };
    }
    let (below, by_below) = (is_negative(build, a), is_negative(build, b));
    let magnitude = |build: &mut Build<'_, '_>, negative, pair| {
        let minus = negate(build, pair);
        choose(build, negative, minus, pair)
    };
    let (x, y) = (magnitude(build, below, a), magnitude(build, by_below, b));
    let [quotient, remainder] = divide_unsigned(build, x, y);
    let differ = build.op(Op::Bne, &[below, by_below]);
    if op == Op::Sdiv {
        return magnitude(build, differ, quotient);
    }
    let remainder = magnitude(build, below, remainder);
    if op == Op::Srem {
        return remainder;
    }
    // `smod` has the sign of the divisor.
    let any = build.op(Op::Ior, &remainder);
    let zero = build.bits(common::U32, 0);
    let some = build.op(Op::Ine, &[any, zero]);
    let adjusts = build.op(Op::And, &[some, differ]);
    let adjusted = add(build, remainder, b);
    choose(build, adjusts, adjusted, remainder)
}

/// Quotient and remainder. Words that alone matter are divided as such; else a bit of the quotient is found at a time, from
/// the highest of the dividend on.
fn divide_unsigned(build: &mut Build<'_, '_>, a: Words, b: Words) -> [Words; 2] {
    let zero = build.bits(common::U32, 0);
    let highs = build.op(Op::Ior, &[a[1], b[1]]);
    let short = build.op(Op::Ieq, &[highs, zero]);
    let precision = build.precision();
    let flat = build.rewriter.if_(
        short,
        |rewriter| {
            let quotient = rewriter.push(Op::Udiv, &[a[0], b[0]], 0, common::U32, precision);
            let remainder = rewriter.push(Op::Umod, &[a[0], b[0]], 0, common::U32, precision);
            vec![quotient, zero, remainder, zero]
        },
        |rewriter| {
            let mut build = Build::plain(rewriter, precision);
            long_division(&mut build, a, b)
        },
    );
    match flat.as_slice() {
        &[q0, q1, r0, r1] => [[q0, q1], [r0, r1]],
        _ => [[zero; 2]; 2],
    }
}

fn long_division(build: &mut Build<'_, '_>, a: Words, b: Words) -> Vec<Operand> {
    let [zero, one] = [0, 1].map(|number| build.bits(common::U32, number));
    let count = build.bits(common::I32, 63);
    let precision = build.precision();
    let initial = [count, a[0], a[1], zero, zero];
    build.rewriter.loop_(&initial, |rewriter, params| {
        let &[count, q0, q1, r0, r1] = params else { return crate::rewrite::End::Break(params.to_vec()) };
        let mut build = Build::plain(rewriter, precision);
        let build = &mut build;
        // The dividend leaves at the top what the quotient takes in at the bottom.
        let last = build.bits(common::U32, 31);
        let top = build.op(Op::Lshr, &[q1, last]);
        let overflows = build.op(Op::Lshr, &[r1, last]);
        let [low, high] = shift(build, Op::Shl, [r0, r1], one);
        let remainder = [build.op(Op::Ior, &[low, top]), high];
        let quotient = shift(build, Op::Shl, [q0, q1], one);
        let below = less(build, Op::Ult, remainder, b);
        let whole = build.op(Op::Ieq, &[overflows, zero]);
        let stays = build.op(Op::And, &[below, whole]);
        let smaller = subtract(build, remainder, b);
        let remainder = choose(build, stays, remainder, smaller);
        let with_bit = build.op(Op::Ior, &[quotient[0], one]);
        let low = build.select(stays, quotient[0], with_bit);
        let signed_zero = build.bits(common::scalar(Scalar::I32), 0);
        let more = build.op(Op::Sgt, &[count, signed_zero]);
        let step = build.bits(common::I32, 1);
        let next = build.op(Op::Isub, &[count, step]);
        let results = vec![low, quotient[1], remainder[0], remainder[1]];
        let given = results.clone();
        build.rewriter.if_(more, |_| (), |_| crate::rewrite::End::Break(given));
        crate::rewrite::End::Continue([next].into_iter().chain(results).collect())
    })
}
