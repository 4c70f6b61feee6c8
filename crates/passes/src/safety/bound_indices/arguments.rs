//! Addresses that functions are called with.
//!
//! ```text
//!                               skip
//! %p = access @a, %i            %p = access @a, %i
//! call &f %p               =>   %inside: bool = ult %i, 4u32
//!                               %before: f32 = if %inside { merge (load %p) } else { merge 0.0f32 }
//!                               %argument: ptr<function, f32> = var
//!                               store %argument, %before
//!                               call &f %argument
//!                               if %inside { store %p, (load %argument) }
//! ```

use super::Bounder;
use crate::framework::rewrite::{Action, Rewriter};
use rustc_hash::FxHashSet;
use vitrum_ir::{FunctionData, Inst, Module, Name, Op, Operand, Storage, TypeData, Value, typing, visit};

/// True for the address of an argument that can be a copy: GLSL copies what `out` and `inout` parameters get.
fn can_be_copied(module: &Module, function: &FunctionData, op: Op, address: Operand) -> bool {
    let ty = typing::operand_type(module, function, address);
    op == Op::Call && matches!(module.types.get(ty), TypeData::Pointer { storage: Storage::Function, .. })
}

/// Addresses that leave the function as arguments for which no copy can stand, and those that they are parts of.
pub(super) fn fixed(module: &Module, function: &FunctionData) -> FxHashSet<Value> {
    let mut found = FxHashSet::default();
    visit::each_back(function, function.body, |inst| {
        let op = function.op(inst);
        let leaves = matches!(op, Op::Call | Op::Intrinsic);
        let continues = op == Op::Access && function.result(inst).is_some_and(|value| found.contains(&value));
        for &operand in function.operands(inst) {
            let access = function.definition(operand).filter(|&it| function.op(it) == Op::Access);
            if access.is_some() && (continues || leaves && !can_be_copied(module, function, op, operand)) {
                found.extend(operand.value());
            }
        }
    });
    found
}

/// An argument whose address may be out of bounds.
struct Argument {
    position: usize,
    address: Operand,
    /// The condition under which it is in bounds.
    guard: Operand,
}

impl Bounder {
    /// Calls a function with copies of what lies at addresses that may be out of bounds.
    pub(super) fn call(&self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let arguments: Vec<Argument> = self.guarded_arguments(rewriter, inst);
        let mut copies = Vec::with_capacity(arguments.len());
        for argument in &arguments {
            let pointer = rewriter.ty(argument.address);
            let Some(ty) = rewriter.module.types.pointee(pointer) else { return Action::Keep };
            let precision = rewriter.precision(argument.address);
            let zero = rewriter.module.constants.null(ty);
            let before = rewriter.if_(
                argument.guard,
                |rewriter| rewriter.load(argument.address),
                |_| Operand::from(zero),
            );
            let copy = Operand::from(rewriter.variable(ty, precision, Name::default(), None));
            for before in before {
                rewriter.store(copy, before);
            }
            rewriter.set_operand(inst, argument.position, copy);
            copies.push(copy);
        }
        if arguments.is_empty() {
            return Action::Keep;
        }
        let action = rewriter.keep(inst);
        for (argument, copy) in arguments.iter().zip(copies) {
            let store = |rewriter: &mut Rewriter<'_>| {
                let after = rewriter.load(copy);
                rewriter.store(argument.address, after);
            };
            rewriter.if_(argument.guard, store, |_| ());
        }
        action
    }

    fn guarded_arguments(&self, rewriter: &Rewriter<'_>, inst: Inst) -> Vec<Argument> {
        let constant = |guard: Operand| guard.constant().and_then(|it| rewriter.module.constants.bits(it));
        let operands = rewriter.function.operands(inst).iter().enumerate();
        let guarded = operands.filter_map(|(position, &address)| {
            let guard = *self.guards.get(&address.value()?)?;
            (constant(guard) != Some(1)).then_some(Argument { position, address, guard })
        });
        guarded.collect()
    }
}
