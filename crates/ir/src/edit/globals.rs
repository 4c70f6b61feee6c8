//! Changes of global variables, with all that refers to them.

use crate::function::{Inst, Operand};
use crate::module::{Global, GlobalData, Module, Storage};
use crate::ops::Op;
use crate::side_table::SideTable;
use crate::spirv::renumber_globals;
use crate::types::{Type, TypeData, common};
use crate::{typing, visit};
use rustc_hash::{FxHashMap, FxHashSet};

/// Removes globals that nothing uses; the others keep their order.
pub fn remove_globals(module: &mut Module, is_removed: impl Fn(Global) -> bool) {
    let removed = module.globals.iter().map(|(id, _)| id).filter(|&id| is_removed(id));
    let removed = removed.map(|id| (id, Vec::new())).collect();
    replace_globals(module, removed);
}

/// Replaces globals in the list of a module, each by others in its place. Operands get the new numbers; those of a removed
/// global get the number of the first that replaces it. Gives the replacements of each.
pub fn replace_globals(
    module: &mut Module,
    mut replacements: FxHashMap<Global, Vec<GlobalData>>,
) -> FxHashMap<Global, Vec<Global>> {
    let nothing = module.constants.undef(common::I32);
    let old = std::mem::take(&mut module.globals);
    let mut renumbered: SideTable<Global, Option<Global>> = SideTable::filled(old.len(), None);
    let mut replaced: FxHashMap<Global, Vec<Global>> = FxHashMap::default();
    for (id, data) in old {
        match replacements.remove(&id) {
            Some(new) => {
                let ids: Vec<Global> = new.into_iter().map(|data| module.globals.alloc(data)).collect();
                renumbered.set(id, ids.first().copied());
                replaced.insert(id, ids);
            }
            None => renumbered.set(id, Some(module.globals.alloc(data))),
        }
    }
    renumber_globals(&mut module.spirv, |global| renumbered.at(global));
    for function in module.functions.values_mut() {
        for operand in function.all_operands_mut() {
            if let Some(global) = operand.global() {
                // Instructions that have been taken out may still name a removed global.
                *operand = renumbered.at(global).map_or(nothing.into(), Operand::from);
            }
        }
    }
    replaced
}

/// Gives a global another type and storage; addresses of its parts get theirs.
pub fn retype_global(module: &mut Module, global: Global, ty: Type, storage: Storage) {
    let pointer = module.types.pointer(storage, ty);
    let data = &mut module.globals[global];
    (data.ty, data.storage, data.pointer) = (ty, storage, pointer);
    retype_addresses(module, global);
}

/// Makes every use of a global a use of another; addresses of its parts get the types of those of the other. False, and nothing
/// changes, if a function is called with such an address.
pub fn redirect_global(module: &mut Module, from: Global, to: Global) -> bool {
    if is_passed(module, from) {
        return false;
    }
    for function in module.functions.values_mut() {
        let insts: Vec<Inst> = visit::insts(function).into_iter().map(|row| row.1).collect();
        for inst in insts {
            for operand in function.operands_mut(inst) {
                if operand.global() == Some(from) {
                    *operand = to.into();
                }
            }
        }
    }
    retype_addresses(module, to);
    true
}

/// True if a function is called with an address of a global or of one of its parts.
fn is_passed(module: &Module, global: Global) -> bool {
    module.functions.values().any(|function| {
        let mut addresses = FxHashSet::default();
        visit::insts(function).into_iter().any(|(_, inst)| {
            let leads = |operand: &Operand| {
                operand.global() == Some(global)
                    || operand.value().is_some_and(|value| addresses.contains(&value))
            };
            let found = function.operands(inst).iter().any(leads);
            match function.op(inst) {
                Op::Call => found,
                Op::Access if found => {
                    addresses.extend(function.result(inst));
                    false
                }
                _ => false,
            }
        })
    })
}

/// Gives addresses of parts of a global the types that follow from that of the global.
fn retype_addresses(module: &mut Module, global: Global) {
    for id in module.function_ids() {
        let mut addresses = FxHashSet::default();
        let insts: Vec<Inst> = visit::insts(&module.functions[id]).into_iter().map(|row| row.1).collect();
        for inst in insts {
            let function = &module.functions[id];
            let (Op::Access, Some(result), Some((&base, indices))) =
                (function.op(inst), function.result(inst), function.operands(inst).split_first())
            else {
                continue;
            };
            let leads =
                base.global() == Some(global) || base.value().is_some_and(|value| addresses.contains(&value));
            if !leads {
                continue;
            }
            addresses.insert(result);
            let indices = indices.to_vec();
            let base = typing::operand_type(module, function, base);
            if let TypeData::Pointer { .. } = module.types.get(base)
                && let Some(ty) = typing::access_type(module, base, &indices)
            {
                module.functions[id].values[result].ty = ty;
            }
        }
    }
}
