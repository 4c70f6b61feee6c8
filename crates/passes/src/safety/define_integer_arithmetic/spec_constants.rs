//! Operations on specialisation constants that have a result for all values of these.

use super::IntegerArithmetic;
use super::build::{Build, Constants, Dividends, divisor, is_division, is_shift};
use rustc_hash::FxHashMap;
use vitrum_ir::fold::{Tables, fold_constants};
use vitrum_ir::{
    Constant, ConstantData, ConstantKind, FunctionData, Module, Name, Op, Operand, types::common,
};

/// The constants that stand for those that may have no result.
pub(super) fn define(module: &mut Module, options: IntegerArithmetic) -> FxHashMap<Constant, Constant> {
    let mut defined = FxHashMap::default();
    let is_partial = |op| is_division(op) && options.division || is_shift(op) && options.shifts;
    let is_used =
        |data: &ConstantData| matches!(data.kind, ConstantKind::SpecOp { op, .. } if is_partial(op));
    if !module.constants.iter().any(|(_, data)| is_used(data)) {
        return defined;
    }
    let of_specs: Vec<(Constant, ConstantData)> = module
        .constants
        .iter()
        .filter(|&(constant, _)| module.constants.is_spec(constant))
        .map(|(constant, data)| (constant, data.clone()))
        .collect();
    // No value of a function is an operand of a constant.
    let nowhere = FunctionData::placeholder(Name::EMPTY, common::VOID);
    // Parts come before what is made of them.
    for (constant, data) in of_specs {
        let new = match data.kind {
            ConstantKind::Composite(parts) => {
                let parts = replaced(&parts, &defined);
                Some(module.constants.composite(data.ty, &parts))
            }
            ConstantKind::SpecOp { op, imm, operands } => {
                let mut operands = replaced(&operands, &defined);
                if is_partial(op) {
                    guard(module, &nowhere, op, &mut operands);
                }
                fold_constants(&mut Tables::of(module), op, &operands, imm, data.ty)
            }
            ConstantKind::Scalar(_)
            | ConstantKind::Null
            | ConstantKind::Undef
            | ConstantKind::Spec(_)
            | ConstantKind::Param(_) => None,
        };
        if let Some(new) = new.filter(|&new| new != constant) {
            let (name, precision) = (module.constants.name(constant), module.constants.precision(constant));
            if !name.is_empty() {
                module.constants.declare(new, name, precision);
            }
            defined.insert(constant, new);
        }
    }
    defined
}

fn replaced(parts: &[Constant], defined: &FxHashMap<Constant, Constant>) -> Vec<Constant> {
    parts.iter().map(|part| defined.get(part).copied().unwrap_or(*part)).collect()
}

/// Brings the second operand of a division or shift into range.
fn guard(module: &mut Module, nowhere: &FunctionData, op: Op, operands: &mut [Constant]) {
    let &mut [x, y] = operands else { return };
    let (x, y): (Operand, Operand) = (x.into(), y.into());
    let new = if is_division(op) {
        let dividends = Dividends::of(module, nowhere, op, x, y);
        divisor(&mut Constants(module), dividends, x, y)
    } else {
        mask(module, nowhere, x, y)
    };
    if let (Some(new), [_, slot]) = (new.and_then(|it| it.constant()), operands) {
        *slot = new;
    }
}

fn mask(module: &mut Module, nowhere: &FunctionData, x: Operand, by: Operand) -> Option<Operand> {
    let width = module.types.scalar_of(module.constants.ty(x.constant()?))?.width();
    let known = crate::analysis::ranges::bounds(module, nowhere, by);
    if known.is_some_and(|row| row.1.greatest < u64::from(width)) {
        return Some(by);
    }
    let mut build = Constants(module);
    let ty = build.type_of(by);
    let mask = build.number_of(ty, f64::from(width - 1));
    build.make(Op::Iand, &[by, mask])
}
