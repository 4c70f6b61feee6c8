//! Code hoisting and tail merging: operations that both arms of a branch do are done once, before or behind it.
//!
//! ```text
//! %r: f32 = if %c {                           %1: f32 = sin %x
//!     %1: f32 = sin %x                        %4: f32 = if %c {
//!     %2: f32 = fmul %1, %a                       merge %a
//!     store @out, 1.0f32                      } else {
//!     merge %2                                    merge %b
//! } else {                                    }
//!     %3: f32 = sin %x                        store @out, 1.0f32
//!     %4: f32 = fmul %3, %b                   %r: f32 = fmul %1, %4
//!     store @out, 1.0f32
//!     merge %4
//! }
//! ```
//!
//! An operation that stands in both arms with the same operands goes in front of the branch: every invocation does it once, as
//! before. That holds for pure operations, for loads of memory that nobody writes, and for samples; these have their
//! neighbours in front of the branch at least as surely as within it. What is not defined for all operands, and what reads,
//! is moved only from before everything that could leave the arm or change something. Votes, barriers and the like stay.
//!
//! Results that both arms compute by the same operation, which nothing else uses, from operands of which one differs: that
//! operand is the result, and the operation comes behind. Stores to the same address at the ends of both arms come
//! behind if they store the same, or if the branch can become a selection then.

use crate::analysis::memory::reads_what_stays;
use crate::framework::module_facts::ModuleFacts;
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use crate::optimize::precision::{fuller, joined};
use crate::optimize::simplify_branches;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use vitrum_ir::visit;
use vitrum_ir::{
    Block, Function, FunctionData, Inst, Module, Op, Operand, Precision, SideTable, Type, TypeData, Value,
    ValueFlags,
};

/// Stores at the end of a branch that go behind it, at most.
const MOST_STORES: usize = 8;

/// Runs the pass; gives the number of changes.
pub(crate) fn run(module: &mut Module, id: Function, session: &mut Session, around: &ModuleFacts) -> usize {
    // Most branches have an arm with nothing in it.
    let function = &module.functions[id];
    let two = |inst: Inst| function.arms(inst).is_some_and(|arms| has_both(function, arms));
    if !function.may_have(&[Op::If])
        || !function.insts.iter().any(|(inst, data)| data.op == Op::If && two(inst))
    {
        return 0;
    }
    let mut uses = SideTable::filled(function.values.len(), 0);
    visit::each(function, function.body, |inst| {
        for value in function.used_values(inst) {
            *uses.entry(value) += 1;
        }
    });
    let merger = Merger { writes_images: around.mode.writes_images, uses, behind: Vec::new() };
    rewrite_function(module, id, session, merger)
}

/// True if there is more than the end in both arms.
fn has_both(function: &FunctionData, arms: [Block; 2]) -> bool {
    arms.iter().all(|&block| function.blocks[block].insts.len() > 1)
}

struct Merger {
    writes_images: bool,
    /// The number of uses of each value, at most.
    uses: SideTable<Value, u32>,
    /// Operations behind the branch that is merged, the last one first.
    behind: Vec<Inst>,
}

impl Visitor for Merger {
    fn inst(&mut self, _: &mut Rewriter<'_>, _: Inst) -> Action {
        Action::Keep
    }

    /// Merges the arms of a branch, inner ones before it: what they share can be shared again.
    fn leave(&mut self, rewriter: &mut Rewriter<'_>, control: Inst) {
        let Some(arms) = rewriter.function.arms(control) else { return };
        if !has_both(&rewriter.function, arms) {
            return;
        }
        self.share_heads(rewriter, control, arms);
        let [Some(first), Some(second)] = arms.map(|arm| rewriter.function.ends_with(arm, Op::Merge)) else {
            return;
        };
        let branch = Branch { control, arms, ends: [first, second] };
        let results = rewriter.function.results(control);
        for _ in 0..MOST_STORES {
            if !self.share_stores(rewriter, branch) {
                break;
            }
        }
        self.share_results(rewriter, branch);
        // Results may have been replaced more than once.
        for result in results.map(Operand::from) {
            let last = rewriter.resolve(result);
            if let Some(value) = result.value().filter(|_| last != result) {
                rewriter.forward(value, last);
            }
        }
        for inst in self.behind.drain(..).rev() {
            rewriter.resolve_operands(inst);
            rewriter.push_inst(inst);
        }
    }
}

/// A branch whose arms merge.
#[derive(Clone, Copy)]
struct Branch {
    control: Inst,
    arms: [Block; 2],
    ends: [Inst; 2],
}

/// Takes instructions out of both arms.
fn take_out(rewriter: &mut Rewriter<'_>, arms: [Block; 2], gone: &[Inst]) {
    rewriter.changes += gone.len();
    let gone: FxHashSet<Inst> = gone.iter().copied().collect();
    for arm in arms {
        rewriter.function.blocks[arm].insts.retain(|inst| !gone.contains(inst));
    }
}

/// True if whoever comes to an instruction comes past it, with nothing changed.
fn is_passed(op: Op) -> bool {
    op.effects().is_pure() || matches!(op, Op::Load | Op::ImageSample | Op::ImageFetch | Op::ImageGather)
}

fn is_same(rewriter: &Rewriter<'_>, a: Inst, b: Inst) -> bool {
    let (first, second) = (&rewriter.function.insts[a], &rewriter.function.insts[b]);
    let ty = |inst| rewriter.function.result_data(inst).map(|data| data.ty);
    let operands = |inst| rewriter.function.operands(inst).iter().map(|&operand| rewriter.resolve(operand));
    first.op == second.op && first.imm == second.imm && ty(a) == ty(b) && operands(a).eq(operands(b))
}

/// A hash that is equal for equal operations.
fn hash(rewriter: &Rewriter<'_>, inst: Inst) -> u64 {
    let data = &rewriter.function.insts[inst];
    let mut hasher = FxHasher::default();
    (data.op as u32, data.imm).hash(&mut hasher);
    for &operand in rewriter.function.operands(inst) {
        rewriter.resolve(operand).hash(&mut hasher);
    }
    hasher.finish()
}

fn is_marked(function: &FunctionData, inst: Inst) -> bool {
    function.results(inst).any(|value| function.values[value].flags.contains(ValueFlags::NONUNIFORM))
}

/// The store that nothing in an arm comes after but what computes values.
fn last_store(function: &FunctionData, arm: Block) -> Option<Inst> {
    let (_, before) = function.blocks[arm].insts.split_last()?;
    let mut effects = before.iter().rev().filter(|&&inst| !function.op(inst).effects().is_pure());
    let &last = effects.next()?;
    let data = &function.insts[last];
    (data.op == Op::Store && data.imm == 0).then_some(last)
}

/// True if the branch is cheap without its stores, which are to the same addresses in both arms.
fn becomes_selection(rewriter: &Rewriter<'_>, branch: Branch) -> bool {
    let function = &rewriter.function;
    let mut cost = function.results(branch.control).len() as u32;
    let mut addresses = [Vec::new(), Vec::new()];
    for (arm, addresses) in branch.arms.into_iter().zip(&mut addresses) {
        for &inst in function.blocks[arm].insts.split_last().map_or(&[][..], |row| row.1) {
            if function.op(inst) == Op::Store {
                addresses.extend(function.operands(inst).first().copied());
            } else {
                match simplify_branches::cost(rewriter.module, function, inst) {
                    Some(more) => cost += more,
                    None => return false,
                }
            }
            if cost > simplify_branches::BUDGET {
                return false;
            }
        }
    }
    cost + addresses[0].len() as u32 <= simplify_branches::BUDGET && addresses[0] == addresses[1]
}

impl Merger {
    /// Equal operations go in front.
    fn share_heads(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, arms: [Block; 2]) {
        let mut known: FxHashMap<u64, Inst> = FxHashMap::default();
        let mut sure = true;
        for &inst in &rewriter.function.blocks[arms[0]].insts {
            if self.may_go_in_front(rewriter, inst, sure) {
                known.entry(hash(rewriter, inst)).or_insert(inst);
            }
            sure &= is_passed(rewriter.function.op(inst));
        }
        if known.is_empty() {
            return;
        }
        let (mut front, mut gone) = (Vec::new(), Vec::new());
        let mut sure = true;
        for inst in rewriter.function.blocks[arms[1]].insts.clone() {
            if self.may_go_in_front(rewriter, inst, sure)
                && let hash = hash(rewriter, inst)
                && let Some(&found) = known.get(&hash)
                && is_same(rewriter, inst, found)
                && is_marked(&rewriter.function, inst) == is_marked(&rewriter.function, found)
                && rewriter.may_change()
            {
                self.join(rewriter, inst, found);
                known.remove(&hash);
                front.push(found);
                gone.extend([inst, found]);
            }
            sure &= is_passed(rewriter.function.op(inst));
        }
        if front.is_empty() {
            return;
        }
        rewriter.take_back(control);
        rewriter.put_back(&front);
        rewriter.push_inst(control);
        take_out(rewriter, arms, &gone);
        let mut walked = Vec::new();
        visit::each(&rewriter.function, arms[1], |inst| walked.push(inst));
        walked.into_iter().for_each(|inst| rewriter.resolve_operands(inst));
    }

    /// True if an operation of an arm can be done in front; `sure` if whoever enters the arm comes to it, and nothing
    /// has changed by then.
    fn may_go_in_front(&self, rewriter: &Rewriter<'_>, inst: Inst, sure: bool) -> bool {
        let data = &rewriter.function.insts[inst];
        if data.result_count() != 1 {
            return false;
        }
        match data.op {
            Op::Load => sure && reads_what_stays(rewriter.module, &rewriter.function, inst),
            Op::ImageSample | Op::ImageFetch | Op::ImageGather => {
                let operands = vitrum_ir::ImageOperands::from_bits(data.imm);
                let special = vitrum_ir::ImageOperands::VOLATILE.union(vitrum_ir::ImageOperands::COHERENT);
                sure && !self.writes_images && !operands.intersects(special)
            }
            op if op.effects() == vitrum_ir::Effects::PURE => true,
            op => sure && op.effects().is_pure(),
        }
    }

    /// Lets `found` stand for `inst`: with the greater precision, and precise if either was.
    fn join(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, found: Inst) {
        let function = &mut rewriter.function;
        let (Some(old), Some(new)) = (function.result(inst), function.result(found)) else { return };
        let data = function.values[old];
        let value = &mut function.values[new];
        value.flags = value.flags.union(data.flags);
        value.precision = fuller(value.precision, data.precision);
        self.move_uses(old, new);
        rewriter.forward(old, new.into());
    }

    /// Counts the uses of one value as those of another, which stands for it.
    fn move_uses(&mut self, old: Value, new: Value) {
        let count = self.uses.at(old);
        *self.uses.entry(new) += count;
    }

    /// The last stores of both arms go behind, if they are to the same address; true if they did.
    fn share_stores(&mut self, rewriter: &mut Rewriter<'_>, branch: Branch) -> bool {
        let [Some(first), Some(second)] = branch.arms.map(|arm| last_store(&rewriter.function, arm)) else {
            return false;
        };
        let (&[to, value], &[address, stored]) =
            (rewriter.function.operands(first), rewriter.function.operands(second))
        else {
            return false;
        };
        // Operands that both arms use come from outside of them.
        if to != address {
            return false;
        }
        let same = value == stored;
        let ty = rewriter.ty(value);
        let chosen = matches!(rewriter.module.types.get(ty), TypeData::Scalar(_) | TypeData::Vector { .. });
        let pays = same || chosen && becomes_selection(rewriter, branch);
        if !pays || !rewriter.may_change() {
            return false;
        }
        let operand = if same {
            value
        } else {
            let precision = joined(&rewriter.function, [value, stored], Precision::None);
            match self.add_result(rewriter, branch, [value, stored], (ty, precision)) {
                Some(value) => value.into(),
                None => return false,
            }
        };
        take_out(rewriter, branch.arms, &[first, second]);
        let span = rewriter.function.insts[first].span();
        self.behind.push(rewriter.function.new_inst(Op::Store, &[to, operand], 0, span));
        true
    }

    /// Gives a branch one more result.
    fn add_result(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        branch: Branch,
        values: [Operand; 2],
        more: (Type, Precision),
    ) -> Option<Value> {
        for (end, value) in branch.ends.into_iter().zip(values) {
            let mut operands = rewriter.function.operands(end).to_vec();
            operands.push(value);
            rewriter.function.set_operands(end, &operands);
        }
        let old = rewriter.function.results(branch.control);
        let added = rewriter.extend_results(branch.control, &[more]).next();
        for (old, new) in old.zip(rewriter.function.results(branch.control)) {
            self.move_uses(old, new);
        }
        added
    }

    /// Results of the same operation: it goes behind.
    fn share_results(&mut self, rewriter: &mut Rewriter<'_>, branch: Branch) {
        let count = rewriter.function.results(branch.control).len();
        if count == 0 {
            return;
        }
        let arms = branch
            .arms
            .map(|block| rewriter.function.blocks[block].insts.iter().copied().collect::<FxHashSet<Inst>>());
        let mut gone = Vec::new();
        for index in 0..count {
            // A chain of operations comes behind from its end.
            while let Some((insts, at)) = self.same_result(rewriter, &arms, branch.ends, index)
                && rewriter.may_change()
            {
                self.move_behind(rewriter, branch, index, insts, at);
                gone.extend(insts);
            }
        }
        take_out(rewriter, branch.arms, &gone);
    }

    /// The operations that give a result in the two arms, and the operand that differs, if they can be one.
    fn same_result(
        &self,
        rewriter: &Rewriter<'_>,
        arms: &[FxHashSet<Inst>; 2],
        ends: [Inst; 2],
        index: usize,
    ) -> Option<([Inst; 2], usize)> {
        let function = &rewriter.function;
        let given = |side: usize| {
            let value = function.operands(ends[side]).get(index)?.value()?;
            let inst = function.definition(value.into())?;
            let data = &function.insts[inst];
            let single = self.uses.at(value) == 1 && data.result_count() == 1;
            let pure = data.op.effects() == vitrum_ir::Effects::PURE;
            (single && pure && arms[side].contains(&inst) && !is_marked(function, inst))
                .then_some((inst, value))
        };
        let ((first, yes), (second, no)) = (given(0)?, given(1)?);
        let (a, b) = (&function.insts[first], &function.insts[second]);
        let (yes, no) = (function.values[yes], function.values[no]);
        if (a.op, a.imm, yes.ty, yes.flags, yes.precision) != (b.op, b.imm, no.ty, no.flags, no.precision) {
            return None;
        }
        let (first_operands, second_operands) = (function.operands(first), function.operands(second));
        if first_operands.len() != second_operands.len() {
            return None;
        }
        let mut differs = (0..first_operands.len()).filter(|&at| first_operands[at] != second_operands[at]);
        let at = differs.next()?;
        let ty = rewriter.ty(first_operands[at]);
        let alike = ty == rewriter.ty(second_operands[at]);
        // A wider value costs more to carry than the operation saves.
        let size = |ty| match rewriter.module.types.get(ty) {
            TypeData::Scalar(_) => 1,
            TypeData::Vector { .. } => rewriter.module.types.vector_size(ty).unwrap_or(u32::MAX),
            _ => u32::MAX,
        };
        let fits = alike && size(ty) <= size(yes.ty).max(1) && size(ty) != u32::MAX;
        // Operands that both have come from outside.
        (differs.next().is_none() && fits).then_some(([first, second], at))
    }

    fn move_behind(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        branch: Branch,
        index: usize,
        [first, second]: [Inst; 2],
        at: usize,
    ) {
        let mut operands = rewriter.function.operands(first).to_vec();
        let values = [operands[at], rewriter.function.operands(second)[at]];
        for (end, value) in branch.ends.into_iter().zip(values) {
            rewriter.function.operands_mut(end)[index] = value;
        }
        let Some(like) = rewriter.function.result_data(first) else { return };
        let old = rewriter.function.results(branch.control);
        let mut types = rewriter.function.result_types(branch.control);
        types[index] = (rewriter.ty(values[0]), joined(&rewriter.function, values, like.precision));
        let new = rewriter.replace_results(branch.control, &types);
        operands[at] = new[index].into();
        let data = rewriter.function.insts[first];
        let like_type = (like.ty, like.precision);
        let (inst, value) = rewriter.function.new_value(data.op, &operands, data.imm, data.span(), like_type);
        for (position, (old, &new)) in old.zip(&new).enumerate() {
            let stands = if position == index { value } else { new };
            rewriter.inherit(old, stands);
            self.move_uses(old, stands);
        }
        rewriter.function.values[value].flags = like.flags;
        self.behind.push(inst);
    }
}
