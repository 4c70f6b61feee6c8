//! Turns a chain of branches that compare one value with constants into a switch.
//!
//! ```text
//! %1: bool = ieq %x, 1i32                     %r: f32 = switch %x {
//! %r: f32 = if %1 {                               case 1i32 { break %a }
//!     merge %a                                    case 2i32 { break %b }
//! } else {                                        case 4i32 { break %c }
//!     %2: bool = ieq %x, 2i32                     case default { break %d }
//!     %s: f32 = if %2 {                       }
//!         merge %b
//!     } else {
//!         %3: bool = ieq %x, 4i32
//!         %t: f32 = if %3 { merge %c } else { merge %d }
//!         merge %t
//!     }
//!     merge %s
//! }
//! ```
//!
//! A condition may compare with several constants (`or`), or with the arms exchanged (`ine`). Between two branches stands
//! nothing but their conditions, which go in front of the switch, for they can be computed for nothing. An arm with a
//! `break` of a loop around would break the switch instead, so there the branches stay. Each arm is run by those that
//! ran it before, and what comes behind as well.
//!
//! Fewer than four constants are no gain.

use crate::analysis::nesting::Nesting;
use crate::framework::session::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{
    Block, Case, Constant, ControlData, ControlHints, ControlKind, FunctionData, Inst, Module, Op, Operand,
    TypeData, Value, typing, visit,
};

/// Constants of a switch at least.
const LEAST: usize = 4;

/// Constants that one condition compares with at most.
const MOST_OF_ONE: usize = 64;

/// Runs the pass; gives the number of switches.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut formed = 0;
    for id in module.code_ids() {
        let function = &module.functions[id];
        if function.insts.values().filter(|inst| inst.op == Op::If).count() < 2 {
            continue;
        }
        let order = visit::insts(function);
        let mut chains: Vec<Chain> = Vec::new();
        let mut within: FxHashSet<Inst> = FxHashSet::default();
        let mut open: Option<FxHashSet<Block>> = None;
        for &(block, inst) in &order {
            if function.op(inst) != Op::If || within.contains(&inst) {
                continue;
            }
            let Some(chain) = Chain::of(module, function, block, inst) else { continue };
            // A part of one that does not fit does not fit either.
            within.extend(chain.links.iter().map(|link| link.inst));
            if chain.count >= LEAST
                && chain.fits(function, open.get_or_insert_with(|| left_by_breaks(function, &order)))
            {
                chains.push(chain);
            }
        }
        for chain in chains {
            if session.may_change() {
                let span = module.functions[id].insts[chain.root].span();
                let count = chain.links.len();
                session.remark(span, || format!("{count} branches turned into a switch"));
                chain.carry_out(&mut module.functions[id]);
                formed += 1;
            }
        }
    }
    formed
}

/// A branch on whether a value is one of some constants.
struct Link {
    inst: Inst,
    values: Vec<Constant>,
    /// The arm for these.
    taken: Block,
    /// The other one.
    rest: Block,
}

/// Branches of which each stands alone in the other arm of the one before.
struct Chain {
    root: Inst,
    /// The block of the first branch.
    block: Block,
    selector: Value,
    links: Vec<Link>,
    /// The number of constants.
    count: usize,
}

impl Chain {
    fn of(module: &Module, function: &FunctionData, block: Block, root: Inst) -> Option<Self> {
        let (selector, first) = link(module, function, root)?;
        let mut chain = Self { root, block, selector, links: vec![first], count: 0 };
        let mut seen: FxHashSet<Constant> = FxHashSet::default();
        loop {
            let last = chain.links.last_mut()?;
            // Constants that an earlier branch compares with are not met again.
            last.values.retain(|&value| seen.insert(value));
            let rest = last.rest;
            let Some(next) = only_other(function, rest) else { break };
            match link(module, function, next) {
                Some((selector, next)) if selector == chain.selector => chain.links.push(next),
                _ => break,
            }
        }
        chain.count = seen.len();
        Some(chain)
    }

    /// True if no arm leaves for something around, of those that some `break` leaves, and the author asks for nothing.
    fn fits(&self, function: &FunctionData, left: &FxHashSet<Block>) -> bool {
        let hints =
            |link: &Link| function.control(link.inst).is_some_and(|it| it.hints != ControlHints::NONE);
        let last = self.links.last().map(|link| link.rest);
        let mut arms = self.links.iter().map(|link| link.taken).chain(last);
        !arms.any(|arm| left.contains(&arm)) && !self.links.iter().any(hints)
    }

    fn carry_out(self, function: &mut FunctionData) {
        let Some(last) = self.links.last().map(|link| link.rest) else { return };
        // The values of the results of a branch in the block that merges them.
        let mut passed: Vec<Operand> = function.results(self.root).map(Operand::from).collect();
        let mut results_here: Vec<Value> = function.results(self.root).collect();
        let mut front: Vec<Inst> = Vec::new();
        let mut cases: Vec<Case> = Vec::new();
        for link in &self.links {
            leave_by_break(function, link.taken, &results_here, &passed);
            if !link.values.is_empty() {
                cases.push(Case { values: link.values.clone(), default: false, block: link.taken });
            }
            if link.rest == last {
                break;
            }
            // The results of the next branch go on as the end of this one says.
            let mut insts = std::mem::take(&mut function.blocks[link.rest].insts);
            let Some(merge) = insts.pop() else { return };
            passed = substitute(&passed, &results_here, function.operands(merge));
            let Some(next) = insts.pop() else { return };
            results_here = function.results(next).collect();
            front.extend(insts);
        }
        leave_by_break(function, last, &results_here, &passed);
        cases.push(Case { values: Vec::new(), default: true, block: last });
        function.set_op(self.root, Op::Switch);
        function.set_operands(self.root, &[self.selector.into()]);
        if let Some(control) = function.control_mut(self.root) {
            *control = ControlData::new(ControlKind::Switch { cases });
        }
        let insts = &mut function.blocks[self.block].insts;
        if let Some(at) = insts.iter().position(|&inst| inst == self.root) {
            insts.insert_from_slice(at, &front);
        }
    }
}

/// Operands with other ones in the place of these values.
fn substitute(operands: &[Operand], values: &[Value], with: &[Operand]) -> Vec<Operand> {
    let map: FxHashMap<Value, Operand> = values.iter().copied().zip(with.iter().copied()).collect();
    let one =
        |operand: &Operand| operand.value().and_then(|value| map.get(&value)).copied().unwrap_or(*operand);
    operands.iter().map(one).collect()
}

/// Makes a block that merges one that breaks with what becomes of the results.
fn leave_by_break(function: &mut FunctionData, block: Block, results: &[Value], passed: &[Operand]) {
    let Some(last) = function.ends_with(block, Op::Merge) else {
        return;
    };
    let operands = substitute(passed, results, function.operands(last));
    function.set_op(last, Op::Break);
    function.set_operands(last, &operands);
}

/// A branch as a link of a chain, with the value that it compares.
fn link(module: &Module, function: &FunctionData, inst: Inst) -> Option<(Value, Link)> {
    let [then, other] = function.arms(inst)?;
    let condition = *function.operands(inst).first()?;
    let (selector, values, equal) = compared(module, function, condition)?;
    let (taken, rest) = if equal { (then, other) } else { (other, then) };
    Some((selector, Link { inst, values, taken, rest }))
}

/// The value and the constants that a condition compares, and whether it is true if they are equal.
pub(crate) fn compared(
    module: &Module,
    function: &FunctionData,
    condition: Operand,
) -> Option<(Value, Vec<Constant>, bool)> {
    let root = function.definition(condition)?;
    let op = function.op(root);
    let (joined, single) = match op {
        Op::Or | Op::Ieq => (Op::Or, Op::Ieq),
        Op::And | Op::Ine => (Op::And, Op::Ine),
        _ => return None,
    };
    let (mut selector, mut values, mut open) = (None, Vec::new(), vec![root]);
    while let Some(inst) = open.pop() {
        let &[a, b] = function.operands(inst) else { return None };
        if function.op(inst) == joined {
            open.push(function.definition(a)?);
            open.push(function.definition(b)?);
        } else if function.op(inst) == single {
            let value = a.value()?;
            let constant = b.constant().filter(|&it| module.constants.bits(it).is_some())?;
            let ty = typing::operand_type(module, function, a);
            let scalar = matches!(module.types.get(ty), TypeData::Scalar(scalar) if scalar.is_integer() && scalar.width() == 32);
            if !scalar || *selector.get_or_insert(value) != value {
                return None;
            }
            values.push(constant);
        } else {
            return None;
        }
        if open.len() + values.len() > MOST_OF_ONE {
            return None;
        }
    }
    Some((selector?, values, single == Op::Ieq))
}

/// The last instruction before the `merge` of a block, if all others compute conditions.
fn only_other(function: &FunctionData, block: Block) -> Option<Inst> {
    let (&last, insts) = function.blocks[block].insts.split_last()?;
    let (&other, before) = insts.split_last()?;
    let conditions =
        before.iter().all(|&inst| matches!(function.op(inst), Op::Ieq | Op::Ine | Op::Or | Op::And));
    (conditions && function.op(last) == Op::Merge).then_some(other)
}

/// The blocks that a `break` or `fallthrough` leaves for something around them.
fn left_by_breaks(function: &FunctionData, order: &[(Block, Inst)]) -> FxHashSet<Block> {
    let nesting = Nesting::new(function);
    let mut left = FxHashSet::default();
    for &(block, inst) in order {
        if !matches!(function.op(inst), Op::Break | Op::Fallthrough) {
            continue;
        }
        let mut at = Some(block);
        while let Some(block) = at {
            let around = nesting.owner(block).filter(|&owner| function.op(owner) == Op::If);
            // Blocks of loops and switches are what is left, and nothing around them is.
            if !left.insert(block) {
                break;
            }
            at = around.and_then(|owner| nesting.block(owner));
        }
    }
    left
}
