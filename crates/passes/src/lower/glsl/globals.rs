//! Replacing globals in the list of a module, each by others in its place, so that declarations keep their order.

use rustc_hash::FxHashMap;
use vitrum_ir::{Global, GlobalData, Inst, Module, OperandKind};

/// Puts other globals in the places of some. Operands get the new numbers; those of a global that goes get the number
/// of the first that came for it. Gives what came for each.
pub(super) fn replace_globals(
    module: &mut Module,
    mut replacements: FxHashMap<Global, Vec<GlobalData>>,
) -> FxHashMap<Global, Vec<Global>> {
    let nothing = module.constants.undef(vitrum_ir::types::common::I32);
    let old = std::mem::take(&mut module.globals);
    let mut renumbered = FxHashMap::default();
    let mut replaced: FxHashMap<Global, Vec<Global>> = FxHashMap::default();
    for (id, data) in old.iter() {
        match replacements.remove(&id) {
            Some(new) => {
                let ids: Vec<Global> = new.into_iter().map(|data| module.globals.alloc(data)).collect();
                if let Some(&first) = ids.first() {
                    renumbered.insert(id, first);
                }
                replaced.insert(id, ids);
            }
            None => {
                renumbered.insert(id, module.globals.alloc(data.clone()));
            }
        }
    }
    vitrum_ir::renumber_globals(&mut module.spirv, |global| renumbered.get(&global).copied());
    for (_, function) in module.functions.iter_mut() {
        let insts: Vec<Inst> = function.insts.iter().map(|(id, _)| id).collect();
        for inst in insts {
            for operand in function.operands_mut(inst) {
                if let OperandKind::Global(global) = operand.kind() {
                    // Instructions that have been taken out may still name what is gone.
                    *operand = renumbered.get(&global).map_or(nothing.into(), |&new| new.into());
                }
            }
        }
    }
    replaced
}
