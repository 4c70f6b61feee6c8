//! Turns what compilers to SPIR-V made of `?:`, `&&` and `||` back into values.
//!
//! ```text
//! %t: ptr<function, f32> = var
//! if %c {                                    %r: f32 = if %c {
//!     store %t, %a                               merge %a
//!     merge                                  } else {
//! } else {                            =>         merge %b
//!     store %t, %b                           }
//!     merge
//! }
//! %r: f32 = load %t
//!
//! %r: bool = if %c { merge %c } else { … }   %r: bool = if %c { merge true } else { … }
//! ```
//!
//! The first: variables without names become values, unless a loop or a switch changes them. The second: what an arm of a branch gives is
//! a constant if it is the condition or what the condition negates, as optimisers leave it; the printer makes `||` of that.

use crate::analysis::nesting::Nesting;
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::optimize::promote_variables;
use rustc_hash::FxHashSet;
use vitrum_ir::{FunctionData, Inst, Module, Op, Operand, Value};

/// True if the module comes from no GLSL, and has branches.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.recovers_source(module) && module.functions.values().any(|function| function.may_have(&[Op::If]))
}

/// Runs the lowering; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut changes = 0;
    for id in module.code_ids() {
        let temporaries = temporaries(&module.functions[id]);
        if !temporaries.is_empty() {
            changes += promote_variables::promote(module, id, session, &|value| temporaries.contains(&value));
        }
        changes += rewrite_function(module, id, session, Conditions::default());
    }
    changes
}

/// The variables without names that no loop and no switch changes.
fn temporaries(function: &FunctionData) -> FxHashSet<Value> {
    let nesting = Nesting::new(function);
    let variables = function.inst_ids().filter(|&inst| function.op(inst) == Op::Var);
    let variables = variables.filter_map(|inst| function.result(inst));
    let mut temporaries: FxHashSet<Value> = variables.filter(|&value| !function.has_name(value)).collect();
    for inst in function.inst_ids() {
        if !matches!(function.op(inst), Op::Store | Op::StoreSwizzle) {
            continue;
        }
        let Some(variable) = root(function, inst).filter(|variable| temporaries.contains(variable)) else {
            continue;
        };
        let declared = function.definition(variable.into()).and_then(|var| nesting.block(var));
        let mut at = nesting.block(inst);
        while at.is_some() && at != declared {
            let owner = at.and_then(|block| nesting.owner(block));
            if owner.is_some_and(|owner| function.op(owner) != Op::If) {
                temporaries.remove(&variable);
                break;
            }
            at = owner.and_then(|owner| nesting.block(owner));
        }
    }
    temporaries
}

/// The variable that a store writes to.
fn root(function: &FunctionData, store: Inst) -> Option<Value> {
    let mut at = *function.operands(store).first()?;
    while let Some(inst) = function.definition(at).filter(|&inst| function.op(inst) == Op::Access) {
        at = *function.operands(inst).first()?;
    }
    at.value()
}

/// Makes constants of the conditions that arms give.
#[derive(Default)]
struct Conditions {
    /// The condition of each open branch and its outcome in the open arm; `None` for other blocks.
    open: Vec<Option<(Operand, bool)>>,
}

impl Visitor for Conditions {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let Some(&Some((condition, outcome))) = self.open.last() else { return Action::Keep };
        if rewriter.function.op(inst) != Op::Merge {
            return Action::Keep;
        }
        let negated =
            rewriter.function.definition(condition).filter(|&it| rewriter.function.op(it) == Op::Not);
        let negated = negated.and_then(|it| rewriter.function.operands(it).first().copied());
        for index in 0..rewriter.function.operands(inst).len() {
            let given = rewriter.function.operands(inst).get(index).copied();
            let known = if given == Some(condition) {
                outcome
            } else if given.is_some() && given == negated {
                !outcome
            } else {
                continue;
            };
            let constant = rewriter.module.constants.bool(known);
            rewriter.set_operand(inst, index, constant.into());
        }
        Action::Keep
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        if !matches!(part, Part::Then | Part::Body | Part::Case(0)) {
            self.open.pop();
        }
        let condition = rewriter.function.operands(control).first().copied();
        self.open.push(match part {
            Part::Then => condition.map(|condition| (condition, true)),
            Part::Other => condition.map(|condition| (condition, false)),
            Part::Body | Part::Continuing | Part::Case(_) | Part::Spliced => None,
        });
    }

    fn leave(&mut self, _: &mut Rewriter<'_>, _: Inst) {
        self.open.pop();
    }
}
