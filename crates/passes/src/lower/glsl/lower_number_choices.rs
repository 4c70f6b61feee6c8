//! Lowers minima, maxima and clamps that give the operand which is a number: those of GLSL may give anything for a NaN.
//!
//! ```text
//!                                               %1: bool = fge %x, 1.0f32
//! %r: f32 = nmax %x, 1.0f32             =>      %r: f32 = select %1, %x, 1.0f32
//!
//!                                               %1: bool = fle %x, %y
//!                                               %2: bool = is_nan %y
//!                                               %3: bool = or %1, %2
//! %r: f32 = nmin %x, %y                 =>      %r: f32 = select %3, %x, %y
//! ```
//!
//! A comparison with a NaN is false, so that the first operand is only chosen if it is a number, or if neither is one.
//!
//! SPIR-V has these operations. naga: none, its clamps are those of the target.

use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::rules::{Fact, facts};
use vitrum_glsl::features::Feature;
use vitrum_ir::{Inst, Module, Op, Operand, Precision, Type};

/// True if GLSL is printed that has such operations.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let mut functions = module.functions.values();
    settings.glsl.is_some()
        && functions.any(|function| function.insts.iter().any(|(inst, _)| is_choice(function.op(inst))))
}

fn is_choice(op: Op) -> bool {
    matches!(op, Op::Nmin | Op::Nmax | Op::Nclamp)
}

/// Runs the pass; gives the number of operations replaced.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        if !is_choice(rewriter.function.op(inst)) {
            return Action::Keep;
        }
        count += 1;
        lower(rewriter, inst)
    });
    count
}

fn lower(rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
    let Some(result) = rewriter.function.result_data(inst) else { return Action::Keep };
    let (ty, precision) = (result.ty, result.precision);
    let chosen = match (rewriter.function.op(inst), rewriter.function.operands(inst)) {
        (Op::Nmin, &[a, b]) => choose(rewriter, Op::Fle, (a, b), (ty, precision)),
        (Op::Nmax, &[a, b]) => choose(rewriter, Op::Fge, (a, b), (ty, precision)),
        (Op::Nclamp, &[x, low, high]) => {
            let raised = choose(rewriter, Op::Fge, (x, low), (ty, precision));
            // A number stays one.
            match is_number(rewriter, low) && is_number(rewriter, high) {
                true => rewriter.push(Op::Fmin, &[raised, high], 0, ty, precision),
                false => choose(rewriter, Op::Fle, (raised, high), (ty, precision)),
            }
        }
        _ => return Action::Keep,
    };
    rewriter.replace_named(inst, chosen)
}

fn is_number(rewriter: &Rewriter<'_>, operand: Operand) -> bool {
    facts::holds(rewriter.module, &rewriter.function, operand, Fact::Number)
}

/// The first operand if it is in this order to the second or if that is no number, else the second.
fn choose(
    rewriter: &mut Rewriter<'_>,
    order: Op,
    (a, b): (Operand, Operand),
    (ty, precision): (Type, Precision),
) -> Operand {
    let mut is_first = rewriter.op(order, &[a, b]);
    if !is_number(rewriter, b) {
        let is_nan = match rewriter.settings().lacks(rewriter.module, Feature::NanTests) {
            true => {
                let equals_itself = rewriter.op(Op::Feq, &[b, b]);
                rewriter.op(Op::Not, &[equals_itself])
            }
            false => rewriter.op(Op::IsNan, &[b]),
        };
        is_first = rewriter.op(Op::Or, &[is_first, is_nan]);
    }
    rewriter.push(Op::Select, &[is_first, a, b], 0, ty, precision)
}
