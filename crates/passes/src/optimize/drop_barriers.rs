//! Drops barriers that another one covers which no access to memory lies between.
//!
//! ```text
//! intrinsic.memory_barrier 0u32, 264u32         (memoryBarrierShared)
//! intrinsic.control_barrier 2u32, 2u32, 264u32  intrinsic.control_barrier 2u32, 2u32, 264u32
//! ```
//!
//! A barrier orders the accesses before it and those behind it (SPIR-V, "Memory Semantics"). Without accesses in between, two
//! barriers have the same on both sides, so one of them does nothing if the other orders the same kinds of memory or more, for the
//! same invocations or more, and lets them wait for each other if it does. Only a workgroup sees shared memory: a wider scope adds
//! nothing there.
//!
//! NIR: `nir_opt_barriers`.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use rustc_hash::FxHashSet;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{Function, FunctionData, Inst, Intrinsic, Module, Op, scope, semantics};

/// The most barriers beside each other that are compared.
const MOST: usize = 8;
/// Shared memory, among semantics.
const SHARED: u32 = 0x100;

/// Runs the pass; gives the number of barriers that went.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    let data = &module.functions[function];
    if !data.may_have(&[Op::Intrinsic]) {
        return 0;
    }
    let is_barrier = |inst: Inst| Barrier::of(module, data, inst).is_some();
    if data.insts.iter().filter(|row| row.1.op == Op::Intrinsic && is_barrier(row.0)).nth(1).is_none() {
        return 0;
    }
    let dead = covered(module, data);
    if dead.is_empty() {
        return 0;
    }
    rewrite_function(module, function, session, Remove { dead })
}

/// Barriers that others cover.
fn covered(module: &Module, function: &FunctionData) -> FxHashSet<Inst> {
    let mut dead = FxHashSet::default();
    let mut beside: Vec<Barrier> = Vec::new();
    visit::walk(function, function.body, |event| {
        let Event::Inst(inst) = event else {
            beside.clear();
            return;
        };
        match Barrier::of(module, function, inst) {
            Some(barrier) if beside.iter().any(|other| other.covers(&barrier)) => {
                dead.insert(inst);
            }
            Some(barrier) => {
                beside.retain(|other| {
                    let goes = barrier.covers(other);
                    if goes {
                        dead.insert(other.inst);
                    }
                    !goes
                });
                if beside.len() < MOST {
                    beside.push(barrier);
                }
            }
            None if function.effects(inst).is_pure() => {}
            None => beside.clear(),
        }
    });
    dead
}

struct Remove {
    dead: FxHashSet<Inst>,
}

impl Visitor for Remove {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if self.dead.contains(&inst) && rewriter.may_change() { Action::Remove } else { Action::Keep }
    }
}

/// A barrier whose scopes and semantics are numbers.
struct Barrier {
    inst: Inst,
    /// The invocations that wait for each other, of one that they wait at.
    execution: Option<u32>,
    scope: u32,
    semantics: u32,
}

impl Barrier {
    fn of(module: &Module, function: &FunctionData, inst: Inst) -> Option<Self> {
        let number = |index: usize| {
            let operand = *function.operands(inst).get(index)?;
            module.as_int(operand).and_then(|number| u32::try_from(number).ok())
        };
        match function.intrinsic(inst)? {
            Intrinsic::MemoryBarrier => {
                Some(Self { inst, execution: None, scope: number(0)?, semantics: number(1)? })
            }
            Intrinsic::ControlBarrier => {
                Some(Self { inst, execution: Some(number(0)?), scope: number(1)?, semantics: number(2)? })
            }
            _ => None,
        }
    }

    /// True if `other` does nothing that this one does not do.
    fn covers(&self, other: &Self) -> bool {
        let waits = other.execution.is_none() || self.execution == other.execution;
        let (own, its) = (self.semantics, other.semantics);
        let orders = match its & semantics::ORDERS {
            0 => true,
            order => own & (order | semantics::ACQUIRE_RELEASE) != 0,
        };
        waits && its & semantics::VOLATILE == 0 && orders && is_within(its, own) && self.reaches(other)
    }

    /// True if it orders memory for the invocations that `other` orders it for.
    fn reaches(&self, other: &Self) -> bool {
        let storage = other.semantics & (semantics::STORAGE | semantics::COUNTERS);
        if self.scope == other.scope || storage == 0 {
            return true;
        }
        // An unsaid scope is the device, or the queue family in Vulkan's memory model: this one counts as the less, the other as the more.
        let (Some(own), Some(its)) = (width(self.scope, 3), width(other.scope, 4)) else { return false };
        own >= if storage == SHARED { its.min(2) } else { its }
    }
}

/// True if semantics name the memory and the rest, but orders, of other ones.
fn is_within(less: u32, more: u32) -> bool {
    less & !semantics::ORDERS & !more == 0
}

/// A number that grows with the invocations of a scope, of those that are within one another.
fn width(of: u32, unsaid: u32) -> Option<u32> {
    match of {
        scope::INVOCATION => Some(0),
        scope::SUBGROUP => Some(1),
        scope::WORKGROUP => Some(2),
        scope::QUEUE_FAMILY => Some(3),
        scope::DEVICE => Some(4),
        scope::UNSAID => Some(unsaid),
        _ => None,
    }
}
