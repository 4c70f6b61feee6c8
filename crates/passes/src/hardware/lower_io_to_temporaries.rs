//! Moves inputs into private variables at the start, and outputs out of them where they are read.
//!
//! ```text
//! fn &main() -> void {               fn &main() -> void {
//!     store @color, %a         =>        store @color.1, %a
//!     %0: f32 = load @color              %0: f32 = load @color.1
//!     return                             %1: f32 = load @color.1
//! }                                      store @color, %1
//!                                        return
//!                                    }
//! ```
//!
//! Outputs are read at each return of the entry point, and in a geometry shader in front of each vertex that it emits. Each
//! input or output is loaded or stored once then, as a whole. Variables stay that are arrays over vertices, or of a patch:
//! other invocations see them; inputs that are interpolated at other places; outputs that hold the value of the framebuffer;
//! blocks; built-in inputs from the pipeline; and all outputs of a module that stores some by slot already.
//!
//! Mesa calls this `nir_lower_io_to_temporaries`.

use super::chains::kept_globals;
use crate::framework::rewrite::{Action, insert_at_returns, insert_at_start, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use rustc_hash::FxHashSet;
use vitrum_ir::edit::redirect_global;
use vitrum_ir::machine::{is_arrayed, is_system_value};
use vitrum_ir::{
    Global, GlobalData, InstData, Intrinsic, Length, Module, Op, Qualifiers, Stage, Storage, TypeData, visit,
};

/// Options of `lower_io_to_temporaries`.
#[derive(Clone, Copy, Debug)]
pub struct IoToTemporaries {
    /// True if inputs are moved.
    pub inputs: bool,
    /// True if outputs are moved.
    pub outputs: bool,
}

impl Default for IoToTemporaries {
    fn default() -> Self {
        Self { inputs: true, outputs: true }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "variables",
    values: "all|inputs|outputs",
    summary: "variables that are moved",
    set: set_variables,
}];

fn set_variables(options: &mut PassOptions, text: &str) -> Option<()> {
    let (inputs, outputs) = match text {
        "all" => (true, true),
        "inputs" => (true, false),
        "outputs" => (false, true),
        _ => return None,
    };
    options.change(|it: &mut IoToTemporaries| (it.inputs, it.outputs) = (inputs, outputs));
    Some(())
}

/// True if the value of a variable is its own, and of one invocation.
fn is_moved(module: &Module, data: &GlobalData, options: &IoToTemporaries) -> bool {
    let stays = Qualifiers::PATCH
        .union(Qualifiers::PER_PRIMITIVE)
        .union(Qualifiers::FRAMEBUFFER_FETCH)
        .union(Qualifiers::NON_COHERENT_FETCH);
    let is_wanted = match data.storage {
        Storage::Input => options.inputs && !is_system_value(module, data),
        Storage::Output => options.outputs,
        _ => false,
    };
    let is_known = !matches!(
        module.types.get(data.ty),
        TypeData::RuntimeArray { .. } | TypeData::Array { length: Length::Spec(_), .. }
    );
    is_wanted
        && is_known
        && data.block.is_none()
        && !data.decorations.qualifiers.intersects(stays)
        && !is_arrayed(module, data)
}

/// Globals that some function names.
fn named(module: &Module) -> FxHashSet<Global> {
    let mut named = FxHashSet::default();
    for id in module.code_ids() {
        let function = &module.functions[id];
        visit::each(function, function.body, |inst| {
            named.extend(function.operands(inst).iter().filter_map(|operand| operand.global()));
        });
    }
    named
}

/// True if a function stores outputs by slot, in an order that a store at the end would change.
fn stores_slots(module: &Module) -> bool {
    let is_slot = |data: &InstData| data.op == Op::Intrinsic && data.imm == Intrinsic::StoreOutput as u32;
    module.code_ids().any(|id| module.functions[id].insts.values().any(is_slot))
}

/// Moves them; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(entry) = module.entry else { return 0 };
    let mut options: IoToTemporaries = session.settings().options.get();
    options.outputs &= !stores_slots(module);
    let kept = kept_globals(module, |op| matches!(op, Op::Load | Op::Store | Op::StoreSwizzle | Op::Access));
    let named = named(module);
    let found = module.globals_that(|data| is_moved(module, data, &options));
    let found = found.into_iter().filter(|global| named.contains(global) && !kept.contains(global));
    let found: Vec<Global> = found.filter(|_| session.may_change()).collect();
    let mut pairs = Vec::with_capacity(found.len());
    for &global in &found {
        let data = &module.globals[global];
        let name = module.names.get(data.name).to_owned();
        let (ty, precision, initializer, storage) = (data.ty, data.precision, data.initializer, data.storage);
        let temporary = module.add_global(&name, ty, Storage::Private);
        let to = &mut module.globals[temporary];
        (to.precision, to.initializer) = (precision, initializer);
        if redirect_global(module, global, temporary) {
            pairs.push((global, temporary, storage));
        }
    }
    if pairs.is_empty() {
        return 0;
    }
    insert_at_start(module, entry, session, |rewriter| {
        for &(global, temporary, _) in pairs.iter().filter(|row| row.2 == Storage::Input) {
            let value = rewriter.load(global);
            rewriter.store(temporary, value);
        }
    });
    let outputs: Vec<_> = pairs.iter().filter(|row| row.2 == Storage::Output).copied().collect();
    if outputs.is_empty() {
        return pairs.len();
    }
    let store = |rewriter: &mut crate::framework::rewrite::Rewriter<'_>| {
        for &(global, temporary, _) in &outputs {
            let value = rewriter.load(temporary);
            rewriter.store(global, value);
        }
    };
    if module.stage == Stage::Geometry {
        rewrite_each(module, session, |rewriter, inst| {
            let emits = [Intrinsic::EmitVertex, Intrinsic::EmitStreamVertex];
            if rewriter.function().intrinsic(inst).is_some_and(|it| emits.contains(&it)) {
                store(rewriter);
            }
            Action::Keep
        });
    } else {
        insert_at_returns(module, entry, session, store);
    }
    pairs.len()
}
