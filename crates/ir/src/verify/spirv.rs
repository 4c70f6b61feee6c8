//! Items of SPIR-V: a reference to an item names an existing one of the right kind.

use super::report::{Part, Report, Site};
use super::rules::Rule;
use crate::function::{FunctionData, Inst};
use crate::intrinsic::Intrinsic;
use crate::module::Module;
use crate::spirv::SpirvKind;
use crate::types::TypeData;

/// True if there is an item of this number and kind.
fn is(module: &Module, index: u32, kind: SpirvKind) -> bool {
    module.spirv.get(index as usize).is_some_and(|item| item.kind == kind)
}

/// True if items of a kind stand in lists of decorations.
fn decorates(kind: SpirvKind) -> bool {
    matches!(kind, SpirvKind::Decoration | SpirvKind::Storage)
}

/// Checks the items, and the decorations that name them.
pub(super) fn check(report: &mut Report<'_>) {
    let module = report.module;
    for (index, item) in module.spirv.iter().enumerate() {
        // Later ones only, so that no list goes round.
        let wrong = item.next.is_some_and(|next| {
            !decorates(item.kind)
                || next as usize <= index
                || !module.spirv.get(next as usize).is_some_and(|next| decorates(next.kind))
        });
        if wrong {
            let message = format!("next item after SPIR-V item {index} is not a later decoration");
            report.add(Rule::SpirvItem, Site::Plain, message);
        }
    }
    for (id, data) in module.types.iter() {
        if let TypeData::Spirv(item) = data
            && !is(module, item, SpirvKind::Type)
        {
            report.add(Rule::SpirvItem, Site::Type(id), "SPIR-V type does not exist");
        }
    }
    let globals = module.globals.iter().map(|(id, data)| (Site::Global(id), data.decorations.spirv));
    let members = module.structs.iter().flat_map(|(id, data)| {
        let member = move |(index, member): (usize, &crate::Member)| {
            (Site::Member(id, Some(index)), member.decorations.spirv)
        };
        data.members.iter().enumerate().map(member)
    });
    let functions = module.functions.iter().flat_map(|(id, data)| {
        let params = data.params.iter().map(|param| param.spirv);
        params.chain([data.spirv]).map(move |first| (Site::Head(id, Part::Op), first))
    });
    let named: Vec<_> = globals.chain(members).chain(functions).collect();
    for (site, index) in named {
        let known = |index: u32| module.spirv.get(index as usize).is_some_and(|item| decorates(item.kind));
        if index.is_some_and(|index| !known(index)) {
            report.add(Rule::SpirvItem, site, "SPIR-V decoration does not exist");
        }
    }
}

/// The fault of the item that an instruction names, if any.
pub(super) fn operation(module: &Module, function: &FunctionData, inst: Inst) -> Option<(Part, String)> {
    let first = function.operands(inst).first().and_then(|operand| operand.constant());
    let index = first.and_then(|constant| module.constants.as_int(constant));
    if matches!(function.intrinsic(inst), Some(Intrinsic::DebugPrintf | Intrinsic::Abort)) {
        let known = index.and_then(|index| usize::try_from(index).ok());
        let is_known = known.is_some_and(|known| known < module.strings.len());
        return (!is_known).then(|| (Part::Operand(0), "string does not exist".to_owned()));
    }
    if !matches!(function.intrinsic(inst), Some(Intrinsic::Spirv | Intrinsic::SpirvVoid)) {
        return None;
    }
    let index = index.and_then(|index| u32::try_from(index).ok());
    if index.is_some_and(|index| is(module, index, SpirvKind::Instruction)) {
        return None;
    }
    Some((Part::Operand(0), "SPIR-V instruction does not exist".to_owned()))
}
