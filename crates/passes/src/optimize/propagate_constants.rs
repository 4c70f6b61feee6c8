//! Sparse conditional constant propagation (SCCP): finds values that are constant in all code that can run.
//!
//! ```text
//! %m: i32 = loop 0i32, 2i32 (%i: i32, %k: i32) {       %m: i32 = loop 0i32 (%i: i32) {
//!     %1: bool = sgt %i, %n                                %1: bool = sgt %i, %n
//!     if %1 { break %k } else { merge }                    if %1 { break } else { merge }
//!     %2: bool = ine %k, 2i32                              ...
//!     %3: i32 = if %2 { merge 5i32 } else { merge %k }     continue
//!     ...                                              } continuing { ... }
//!     continue                                         use 2i32
//! } continuing { ... next %j, %3 }
//! use %m
//! ```
//!
//! Sparse conditional constant propagation on structured control flow: it supposes that nothing is executed and that every
//! value is constant, and takes back what turns out otherwise. So a value that a loop carries around is constant if
//! everything that could change it is never executed, because it is constant. A value is looked at again only when one of its
//! operands has changed, and changes twice at most, which makes the pass linear in the operands.
//!
//! Specialisation constants are no constants here: they get their values later. Branches on what is constant are taken by the
//! passes that follow.

use crate::analysis::nesting::Nesting;
use crate::analysis::uses::Uses;
use crate::framework::float_laws::FloatLaws;
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, part_block, rewrite_function};
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, Constant, ConstantKind, ControlKind, Function, FunctionData, Inst, List, Module, Op, Operand,
    OperandKind, SideTable, Value, ValueDef, ValueFlags,
};

/// Runs the pass; gives the number of values that are constant.
pub(crate) fn run(module: &mut Module, id: Function, session: &mut Session) -> usize {
    let function = module.take_function(id);
    let constants = constants(module, &function, session.settings.floats);
    module.functions[id] = function;
    if constants.is_empty() {
        return 0;
    }
    rewrite_function(module, id, session, Replace { constants })
}

struct Replace {
    constants: FxHashMap<Value, Constant>,
}

impl Replace {
    /// Puts a constant in the place of a value; whether that was done.
    fn replace(&self, rewriter: &mut Rewriter<'_>, value: Value) -> bool {
        let Some(&constant) = self.constants.get(&value) else { return false };
        if !rewriter.may_change() {
            return false;
        }
        rewriter.forward(value, constant.into());
        true
    }
}

impl Visitor for Replace {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let results = rewriter.function.results(inst);
        let pure = rewriter.function.op(inst).effects().is_pure();
        let mut all = results.len() > 0;
        for value in results {
            all &= self.replace(rewriter, value);
        }
        if all && pure { Action::Remove } else { Action::Keep }
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        let Some(block) = part_block(&rewriter.function, control, part) else { return };
        for at in 0..rewriter.function.blocks[block].params.len() {
            self.replace(rewriter, rewriter.function.blocks[block].params[at]);
        }
    }
}

/// The lattice state of a value.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// It was not computed yet.
    #[default]
    Unknown,
    /// It has always been this.
    Constant(Constant),
    /// It is not constant.
    Varying,
}

struct Solver<'a> {
    module: &'a mut Module,
    function: &'a FunctionData,
    floats: FloatLaws,
    nesting: Nesting,
    uses: Uses,
    /// The control instruction that a terminator leaves or goes on with.
    targets: SideTable<Inst, Option<Inst>>,
    states: SideTable<Value, State>,
    executed: SideTable<Block, bool>,
    /// Instructions to look at.
    work: Vec<Inst>,
    /// Memory for operands.
    operands: Vec<Operand>,
}

/// The values of a function that are constant.
fn constants(module: &mut Module, function: &FunctionData, floats: FloatLaws) -> FxHashMap<Value, Constant> {
    if !carries_constants(module, function) {
        return FxHashMap::default();
    }
    let mut solver = Solver {
        module,
        function,
        floats,
        nesting: Nesting::new(function),
        uses: Uses::new(function),
        targets: targets(function),
        states: SideTable::filled(function.values.len(), State::Unknown),
        executed: SideTable::filled(function.blocks.len(), false),
        work: Vec::new(),
        operands: Vec::new(),
    };
    for &param in &function.blocks[function.body].params {
        solver.states.set(param, State::Varying);
    }
    solver.execute(function.body);
    while let Some(inst) = solver.work.pop() {
        solver.look(inst);
    }
    let states = std::mem::take(&mut solver.states);
    let constant = |(value, &state): (Value, &State)| match state {
        State::Constant(constant) if !function.values[value].flags.contains(ValueFlags::NONUNIFORM) => {
            Some((value, constant))
        }
        State::Constant(_) | State::Unknown | State::Varying => None,
    };
    states.iter().filter_map(constant).collect()
}

/// True if a loop or switch starts with a constant that it may keep, or an `if` gives one whichever arm is taken. Elsewhere
/// a value is constant because its operands are, which other passes see as they go through the text.
fn carries_constants(module: &Module, function: &FunctionData) -> bool {
    if function.controls.is_empty() {
        return false;
    }
    let known = |operand: &Operand| operand.constant().is_some_and(|it| !module.constants.is_spec(it));
    let given = |block, op| function.ends_with(block, op).map(|last| function.operands(last));
    let keeps = |inst: Inst| match function.control(inst).map(|control| &control.kind) {
        Some(&ControlKind::If { then, other }) => match (given(then, Op::Merge), given(other, Op::Merge)) {
            (Some(then), Some(other)) => then.iter().zip(other).any(|(a, b)| known(a) && a == b),
            (Some(one), None) | (None, Some(one)) => one.iter().any(known),
            (None, None) => false,
        },
        Some(&ControlKind::Loop { body, continuing }) => {
            let next = match continuing {
                Some(block) => given(block, Op::Next),
                None => given(body, Op::Continue),
            };
            function.operands(inst).iter().enumerate().any(|(index, first)| {
                let next = next.and_then(|next| next.get(index)).copied();
                known(first) && next.is_none_or(|next| may_stay(module, function, next))
            })
        }
        Some(ControlKind::Switch { .. }) => true,
        None => false,
    };
    let mut found = false;
    visit::each(function, function.body, |inst| {
        found = found || function.op(inst).is_control() && keeps(inst);
    });
    found
}

/// Operations that are looked at to see if a value may stay what it was.
const NEAR: usize = 16;

/// True if a value that a loop goes on with may be constant: no counter, and not computed from what memory holds or what
/// only a call tells.
fn may_stay(module: &Module, function: &FunctionData, next: Operand) -> bool {
    let mut work: List<Operand> = List::new();
    work.push(next);
    for _ in 0..NEAR {
        let Some(operand) = work.pop() else { return true };
        match operand.value().map(|value| function.values[value].def()) {
            None if operand.constant().is_some() => {}
            None => return false,
            Some(ValueDef::Param { block, .. }) if block == function.body => return false,
            Some(ValueDef::Param { .. }) => {}
            Some(ValueDef::Result { inst, .. }) => {
                let op = function.op(inst);
                if op.is_control() || op == Op::Select {
                    continue;
                }
                if !op.effects().is_pure() || is_step(module, function, operand) {
                    return false;
                }
                work.extend_from_slice(function.operands(inst));
            }
        }
    }
    true
}

/// True if a value is another with a constant added that is not zero, as counters are.
fn is_step(module: &Module, function: &FunctionData, next: Operand) -> bool {
    let Some(inst) = function.definition(next) else { return false };
    let steps = matches!(function.op(inst), Op::Iadd | Op::Isub);
    let &[first, second] = function.operands(inst) else { return false };
    let bits = second.constant().and_then(|constant| module.constants.bits(constant));
    steps && first.value().is_some() && bits.is_some_and(|bits| bits != 0)
}

/// The control instruction that each terminator leaves or goes on with.
fn targets(function: &FunctionData) -> SideTable<Inst, Option<Inst>> {
    let mut targets = SideTable::filled(function.insts.len(), None);
    let mut open: Vec<Inst> = Vec::new();
    visit::walk(function, function.body, |event| match event {
        Event::Inst(inst) => {
            let of = |ops: &[Op]| open.iter().rev().copied().find(|&at| ops.contains(&function.op(at)));
            let target = match function.op(inst) {
                Op::Merge => open.last().copied(),
                Op::Break => of(&[Op::Loop, Op::Switch]),
                Op::Continue | Op::Next | Op::BreakIf => of(&[Op::Loop]),
                Op::Fallthrough => of(&[Op::Switch]),
                _ => None,
            };
            targets.set(inst, target);
            if function.control(inst).is_some() {
                open.push(inst);
            }
        }
        Event::Behind(_) => {
            open.pop();
        }
        Event::Enter(_) | Event::Leave(_) => {}
    });
    targets
}

impl Solver<'_> {
    fn execute(&mut self, block: Block) {
        let slot = self.executed.entry(block);
        if !*slot {
            *slot = true;
            self.work.extend(self.function.blocks[block].insts.iter().rev());
        }
    }

    fn state(&self, operand: Operand) -> State {
        match operand.kind() {
            OperandKind::Value(value) => self.states.at(value),
            OperandKind::Constant(constant) => self.of_constant(constant),
            OperandKind::Global(_) => State::Varying,
        }
    }

    fn of_constant(&self, constant: Constant) -> State {
        let data = self.module.constants.get(constant);
        let undefined = matches!(data.kind, ConstantKind::Undef);
        if undefined || self.module.constants.is_spec(constant) {
            State::Varying
        } else {
            State::Constant(constant)
        }
    }

    /// A value can be this as well.
    fn meet(&mut self, value: Value, state: State) {
        let old = self.states.at(value);
        let new = match (old, state) {
            (State::Unknown, new) => new,
            (old, State::Unknown) => old,
            (old, new) if old == new => old,
            _ => State::Varying,
        };
        if new == old {
            return;
        }
        self.states.set(value, new);
        for &user in self.uses.users(value) {
            let block = self.nesting.block(user);
            if block.is_some_and(|block| self.executed.at(block)) {
                self.work.push(user);
            }
        }
    }

    fn meet_all(&mut self, values: impl Iterator<Item = Value>, operands: &[Operand]) {
        for (value, &operand) in values.zip(operands) {
            let state = self.state(operand);
            self.meet(value, state);
        }
    }

    /// Parameters of a block can be these as well, and it is executed.
    fn enter(&mut self, block: Block, operands: &[Operand]) {
        let function = self.function;
        self.meet_all(function.blocks[block].params.iter().copied(), operands);
        self.execute(block);
    }

    fn look(&mut self, inst: Inst) {
        let function = self.function;
        let operands = function.operands(inst);
        let op = function.op(inst);
        if let Some(control) = function.control(inst) {
            let first = operands.first().map(|&operand| self.state(operand));
            return self.branch(&control.kind, operands, first.unwrap_or(State::Varying));
        }
        if let Some(target) = self.targets.at(inst) {
            return self.leave(inst, op, target);
        }
        let results = function.results(inst);
        let state = match function.result(inst) {
            Some(value) if results.len() == 1 && op.effects().is_pure() => self.compute(inst, op, value),
            _ => State::Varying,
        };
        for value in results {
            self.meet(value, state);
        }
    }

    fn branch(&mut self, kind: &ControlKind, operands: &[Operand], first: State) {
        let bits = |module: &Module, constant| module.constants.bits(constant);
        match kind {
            &ControlKind::If { then, other } => {
                let known = match first {
                    State::Unknown => return,
                    State::Constant(constant) => bits(self.module, constant),
                    State::Varying => None,
                };
                if known != Some(0) {
                    self.execute(then);
                }
                if known.is_none_or(|bits| bits == 0) {
                    self.execute(other);
                }
            }
            &ControlKind::Loop { body, .. } => self.enter(body, operands),
            ControlKind::Switch { cases } => {
                let known = match first {
                    State::Unknown => return,
                    State::Constant(constant) => bits(self.module, constant),
                    State::Varying => None,
                };
                let takes = |case: &vitrum_ir::Case, known| {
                    case.values.iter().any(|&value| bits(self.module, value) == Some(known))
                };
                let taken = known.map(|known| {
                    let exact = cases.iter().position(|case| takes(case, known));
                    exact.or_else(|| cases.iter().position(|case| case.default))
                });
                for (index, case) in cases.iter().enumerate() {
                    if taken.is_none_or(|taken| taken == Some(index)) {
                        self.enter(case.block, operands.get(1..).unwrap_or(&[]));
                    }
                }
            }
        }
    }

    fn leave(&mut self, inst: Inst, op: Op, target: Inst) {
        let function = self.function;
        let operands = function.operands(inst);
        let results = function.results(target);
        let Some(control) = function.control(target) else { return };
        match (op, &control.kind) {
            (Op::Continue, &ControlKind::Loop { body, continuing }) => {
                self.enter(continuing.unwrap_or(body), operands);
            }
            (Op::Next, &ControlKind::Loop { body, .. }) => self.enter(body, operands),
            (Op::BreakIf, &ControlKind::Loop { body, .. }) => {
                let Some((&condition, rest)) = operands.split_first() else { return };
                let given = (function.insts[inst].imm as usize).min(rest.len());
                let known = match self.state(condition) {
                    State::Unknown => return,
                    State::Constant(constant) => self.module.constants.bits(constant),
                    State::Varying => None,
                };
                let (given, next) = rest.split_at(given);
                if known != Some(0) {
                    self.meet_all(results, given);
                }
                if known.is_none_or(|bits| bits == 0) {
                    self.enter(body, next);
                }
            }
            (Op::Fallthrough, ControlKind::Switch { cases }) => {
                let block = self.nesting.block(inst);
                let at = cases.iter().position(|case| Some(case.block) == block);
                if let Some(next) = at.and_then(|at| cases.get(at + 1)) {
                    self.enter(next.block, operands);
                }
            }
            _ => self.meet_all(results, operands),
        }
    }

    fn compute(&mut self, inst: Inst, op: Op, result: Value) -> State {
        let function = self.function;
        let operands = function.operands(inst);
        if let (Op::Select, &[condition, yes, no]) = (op, operands)
            && let State::Constant(constant) = self.state(condition)
            && let Some(bits) = self.module.constants.bits(constant)
        {
            return self.state(if bits != 0 { yes } else { no });
        }
        let mut constants = std::mem::take(&mut self.operands);
        constants.clear();
        let state = self.compute_from(inst, op, result, &mut constants);
        self.operands = constants;
        state
    }

    fn compute_from(&mut self, inst: Inst, op: Op, result: Value, constants: &mut Vec<Operand>) -> State {
        let function = self.function;
        let operands = function.operands(inst);
        let mut unknown = false;
        for &operand in operands {
            match self.state(operand) {
                State::Varying => return State::Varying,
                State::Unknown => unknown = true,
                State::Constant(constant) => constants.push(constant.into()),
            }
        }
        if unknown {
            return State::Unknown;
        }
        let ty = function.values[result].ty;
        match self.floats.fold(self.module, op, constants, function.insts[inst].imm, ty) {
            Some(constant) => self.of_constant(constant),
            None => State::Varying,
        }
    }
}
