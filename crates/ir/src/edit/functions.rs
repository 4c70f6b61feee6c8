//! Removal of functions from the list of a module, and their order.

use crate::function::FunctionData;
use crate::module::{Function, Module};
use crate::side_table::{Id, SideTable};
use la_arena::Arena;

/// Removes functions that no other function calls; the others keep their order. Gives how many.
pub fn remove_functions(module: &mut Module, is_removed: impl Fn(Function) -> bool) -> usize {
    let count = module.functions.len();
    if !module.function_ids().any(&is_removed) {
        return 0;
    }
    let kept: Vec<Function> = module.function_ids().filter(|&id| !is_removed(id)).collect();
    keep_functions(module, &kept);
    count - module.functions.len()
}

/// Keeps these functions alone, in this order. They call no others.
pub fn keep_functions(module: &mut Module, order: &[Function]) {
    let mut numbers: SideTable<Function, Option<Function>> = SideTable::filled(module.functions.len(), None);
    let mut functions: Arena<FunctionData> = Arena::with_capacity(order.len());
    let old = std::mem::take(&mut module.functions).into_iter();
    let mut old: Vec<Option<FunctionData>> = old.map(|(_, data)| Some(data)).collect();
    for &id in order {
        if let Some(data) = old.get_mut(id.index()).and_then(Option::take) {
            numbers.set(id, Some(functions.alloc(data)));
        }
    }
    for (_, data) in functions.iter_mut() {
        if data.may_call() {
            // Calls in no block may name removed functions.
            data.renumber_callees(|callee| numbers.at(callee));
        }
        if let Some(instance) = &mut data.instance
            && let Some(generic) = numbers.at(instance.generic)
        {
            instance.generic = generic;
        }
    }
    module.entry = module.entry.and_then(|entry| numbers.at(entry));
    module.functions = functions;
}
