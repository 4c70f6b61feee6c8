//! Ids in range and tables in order, as every other check assumes.
//!
//! Nothing here prints types or constants, since those that break these rules may have no text.

use super::report::{Report, Site};
use super::rules::Rule;
use crate::constants::{Constant, ConstantKind};
use crate::function::{ControlData, ControlKind, FunctionData, Inst, OperandKind, Value};
use crate::generics::GenericArgument;
use crate::module::{Module, Struct};
use crate::ops::Sig;
use crate::side_table::{Id, IdSet, SideTable, holds};
use crate::types::{Length, Type, TypeData};

/// Nesting depth of types: that of the text form.
const DEPTH: u32 = 99;

/// Checks all but the bodies of functions.
pub(super) fn check(report: &mut Report<'_>) {
    let module = report.module;
    types(report);
    if report.len() > 0 {
        return;
    }
    for (id, data) in module.constants.iter() {
        let index = id.index();
        if !module.types.contains(data.ty) {
            unknown(report, format!("type of constant {index}"));
        }
        let parts: &[Constant] = match &data.kind {
            ConstantKind::Composite(parts) => parts,
            ConstantKind::SpecOp { operands, .. } => operands,
            ConstantKind::Spec(spec) => {
                if !holds(&module.spec_constants, *spec) {
                    unknown(report, format!("specialisation constant of constant {index}"));
                }
                &[]
            }
            ConstantKind::Scalar(_) | ConstantKind::Null | ConstantKind::Undef | ConstantKind::Param(_) => {
                &[]
            }
        };
        if parts.iter().any(|&part| !module.constants.contains(part)) {
            unknown(report, format!("part of constant {index}"));
        } else if parts.iter().any(|&part| part >= id) {
            report.add(
                Rule::ConstantOrder,
                Site::Plain,
                format!("constant {index} precedes one of its parts"),
            );
        }
    }
    for (id, data) in module.structs.iter() {
        for (index, member) in data.members.iter().enumerate() {
            if !module.types.contains(member.ty) {
                let id = id.index();
                unknown(report, format!("type of member {index} of struct {id}"));
            }
        }
    }
    for (id, data) in module.spec_constants.iter() {
        if !module.types.contains(data.ty) || !module.constants.contains(data.default) {
            let id = id.index();
            unknown(report, format!("type or default of specialisation constant {id}"));
        }
    }
    for (id, data) in module.globals.iter() {
        let types = module.types.contains(data.ty) && module.types.contains(data.pointer);
        if !types || data.initializer.is_some_and(|constant| !module.constants.contains(constant)) {
            unknown(report, format!("type or initialiser of global {}", id.index()));
        }
    }
    if module.entry.is_some_and(|entry| !holds(&module.functions, entry)) {
        unknown(report, "entry point".to_string());
    }
    let sizes = module.execution.local_size.into_iter().flatten();
    if sizes.into_iter().any(|size| !module.constants.contains(size)) {
        unknown(report, "workgroup size".to_string());
    }
    for operand in module.spirv.iter().flat_map(|item| &item.operands) {
        let is_known = match *operand {
            crate::SpirvOperand::Constant(id) => module.constants.contains(id),
            crate::SpirvOperand::Type(id) => module.types.contains(id),
            crate::SpirvOperand::Global(id) => holds(&module.globals, id),
            crate::SpirvOperand::Literal(_) | crate::SpirvOperand::Text(_) => true,
        };
        if !is_known {
            unknown(report, "operand of a SPIR-V item".to_string());
        }
    }
    for (id, function) in module.functions.iter() {
        if !module.types.contains(function.result) || !holds(&function.blocks, function.body) {
            unknown(report, format!("result or body of function {}", id.index()));
        }
        let Some(instance) = &function.instance else { continue };
        let is_known = |argument: &GenericArgument| match *argument {
            GenericArgument::Type(ty) => module.types.contains(ty),
            GenericArgument::Number(_) => true,
        };
        if !holds(&module.functions, instance.generic) || !instance.arguments.iter().all(is_known) {
            unknown(report, format!("generic function or argument of function {}", id.index()));
        }
    }
}

fn unknown(report: &mut Report<'_>, what: String) {
    report.add(Rule::UnknownId, Site::Plain, format!("{what} does not exist"));
}

fn types(report: &mut Report<'_>) {
    let module = report.module;
    let mut depths: SideTable<Type, u32> = SideTable::new();
    for (id, data) in module.types.iter() {
        let (part, sizes): (Option<Type>, [Option<Constant>; 3]) = match data {
            TypeData::Array { element, length: Length::Constant(_) } | TypeData::RuntimeArray { element } => {
                (Some(element), [None; 3])
            }
            TypeData::Array { element, length: Length::Spec(length) } => {
                (Some(element), [Some(length), None, None])
            }
            TypeData::LongVector { length: Length::Spec(length), .. } => (None, [Some(length), None, None]),
            TypeData::Pointer { pointee: part, .. } | TypeData::Handle { resource: part } => {
                (Some(part), [None; 3])
            }
            TypeData::CooperativeMatrix { scope, rows, columns, .. } => {
                (None, [Some(scope), Some(rows), Some(columns)])
            }
            TypeData::TensorLayout { dimensions, clamp } => (None, [Some(dimensions), Some(clamp), None]),
            TypeData::TensorView { dimensions, .. } => (None, [Some(dimensions), None, None]),
            // Of several parts the youngest decides.
            TypeData::Spirv(item) => (spirv_part(module, item), [None; 3]),
            TypeData::Expression(expression) => (expression.types().max(), [None; 3]),
            TypeData::Struct(id)
            | TypeData::BufferReference { block: id, .. }
            | TypeData::Descriptor { block: id, .. } => {
                check_struct(report, id);
                (None, [None; 3])
            }
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector { .. }
            | TypeData::LongVector { length: Length::Constant(_), .. }
            | TypeData::Matrix { .. }
            | TypeData::Image(_)
            | TypeData::Sampler { .. }
            | TypeData::SampledImage(_)
            | TypeData::AtomicCounter
            | TypeData::AccelerationStructure
            | TypeData::RayQuery
            | TypeData::Tensor { .. }
            | TypeData::HitObject => (None, [None; 3]),
        };
        let mut depth = 0;
        if let Some(part) = part {
            if !module.types.contains(part) {
                unknown(report, format!("part of type {}", id.index()));
            } else if part >= id {
                let message =
                    format!("type {} contains type {}, which does not precede it", id.index(), part.index());
                report.add(Rule::TypeOrder, Site::Plain, message);
            } else {
                depth = depths.at(part) + 1;
            }
        }
        if depth == DEPTH + 1 {
            report.add(Rule::TypeDepth, Site::Plain, format!("type {} is nested too deeply", id.index()));
        }
        depths.push(depth);
        for size in sizes.into_iter().flatten() {
            check_size(report, id, size);
        }
    }
}

fn check_struct(report: &mut Report<'_>, id: Struct) {
    if !holds(&report.module.structs, id) {
        unknown(report, format!("struct {}", id.index()));
    }
}

fn check_size(report: &mut Report<'_>, ty: Type, size: Constant) {
    let constants = &report.module.constants;
    if !constants.contains(size) {
        unknown(report, format!("size of type {}", ty.index()));
        return;
    }
    let data = constants.get(size);
    let is_integer =
        matches!(report.module.types.get(data.ty), TypeData::Scalar(scalar) if scalar.is_integer());
    let is_known = match data.kind {
        ConstantKind::Scalar(_) | ConstantKind::Spec(_) | ConstantKind::SpecOp { .. } => true,
        ConstantKind::Composite(_) | ConstantKind::Null | ConstantKind::Undef | ConstantKind::Param(_) => {
            false
        }
    };
    if !is_integer || !is_known {
        let message = format!("size of type {} is not an integer constant", ty.index());
        report.add(Rule::SizeConstant, Site::Plain, message);
    }
}

/// Checks the body of a function, as far as its blocks are reached; the other blocks are garbage. Whether all ids
/// are right.
pub(super) fn check_function(report: &mut Report<'_>, function: &FunctionData) -> bool {
    let module = report.module;
    let before = report.len();
    let name = module.names.get(function.name);
    let mut complain = |what: String| {
        report.add(Rule::UnknownId, Site::Plain, format!("{what} in function &{name} does not exist"));
    };
    let mut seen = IdSet::with_capacity(function.blocks.len());
    let mut owned = vec![false; function.controls.len()];
    let mut stack = vec![function.body];
    while let Some(block) = stack.pop() {
        if !holds(&function.blocks, block) {
            complain(format!("block {}", block.index()));
            continue;
        }
        if !seen.insert(block) {
            continue;
        }
        let data = &function.blocks[block];
        for &param in &data.params {
            check_value(module, function, param, &mut complain);
        }
        for &inst in &data.insts {
            if !holds(&function.insts, inst) {
                complain(format!("instruction {}", inst.index()));
                continue;
            }
            check_inst(module, function, inst, &mut complain);
            // Control data that several instructions share is looked at once.
            let Some(control) = function.control(inst) else { continue };
            let index = function.insts[inst].imm as usize;
            if owned.get_mut(index).is_some_and(|slot| !std::mem::replace(slot, true)) {
                stack.extend(control.blocks());
                check_cases(module, control, &mut complain);
            }
        }
    }
    report.len() == before
}

fn check_value(module: &Module, function: &FunctionData, value: Value, complain: &mut impl FnMut(String)) {
    if !holds(&function.values, value) {
        complain(format!("value {}", value.index()));
    } else if !module.types.contains(function.values[value].ty) {
        complain(format!("type of value {}", value.index()));
    }
}

fn check_inst(module: &Module, function: &FunctionData, inst: Inst, complain: &mut impl FnMut(String)) {
    let number = inst.index();
    if !function.holds_parts_of(inst) {
        complain(format!("operand or result of instruction {number}"));
        return;
    }
    for &operand in function.operands(inst) {
        let known = match operand.kind() {
            OperandKind::Value(value) => holds(&function.values, value),
            OperandKind::Constant(constant) => module.constants.contains(constant),
            OperandKind::Global(global) => holds(&module.globals, global),
        };
        if !known {
            complain(format!("operand of instruction {number}"));
        }
    }
    for result in function.results(inst) {
        check_value(module, function, result, complain);
    }
    let data = &function.insts[inst];
    match data.op.info().sig {
        Sig::Call if module.function_at(data.imm).is_none() => {
            complain(format!("callee of instruction {number}"));
        }
        Sig::Control if function.control(inst).is_none() => {
            complain(format!("control data of instruction {number}"));
        }
        _ => {}
    }
}

fn check_cases(module: &Module, control: &ControlData, complain: &mut impl FnMut(String)) {
    let ControlKind::Switch { cases } = &control.kind else { return };
    let mut values = cases.iter().flat_map(|case| &case.values);
    if values.any(|&value| !module.constants.contains(value)) {
        complain("case value".to_string());
    }
}

/// The youngest of the types that one in SPIR-V's own terms is made of.
fn spirv_part(module: &Module, item: u32) -> Option<Type> {
    let operands = module.spirv.get(item as usize).map(|item| &item.operands);
    let types = operands.into_iter().flatten().filter_map(|operand| match *operand {
        crate::SpirvOperand::Type(ty) => Some(ty),
        _ => None,
    });
    types.max()
}
