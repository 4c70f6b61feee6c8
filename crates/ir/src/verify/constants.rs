//! Constants and specialisation constants.

use super::operations::{Typed, Typing};
use super::report::{Report, Site, counted};
use super::rules::Rule;
use super::types::TypeFacts;
use crate::constants::{Constant, ConstantData, ConstantKind};
use crate::fold::{is_matrix_length, is_spec_op};
use crate::function::Operand;
use crate::generics::mentions_parameters;
use crate::module::Module;
use crate::types::{Length, Type, TypeData, common};
use crate::typing::part_type;
use std::collections::BTreeMap;

/// Checks every constant.
pub(super) fn check(report: &mut Report<'_>, facts: &TypeFacts) {
    let module = report.module;
    let mut ids = BTreeMap::new();
    for (id, data) in module.spec_constants.iter() {
        let default = module.constants.get(data.default);
        let is_scalar = matches!(module.types.get(data.ty), TypeData::Scalar(_));
        if !is_scalar || default.ty != data.ty || !matches!(default.kind, ConstantKind::Scalar(_)) {
            report.add(Rule::SpecConstant, Site::Spec(id), "expected a scalar with a default of its type");
        }
        if let Some(number) = data.id
            && ids.insert((number, data.ty, data.default), id).is_some()
        {
            let message = format!("id {number} has this type and default already");
            report.add(Rule::SpecId, Site::Spec(id), message);
        }
    }
    for (id, data) in module.constants.iter() {
        check_constant(report, facts, id, data);
    }
}

fn check_constant(report: &mut Report<'_>, facts: &TypeFacts, id: Constant, data: &ConstantData) {
    let module = report.module;
    let site = Site::Constant(id);
    match &data.kind {
        ConstantKind::Scalar(bits) => match module.types.get(data.ty) {
            TypeData::Scalar(scalar) if scalar.width() == 64 || bits >> scalar.width() == 0 => {}
            TypeData::BufferReference { .. } => {}
            TypeData::Scalar(_) => {
                report.add(Rule::ScalarBits, site, "bits set beyond the width of the type")
            }
            _ => report.add(Rule::ScalarBits, site, "type is not a scalar"),
        },
        // Checked with arguments.
        ConstantKind::Composite(_) if mentions_parameters(module, data.ty) => {}
        ConstantKind::Composite(parts) => check_parts(report, site, data.ty, parts),
        ConstantKind::Spec(spec) => {
            let ty = module.spec_constants[*spec].ty;
            if ty != data.ty {
                let message = format!("expected {}, found {}", report.ty(ty), report.ty(data.ty));
                report.add(Rule::SpecConstant, site, message);
            }
        }
        ConstantKind::SpecOp { op, imm, operands } => {
            if !is_spec_op(*op) && !is_matrix_length(*op, *imm) {
                let message = format!("`{}` is not allowed on specialisation constants", op.mnemonic());
                report.add(Rule::SpecOperation, site, message);
                return;
            }
            let operands: Vec<Operand> = operands.iter().map(|&part| part.into()).collect();
            let types: Vec<Type> = operands
                .iter()
                .filter_map(|part| part.constant())
                .map(|part| module.constants.ty(part))
                .collect();
            let results = [data.ty];
            let place = Typed { op: *op, imm: *imm, operands: &operands, types: &types, results: &results };
            for fault in Typing::new(module, facts, place).check() {
                let message = fault.message(report);
                report.add(fault.rule, site, message);
            }
        }
        // Of any type, `void` and pointers too: they replace values that were built at an unreachable point.
        ConstantKind::Null | ConstantKind::Undef => {}
        ConstantKind::Param(_) if data.ty != common::U32 => {
            report.add(Rule::ScalarBits, site, "number parameter is not a `u32`");
        }
        ConstantKind::Param(_) => {}
    }
}

fn check_parts(report: &mut Report<'_>, site: Site, ty: Type, parts: &[Constant]) {
    let module = report.module;
    let count = match part_count(module, ty) {
        Count::Known(count) => count,
        Count::Any => parts.len(),
        Count::None => {
            let message = format!("{} has no parts", report.ty(ty));
            report.add(Rule::CompositeParts, site, message);
            return;
        }
    };
    if parts.len() != count {
        let message = format!("expected {}, found {}", counted(count, "part"), parts.len());
        report.add(Rule::CompositeParts, site, message);
    }
    for (index, &part) in parts.iter().enumerate() {
        let found = module.constants.ty(part);
        if let Some(expected) = part_type(module, ty, index as u32)
            && expected != found
        {
            let message =
                format!("part {index}: expected {}, found {}", report.ty(expected), report.ty(found));
            report.add(Rule::CompositeParts, site, message);
            // One of a constant is enough: each shows the constant.
            return;
        }
    }
}

/// Number of a composite's parts.
pub(super) enum Count {
    Known(usize),
    /// As many as there are: the length is a specialisation constant.
    Any,
    /// It is not a composite.
    None,
}

pub(super) fn part_count(module: &Module, ty: Type) -> Count {
    match module.types.get(ty) {
        TypeData::Struct(id) => Count::Known(module.structs[id].members.len()),
        TypeData::Array { length: Length::Spec(_), .. } => Count::Any,
        TypeData::CooperativeMatrix { .. } | TypeData::LongVector { length: Length::Spec(_), .. } => {
            Count::Known(1)
        }
        _ => match module.types.length(ty) {
            Some(length) => Count::Known(length as usize),
            None => Count::None,
        },
    }
}
