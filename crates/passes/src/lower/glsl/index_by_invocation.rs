//! Takes casts from the indices of a tessellation control shader's vertices: GLSL stores to the invocation's own vertex alone, and
//! compilers know it by `gl_InvocationID` itself.
//!
//! ```text
//! %i: i32 = load @gl_InvocationID
//! %u: u32 = bitcast %i
//! %p: ptr<output, f32> = access @x, %u      =>      %p: ptr<output, f32> = access @x, %i
//! ```

use crate::framework::rewrite::{Action, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::{BuiltIn, FunctionData, Inst, Module, Op, Operand, Stage, Storage, machine};

/// True if the target is GLSL, and an index is a cast number of the invocation.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.glsl.is_some()
        && module.stage == Stage::TessControl
        && module
            .functions
            .values()
            .any(|function| function.inst_ids().any(|inst| uncast(module, function, inst).is_some()))
}

/// Runs the lowering; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    rewrite_each(module, session, |rewriter, inst| {
        let Some(number) = uncast(rewriter.module, &rewriter.function, inst) else { return Action::Keep };
        if let Some(index) = rewriter.function.operands_mut(inst).get_mut(1) {
            *index = number;
            rewriter.changes += 1;
        }
        Action::Keep
    })
}

/// The number of the invocation, if an instruction is the address of the vertex that a cast of it chooses.
fn uncast(module: &Module, function: &FunctionData, inst: Inst) -> Option<Operand> {
    if function.op(inst) != Op::Access {
        return None;
    }
    let &[base, index, ..] = function.operands(inst) else { return None };
    let data = &module.globals[base.global()?];
    if data.storage != Storage::Output || !machine::is_arrayed(module, data) {
        return None;
    }
    let cast = function.definition(index).filter(|&it| function.op(it) == Op::Bitcast)?;
    let &number = function.operands(cast).first()?;
    let load = function.definition(number).filter(|&it| function.op(it) == Op::Load)?;
    let global = function.operands(load).first()?.global()?;
    (module.globals[global].decorations.builtin == Some(BuiltIn::InvocationId)).then_some(number)
}
