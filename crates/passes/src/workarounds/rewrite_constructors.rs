//! Constructs vectors and matrices from scalars only.
//!
//! ```text
//! %1: vec4<f32> = construct %a, %b                  %2 = extract.0 %a   %3 = extract.1 %a   ...
//!                                              =>   %1: vec4<f32> = construct %2, %3, %4, %5
//! %6: vec3<f32> = splat %x                          %6: vec3<f32> = construct %x, %x, %x
//! ```
//!
//! The columns of a matrix are constructed from scalars each.
//!
//! For drivers that mix up the components of constructors with vectors or matrices as arguments, or of those with one argument
//! (NVIDIA with `invariant`, AMD and Intel on macOS).
//!
//! Called `ScalarizeVecAndMatConstructorArgs` by ANGLE, `nir_lower_vec_to_regs` by NIR for a like purpose.

use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use vitrum_ir::{Inst, Module, Op, Operand, TypeData};

/// Runs the pass; gives the number of constructors changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        let action = rewrite(rewriter, inst);
        count += usize::from(action.is_some());
        action.unwrap_or(Action::Keep)
    });
    count
}

fn rewrite(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
    let op = rewriter.function.op(inst);
    let result = rewriter.function.result_data(inst)?;
    let data = rewriter.module.types.get(result.ty);
    let operands = rewriter.function.operands(inst).to_vec();
    match (op, data) {
        (Op::Splat, TypeData::Vector { size, .. }) => {
            if !rewriter.may_change() {
                return None;
            }
            let parts = vec![*operands.first()?; usize::from(size)];
            let new = rewriter.push(Op::Construct, &parts, 0, result.ty, result.precision);
            Some(rewriter.replace_alike(inst, new))
        }
        (Op::Construct, TypeData::Vector { .. }) => {
            if !operands.iter().any(|&part| is_vector(rewriter, part)) || !rewriter.may_change() {
                return None;
            }
            let parts: Vec<Operand> = operands.iter().flat_map(|&part| scalars(rewriter, part)).collect();
            let new = rewriter.push(Op::Construct, &parts, 0, result.ty, result.precision);
            Some(rewriter.replace_alike(inst, new))
        }
        (Op::Construct, TypeData::Matrix { .. }) => {
            if operands.iter().all(|&column| is_of_scalars(rewriter, column)) || !rewriter.may_change() {
                return None;
            }
            let mut columns = Vec::with_capacity(operands.len());
            for column in operands {
                if is_of_scalars(rewriter, column) {
                    columns.push(column);
                    continue;
                }
                let (ty, precision) = (rewriter.ty(column), rewriter.precision(column));
                let parts = scalars(rewriter, column);
                columns.push(rewriter.push(Op::Construct, &parts, 0, ty, precision));
            }
            let new = rewriter.push(Op::Construct, &columns, 0, result.ty, result.precision);
            Some(rewriter.replace_alike(inst, new))
        }
        _ => None,
    }
}

fn is_vector(rewriter: &Rewriter<'_>, operand: Operand) -> bool {
    rewriter.module.types.vector_size(rewriter.ty(operand)).is_some_and(|size| size > 1)
}

/// True if a vector is a constant or constructed from scalars.
fn is_of_scalars(rewriter: &Rewriter<'_>, vector: Operand) -> bool {
    let function = &rewriter.function;
    vector.constant().is_some()
        || function.definition(vector).is_some_and(|inst| {
            function.op(inst) == Op::Construct
                && !function.operands(inst).iter().any(|&part| is_vector(rewriter, part))
        })
}

/// The components of a scalar or vector.
fn scalars(rewriter: &mut Rewriter<'_>, operand: Operand) -> Vec<Operand> {
    let size = rewriter.module.types.vector_size(rewriter.ty(operand)).unwrap_or(1);
    match size {
        1 => vec![operand],
        size => (0..size).map(|index| rewriter.op_imm(Op::Extract, &[operand], index)).collect(),
    }
}
