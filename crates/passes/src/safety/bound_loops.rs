//! Ends loops that may not end, by a counter.
//!
//! ```text
//! loop {                             loop 2147483647i32, 2147483647i32 (%low: i32, %high: i32) {
//!                                        %1: bool = ieq %low, 0i32
//!                                        %2: bool = ieq %high, 0i32
//!                                        %3: bool = and %1, %2
//!                                        if %3 { break } else { merge }
//!                                        %4: i32 = isub %low, 1i32
//!                                        %5: i32 = select %1, 2147483647i32, %4
//!                                        %6: i32 = btoi %1
//!                                        %7: i32 = isub %high, %6
//!     ...                                ...
//!     continue                 =>        continue %5, %7
//! }                                  }
//! ```
//!
//! Compilers behind may take for granted that every loop ends, and draw conclusions from that which remove checks of bounds.
//! The counter makes it true. A loop is left after 2^62 - 1 iterations, or the number that the option says. Its results are
//! then the parameters that another `break` gives, as variables would have it, or zeros. Its words are signed, since ESSL 1.00 has no others. A function in which nothing came behind an endless loop returns zero there.
//!
//! Loops that end for sure stay: those with a known number of iterations, and those that count by a constant to a number that
//! does not change. Both are found where counters are values, so the pass does best behind `promote_variables`.
//!
//! Tint: `PreventInfiniteLoops`. naga: `force_loop_bounding`.

mod counting;

use crate::analysis::loops::{Entries, Loops};
use crate::analysis::nesting::Nesting;
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::safety::zeros::{Zeros, reachable_ends, return_zero};
use counting::counts_to_an_end;
use rustc_hash::FxHashMap;
use std::cell::LazyCell;
use vitrum_ir::types::common;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlData, ControlKind, Function, FunctionData, Inst, List, Module, Op, Operand, Precision,
    Span, Type, Value, ValueDef,
};

/// The limit of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopBound {
    /// The number of iterations after which a loop is left, at most [`LoopBound::MOST`].
    pub limit: u64,
}

/// The bits of a word of the counter.
const WORD: u32 = 31;

/// The greatest number of a word.
const FULL: i32 = i32::MAX;

impl LoopBound {
    /// The greatest limit.
    pub const MOST: u64 = (1 << (2 * WORD)) - 1;
}

impl Default for LoopBound {
    fn default() -> Self {
        Self { limit: Self::MOST }
    }
}

pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "limit",
    values: "N",
    summary: "the number of iterations after which a loop is left; 2^62 - 1 without it",
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
    for info in loops.iter() {
        let may_not_end =
            info.entries == Entries::Unknown && !counts_to_an_end(module, function, info.inst, &nesting);
        if may_not_end && session.may_change() {
            let order = chosen.len();
            chosen.insert(info.inst, Ends { again: Vec::new(), breaks: Vec::new(), order });
        }
    }
    if chosen.is_empty() {
        return 0;
    }
    let before = reachable_ends(function);
    find_ends(function, &mut chosen);
    let mut function = module.take_function(id);
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
    order.len()
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
        let Some(&ControlKind::Loop { body, .. }) = self.function.control(inst).map(|control| &control.kind)
        else {
            return;
        };
        let limit = self.limit.min(LoopBound::MOST);
        let words = [(limit & FULL as u64) as i32, (limit >> WORD) as i32];
        let words = if words[1] == 0 { &words[..1] } else { &words[..] };
        let mut first = self.function.operands(inst).to_vec();
        first.extend(words.iter().map(|&word| Operand::from(self.module.constants.i32(word))));
        self.function.set_operands(inst, &first);
        let params: Vec<Operand> = words
            .iter()
            .map(|_| self.function.add_param(body, common::I32, Precision::None).into())
            .collect();
        let mut insts: Vec<Inst> = Vec::new();
        let given = self.given(inst, body, &ends.breaks);
        let next = self.count(&params, &given, &mut insts);
        let old = std::mem::take(&mut self.function.blocks[body].insts);
        self.function.blocks[body].insts = insts.into_iter().chain(old).collect::<List<Inst>>();
        for &end in &ends.again {
            let mut operands = self.function.operands(end).to_vec();
            operands.extend_from_slice(&next);
            self.function.set_operands(end, &operands);
        }
    }

    /// Leaves the loop if the counter is 0; gives the counter of the next iteration.
    fn count(&mut self, counter: &[Operand], given: &[Operand], insts: &mut Vec<Inst>) -> Vec<Operand> {
        let [zero, one, full] = [0, 1, FULL].map(|number| Operand::from(self.module.constants.i32(number)));
        let is_zero: Vec<Operand> =
            counter.iter().map(|&word| self.push(Op::Ieq, &[word, zero], common::BOOL, insts)).collect();
        let done = is_zero.iter().copied().reduce(|a, b| self.push(Op::And, &[a, b], common::BOOL, insts));
        let Some((&low, done)) = counter.first().zip(done) else { return Vec::new() };
        self.leave(done, given, insts);
        let lower = self.push(Op::Isub, &[low, one], common::I32, insts);
        let (Some(&high), Some(&borrows)) = (counter.get(1), is_zero.first()) else { return vec![lower] };
        let lower = self.push(Op::Select, &[borrows, full, lower], common::I32, insts);
        let borrow = self.push(Op::BtoI, &[borrows], common::I32, insts);
        vec![lower, self.push(Op::Isub, &[high, borrow], common::I32, insts)]
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
