//! Removal of functions from the list of a module.

use crate::function::FunctionData;
use crate::module::{Function, Module};
use crate::side_table::SideTable;
use la_arena::Arena;

/// Removes functions that no other function calls; the others keep their order. Gives how many.
pub fn remove_functions(module: &mut Module, is_removed: impl Fn(Function) -> bool) -> usize {
    let count = module.functions.len();
    if !module.function_ids().any(&is_removed) {
        return 0;
    }
    let mut numbers: SideTable<Function, Option<Function>> = SideTable::filled(count, None);
    let mut functions: Arena<FunctionData> = Arena::new();
    for (id, data) in std::mem::take(&mut module.functions).into_iter() {
        if !is_removed(id) {
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
    count - module.functions.len()
}
