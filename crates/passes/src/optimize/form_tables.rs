//! Turns a choice between constants by the value of one operand into a lookup table.
//!
//! ```text
//! %1: bool = ieq %x, 5i32                            %4: i32 = isub %x, 5i32
//! %2: bool = ieq %x, 6i32                            %5: u32 = bitcast %4
//! ...                                                %6: u32 = umin %5, 8u32
//! %s: f32 = select %2, 0.75f32, ...                  %r: f32 = extract_dynamic (array 0.25f32, 0.75f32, ...), %6
//! %r: f32 = select %1, 0.25f32, %s
//!
//! %r: f32 = switch %x {
//!     case 5i32 { break 0.25f32 }
//!     case 6i32 { break 0.75f32 }
//!     ...
//! ```
//!
//! The last place of the table is what all other numbers get, and so do gaps. A table must be no longer than four times the
//! constants that are named, and these must be eight at least. It is for targets that keep constants in memory which is read fast.

use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::optimize::form_switches::compared;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{
    Constant, ControlKind, FunctionData, Inst, Module, Op, Operand, Precision, Scalar, Type, TypeData, Value,
    ValueFlags, types::common, typing, visit,
};

/// Numbers that a table has constants for at least.
const LEAST: usize = 8;

/// Places of a table at most.
const LONGEST: i64 = 256;

/// Runs the pass; gives the number of values that come from a table.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut formed = 0;
    for id in module.code_ids() {
        let function = &module.functions[id];
        if !function.may_have(&[Op::Select, Op::Switch]) {
            continue;
        }
        let mut plan = plan(module, function);
        plan.retain(|_| session.may_change());
        if plan.is_empty() {
            continue;
        }
        let plan: FxHashMap<Inst, Table> = plan.into_iter().map(|table| (table.root, table)).collect();
        rewrite_in(module, id, session, |rewriter, inst| {
            let Some(table) = plan.get(&inst) else { return Action::Keep };
            rewriter.remark(inst, |_| "lookup table of constants".to_owned());
            formed += table.results.len();
            table.carry_out(rewriter)
        });
    }
    formed
}

/// Constants by number.
struct Table {
    /// The instruction that the table stands for.
    root: Inst,
    selector: Operand,
    /// The type of the selector.
    scalar: Scalar,
    /// The least number.
    first: i64,
    /// For each result, its constants by number less the first, and what all others get at the end.
    results: Vec<(Type, Vec<Constant>)>,
}

/// Numbers with the constants that the results are for them, and those for all others.
struct Choice {
    root: Inst,
    selector: Operand,
    rows: Vec<(Constant, Vec<Constant>)>,
    others: Vec<Constant>,
}

fn plan(module: &Module, function: &FunctionData) -> Vec<Table> {
    let mut found = Vec::new();
    let mut within: FxHashSet<Inst> = FxHashSet::default();
    // Inner choices come before the outer ones that select from them.
    for &(_, inst) in visit::insts(function).iter().rev() {
        let choice = match function.op(inst) {
            Op::Switch => of_switch(module, function, inst),
            Op::Select if !within.contains(&inst) => of_selects(module, function, inst, &mut within),
            _ => None,
        };
        found.extend(choice.and_then(|choice| Table::of(module, function, choice)));
    }
    found
}

/// A constant that is known, and small enough to be an element.
fn plain(module: &Module, function: &FunctionData, operand: Operand) -> Option<Constant> {
    let constant = operand.constant()?;
    let ty = typing::operand_type(module, function, operand);
    let small = match module.types.get(ty) {
        TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } => scalar != Scalar::Bool,
        _ => false,
    };
    (small && !module.is_undefined(operand) && !module.constants.is_spec(constant)).then_some(constant)
}

/// Selections of which each chooses what the next one gives if its condition does not hold.
fn of_selects(
    module: &Module,
    function: &FunctionData,
    root: Inst,
    within: &mut FxHashSet<Inst>,
) -> Option<Choice> {
    let (mut at, mut selector, mut rows) = (root, None, Vec::new());
    let precision = |inst: Inst| function.result(inst).map(|value| function.values[value].precision);
    loop {
        let &[condition, yes, no] = function.operands(at) else { return None };
        let (value, numbers, equal) = compared(module, function, condition)?;
        let (taken, rest) = if equal { (yes, no) } else { (no, yes) };
        if *selector.get_or_insert(value) != value {
            // It may begin a table of its own.
            within.remove(&at);
            return None;
        }
        let constant = plain(module, function, taken)?;
        rows.extend(numbers.into_iter().map(|number| (number, vec![constant])));
        if let Some(constant) = plain(module, function, rest) {
            return Some(Choice { root, selector: selector?.into(), rows, others: vec![constant] });
        }
        let inst = function.definition(rest)?;
        let next_alike = function.op(inst) == Op::Select && precision(inst) == precision(root);
        if !next_alike {
            return None;
        }
        within.insert(inst);
        at = inst;
    }
}

/// A switch of which each case breaks with constants.
fn of_switch(module: &Module, function: &FunctionData, root: Inst) -> Option<Choice> {
    let ControlKind::Switch { cases } = &function.control(root)?.kind else { return None };
    let &[selector] = function.operands(root) else { return None };
    let mut others = None;
    let mut rows = Vec::new();
    for case in cases {
        let &[only] = function.blocks[case.block].insts.as_slice() else { return None };
        if function.op(only) != Op::Break {
            return None;
        }
        let constants = function.operands(only).iter().map(|&operand| plain(module, function, operand));
        let constants: Vec<Constant> = constants.collect::<Option<_>>()?;
        rows.extend(case.values.iter().map(|&number| (number, constants.clone())));
        if case.default {
            others = Some(constants);
        }
    }
    (function.insts[root].result_count() > 0).then_some(Choice { root, selector, rows, others: others? })
}

impl Table {
    fn of(module: &Module, function: &FunctionData, choice: Choice) -> Option<Self> {
        let Choice { root, selector, rows, others } = choice;
        let TypeData::Scalar(scalar) = module.types.get(typing::operand_type(module, function, selector))
        else {
            return None;
        };
        let marked = |value: Value| {
            function.values[value].flags.intersects(ValueFlags::NONUNIFORM.union(ValueFlags::PRECISE))
        };
        if scalar.width() != 32 || function.results(root).any(marked) {
            return None;
        }
        let mut by_number: FxHashMap<i64, &Vec<Constant>> = FxHashMap::default();
        for (number, constants) in &rows {
            // The first that is asked decides.
            by_number.entry(module.constants.as_int(*number)?).or_insert(constants);
        }
        let (first, last) = (*by_number.keys().min()?, *by_number.keys().max()?);
        let places = last.checked_sub(first)?.checked_add(2)?;
        if by_number.len() < LEAST || places > LONGEST || places > 4 * by_number.len() as i64 {
            return None;
        }
        let results = function.results(root).enumerate().map(|(at, value)| {
            let of = |number: i64| by_number.get(&number).copied().unwrap_or(&others).get(at).copied();
            let constants = (first..first + places - 1).map(of).chain([others.get(at).copied()]);
            Some((function.values[value].ty, constants.collect::<Option<_>>()?))
        });
        let results = results.collect::<Option<_>>()?;
        Some(Self { root, selector, scalar, first, results })
    }

    fn length(&self) -> usize {
        self.results.first().map_or(1, |row| row.1.len())
    }

    /// Builds the reads of the table in the place of its root.
    fn carry_out(&self, rewriter: &mut Rewriter<'_>) -> Action {
        let span = rewriter.function.insts[self.root].span();
        let constants = &mut rewriter.module.constants;
        let first = constants.scalar(self.scalar, self.first as u64 & 0xffff_ffff);
        let last = constants.scalar(Scalar::U32, self.length() as u64 - 1);
        let mut place = rewriter.resolve(self.selector);
        let mut steps = Vec::with_capacity(3);
        if self.first != 0 {
            steps.push((Op::Isub, Some(first), common::scalar(self.scalar)));
        }
        if self.scalar != Scalar::U32 {
            steps.push((Op::Bitcast, None, common::U32));
        }
        steps.push((Op::Umin, Some(last), common::U32));
        for (op, constant, ty) in steps {
            let operands: Vec<Operand> = [place].into_iter().chain(constant.map(Operand::from)).collect();
            place = rewriter.push_at(span, op, &operands, 0, (ty, Precision::None)).into();
        }
        for (old, (ty, constants)) in rewriter.function.results(self.root).zip(&self.results) {
            let array = rewriter.module.types.array(*ty, constants.len() as u32);
            let array = rewriter.module.constants.composite(array, constants);
            let precision = rewriter.function.values[old].precision;
            let operands = [array.into(), place];
            let new = rewriter.push_at(span, Op::ExtractDynamic, &operands, 0, (*ty, precision));
            rewriter.forward(old, new.into());
        }
        Action::Remove
    }
}
