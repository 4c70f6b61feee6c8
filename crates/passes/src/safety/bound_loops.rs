//! Ends loops that may not end, by a counter.
//!
//! ```text
//! loop {                             loop 2147483647i32 (%left: i32) {
//!                                        %1: i32 = isub %left, 1i32
//!                                        %2: bool = ine %left, 0i32
//!     %c: bool = flt %x, 1.0f32          %c: bool = flt %x, 1.0f32
//!                                        %3: bool = and %c, %2
//!     if %c {                            if %3 {
//!         merge                              merge
//!     } else {                           } else {
//!         break                              break
//!     }                                  }
//!     ...                                ...
//!     continue                 =>        continue %1
//! }                                  }
//! ```
//!
//! Compilers behind may take for granted that every loop ends, and draw conclusions from that which remove checks of bounds.
//! The counter makes it true. A loop is left after 2^31 - 1 iterations, or the number that the option says: where a test at its
//! head leaves it, as if that failed; else with results that are the parameters which another `break` gives, as variables would
//! have it, or zeros. So many iterations take seconds, within which a device gives up, and one word counts them; a greater number
//! takes two words and more instructions in each iteration. The words of the counter are signed, since ESSL 1.00 has no others. A function in which nothing came behind
//! an endless loop returns zero there.
//!
//! Loops that end for sure stay: those with a known number of iterations, and those that count to a number that does not
//! change. A counter that starts below 2^30 and could step over the end of its type is kept from it by a minimum in place of a
//! second counter: `i <= n` becomes `i <= min(n, 2147483646)`, and `i < n` with a counter that
//! is doubled `i < min(n, 1073741824)`. All are found where counters are values, so the pass does best
//! behind `promote_variables`. A `mediump` counter becomes `highp` where it may have to come to a large number. Remarks say which loops end for sure.
//!
//! Tint: `PreventInfiniteLoops`. naga: `force_loop_bounding`.

pub(super) mod counting;

use crate::analysis::loops::{Entries, Loops};
use crate::analysis::nesting::Nesting;
use crate::framework::rewrite::constant_number;
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::safety::zeros::{Zeros, reachable_ends, return_zero};
use counting::{Change, End, ends_by_counting};
use rustc_hash::FxHashMap;
use std::cell::LazyCell;
use vitrum_ir::types::common;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlData, ControlKind, Function, FunctionData, Inst, List, Module, Op, Operand, Precision,
    Span, Type, Value, ValueDef, typing,
};

/// The limit of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopBound {
    /// The number of iterations after which a loop is left, at most [`LoopBound::MOST`].
    pub limit: u64,
}

impl LoopBound {
    /// The greatest limit.
    pub const MOST: u64 = (1 << 62) - 1;

    /// The limit without the option, the greatest that one word counts.
    pub const USUAL: u64 = i32::MAX as u64;
}

impl Default for LoopBound {
    fn default() -> Self {
        Self { limit: Self::USUAL }
    }
}

pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "limit",
    values: "N",
    summary: "the number of iterations after which a loop is left, at most 2^62 - 1; 2^31 - 1 without it",
    set: |options, text| {
        let limit = text.parse().ok().filter(|limit| *limit <= LoopBound::MOST)?;
        options.change::<LoopBound>(|it| it.limit = limit);
        Some(())
    },
}];

/// Runs the pass on all functions; gives the number of loops that were bounded.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let LoopBound { limit } = session.settings().options.get();
    let mut changes = 0;
    for id in module.code_ids() {
        changes += bound(module, id, session, limit);
    }
    changes
}

/// A loop that gets a counter.
struct Ends {
    /// The terminators that begin its next iteration.
    again: Vec<Inst>,
    /// Those that leave it.
    breaks: Vec<Inst>,
    /// Its number, in text order.
    order: usize,
}

fn bound(module: &mut Module, id: Function, session: &mut Session, limit: u64) -> usize {
    let function = &module.functions[id];
    let loops = Loops::new(module, function);
    let nesting = LazyCell::new(|| Nesting::new(function));
    let mut chosen: FxHashMap<Inst, Ends> = FxHashMap::default();
    let mut changes: Vec<(Block, Change)> = Vec::new();
    for info in loops.iter() {
        let span = function.insts[info.inst].span();
        if let Entries::Exactly(most) | Entries::AtMost(most) = info.entries {
            session.missed(span, || format!("the loop ends: its body is entered {most} times at most"));
            continue;
        }
        match ends_by_counting(module, function, info.inst, &nesting) {
            Some(End::Counts) => {
                session.missed(span, || "the loop ends: it counts to a number that does not change".into());
            }
            Some(End::Kept(change)) if session.may_change() => {
                changes.extend(nesting.block(change.inst).map(|block| (block, change)));
            }
            None if session.may_change() => {
                let order = chosen.len();
                chosen.insert(info.inst, Ends { again: Vec::new(), breaks: Vec::new(), order });
            }
            Some(End::Kept(_)) | None => {}
        }
    }
    if chosen.is_empty() && changes.is_empty() {
        return 0;
    }
    let before = reachable_ends(function);
    find_ends(function, &mut chosen);
    let mut function = module.take_function(id);
    for (block, change) in &changes {
        apply(module, &mut function, *block, change);
    }
    let mut bounding = Bounding { module, function: &mut function, limit, zeros: Zeros::default() };
    let mut order: Vec<(Inst, Ends)> = chosen.into_iter().collect();
    order.sort_unstable_by_key(|row| row.1.order);
    for (inst, ends) in &order {
        bounding.bound(*inst, ends);
    }
    let Bounding { mut zeros, .. } = bounding;
    let mut reached: Vec<Inst> = reachable_ends(&function).difference(&before).copied().collect();
    reached.sort_unstable();
    for inst in reached {
        return_zero(module, &mut zeros, &mut function, inst);
    }
    module.functions[id] = function;
    order.len() + changes.len()
}

/// Keeps what a counter is compared with from the end of the type, and gives the counter all bits.
fn apply(module: &mut Module, function: &mut FunctionData, block: Block, change: &Change) {
    for &value in &change.raised {
        function.values[value].precision = Precision::High;
    }
    let mut operands = function.operands(change.inst).to_vec();
    let Some((slot, most)) =
        change.cap.and_then(|(position, most)| Some((operands.get_mut(position)?, most)))
    else {
        return;
    };
    let ty = typing::operand_type(module, function, *slot);
    let op = if ty == common::I32 { Op::Smin } else { Op::Umin };
    let most = constant_number(module, ty, most as f64).into();
    let (inst, least) = function.new_value(op, &[*slot, most], 0, Span::default(), (ty, Precision::High));
    *slot = least.into();
    function.set_operands(change.inst, &operands);
    let insts = &function.blocks[block].insts;
    let insts = insts.iter().flat_map(|&it| [(it == change.inst).then_some(inst), Some(it)]);
    function.blocks[block].insts = insts.flatten().collect::<List<Inst>>();
}

/// Finds what begins the next iteration of each chosen loop, and what leaves it.
fn find_ends(function: &FunctionData, chosen: &mut FxHashMap<Inst, Ends>) {
    let mut loops: Vec<Inst> = Vec::new();
    // Loops and switches, which a `break` leaves.
    let mut around: Vec<Inst> = Vec::new();
    visit::walk(function, function.body, |event| match event {
        Event::Inst(inst) => {
            let op = function.op(inst);
            match op {
                Op::Loop | Op::Switch => around.push(inst),
                Op::Break => {
                    if let Some(ends) = around.last().and_then(|target| chosen.get_mut(target)) {
                        ends.breaks.push(inst);
                    }
                }
                _ => {}
            }
            let again = match op {
                Op::Loop => {
                    loops.push(inst);
                    false
                }
                Op::Next | Op::BreakIf => true,
                Op::Continue => loops.last().is_some_and(|&around| !has_continuing(function, around)),
                _ => false,
            };
            if again && let Some(ends) = loops.last().and_then(|around| chosen.get_mut(around)) {
                ends.again.push(inst);
            }
        }
        Event::Behind(inst) => {
            if function.op(inst) == Op::Loop {
                loops.pop();
            }
            if matches!(function.op(inst), Op::Loop | Op::Switch) {
                around.pop();
            }
        }
        Event::Enter(_) | Event::Leave(_) => {}
    });
}

fn has_continuing(function: &FunctionData, inst: Inst) -> bool {
    matches!(
        function.control(inst).map(|control| &control.kind),
        Some(ControlKind::Loop { continuing: Some(_), .. })
    )
}

struct Bounding<'a> {
    module: &'a mut Module,
    function: &'a mut FunctionData,
    limit: u64,
    zeros: Zeros,
}

impl Bounding<'_> {
    /// Gives a loop a counter, of one word if the limit fits.
    fn bound(&mut self, inst: Inst, ends: &Ends) {
        let Some(&ControlKind::Loop { body, continuing }) =
            self.function.control(inst).map(|control| &control.kind)
        else {
            return;
        };
        // Two words count up to 0.
        let limit = self.limit.min(LoopBound::MOST);
        let words = match i32::try_from(limit) {
            Ok(limit) => vec![limit],
            Err(_) => vec![limit.wrapping_neg() as i32, (limit.wrapping_neg() >> 32) as i32],
        };
        let mut first = self.function.operands(inst).to_vec();
        first.extend(words.iter().map(|&word| Operand::from(self.module.constants.i32(word))));
        self.function.set_operands(inst, &first);
        let params: Vec<Operand> = words
            .iter()
            .map(|_| self.function.add_param(body, common::I32, Precision::None).into())
            .collect();
        let head = self.head(body);
        let given = if head.is_some() { Vec::new() } else { self.given(inst, body, &ends.breaks) };
        let mut insts: Vec<Inst> = Vec::new();
        let mut counting: Vec<Inst> = Vec::new();
        let next = self.count(&params, &mut counting);
        match continuing {
            Some(block) => {
                counting.extend(&self.function.blocks[block].insts);
                self.function.blocks[block].insts = counting.into_iter().collect::<List<Inst>>();
            }
            None => insts = counting,
        }
        match head {
            None => {
                let done = self.is_counted(&params, false, &mut insts);
                self.leave(done, &given, &mut insts);
                insts.extend(&self.function.blocks[body].insts);
            }
            Some((test, stays)) => {
                let goes_on = self.is_counted(&params, stays, &mut insts);
                let old = std::mem::take(&mut self.function.blocks[body].insts);
                for &inst in &old {
                    if inst == test
                        && let Some(&condition) = self.function.operands(test).first()
                    {
                        let both = if stays { Op::And } else { Op::Or };
                        let both = self.push(both, &[condition, goes_on], common::BOOL, &mut insts);
                        self.function.set_operands(test, &[both]);
                    }
                    insts.push(inst);
                }
            }
        }
        self.function.blocks[body].insts = insts.into_iter().collect::<List<Inst>>();
        for &end in &ends.again {
            let mut operands = self.function.operands(end).to_vec();
            operands.extend_from_slice(&next);
            self.function.set_operands(end, &operands);
        }
    }

    /// The first `if` of a body, where it leaves the loop, and its outcome where it does not.
    fn head(&self, body: Block) -> Option<(Inst, bool)> {
        let function = &*self.function;
        let is_control = |&inst: &Inst| function.control(inst).is_some();
        let test = function.blocks[body].insts.iter().copied().find(is_control)?;
        let leaves = |block: Block| {
            function.ends_with(block, Op::Break).is_some()
                && !function.blocks[block].insts.iter().any(is_control)
        };
        match function.arms(test)?.map(leaves) {
            [false, true] => Some((test, true)),
            [true, false] => Some((test, false)),
            [true, true] | [false, false] => None,
        }
    }

    /// The counter of the next iteration.
    fn count(&mut self, counter: &[Operand], insts: &mut Vec<Inst>) -> Vec<Operand> {
        let [zero, one] = [0, 1].map(|number| Operand::from(self.module.constants.i32(number)));
        match *counter {
            [word] => vec![self.push(Op::Isub, &[word, one], common::I32, insts)],
            [low, high] => {
                let low = self.push(Op::Iadd, &[low, one], common::I32, insts);
                let carries = self.push(Op::Ieq, &[low, zero], common::BOOL, insts);
                let carry = self.push(Op::BtoI, &[carries], common::I32, insts);
                vec![low, self.push(Op::Iadd, &[high, carry], common::I32, insts)]
            }
            _ => Vec::new(),
        }
    }

    /// True if a counter has come to its end, or if it has not.
    fn is_counted(&mut self, counter: &[Operand], not: bool, insts: &mut Vec<Inst>) -> Operand {
        let zero = Operand::from(self.module.constants.i32(0));
        let op = match (counter.len() > 1, not) {
            (false, false) => Op::Ieq,
            (false, true) => Op::Ine,
            (true, false) => Op::Sge,
            (true, true) => Op::Slt,
        };
        let last = counter.last().copied().unwrap_or(zero);
        self.push(op, &[last, zero], common::BOOL, insts)
    }

    /// The results of a loop that is left at its limit: each the parameter that some `break` gives, or zero.
    fn given(&mut self, inst: Inst, body: Block, breaks: &[Inst]) -> Vec<Operand> {
        let mut given: Vec<Option<Operand>> = vec![None; self.function.results(inst).len()];
        let is_param = |operand: &Operand| {
            let def = operand.value().map(|value| self.function.values[value].def());
            matches!(def, Some(ValueDef::Param { block, .. }) if block == body)
        };
        for &end in breaks {
            for (slot, &operand) in given.iter_mut().zip(self.function.operands(end)) {
                *slot = slot.or(Some(operand).filter(is_param));
            }
        }
        let types = self.function.result_types(inst);
        let zero = |this: &mut Self, ty| match this.zeros.constant(this.module, ty) {
            Some(zero) => zero.into(),
            None => this.module.constants.undef(ty).into(),
        };
        given.into_iter().zip(types).map(|(given, (ty, _))| given.unwrap_or_else(|| zero(self, ty))).collect()
    }

    fn leave(&mut self, done: Operand, given: &[Operand], insts: &mut Vec<Inst>) {
        let leave = self.function.new_inst(Op::Break, given, 0, Span::default());
        let stay = self.function.new_inst(Op::Merge, &[], 0, Span::default());
        let [then, other]: [Block; 2] = [leave, stay].map(|inst| self.function.new_block(&[inst]));
        let control = ControlData::new(ControlKind::If { then, other });
        insts.push(self.function.new_control(Op::If, &[done], control, Span::default()));
    }

    fn push(&mut self, op: Op, operands: &[Operand], ty: Type, insts: &mut Vec<Inst>) -> Operand {
        let (inst, value): (Inst, Value) =
            self.function.new_value(op, operands, 0, Span::default(), (ty, Precision::None));
        insts.push(inst);
        value.into()
    }
}
