//! Discards fragments as early as their discard is known.
//!
//! ```text
//! %1: f32 = pow %x, %y                        %2: bool = flt %a, 0.5f32
//! %2: bool = flt %a, 0.5f32                   if %2 {
//! if %2 {                                         terminate
//!     terminate                               } else {
//! } else {                                        merge
//!     store @out, %1                          }
//!     merge                                   %1: f32 = pow %x, %y
//! }                                           store @out, %1
//! ```
//!
//! The code of the other arm moves behind the branch, where only fragments arrive that took it. The branch moves up over
//! operations without observable effects, together with the operands of its condition. It stays behind stores, atomics, calls
//! and barriers, which fragments that are discarded later execute as well, and behind derivatives and samples, which need the
//! values of neighbours. `demote` leaves the neighbours running, so it moves over these, but not over reads of
//! `gl_HelperInvocation`. Two discards with only safe operations between them become one.

use crate::framework::rewrite::Edits;
use crate::framework::session::Session;
use crate::optimize::simplify_branches::cost;
use rustc_hash::FxHashSet;
use vitrum_ir::types::common;
use vitrum_ir::{
    Block, ControlHints, Effects, FunctionData, Inst, Intrinsic, List, MemoryAccess, Module, Op, Precision,
    Span, Stage, visit,
};

/// Operations that a discard goes up over at most.
const MOST_PASSED: usize = 64;

/// Runs the pass; gives the number of discards that were moved, put together, or taken out of a branch.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    if module.stage != Stage::Fragment {
        return 0;
    }
    let mut changes = 0;
    for id in module.code_ids() {
        let function = &module.functions[id];
        let is_discard = |inst: Inst| discard(function, inst).is_some();
        if !function.insts.iter().any(|(inst, data)| data.op == Op::If && is_discard(inst)) {
            continue;
        }
        let function = module.take_function(id);
        let mut hoister = Hoister { module, function, edits: Edits::default(), changes: 0 };
        hoister.all(session);
        let Hoister { function, edits, changes: count, .. } = hoister;
        module.functions[id] = function;
        edits.apply(module, id, session);
        changes += count;
    }
    changes
}

/// The cost of operations between two discards that become one, at most: the first one waits for them.
const MOST_BETWEEN: u32 = 4;

/// The kind of a discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// They end.
    Terminate,
    /// They go on for their neighbours.
    Demote,
}

/// A branch of which one arm does nothing but to discard.
#[derive(Clone, Copy)]
struct Discard {
    kind: Kind,
    /// True if it discards if the condition is true.
    when: bool,
    /// The other arm.
    other: Block,
}

fn discard(function: &FunctionData, inst: Inst) -> Option<Discard> {
    let [then, other] = function.arms(inst)?;
    [(then, other, true), (other, then, false)].into_iter().find_map(|(block, other, when)| {
        let kind = match *function.blocks[block].insts.as_slice() {
            [only] if function.op(only) == Op::Terminate => Kind::Terminate,
            [first, last] if is_demote(function, first) && function.op(last) == Op::Merge => Kind::Demote,
            _ => return None,
        };
        function.ends_with(other, Op::Merge).map(|_| Discard { kind, when, other })
    })
}

fn is_demote(function: &FunctionData, inst: Inst) -> bool {
    function.intrinsic(inst) == Some(Intrinsic::Demote)
}

struct Hoister<'m> {
    module: &'m Module,
    function: FunctionData,
    /// Replacements of the results of branches that have none any more.
    edits: Edits,
    changes: usize,
}

impl Hoister<'_> {
    fn all(&mut self, session: &mut Session) {
        let mut blocks: Vec<Block> = visit::insts(&self.function).into_iter().map(|row| row.0).collect();
        blocks.dedup();
        let mut seen = FxHashSet::default();
        // Blocks within before those around: what is taken out of an arm has been looked at.
        for block in blocks.into_iter().rev() {
            if seen.insert(block) {
                self.block(block, session);
            }
        }
    }

    fn block(&mut self, block: Block, session: &mut Session) {
        let insts = &self.function.blocks[block].insts;
        if !insts.iter().any(|&inst| discard(&self.function, inst).is_some()) {
            return;
        }
        let old = insts.clone();
        let mut new: List<Inst> = List::with_capacity(old.len());
        for inst in old {
            let Some(found) = discard(&self.function, inst) else {
                new.push(inst);
                continue;
            };
            let taken = self.take_other(inst, found, session);
            self.place(&mut new, inst, found, session);
            new.extend(taken);
        }
        self.function.blocks[block].insts = new;
    }

    /// Takes what the other arm does out of it.
    fn take_other(&mut self, inst: Inst, found: Discard, session: &mut Session) -> List<Inst> {
        let arm = &self.function.blocks[found.other].insts;
        if found.kind == Kind::Demote || arm.len() <= 1 || !session.may_change() {
            return List::new();
        }
        let mut taken = arm.clone();
        let last = taken.pop();
        let passed = last.map_or(Vec::new(), |last| self.function.operands(last).to_vec());
        self.edits.forward.extend(self.function.results(inst).zip(passed));
        self.function.add_results(inst, &[]);
        let merge = self.function.new_inst(Op::Merge, &[], 0, Span::default());
        self.function.blocks[found.other].insts = List::from_slice(&[merge]);
        self.changes += 1;
        taken
    }

    /// Puts a discard as far up as it can go.
    fn place(&mut self, new: &mut List<Inst>, inst: Inst, found: Discard, session: &mut Session) {
        let empty = self.function.blocks[found.other].insts.len() <= 1;
        if !empty || self.function.insts[inst].result_count() > 0 {
            new.push(inst);
            return;
        }
        let passed = new.iter().rev().take(MOST_PASSED);
        let count = passed.take_while(|&&before| self.is_passed(before, found.kind)).count();
        let start = new.len() - count;
        // The operands of the condition stay in front of it.
        let mut needed: FxHashSet<Inst> = FxHashSet::default();
        self.need(inst, &mut needed);
        for &before in new.iter().skip(start).rev() {
            if needed.contains(&before) {
                self.need(before, &mut needed);
            }
        }
        let (before, behind): (Vec<Inst>, Vec<Inst>) =
            new.iter().skip(start).partition(|inst| needed.contains(inst));
        let gains = |&inst: &Inst| {
            cost(self.module, &self.function, inst).is_none_or(|cost| cost > 0)
                && self.function.op(inst) != Op::Access
        };
        if behind.iter().any(gains) && session.may_change() {
            session.remark(self.function.insts[inst].span(), || "discard moved up".to_owned());
            new.truncate(start);
            new.extend(before);
            self.put(new, inst, found, session);
            new.extend(behind);
            self.changes += 1;
        } else {
            self.put(new, inst, found, session);
        }
    }

    /// Puts a discard at the end, or together with the one before.
    fn put(&mut self, new: &mut List<Inst>, inst: Inst, found: Discard, session: &mut Session) {
        let mut left = MOST_BETWEEN;
        let between = new.iter().rev().take(MOST_PASSED).take_while(|&&before| {
            let data = &self.function.insts[before];
            let cost = cost(self.module, &self.function, before).filter(|&cost| cost <= left);
            left -= cost.unwrap_or(0);
            cost.is_some() && data.op.effects() == Effects::PURE
        });
        let at = new.len() - between.count();
        let first = at.checked_sub(1).and_then(|at| new.get(at)).copied();
        let first = first.and_then(|first| Some((first, discard(&self.function, first)?)));
        let Some((first, earlier)) = first else {
            new.push(inst);
            return;
        };
        let hints = |inst: Inst| self.function.control(inst).map(|control| control.hints);
        let empty = self.function.blocks[earlier.other].insts.len() <= 1
            && self.function.insts[first].result_count() == 0
            && [first, inst].iter().all(|&inst| hints(inst) == Some(ControlHints::NONE));
        let conditions = [first, inst].map(|inst| self.function.operands(inst).first().copied());
        let ([Some(a), Some(b)], true) = (conditions, empty && earlier.kind == found.kind) else {
            new.push(inst);
            return;
        };
        if earlier.when != found.when || !session.may_change() {
            new.push(inst);
            return;
        }
        new.remove(at - 1);
        let op = if found.when { Op::Or } else { Op::And };
        let span = self.function.insts[inst].span();
        let (both, value) = self.function.new_value(op, &[a, b], 0, span, (common::BOOL, Precision::None));
        self.function.set_operands(inst, &[value.into()]);
        new.extend([both, inst]);
        self.changes += 1;
    }

    /// True if nobody can tell if fragments that are discarded have run an instruction.
    fn is_passed(&self, inst: Inst, kind: Kind) -> bool {
        let data = &self.function.insts[inst];
        let effects = data.op.effects();
        match data.op {
            Op::Load => {
                !MemoryAccess::from_bits(data.imm).intersects(MemoryAccess::VOLATILE)
                    && (kind == Kind::Terminate || !self.may_ask_for_helpers(inst))
            }
            Op::ImageFetch => true,
            // Variables stand where they are declared.
            Op::Var => false,
            Op::ImageSample | Op::ImageGather => kind == Kind::Demote,
            _ if effects.contains(Effects::DERIVATIVE) => kind == Kind::Demote,
            _ => effects.is_pure(),
        }
    }

    /// True if a load may read what demoting changes.
    fn may_ask_for_helpers(&self, inst: Inst) -> bool {
        use crate::analysis::memory::reads_what_stays;
        !reads_what_stays(self.module, &self.function, inst)
    }

    /// Adds what an instruction uses.
    fn need(&self, inst: Inst, needed: &mut FxHashSet<Inst>) {
        for &operand in self.function.operands(inst) {
            needed.extend(self.function.definition(self.edits.resolve(operand)));
        }
    }
}
