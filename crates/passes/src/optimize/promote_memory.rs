//! Scalar promotion: keeps memory that a loop reads and writes at one address in a variable of the function.
//!
//! ```text
//! loop 0i32 (%i: i32) {                 %0: f32 = load %p
//!     ...                               %kept: ptr<function, f32> = var
//!     %1: f32 = load %p                 store %kept, %0
//!     %2: f32 = fadd %1, %x             loop 0i32 (%i: i32) {
//!     store %p, %2                          ...
//!     ...                                   %1: f32 = load %kept
//! }                                         %2: f32 = fadd %1, %x
//!                                           store %kept, %2
//!                                           ...
//!                                       }
//!                                       %3: f32 = load %kept
//!                                       store %p, %3
//! ```
//!
//! `promote_variables` makes a parameter of the loop of the variable. The address must be the same in all iterations, and whatever else
//! the loop does must be apart from it: other addresses ([`crate::analysis`] compares them step by step), calls, atomic operations and
//! anything that orders memory. A loop that only reads there loads once.
//!
//! Nothing is read or written that was not before. The load goes in front of the loop if an iteration surely executes an access, if the
//! memory is there by its type, or if it was accessed already. The store goes behind the loop if the memory belongs to the invocation, or
//! if the loop, or the code in front of it, surely stores there; otherwise the stores stay, and the variable only replaces the loads.
//! Volatile and coherent memory is left alone, and so are loads that a loop may wait for.
//!
//! LLVM: scalar promotion in `LICM`.

mod collect;
mod decide;

use crate::framework::module_facts::ModuleFacts;
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use collect::collect;
use decide::Promotion;
use rustc_hash::FxHashMap;
use vitrum_ir::{Function, Inst, Module, Name, Op, Operand, Value};

/// Runs the pass; gives the number of accesses that were changed.
pub(crate) fn run(
    module: &mut Module,
    function: Function,
    session: &mut Session,
    around: &ModuleFacts,
) -> usize {
    let data = &module.functions[function];
    if !data.may_have(&[Op::Loop]) {
        return 0;
    }
    let promotions = collect(module, data, &around.summaries);
    if promotions.is_empty() {
        return 0;
    }
    let mut keep = Keep { promotions, ..Keep::default() };
    for (index, promotion) in keep.promotions.iter().enumerate() {
        keep.loops.entry(promotion.inst).or_default().push(index);
        keep.accesses.extend(promotion.accesses.iter().map(|&inst| (inst, index)));
    }
    keep.variables.resize(keep.promotions.len(), None);
    rewrite_function(module, function, session, keep)
}

#[derive(Default)]
struct Keep {
    promotions: Vec<Promotion>,
    /// The promotions of each loop, and the one that each access belongs to.
    loops: FxHashMap<Inst, Vec<usize>>,
    accesses: FxHashMap<Inst, usize>,
    /// The address of each promotion and the variable that stands for its memory in the loop.
    variables: Vec<Option<(Operand, Value)>>,
}

impl Visitor for Keep {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if rewriter.function.op(inst) == Op::Loop {
            for &index in self.loops.get(&inst).map_or(&[][..], Vec::as_slice) {
                if rewriter.may_change() {
                    self.variables[index] = self.begin(rewriter, index);
                }
            }
            return Action::Keep;
        }
        let Some(&index) = self.accesses.get(&inst) else { return Action::Keep };
        let Some((_, variable)) = self.variables[index] else { return Action::Keep };
        let is_load = rewriter.function.op(inst) == Op::Load;
        if is_load || self.promotions[index].sinks {
            rewriter.set_operand(inst, 0, variable.into());
            return Action::Keep;
        }
        // The store stays, and its value is known to the loads.
        let mut operands = rewriter.function.operands(inst).to_vec();
        operands[0] = variable.into();
        rewriter.copy_with(inst, &operands);
        Action::Keep
    }

    fn leave(&mut self, rewriter: &mut Rewriter<'_>, control: Inst) {
        for &index in self.loops.get(&control).map_or(&[][..], Vec::as_slice) {
            let promotion = &self.promotions[index];
            if let (Some((pointer, variable)), true) = (self.variables[index], promotion.sinks) {
                let value = rewriter.push(Op::Load, &[variable.into()], 0, promotion.ty, promotion.precision);
                rewriter.push_store(pointer, value, promotion.accesses[0]);
            }
        }
    }

    fn enter(&mut self, _rewriter: &mut Rewriter<'_>, _control: Inst, _part: Part) {}
}

impl Keep {
    /// Builds the address, the variable and what it begins with, in front of a loop.
    fn begin(&self, rewriter: &mut Rewriter<'_>, index: usize) -> Option<(Operand, Value)> {
        let promotion = &self.promotions[index];
        let mut pointer = promotion.base;
        // The steps from the outside in; those that stood in the loop are made again.
        for &access in promotion.chain.iter().rev() {
            let mut operands = rewriter.function.operands(access).to_vec();
            operands[0] = pointer;
            for operand in &mut operands {
                *operand = rewriter.resolve(*operand);
            }
            pointer = rewriter.copy_with(access, &operands).first().copied()?;
        }
        let pointer = rewriter.resolve(pointer);
        let variable = rewriter.variable(promotion.ty, promotion.precision, Name::default(), None);
        if promotion.loads_first {
            let value = rewriter.push(Op::Load, &[pointer], 0, promotion.ty, promotion.precision);
            rewriter.store(variable, value);
        }
        rewriter.remark(promotion.accesses[0], |_| "memory kept in a value through the loop".to_owned());
        Some((pointer, variable))
    }
}
