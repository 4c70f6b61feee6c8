//! Memory that one compilation leaves to the next.

use crate::lower;
use crate::parser::Spanned;
use crate::symbols::Interner;
use vitrum_ir::Module;

/// The lists and tables of a compilation, for their memory: the contents mean nothing. [`compile_in`](crate::compile_in) takes it, so that
/// many shaders can be compiled one after the other with fewer allocations. It keeps as much memory as the largest shader needed.
#[derive(Debug, Default)]
pub struct Memory {
    pub(crate) interner: Interner,
    pub(crate) tokens: Vec<Spanned>,
    pub(crate) lowering: lower::Memory,
}

impl Memory {
    /// Takes a module that is no longer needed: the next one grows in its lists.
    pub fn recycle(&mut self, module: Module) {
        self.lowering.spare.recycle(module);
    }
}
