//! Constants that get a declaration: arrays with a name or a dynamic index, and structs and matrices with a name.

use crate::types::parts;
use rustc_hash::FxHashSet;
use vitrum_glsl::features::Feature;
use vitrum_glsl::version::Version;
use vitrum_ir::{Constant, ConstantKind, Module, Op, Precision, Type, TypeData};

/// A constant that is declared.
pub(crate) struct DeclaredConstant {
    pub(crate) constant: Constant,
    pub(crate) precision: Precision,
}

/// The constants in functions that get a declaration.
pub(crate) fn find(module: &Module, target: Version) -> Vec<DeclaredConstant> {
    // Older versions have no array constructors.
    if !Feature::ArrayValues.is_in(target) {
        return Vec::new();
    }
    let mut found: FxHashSet<Constant> = FxHashSet::default();
    // Most modules have no such constants.
    if !module.constants.iter().any(|(constant, _)| needs_declaration(module, constant, true)) {
        return Vec::new();
    }
    for function in module.functions.values() {
        vitrum_ir::visit::each_in_order(function, |_, inst| {
            let is_index = function.op(inst) == Op::ExtractDynamic;
            for (position, operand) in function.operands(inst).iter().enumerate() {
                if let Some(constant) = operand.constant()
                    && needs_declaration(module, constant, is_index && position == 0)
                {
                    found.insert(constant);
                }
            }
        });
    }
    let mut declared: Vec<DeclaredConstant> = found
        .into_iter()
        .map(|constant| DeclaredConstant {
            constant,
            // Without a qualifier, constants have the highest precision.
            precision: match module.constants.precision(constant) {
                Precision::None if target.is_es() => Precision::High,
                precision => precision,
            },
        })
        .collect();
    declared.sort_unstable_by_key(|constant| constant.constant);
    declared
}

fn needs_declaration(module: &Module, constant: Constant, indexed: bool) -> bool {
    let data = module.constants.get(constant);
    let ConstantKind::Composite(_) = data.kind else { return false };
    let named = !module.constants.name(constant).is_empty();
    let kind = match module.types.get(data.ty) {
        TypeData::Array { .. } => named || indexed,
        TypeData::Struct(_) | TypeData::Matrix { .. } => named,
        _ => false,
    };
    kind && !module.constants.is_spec(constant) && is_plain(module, data.ty)
}

/// True if a type contains only numbers.
fn is_plain(module: &Module, ty: Type) -> bool {
    parts(module, ty).all(|part| {
        matches!(
            part,
            TypeData::Scalar(_)
                | TypeData::Vector { .. }
                | TypeData::Matrix { .. }
                | TypeData::Array { .. }
                | TypeData::Struct(_)
        )
    })
}
