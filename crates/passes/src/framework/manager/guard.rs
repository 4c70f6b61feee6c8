//! Keeps the module that a pipeline starts from, in case the result is larger.

use crate::framework::function_summaries::FunctionSummaries;
use crate::optimize::cost;
use crate::optimize::eliminate_dead_code::reached_functions;
use la_arena::Arena;
use vitrum_ir::{Function, GlobalData, Module, Snapshot, StructData};

/// A module as it was; what is interned stays, for it has no meaning of its own.
pub(super) struct Kept {
    words: u64,
    functions: Snapshot,
    globals: Arena<GlobalData>,
    structs: Arena<StructData>,
    entry: Option<Function>,
}

impl Kept {
    pub(super) fn new(module: &Module, summaries: &mut FunctionSummaries) -> Self {
        let mut functions = Snapshot::with_room(module);
        for (id, function) in module.functions.iter() {
            // Whoever looks at it once more brings it close by again.
            summaries.of(module, id);
            functions.add(function);
        }
        Self {
            words: words(module, summaries),
            functions,
            globals: module.globals.clone(),
            structs: module.structs.clone(),
            entry: module.entry,
        }
    }

    /// Puts the module back if it has become larger.
    pub(super) fn restore_if_smaller(self, module: &mut Module, summaries: &mut FunctionSummaries) {
        if words(module, summaries) > self.words {
            self.functions.restore(module);
            (module.globals, module.structs, module.entry) = (self.globals, self.structs, self.entry);
        }
    }
}

/// About how many words a module becomes.
fn words(module: &Module, summaries: &mut FunctionSummaries) -> u64 {
    // A variable comes with a decoration and a place in the interface.
    let globals = 8 * module.globals.len() as u64;
    // Functions that are never called are not written.
    let reached = reached_functions(module, summaries);
    let functions = module.functions.iter().filter(|row| reached.at(row.0)).map(|(id, function)| {
        u64::from(summaries.of(module, id).words) + u64::from(cost::of_frame(function))
    });
    globals + functions.sum::<u64>()
}
