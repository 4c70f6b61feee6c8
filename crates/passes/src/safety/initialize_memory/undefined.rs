//! Constants with zeros where others are undefined.

use crate::safety::zeros::Zeros;
use rustc_hash::FxHashMap;
use vitrum_ir::types::common;
use vitrum_ir::{Constant, ConstantKind, Module};

/// The constant that stands for each that is undefined, in whole or in part.
pub(super) fn defined(module: &mut Module, zeros: &mut Zeros) -> FxHashMap<Constant, Constant> {
    let mut defined: FxHashMap<Constant, Constant> = FxHashMap::default();
    let is_undefined = |kind: &ConstantKind| *kind == ConstantKind::Undef;
    if !module.constants.iter().any(|(_, data)| is_undefined(&data.kind) && data.ty != common::VOID) {
        return defined;
    }
    let all: Vec<Constant> = module.constants.iter().map(|row| row.0).collect();
    // Parts come before what is made of them.
    for constant in all {
        let data = module.constants.get(constant);
        let ty = data.ty;
        let new = match &data.kind {
            ConstantKind::Undef if ty != common::VOID => zeros.constant(module, ty),
            ConstantKind::Composite(parts) if parts.iter().any(|part| defined.contains_key(part)) => {
                let parts: Vec<Constant> =
                    parts.iter().map(|part| defined.get(part).copied().unwrap_or(*part)).collect();
                Some(module.constants.composite(ty, &parts))
            }
            ConstantKind::Undef
            | ConstantKind::Composite(_)
            | ConstantKind::Scalar(_)
            | ConstantKind::Null
            | ConstantKind::Spec(_)
            | ConstantKind::SpecOp { .. }
            | ConstantKind::Param(_) => None,
        };
        if let Some(new) = new {
            defined.insert(constant, new);
        }
    }
    defined
}
