//! Stores constant arrays element by element, in versions without array constructors (GLSL 1.10, ESSL 1.00).
//!
//! ```text
//! global @a: array<f32, 2> private = null array<f32, 2>     =>    global @a: array<f32, 2> private
//! fn &main() -> void {                                            fn &main() -> void {
//!                                                                     %1: ptr<private, f32> = access @a, 0i32
//!                                                                     store %1, 0.0f32
//!                                                                     %2: ptr<private, f32> = access @a, 1i32
//!                                                                     store %2, 0.0f32
//! ```
//!
//! Initialisers of local variables and stores of constants are treated alike, unless the version is the module's own: those
//! the printer takes apart. An initialiser of a global becomes stores where
//! the entry point begins; a unit has none, and keeps it. Long arrays of zeros are stored by a loop.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::safety::zeros::{Zeros, clear};
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    Constant, ConstantKind, Function, FunctionData, Global, Inst, Module, Op, Operand, Storage, Type,
    TypeData,
};

/// Arrays of zeros of more components are stored by a loop.
const MOST_STORES: u64 = 16;

/// True if the version has no array constructors, and something needs one.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.glsl.is_some()
        && settings.lacks(module, Feature::ArrayValues)
        && (!globals(module).is_empty()
            || module.functions.values().any(|function| {
                function.has_code()
                    && function.inst_ids().any(|inst| stored(module, function, inst).is_some())
            }))
}

/// Runs the lowering; gives the number of constants that are stored by elements.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let globals = globals(module);
    let mut initial: Vec<(Global, Constant)> = Vec::new();
    for &global in &globals {
        initial.extend(module.globals[global].initializer.take().map(|constant| (global, constant)));
    }
    let (entry, is_chosen) = (module.entry, session.settings().chosen_glsl().is_some());
    let ids: Vec<Function> = module.code_ids().collect();
    let walks = ids.into_iter().map(|id| {
        let initial = if entry == Some(id) { std::mem::take(&mut initial) } else { Vec::new() };
        rewrite_function(module, id, session, StoreElements { initial, is_chosen, zeros: Zeros::default() })
    });
    walks.sum()
}

/// The private globals whose initialiser is or holds an array.
fn globals(module: &Module) -> Vec<Global> {
    if module.entry.is_none() {
        return Vec::new();
    }
    module.globals_that(|data| {
        data.storage == Storage::Private
            && data.initializer.is_some_and(|constant| is_defined(module, constant))
            && holds_array(module, data.ty)
    })
}

fn is_defined(module: &Module, constant: Constant) -> bool {
    module.constants.get(constant).kind != ConstantKind::Undef
}

/// True if a type is an array or a struct with one; types nest no deeper than a struct has members on the way.
fn holds_array(module: &Module, ty: Type) -> bool {
    let mut pending = vec![ty];
    let mut looked = 0usize;
    while let Some(ty) = pending.pop() {
        looked += 1;
        match module.types.get(ty) {
            TypeData::Array { .. } => return true,
            TypeData::Struct(_) if looked < 1 << 12 => {
                pending.extend(module.members(ty).iter().map(|member| member.ty));
            }
            _ => {}
        }
    }
    false
}

/// The constant with an array that an instruction stores, or gives a variable at its start.
fn stored(module: &Module, function: &FunctionData, inst: Inst) -> Option<Constant> {
    let position = match function.op(inst) {
        Op::Var => 0,
        Op::Store => 1,
        _ => return None,
    };
    let constant = function.operands(inst).get(position)?.constant()?;
    let is_stored = is_defined(module, constant) && holds_array(module, module.constants.ty(constant));
    is_stored.then_some(constant)
}

struct StoreElements {
    /// The initialisers that the entry point stores.
    initial: Vec<(Global, Constant)>,
    /// True if instructions are taken apart as well.
    is_chosen: bool,
    zeros: Zeros,
}

impl Visitor for StoreElements {
    fn start(&mut self, rewriter: &mut Rewriter<'_>) {
        for (global, constant) in std::mem::take(&mut self.initial) {
            self.store(rewriter, global.into(), constant);
        }
    }

    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let constant = stored(rewriter.module, &rewriter.function, inst).filter(|_| self.is_chosen);
        let Some(constant) = constant else { return Action::Keep };
        if rewriter.function.op(inst) == Op::Store {
            let Some(&pointer) = rewriter.function.operands(inst).first() else { return Action::Keep };
            self.store(rewriter, pointer, constant);
            return Action::Remove;
        }
        let Some(variable) = rewriter.function.result(inst) else { return Action::Keep };
        rewriter.function.set_operands(inst, &[]);
        let action = rewriter.keep(inst);
        self.store(rewriter, variable.into(), constant);
        action
    }
}

impl StoreElements {
    /// Builds stores of a constant, without one of an array.
    fn store(&mut self, rewriter: &mut Rewriter<'_>, pointer: Operand, constant: Constant) {
        let mut pending = vec![(pointer, constant)];
        while let Some((pointer, constant)) = pending.pop() {
            let data = rewriter.module.constants.get(constant).clone();
            if !holds_array(rewriter.module, data.ty) {
                if data.kind != ConstantKind::Undef {
                    rewriter.store(pointer, constant.into());
                }
                continue;
            }
            let count = match rewriter.module.types.get(data.ty) {
                TypeData::Struct(_) => rewriter.module.members(data.ty).len() as u32,
                _ => rewriter.module.types.length(data.ty).unwrap_or(0),
            };
            let is_long =
                self.zeros.components(rewriter.module, data.ty).is_none_or(|count| count > MOST_STORES);
            match data.kind {
                ConstantKind::Null if is_long => clear(rewriter, &mut self.zeros, pointer, MOST_STORES),
                ConstantKind::Null | ConstantKind::Composite(_) => {
                    // The last part waits longest.
                    for index in (0..count).rev() {
                        let part = self.part(rewriter, constant, index);
                        let number = rewriter.module.constants.i32(index as i32).into();
                        let place = rewriter.access(pointer, &[number]);
                        pending.extend(part.map(|part| (place, part)));
                    }
                }
                _ => {}
            }
        }
    }

    fn part(&self, rewriter: &mut Rewriter<'_>, constant: Constant, index: u32) -> Option<Constant> {
        let data = rewriter.module.constants.get(constant);
        if let ConstantKind::Composite(parts) = &data.kind {
            return parts.get(index as usize).copied();
        }
        let ty = vitrum_ir::typing::part_type(rewriter.module, data.ty, index)?;
        Some(rewriter.module.constants.null(ty))
    }
}
