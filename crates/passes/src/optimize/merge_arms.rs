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
use crate::framework::session::Session;
use crate::optimize::precision::{fuller, joined};
use crate::optimize::simplify_branches;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use vitrum_ir::visit;
use vitrum_ir::{
    Block, Function, FunctionData, Inst, List, Module, Op, Operand, Precision, SideTable, Type, TypeData,
    Value, ValueDef, ValueFlags, typing,
};

/// Stores at the end of a branch that go behind it, at most.
const MOST_STORES: usize = 8;

/// Runs the pass; gives the number of operations that are done once instead of twice.
pub(crate) fn run(module: &mut Module, id: Function, session: &mut Session, around: &ModuleFacts) -> usize {
    // Most branches have an arm with nothing in it.
    let function = &module.functions[id];
    let two = |inst: Inst| function.arms(inst).is_some_and(|[then, other]| has_both(function, then, other));
    if !function.insts.iter().any(|(inst, data)| data.op == Op::If && two(inst)) {
        return 0;
    }
    let function = module.take_function(id);
    let mut merger = Merger {
        module,
        function,
        writes_images: around.mode.writes_images,
        heads: FxHashMap::default(),
        tails: FxHashMap::default(),
        places: FxHashMap::default(),
        forward: FxHashMap::default(),
        removed: FxHashSet::default(),
        uses: SideTable::new(),
        merged: 0,
    };
    merger.all(session);
    let Merger { function, merged, .. } = merger;
    module.functions[id] = function;
    merged
}

/// True if there is more than the end in both arms.
fn has_both(function: &FunctionData, then: Block, other: Block) -> bool {
    [then, other].iter().all(|&block| function.blocks[block].insts.len() > 1)
}

/// The place of a moved operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Before(Inst),
    Behind(Inst),
}

struct Merger<'m> {
    module: &'m Module,
    function: FunctionData,
    writes_images: bool,
    /// Instructions in front of a branch, in order.
    heads: FxHashMap<Inst, Vec<Inst>>,
    /// Instructions behind a branch, in order.
    tails: FxHashMap<Inst, Vec<Inst>>,
    /// The final places of moved instructions.
    places: FxHashMap<Inst, Place>,
    /// The replacements of values that go.
    forward: FxHashMap<Value, Operand>,
    removed: FxHashSet<Inst>,
    /// The number of uses of each value, at most.
    uses: SideTable<Value, u32>,
    merged: usize,
}

impl Merger<'_> {
    fn all(&mut self, session: &mut Session) {
        let function = &self.function;
        let mut uses = SideTable::filled(function.values.len(), 0);
        let mut branches = Vec::new();
        visit::each_back(function, function.body, |inst| {
            for value in function.used_values(inst) {
                *uses.entry(value) += 1;
            }
            if function.op(inst) == Op::If {
                branches.push(inst);
            }
        });
        self.uses = uses;
        // Inner branches first: what they share can be shared again.
        for inst in branches {
            self.branch(inst, session);
        }
        if self.merged > 0 {
            self.carry_out();
        }
    }

    /// The instructions of a block as they are by now.
    fn listing(&self, block: Block) -> List<Inst> {
        let insts = &self.function.blocks[block].insts;
        if self.places.is_empty() && self.removed.is_empty() {
            return List::from_slice(insts);
        }
        let mut all = Vec::with_capacity(insts.len());
        let moved = |list: Option<&Vec<Inst>>, place: Place, all: &mut Vec<Inst>| {
            let here = list.into_iter().flatten().filter(|inst| self.places.get(inst) == Some(&place));
            all.extend(here.filter(|inst| !self.removed.contains(inst)));
        };
        for &inst in insts {
            moved(self.heads.get(&inst), Place::Before(inst), &mut all);
            if !self.removed.contains(&inst) && !self.places.contains_key(&inst) {
                all.push(inst);
            }
            moved(self.tails.get(&inst), Place::Behind(inst), &mut all);
        }
        all.into()
    }

    fn resolve(&self, operand: Operand) -> Operand {
        let mut at = operand;
        while let Some(&next) = at.value().and_then(|value| self.forward.get(&value)) {
            at = next;
        }
        at
    }

    fn operands(&self, inst: Inst) -> Vec<Operand> {
        self.function.operands(inst).iter().map(|&operand| self.resolve(operand)).collect()
    }

    fn branch(&mut self, control: Inst, session: &mut Session) {
        let Some([then, other]) = self.function.arms(control) else { return };
        if !has_both(&self.function, then, other) {
            return;
        }
        self.share_heads(control, then, other, session);
        let mut arms = [then, other].map(|block| self.listing(block));
        let ends = [&arms[0], &arms[1]].map(|arm| arm.last().copied());
        let [Some(first), Some(second)] = ends else { return };
        if [first, second].iter().any(|&end| self.function.op(end) != Op::Merge) {
            return;
        }
        for _ in 0..MOST_STORES {
            if !self.share_stores(control, &arms, [first, second], session) {
                break;
            }
            arms = [then, other].map(|block| self.listing(block));
        }
        self.share_results(control, [then, other], [first, second], session);
    }

    /// Equal operations go in front.
    fn share_heads(&mut self, control: Inst, then: Block, other: Block, session: &mut Session) {
        let mut known: FxHashMap<u64, Inst> = FxHashMap::default();
        let mut sure = true;
        for inst in self.listing(then) {
            if self.may_go_in_front(inst, sure) {
                known.entry(self.hash(inst)).or_insert(inst);
            }
            sure &= self.is_passed(inst);
        }
        if known.is_empty() {
            return;
        }
        let mut sure = true;
        for inst in self.listing(other) {
            if self.may_go_in_front(inst, sure)
                && let Some(&found) = known.get(&self.hash(inst))
                && self.is_same(inst, found)
                && !self.places.get(&found).is_some_and(|&place| place == Place::Before(control))
                && self.is_marked(inst) == self.is_marked(found)
                && session.may_change()
            {
                self.join(inst, found);
                self.removed.insert(inst);
                self.places.insert(found, Place::Before(control));
                self.heads.entry(control).or_default().push(found);
                self.merged += 1;
            }
            sure &= self.is_passed(inst);
        }
    }

    /// True if an operation of an arm can be done in front; `sure` if whoever enters the arm comes to it, and nothing
    /// has changed by then.
    fn may_go_in_front(&self, inst: Inst, sure: bool) -> bool {
        let data = &self.function.insts[inst];
        if data.result_count() != 1 {
            return false;
        }
        match data.op {
            Op::Load => sure && reads_what_stays(self.module, &self.function, inst),
            Op::ImageSample | Op::ImageFetch | Op::ImageGather => {
                let operands = vitrum_ir::ImageOperands::from_bits(data.imm);
                let special = vitrum_ir::ImageOperands::VOLATILE.union(vitrum_ir::ImageOperands::COHERENT);
                sure && !self.writes_images && !operands.intersects(special)
            }
            op if op.effects() == vitrum_ir::Effects::PURE => true,
            op => sure && op.effects().is_pure(),
        }
    }

    /// True if whoever comes to an instruction comes past it, with nothing changed.
    fn is_passed(&self, inst: Inst) -> bool {
        let op = self.function.op(inst);
        op.effects().is_pure() || matches!(op, Op::Load | Op::ImageSample | Op::ImageFetch | Op::ImageGather)
    }

    /// A hash that is equal for equal operations.
    fn hash(&self, inst: Inst) -> u64 {
        let data = &self.function.insts[inst];
        let mut hasher = FxHasher::default();
        (data.op as u32, data.imm).hash(&mut hasher);
        for &operand in self.function.operands(inst) {
            self.resolve(operand).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn is_same(&self, a: Inst, b: Inst) -> bool {
        let (first, second) = (&self.function.insts[a], &self.function.insts[b]);
        let ty = |inst| self.function.result(inst).map(|value| self.function.values[value].ty);
        let operands = |inst| self.function.operands(inst).iter().map(|&operand| self.resolve(operand));
        first.op == second.op && first.imm == second.imm && ty(a) == ty(b) && operands(a).eq(operands(b))
    }

    fn is_marked(&self, inst: Inst) -> bool {
        let marked = |value: Value| self.function.values[value].flags.contains(ValueFlags::NONUNIFORM);
        self.function.results(inst).any(marked)
    }

    /// Lets `found` stand for `inst`: with the greater precision, and precise if either was.
    fn join(&mut self, inst: Inst, found: Inst) {
        let (Some(old), Some(new)) = (self.function.result(inst), self.function.result(found)) else {
            return;
        };
        let data = self.function.values[old];
        let value = &mut self.function.values[new];
        value.flags = value.flags.union(data.flags);
        value.precision = fuller(value.precision, data.precision);
        self.replace(old, new);
    }

    /// Lets one value stand for another.
    fn replace(&mut self, old: Value, new: Value) {
        let count = self.uses.at(old);
        *self.uses.entry(new) += count;
        self.forward.insert(old, new.into());
    }

    /// The last stores of both arms go behind, if they are to the same address; whether they did.
    fn share_stores(
        &mut self,
        control: Inst,
        arms: &[List<Inst>; 2],
        ends: [Inst; 2],
        session: &mut Session,
    ) -> bool {
        let [Some(first), Some(second)] = [self.last_store(&arms[0]), self.last_store(&arms[1])] else {
            return false;
        };
        let (&[to, value], &[address, stored]) = (&*self.operands(first), &*self.operands(second)) else {
            return false;
        };
        // Operands that both arms use come from outside of them.
        if to != address {
            return false;
        }
        let same = value == stored;
        let ty = typing::operand_type(self.module, &self.function, value);
        let chosen = matches!(self.module.types.get(ty), TypeData::Scalar(_) | TypeData::Vector { .. });
        let pays = same || chosen && self.becomes_selection(control, arms);
        if !pays || !session.may_change() {
            return false;
        }
        let operand = if same {
            value
        } else {
            let precision = joined(&self.function, [value, stored], Precision::None);
            match self.add_result(control, ends, [value, stored], (ty, precision)) {
                Some(value) => value.into(),
                None => return false,
            }
        };
        let store = self.function.new_inst(Op::Store, &[to, operand], 0, self.function.insts[first].span());
        self.removed.extend([first, second]);
        self.put_behind(control, store);
        true
    }

    /// The store that nothing in an arm comes after but what computes values.
    fn last_store(&self, arm: &[Inst]) -> Option<Inst> {
        let (_, before) = arm.split_last()?;
        let mut effects = before.iter().rev().filter(|&&inst| !self.function.op(inst).effects().is_pure());
        let &last = effects.next()?;
        let data = &self.function.insts[last];
        (data.op == Op::Store && data.imm == 0).then_some(last)
    }

    /// True if the branch is cheap without its stores, which are to the same addresses in both arms.
    fn becomes_selection(&self, control: Inst, arms: &[List<Inst>; 2]) -> bool {
        let mut cost = self.function.results(control).len() as u32;
        let mut addresses = [Vec::new(), Vec::new()];
        for (arm, addresses) in arms.iter().zip(&mut addresses) {
            for &inst in arm.split_last().map_or(&[][..], |row| row.1) {
                if self.function.op(inst) == Op::Store {
                    addresses.extend(self.operands(inst).first().copied());
                } else {
                    match simplify_branches::cost(self.module, &self.function, inst) {
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

    fn put_behind(&mut self, control: Inst, inst: Inst) {
        self.places.insert(inst, Place::Behind(control));
        // The stores behind the branch so far use this one, or come after it.
        self.tails.entry(control).or_default().insert(0, inst);
        self.merged += 1;
    }

    /// Gives a branch one more result.
    fn add_result(
        &mut self,
        control: Inst,
        ends: [Inst; 2],
        values: [Operand; 2],
        more: (Type, Precision),
    ) -> Option<Value> {
        for (end, value) in ends.into_iter().zip(values) {
            let mut operands = self.operands(end);
            operands.push(value);
            self.function.set_operands(end, &operands);
        }
        let old: Vec<Value> = self.function.results(control).collect();
        let mut types: Vec<(Type, Precision)> =
            old.iter().map(|&it| (self.function.values[it].ty, self.function.values[it].precision)).collect();
        types.push(more);
        self.function.add_results(control, &types);
        let new: Vec<Value> = self.function.results(control).collect();
        for (&old, &new) in old.iter().zip(&new) {
            let name = self.function.value_name(old);
            self.function.set_value_name(new, name);
            self.function.values[new].flags = self.function.values[old].flags;
            self.replace(old, new);
        }
        new.last().copied()
    }

    /// Results of the same operation: it goes behind.
    fn share_results(&mut self, control: Inst, blocks: [Block; 2], ends: [Inst; 2], session: &mut Session) {
        let count = self.function.results(control).len();
        if count == 0 {
            return;
        }
        let arms = blocks.map(|block| self.listing(block).into_iter().collect::<FxHashSet<Inst>>());
        for index in 0..count {
            // A chain of operations comes behind from its end.
            while let Some((insts, at)) = self.same_result(&arms, ends, index) {
                if !session.may_change() {
                    return;
                }
                self.move_behind(control, ends, index, insts, at);
            }
        }
    }

    /// The operations that give a result in the two arms, and the operand that differs, if they can be one.
    fn same_result(
        &self,
        arms: &[FxHashSet<Inst>; 2],
        ends: [Inst; 2],
        index: usize,
    ) -> Option<([Inst; 2], usize)> {
        let given = |side: usize| {
            let value = self.resolve(*self.function.operands(ends[side]).get(index)?).value()?;
            let ValueDef::Result { inst, .. } = self.function.values[value].def() else { return None };
            let data = &self.function.insts[inst];
            let single = self.uses.at(value) == 1 && data.result_count() == 1;
            let pure = data.op.effects() == vitrum_ir::Effects::PURE;
            (single && pure && arms[side].contains(&inst) && !self.is_marked(inst)).then_some((inst, value))
        };
        let ((first, yes), (second, no)) = (given(0)?, given(1)?);
        let (a, b) = (&self.function.insts[first], &self.function.insts[second]);
        let (yes, no) = (self.function.values[yes], self.function.values[no]);
        if (a.op, a.imm, yes.ty, yes.flags, yes.precision) != (b.op, b.imm, no.ty, no.flags, no.precision) {
            return None;
        }
        let (first_operands, second_operands) = (self.operands(first), self.operands(second));
        if first_operands.len() != second_operands.len() {
            return None;
        }
        let mut differs = (0..first_operands.len()).filter(|&at| first_operands[at] != second_operands[at]);
        let at = differs.next()?;
        let ty = typing::operand_type(self.module, &self.function, first_operands[at]);
        let alike = ty == typing::operand_type(self.module, &self.function, second_operands[at]);
        // A wider value costs more to carry than the operation saves.
        let size = |ty| match self.module.types.get(ty) {
            TypeData::Scalar(_) => 1,
            TypeData::Vector { .. } => self.module.types.vector_size(ty).unwrap_or(u32::MAX),
            _ => u32::MAX,
        };
        let fits = alike && size(ty) <= size(yes.ty).max(1) && size(ty) != u32::MAX;
        // Operands that both have come from outside.
        (differs.next().is_none() && fits).then_some(([first, second], at))
    }

    fn move_behind(&mut self, control: Inst, ends: [Inst; 2], index: usize, insts: [Inst; 2], at: usize) {
        let [first, second] = insts;
        let operands = self.operands(first);
        let values = [operands[at], self.operands(second)[at]];
        for (end, value) in ends.into_iter().zip(values) {
            let mut operands = self.operands(end);
            operands[index] = value;
            self.function.set_operands(end, &operands);
        }
        let old: Vec<Value> = self.function.results(control).collect();
        let ty = typing::operand_type(self.module, &self.function, values[0]);
        let user = self.function.result(first).map(|value| self.function.values[value].precision);
        let precision = joined(&self.function, values, user.unwrap_or(Precision::None));
        let types: Vec<(Type, Precision)> = old
            .iter()
            .enumerate()
            .map(|(position, &it)| match position == index {
                true => (ty, precision),
                false => (self.function.values[it].ty, self.function.values[it].precision),
            })
            .collect();
        self.function.add_results(control, &types);
        let new: Vec<Value> = self.function.results(control).collect();
        let data = self.function.insts[first];
        let like = self.function.result(first).map(|value| self.function.values[value]);
        let mut operands = operands;
        operands[at] = new[index].into();
        let inst = self.function.new_inst(data.op, &operands, data.imm, data.span());
        if let Some(like) = like {
            self.function.add_results(inst, &[(like.ty, like.precision)]);
            if let Some(value) = self.function.result(inst) {
                self.function.values[value].flags = like.flags;
            }
        }
        for (position, (&old, &new)) in old.iter().zip(&new).enumerate() {
            let stands = match self.function.result(inst) {
                Some(value) if position == index => value,
                _ => new,
            };
            let name = self.function.value_name(old);
            self.function.set_value_name(stands, name);
            if position != index {
                self.function.values[stands].flags = self.function.values[old].flags;
            }
            self.replace(old, stands);
        }
        self.removed.extend([first, second]);
        self.put_behind(control, inst);
    }

    /// Rebuilds the blocks, and replaces what has gone.
    fn carry_out(&mut self) {
        let mut blocks: Vec<Block> = vec![self.function.body];
        let mut at = 0;
        while let Some(&block) = blocks.get(at) {
            at += 1;
            let insts = self.listing(block);
            for &inst in &insts {
                blocks.extend(self.function.control(inst).into_iter().flat_map(|control| control.blocks()));
                for index in 0..self.function.operands(inst).len() {
                    let operand = self.resolve(self.function.operands(inst)[index]);
                    self.function.operands_mut(inst)[index] = operand;
                }
            }
            self.function.blocks[block].insts = insts;
        }
    }
}
