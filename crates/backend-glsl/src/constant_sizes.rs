//! Refuses constants whose text would be out of proportion: the IR shares parts of constants, and nulls have none, but GLSL spells all.

use vitrum_ir::{ConstantKind, Module, Op, TypeData};

use crate::Error;
use crate::constants::DEPTH;

/// The parts that a constant may have.
const MOST_PARTS: u64 = 1 << 22;

/// Refuses constants of too many parts, and expressions that are nested too deeply.
pub(crate) fn refuse_large_constants(module: &Module) -> Result<(), Error> {
    let refuse = |what: String| Err(Error::Unsupported { what, span: None });
    let zeros = zeros(module);
    // Operands come before what is made of them.
    let mut sizes: Vec<(u64, u32)> = Vec::new();
    for (_, data) in module.constants.iter() {
        let of = |index: usize| sizes.get(index).copied().unwrap_or((1, 0));
        let (parts, depth) = match &data.kind {
            ConstantKind::Null | ConstantKind::Undef => (zeros.get(data.ty.index()).copied().unwrap_or(1), 0),
            ConstantKind::Composite(operands) | ConstantKind::SpecOp { operands, .. } => {
                let parts =
                    operands.iter().fold(1u64, |sum, operand| sum.saturating_add(of(operand.index()).0));
                // Insertions are spelled as one constructor.
                let is_insertion = matches!(data.kind, ConstantKind::SpecOp { op: Op::Insert, .. });
                let depths = operands.iter().enumerate().map(|(position, operand)| {
                    of(operand.index()).1 + u32::from(!is_insertion || position > 0)
                });
                (parts, depths.max().unwrap_or(0))
            }
            _ => (1, 0),
        };
        if parts > MOST_PARTS {
            return refuse(format!("constants of more than {MOST_PARTS} parts"));
        }
        if depth > DEPTH {
            return refuse(format!("constants nested more than {DEPTH} levels deep"));
        }
        sizes.push((parts, depth));
    }
    Ok(())
}

/// The parts of the null of each type.
fn zeros(module: &Module) -> Vec<u64> {
    let mut zeros: Vec<u64> = Vec::new();
    for (ty, data) in module.types.iter() {
        let of = |index: usize| zeros.get(index).copied().unwrap_or(1);
        zeros.push(match data {
            TypeData::Array { element, .. } => {
                let length = u64::from(module.types.length(ty).unwrap_or(1));
                of(element.index()).saturating_mul(length)
            }
            TypeData::Struct(own) => {
                let members = module.structs[own].members.iter();
                members.fold(0u64, |sum, member| sum.saturating_add(of(member.ty.index())))
            }
            _ => 1,
        });
    }
    zeros
}
