//! Reads of built-in inputs, each replaced by what a pass makes of the value.

use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::lower::paths::Paths;
use vitrum_glsl::extensions::Extension;
use vitrum_ir::edit::remove_globals;
use vitrum_ir::{BuiltIn, Global, Id, Inst, Module, Op, Operand, Storage, types::common};

/// The variable of a built-in input, if the module has it.
pub(crate) fn input(module: &Module, builtin: BuiltIn) -> Option<Global> {
    let mut globals = module.globals.iter();
    let found =
        globals.find(|(_, data)| data.storage == Storage::Input && data.decorations.builtin == Some(builtin));
    found.map(|row| row.0)
}

/// The variable of a built-in input, added if the module lacks it.
pub(crate) fn input_or_add(module: &mut Module, builtin: BuiltIn, name: &str, ty: vitrum_ir::Type) -> Global {
    input(module, builtin).unwrap_or_else(|| {
        let global = module.add_global(name, ty, Storage::Input);
        module.globals[global].decorations.builtin = Some(builtin);
        global
    })
}

/// The variable of the first instance or vertex of a draw, added if the module lacks it.
pub(super) fn base_or_add(module: &mut Module, builtin: BuiltIn) -> Global {
    let plain = if builtin == BuiltIn::BaseVertex { "gl_BaseVertex" } else { "gl_BaseInstance" };
    if input(module, builtin).is_none() && module.source.version < 460 {
        module.require_extension(Extension::ArbShaderDrawParameters.name());
        return input_or_add(module, builtin, &format!("{plain}ARB"), common::I32);
    }
    input_or_add(module, builtin, plain, common::I32)
}

/// Replaces what is read of a built-in input, a scalar or a vector, by what `change` makes of the whole value; gives the number of
/// reads. A function that is called with its address cannot be changed, which is an error.
pub(crate) fn change_reads(
    module: &mut Module,
    session: &mut Session,
    builtin: BuiltIn,
    mut change: impl FnMut(&mut Rewriter<'_>, Operand) -> Operand,
) -> usize {
    let Some(global) = input(module, builtin) else { return 0 };
    replace_reads(module, session, global, |rewriter| {
        let whole = rewriter.load(global);
        change(rewriter, whole)
    })
}

/// Replaces reads of a built-in input by what `value` builds; gives their number. [`remove_inputs`] removes the variable.
pub(crate) fn replace_input(
    module: &mut Module,
    session: &mut Session,
    builtin: BuiltIn,
    value: impl FnMut(&mut Rewriter<'_>) -> Operand,
) -> usize {
    let Some(global) = input(module, builtin) else { return 0 };
    replace_reads(module, session, global, value)
}

/// Removes built-in inputs that nothing reads any more; gives their number. Globals behind them get other ids, so this is the last
/// step of a pass.
pub(crate) fn remove_inputs(module: &mut Module, session: &mut Session, builtins: &[BuiltIn]) -> usize {
    if !session.refusals.is_empty() {
        return 0;
    }
    let removed: Vec<Global> = builtins.iter().filter_map(|&builtin| input(module, builtin)).collect();
    if removed.is_empty() {
        return 0;
    }
    remove_reported(module, session, &removed);
    removed.len()
}

/// Removes globals, also from the reports of the run, where others are renumbered.
pub(super) fn remove_reported(module: &mut Module, session: &mut Session, removed: &[Global]) {
    let mut removed = removed.to_vec();
    removed.sort_unstable();
    remove_globals(module, |id| removed.binary_search(&id).is_ok());
    session.assigned.retain_mut(|assigned| {
        let place = removed.binary_search(&assigned.global);
        if let Err(before) = place {
            assigned.global = Global::from_index(assigned.global.index().saturating_sub(before));
        }
        place.is_err()
    });
}

/// Replaces what is read of an input, a scalar or a vector, by what `build` builds; gives the number of reads.
fn replace_reads(
    module: &mut Module,
    session: &mut Session,
    global: Global,
    mut build: impl FnMut(&mut Rewriter<'_>) -> Operand,
) -> usize {
    let mut reads = 0;
    let mut passed = None;
    for id in module.code_ids() {
        let mut paths = Paths::default();
        let each = |rewriter: &mut Rewriter<'_>, inst: Inst| {
            let is_it = |other| other == global;
            if paths.learn(rewriter.function(), inst, is_it).is_some() {
                return Action::Remove;
            }
            let path =
                rewriter.function().operands(inst).iter().find_map(|&operand| paths.of(operand, is_it));
            let Some(path) = path else { return Action::Keep };
            if rewriter.function().op(inst) != Op::Load {
                passed.get_or_insert(rewriter.function().insts[inst].span());
                return Action::Keep;
            }
            reads += 1;
            let mut value = build(rewriter);
            for index in path.indices {
                value = match rewriter.module().constant_index(index) {
                    Some(known) => rewriter.op_imm(Op::Extract, &[value], known),
                    None => rewriter.op(Op::ExtractDynamic, &[value, index]),
                };
            }
            rewriter.replace_named(inst, value)
        };
        rewrite_in(module, id, session, each);
    }
    if let Some(span) = passed {
        let name = module.names.get(module.globals[global].name).to_owned();
        session.refuse(span, format!("a function takes the address of `{name}`, expected its value"));
    }
    reads
}
