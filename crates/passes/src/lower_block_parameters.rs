//! Out of SSA: block parameters and results of control instructions become variables.

use vitrum_ir::Module;

/// See the module.
pub fn lower_block_parameters(_module: &mut Module) {}
