//! Gives a block one exit, at its end.
//!
//! ```text
//! if %a { continue %x } else { merge }        %r: i32 = if %a { merge %x } else {
//! %y: i32 = iadd %p, %q                           %y: i32 = iadd %p, %q
//! continue %y                                     merge %y
//!                                             }
//!                                             continue %r
//! ```
//!
//! Code behind an arm that leaves moves into the other arm. No operation is computed more often or under another condition.
//! If both arms go on and one of them may leave from within, a loop stays as it is; code before a return is copied into both if
//! it is short, and stays otherwise, with all that follows.

use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::visit::{self, Descent, Event};
use vitrum_ir::{Block, FunctionData, Inst, Op, Operand, Precision, Span, Type, Value};

/// Exits from within at most: each may nest what follows once more.
const MOST_EXITS: usize = 16;

/// Instructions that are copied at most.
const LONGEST_COPY: usize = 4;

/// The exits of a block by `break`, `continue` or `return`.
pub(crate) struct Exits {
    op: Op,
    /// The terminators, in text order.
    pub(crate) list: Vec<Inst>,
    /// The `if`s with an exit within.
    leaving: FxHashSet<Inst>,
    /// The innermost `if` or switch around each exit that has one.
    around: FxHashMap<Inst, Inst>,
    /// True if some stand where they cannot be sunk from: within a switch.
    hidden: bool,
}

impl Exits {
    /// True if some stand within a switch.
    pub(crate) fn is_in_switch(&self) -> bool {
        self.hidden
    }

    /// Those of the body of a loop.
    pub(crate) fn of(function: &FunctionData, body: Block, op: Op) -> Self {
        let mut exits = Self {
            op,
            list: Vec::new(),
            leaving: FxHashSet::default(),
            around: FxHashMap::default(),
            hidden: false,
        };
        let mut open: Vec<Inst> = Vec::new();
        visit::walk(function, body, |event| {
            match event {
                Event::Inst(inst) => {
                    let data = &function.insts[inst];
                    match data.op {
                        Op::Loop => return Descent::Past,
                        Op::Switch if op == Op::Break => return Descent::Past,
                        Op::If | Op::Switch => open.push(inst),
                        other if other == op => {
                            exits.list.push(inst);
                            exits.around.extend(open.last().map(|&around| (inst, around)));
                            for &around in open.iter().rev() {
                                exits.hidden |= function.op(around) == Op::Switch;
                                if !exits.leaving.insert(around) {
                                    break;
                                }
                            }
                        }
                        _ => {}
                    }
                }
                Event::Behind(_) => {
                    open.pop();
                }
                Event::Enter(_) | Event::Leave(_) => {}
            }
            Descent::Into
        });
        exits
    }

    /// The innermost `if` or switch around an exit.
    pub(crate) fn leaving_of(&self, exit: Inst) -> Option<&Inst> {
        self.around.get(&exit)
    }

    /// True if an exit is within an `if` or switch.
    pub(crate) fn is_leaving(&self, inst: Inst) -> bool {
        self.leaving.contains(&inst)
    }

    /// True if the only exit is the end of the block.
    pub(crate) fn is_at_end(&self, function: &FunctionData, block: Block) -> bool {
        self.list.len() == 1 && function.terminator(block) == self.list.first().copied()
    }

    /// True if [`Self::sink`] gives the block one exit.
    pub(crate) fn can_sink(&self, function: &FunctionData, block: Block) -> bool {
        if self.hidden || self.list.is_empty() || self.list.len() > MOST_EXITS {
            return false;
        }
        let mut blocks = vec![block];
        while let Some(block) = blocks.pop() {
            let insts = &function.blocks[block].insts;
            for inst in insts.iter().filter(|inst| self.leaving.contains(inst)) {
                let Some(arms) = function.arms(*inst) else { return false };
                if arms.iter().all(|&arm| falls(function, arm)) {
                    return false;
                }
                blocks.extend(arms);
            }
        }
        true
    }

    /// Moves what comes behind an exit into the other arm; an exit passes on values of these types.
    pub(crate) fn sink(&self, function: &mut FunctionData, body: Block, types: &[(Type, Precision)]) {
        // The replacements of values that are gone.
        let mut forward: FxHashMap<Value, Operand> = FxHashMap::default();
        let mut ends: Vec<(Block, Inst, [Block; 2])> = Vec::new();
        let mut tails = vec![body];
        while let Some(block) = tails.pop() {
            let insts = &function.blocks[block].insts;
            let Some(at) = insts.iter().position(|inst| self.leaving.contains(inst)) else { continue };
            let control = insts[at];
            let Some(arms) = function.arms(control) else { continue };
            let rest: Vec<Inst> = insts[at + 1..].to_vec();
            let merges = arms.map(|arm| function.ends_with(arm, Op::Merge).map(|merge| (arm, merge)));
            match merges {
                [None, None] => {}
                [Some(first), Some(second)] if is_copied(function, &rest) => {
                    for (arm, merge) in [first, second] {
                        copy(function, &rest, control, arm, merge);
                    }
                }
                [Some(_), Some(_)] => {
                    // The code above has been prepared for one exit and now has two: its blocks end without merging.
                    for &(block, _, _) in &ends {
                        let inst = function.new_inst(Op::Unreachable, &[], 0, Span::default());
                        function.blocks[block].insts.push(inst);
                    }
                    ends.clear();
                    break;
                }
                [Some((arm, merge)), None] | [None, Some((arm, merge))] => {
                    let results = function.results(control);
                    forward.extend(results.zip(function.operands(merge).iter().copied()));
                    function.blocks[arm].insts.pop();
                    function.blocks[arm].insts.extend(rest);
                }
            }
            function.blocks[block].insts.truncate(at + 1);
            ends.push((block, control, arms));
            tails.extend(arms);
        }
        // Inner ones first: their blocks leave then.
        for (block, control, arms) in ends.into_iter().rev() {
            for arm in arms {
                if let Some(last) = function.ends_with(arm, self.op) {
                    function.set_op(last, Op::Merge);
                }
            }
            function.add_results(control, types);
            let results: Vec<Operand> = function.results(control).map(Operand::from).collect();
            let exit = function.new_inst(self.op, &results, 0, Span::default());
            function.blocks[block].insts.push(exit);
        }
        if forward.is_empty() {
            return;
        }
        // The replacement of one result of an `if` may be the result of another one within.
        let resolve = |mut operand: Operand| {
            for _ in 0..=forward.len() {
                match operand.value().and_then(|value| forward.get(&value)) {
                    Some(&next) => operand = next,
                    None => break,
                }
            }
            operand
        };
        for (_, inst) in visit::insts_of(function, body) {
            for operand in function.operands_mut(inst) {
                *operand = resolve(*operand);
            }
        }
    }
}

fn falls(function: &FunctionData, block: Block) -> bool {
    function.ends_with(block, Op::Merge).is_some()
}

/// True if code behind an `if` is short, and computing it twice changes nothing.
fn is_copied(function: &FunctionData, rest: &[Inst]) -> bool {
    let is_plain = |inst: &Inst| function.op(*inst).effects().is_pure() || function.op(*inst) == Op::Return;
    rest.len() <= LONGEST_COPY && rest.iter().all(is_plain)
}

/// Puts a copy of `rest` at the end of an arm, in the place of its merge, whose operands stand for the results.
fn copy(function: &mut FunctionData, rest: &[Inst], control: Inst, arm: Block, merge: Inst) {
    let results = function.results(control);
    let mut map: FxHashMap<Value, Operand> = results.zip(function.operands(merge).iter().copied()).collect();
    function.blocks[arm].insts.pop();
    for &inst in rest {
        let data = function.insts[inst];
        let renamed = |operand: &Operand| {
            operand.value().and_then(|value| map.get(&value)).copied().unwrap_or(*operand)
        };
        let operands: Vec<Operand> = function.operands(inst).iter().map(renamed).collect();
        let copy = function.new_inst(data.op, &operands, data.imm, data.span());
        function.add_results(copy, &function.result_types(inst));
        for (old, new) in data.results().zip(function.results(copy)) {
            function.values[new].flags = function.values[old].flags;
            map.insert(old, new.into());
        }
        function.blocks[arm].insts.push(copy);
    }
}
