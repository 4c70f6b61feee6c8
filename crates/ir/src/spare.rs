//! Memory of modules that nobody needs any more, for the next ones.
//!
//! A program that compiles one shader after the other gives each module back, and the next one grows in its lists.

use crate::function::{BlockData, FunctionData, Insts, Linkage, List, Past};
use crate::module::{Execution, Module, Precision, Source, Stage};
use crate::names::Name;
use crate::side_table::Id;
use crate::span::Origin;
use crate::types::Type;

/// Modules and functions that are no longer needed, for the memory of their lists.
///
/// ```
/// use vitrum_ir::{Module, Spare, Stage, text};
///
/// let mut spare = Spare::default();
/// let mut first = spare.module(Stage::Vertex);
/// first.names.intern("scale");
/// spare.recycle(first);
/// let second = spare.module(Stage::Fragment);
/// assert_eq!(text::print(&second), text::print(&Module::new(Stage::Fragment)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Spare {
    module: Option<Box<Module>>,
    functions: Vec<FunctionData>,
}

/// Functions that are kept; few modules have more.
const FUNCTIONS: usize = 64;

impl Spare {
    /// An empty module: [`Module::new`] in the memory of another one.
    pub fn module(&mut self, stage: Stage) -> Module {
        match self.module.take() {
            Some(module) => emptied(*module, stage),
            None => Module::new(stage),
        }
    }

    /// A function without instructions: [`FunctionData::with_room`] in the memory of another one, if there is one.
    pub fn function(&mut self, name: Name, result: Type, room: usize) -> FunctionData {
        let with_room = |function: &FunctionData| function.operands.capacity() >= 2 * room;
        let all = self.functions.iter().enumerate().filter(|row| with_room(row.1));
        match all.min_by_key(|row| row.1.operands.capacity()).map(|row| row.0) {
            Some(index) => renewed(self.functions.swap_remove(index), name, result),
            None => FunctionData::with_room(name, result, room),
        }
    }

    /// Takes a module for its memory.
    pub fn recycle(&mut self, mut module: Module) {
        let functions = std::mem::take(&mut module.functions);
        self.functions.extend(functions.into_iter().map(|row| row.1).take(FUNCTIONS));
        // The oldest go.
        let surplus = self.functions.len().saturating_sub(FUNCTIONS);
        self.functions.drain(..surplus);
        self.module = Some(Box::new(module));
    }
}

/// An empty module with the memory of another one.
fn emptied(module: Module, stage: Stage) -> Module {
    let Module {
        stage: _,
        source: _,
        mut extensions,
        mut subroutines,
        mut strings,
        mut spirv,
        execution: _,
        entry: _,
        mut names,
        mut types,
        mut constants,
        mut structs,
        mut spec_constants,
        mut globals,
        mut functions,
        mut spelling,
    } = module;
    extensions.clear();
    subroutines.clear();
    strings.clear();
    spirv.clear();
    names.clear();
    types.clear();
    constants.clear();
    structs.clear();
    spec_constants.clear();
    globals.clear();
    functions.clear();
    spelling.clear();
    Module {
        stage,
        source: Source::default(),
        extensions,
        subroutines,
        strings,
        spirv,
        execution: Execution::default(),
        entry: None,
        names,
        types,
        constants,
        structs,
        spec_constants,
        globals,
        functions,
        spelling,
    }
}

/// [`FunctionData::with_room`] in the memory of another function, which has as much.
fn renewed(function: FunctionData, name: Name, result: Type) -> FunctionData {
    let FunctionData {
        name: _,
        mut params,
        result: _,
        precision: _,
        spirv: _,
        inlining: _,
        linkage: _,
        origin: _,
        mut generics,
        instance: _,
        body,
        mut blocks,
        insts: Insts(mut insts),
        mut values,
        mut controls,
        mut operands,
        past: _,
        mut names,
    } = function;
    let mut list =
        blocks.values_mut().nth(body.index()).map_or_else(List::new, |body| std::mem::take(&mut body.insts));
    list.clear();
    params.clear();
    generics.clear();
    blocks.clear();
    insts.clear();
    values.clear();
    controls.clear();
    operands.clear();
    names.clear();
    FunctionData {
        name,
        params,
        result,
        precision: Precision::None,
        spirv: None,
        inlining: None,
        linkage: Linkage::Internal,
        origin: Origin::default(),
        generics,
        instance: None,
        body: blocks.alloc(BlockData { params: List::new(), insts: list }),
        blocks,
        insts: Insts(insts),
        values,
        controls,
        operands,
        past: Past::default(),
        names,
    }
}

#[cfg(test)]
mod tests {
    use super::Spare;
    use crate::{
        Builder, Cursor, FunctionData, MemoryAccess, Module, Name, Op, Precision, Span, Stage, text,
        types::common,
    };

    /// A module with a name, a type, a constant and a function.
    fn filled(spare: &mut Spare) -> Module {
        let mut module = spare.module(Stage::Vertex);
        let name = module.names.intern("main");
        let data = spare.function(name, common::VOID, 40);
        let function = module.functions.alloc(data);
        module.entry = Some(function);
        let ty = module.types.matrix(crate::Scalar::F32, 3, 2);
        let value = module.constants.null(ty);
        let block = Some(module.functions[function].body);
        let mut cursor = Cursor { function, block, span: Span::default(), precise: false };
        let mut builder = Builder::new(&mut module, &mut cursor);
        let variable = builder.var(ty, "v", Precision::None, None);
        builder.store(variable, value.into(), MemoryAccess::NONE);
        builder.terminate(Op::Return, &[]);
        module
    }

    #[test]
    fn a_module_in_used_memory_is_like_a_new_one() {
        let mut spare = Spare::default();
        let first = text::print(&filled(&mut spare));
        for _ in 0..3 {
            let module = filled(&mut spare);
            assert_eq!(text::print(&module), first);
            spare.recycle(module);
        }
        let (new, used) = (Module::new(Stage::Task), spare.module(Stage::Task));
        assert_eq!(text::print(&used), text::print(&new));
        assert_eq!(
            (used.names.len(), used.types.len(), used.constants.len()),
            (new.names.len(), new.types.len(), new.constants.len())
        );
    }

    #[test]
    fn a_function_gets_at_least_the_memory_it_asks_for() {
        let mut spare = Spare::default();
        let module = filled(&mut spare);
        spare.recycle(module);
        assert!(spare.function(Name::EMPTY, common::VOID, 1000).operands.capacity() >= 2000);
        let used = spare.function(Name::EMPTY, common::VOID, 10);
        assert!(used.operands.capacity() >= 80, "it is the function of before");
        assert_eq!(used, FunctionData::new(Name::EMPTY, common::VOID));
    }
}
