//! Out of SSA: block parameters and results of control instructions become variables, for targets without them.
//!
//! ```text
//! %r: i32 = loop 0i32 (%i: i32) {              %i: ptr<function, i32> = var
//!     %1: bool = slt %i, 10i32                 store %i, 0i32
//!     if %1 { merge } else { break %i }        loop {
//!     %2: i32 = iadd %i, 1i32                      %3: i32 = load %i
//!     continue %2                                  ...
//! }                                            }
//! ```
//!
//! Values that flow into one another share a variable if no two of them are live at once, so that a loop counter is
//! one variable again (after Boissinot and others, "Revisiting out-of-SSA translation"). Where they cannot share, a
//! copy is made before the jump; the copies of one jump load everything before they store anything.
//!
//! An `if` with one result and arms that are expressions stays: the target has `?:`, `&&` and `||` for it. Results
//! that carry a name were variables of the author, and become variables again.

pub(crate) mod classes;

use crate::analysis::positions::Positions;
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, part_block, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::optimize::precision::fuller;
use classes::Classes;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::visit::{self, Event};
use vitrum_ir::{
    Block, ControlKind, FunctionData, Inst, List, Module, Name, Op, Operand, ParamMode, Precision, SideTable,
    Span, Storage, Type, Value, ValueDef,
};

/// A value that several jumps give: a block parameter or a result.
#[derive(Clone, Debug)]
pub(crate) struct Join {
    /// The value.
    pub(crate) target: Value,
    /// The jumps (or the control instruction itself) and what each gives.
    pub(crate) sources: Vec<(Inst, Operand)>,
}

/// True if there is something to lower.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    module.functions.values().filter(|function| !function.controls.is_empty()).any(|function| {
        // Most values of control flow are those of an `if` whose arms hold nothing else.
        let is_plain = |arm: Block| {
            matches!(function.blocks[arm].insts.as_slice(), [end] if function.op(*end) == Op::Merge)
        };
        let gives = |inst: Inst| function.control(inst).is_some_and(|control| match control.kind {
            ControlKind::If { then, other } => {
                let data = &function.insts[inst];
                match (data.result(), data.result_count()) {
                    (None, _) => false,
                    (Some(result), 1) if is_plain(then) && is_plain(other) => {
                        !function.value_name(result).is_empty()
                    }
                    _ => true,
                }
            }
            ControlKind::Loop { .. } | ControlKind::Switch { .. } => {
                function.insts[inst].result_count() > 0
                    || control.blocks().any(|block| !function.blocks[block].params.is_empty())
            }
        });
        let mut givers = function.insts.iter().filter(|&(inst, data)| data.op.is_control() && gives(inst));
        let Some((first, _)) = givers.next() else { return has_continuing_use(module, function) };
        let mut counts: SideTable<Value, u32> = SideTable::filled(function.values.len(), 0);
        for value in function.all_operands().iter().filter_map(|operand| operand.value()) {
            *counts.entry(value) += 1;
        }
        let count = |value: Value| counts.at(value) as usize;
        [first].into_iter().chain(givers.map(|row| row.0)).any(|inst| !is_expression(function, count, inst))
    })
}

/// Lowers every function; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    rewrite(module, session, |module, id, _| {
        let mut function = module.take_function(id);
        let lowering = Lowering::of(module, &mut function);
        module.functions[id] = function;
        lowering
    })
}

/// True if a control instruction gives or takes values.
fn gives_values(function: &FunctionData) -> bool {
    let takes = |block: Block| !function.blocks[block].params.is_empty();
    function.insts.iter().any(|(inst, data)| {
        let control = if data.op.is_control() { function.control(inst) } else { None };
        control.is_some_and(|control| data.result_count() > 0 || control.blocks().any(takes))
    })
}

/// True if a continuing block uses what the body before it defines.
fn has_continuing_use(module: &Module, function: &FunctionData) -> bool {
    function
        .insts
        .iter()
        .any(|(inst, data)| data.op == Op::Loop && !used_in_continuing(module, function, inst).is_empty())
}

/// True if an `if` will be `?:`, `&&` or `||`.
fn is_expression(function: &FunctionData, use_count: impl Fn(Value) -> usize, inst: Inst) -> bool {
    let mut stack = vec![inst];
    while let Some(inst) = stack.pop() {
        let mut results = function.results(inst);
        let (Some(result), None) = (results.next(), results.next()) else { return false };
        if !function.value_name(result).is_empty() {
            return false;
        }
        let Some([then, other]) = function.arms(inst) else { return false };
        for arm in [then, other] {
            let Some((&end, insts)) = function.blocks[arm].insts.split_last() else { return false };
            if function.op(end) != Op::Merge {
                return false;
            }
            for &inst in insts {
                match function.op(inst) {
                    Op::If => stack.push(inst),
                    // A store may be part of the expression: `++i < n`.
                    Op::Access | Op::Load | Op::Store => {}
                    Op::Var | Op::StoreSwizzle | Op::Loop | Op::Switch | Op::Insert => {
                        return false;
                    }
                    _ => {
                        let mut results = function.results(inst);
                        let (Some(result), None) = (results.next(), results.next()) else { return false };
                        if use_count(result) > 2 {
                            return false;
                        }
                    }
                }
            }
        }
    }
    true
}

/// Every value that jumps give, in text order; branches that are expressions are left out if they are kept.
pub(crate) fn find_joins(
    function: &FunctionData,
    positions: &Positions,
    keeps_expressions: bool,
) -> Vec<Join> {
    let mut joins = Vec::new();
    for inst in positions.controls() {
        let Some(control) = function.control(inst) else { continue };
        let results: Vec<Value> = function.results(inst).collect();
        match &control.kind {
            ControlKind::If { then, other } => {
                let stays =
                    || keeps_expressions && is_expression(function, |value| positions.use_count(value), inst);
                if results.is_empty() || stays() {
                    continue;
                }
                let jumps: Vec<Inst> =
                    [*then, *other].iter().filter_map(|&arm| function.ends_with(arm, Op::Merge)).collect();
                add(function, &mut joins, &results, &jumps, 0);
            }
            ControlKind::Loop { body, continuing } => {
                let params = function.blocks[*body].params.clone();
                let again = match continuing {
                    Some(block) => function.terminator(*block).into_iter().collect(),
                    None => positions.jumps(inst, Op::Continue),
                };
                for (index, &target) in params.iter().enumerate() {
                    let mut sources: Vec<(Inst, Operand)> = function
                        .operands(inst)
                        .get(index)
                        .map(|&operand| (inst, operand))
                        .into_iter()
                        .collect();
                    for &jump in &again {
                        let skipped = match function.op(jump) {
                            Op::BreakIf => 1 + function.insts[jump].imm as usize,
                            Op::Next | Op::Continue => 0,
                            _ => continue,
                        };
                        sources.extend(
                            function.operands(jump).get(skipped + index).map(|&operand| (jump, operand)),
                        );
                    }
                    joins.push(Join { target, sources });
                }
                if let Some(block) = continuing {
                    let params = function.blocks[*block].params.clone();
                    add(function, &mut joins, &params, &positions.jumps(inst, Op::Continue), 0);
                }
                let first = joins.len();
                add(function, &mut joins, &results, &positions.jumps(inst, Op::Break), 0);
                if let Some(jump) = continuing.and_then(|block| function.ends_with(block, Op::BreakIf)) {
                    for (index, join) in joins.iter_mut().skip(first).enumerate() {
                        join.sources
                            .extend(function.operands(jump).get(1 + index).map(|&operand| (jump, operand)));
                    }
                }
            }
            ControlKind::Switch { cases } => {
                for (index, case) in cases.iter().enumerate() {
                    let params = function.blocks[case.block].params.clone();
                    let before = index.checked_sub(1).and_then(|index| cases.get(index));
                    let jumps: Vec<Inst> = before
                        .and_then(|case| function.ends_with(case.block, Op::Fallthrough))
                        .into_iter()
                        .collect();
                    let first = joins.len();
                    add(function, &mut joins, &params, &jumps, 0);
                    for (index, join) in joins.iter_mut().skip(first).enumerate() {
                        join.sources
                            .extend(function.operands(inst).get(1 + index).map(|&operand| (inst, operand)));
                    }
                }
                add(function, &mut joins, &results, &positions.jumps(inst, Op::Break), 0);
            }
        }
    }
    joins
}

fn add(function: &FunctionData, joins: &mut Vec<Join>, targets: &[Value], jumps: &[Inst], skipped: usize) {
    for (index, &target) in targets.iter().enumerate() {
        let sources = jumps
            .iter()
            .filter_map(|&jump| function.operands(jump).get(skipped + index).map(|&operand| (jump, operand)))
            .collect();
        joins.push(Join { target, sources });
    }
}

/// The values that the body of a loop defines and its continuing block uses.
fn used_in_continuing(module: &Module, function: &FunctionData, control: Inst) -> Vec<Value> {
    let Some(&ControlKind::Loop { body, continuing: Some(continuing) }) =
        function.control(control).map(|control| &control.kind)
    else {
        return Vec::new();
    };
    let mut own: FxHashSet<Inst> = FxHashSet::default();
    let mut found: Vec<Value> = Vec::new();
    visit::walk(function, continuing, |event| {
        let Event::Inst(inst) = event else { return };
        own.insert(inst);
        for value in function.operands(inst).iter().filter_map(|operand| operand.value()) {
            let data = &function.values[value];
            if let ValueDef::Result { inst: def, .. } = data.def()
                && !own.contains(&def)
                && !found.contains(&value)
                && module.types.pointee(data.ty).is_none()
                && function.blocks[body].insts.contains(&def)
            {
                found.push(value);
            }
        }
    });
    found
}

/// Makes what a body defines and its continuing block uses a parameter of that block: the two are apart in the target.
fn hand_on(module: &Module, function: &mut FunctionData, positions: &Positions) -> bool {
    let mut changed = false;
    for control in positions.controls().collect::<Vec<_>>() {
        let values = used_in_continuing(module, function, control);
        let Some(&ControlKind::Loop { continuing: Some(continuing), .. }) =
            function.control(control).map(|control| &control.kind).filter(|_| !values.is_empty())
        else {
            continue;
        };
        changed = true;
        let mut params: FxHashMap<Value, Operand> = FxHashMap::default();
        for &value in &values {
            let (data, name) = (function.values[value], function.value_name(value));
            let param = function.add_param(continuing, data.ty, data.precision);
            function.set_value_name(param, name);
            params.insert(value, param.into());
        }
        let mut insts: Vec<Inst> = Vec::new();
        visit::walk(function, continuing, |event| {
            if let Event::Inst(inst) = event {
                insts.push(inst);
            }
        });
        for inst in insts {
            for index in 0..function.operands(inst).len() {
                let value = function.operands(inst)[index].value();
                if let Some(&param) = value.and_then(|value| params.get(&value)) {
                    function.operands_mut(inst)[index] = param;
                }
            }
        }
        for jump in positions.jumps(control, Op::Continue) {
            let mut operands = function.operands(jump).to_vec();
            operands.extend(values.iter().map(|&value| Operand::from(value)));
            function.set_operands(jump, &operands);
        }
    }
    changed
}

struct Lowering {
    /// The variable of each class, by the number of the class.
    variables: FxHashMap<usize, Value>,
    /// The values that each jump (or control instruction) copies, with their targets.
    copies: FxHashMap<Inst, Vec<(Value, Operand)>>,
    classes: Classes,
    /// Branches that stay expressions.
    kept: FxHashSet<Inst>,
}

impl Visitor for Lowering {
    /// Puts loads before uses, stores after definitions and before jumps.
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if self.classes.is_entry(inst) {
            return Action::Keep;
        }
        let op = rewriter.function.op(inst);
        if op.is_terminator() || op.is_control() && !self.kept.contains(&inst) {
            self.jump(rewriter, inst, op);
            return Action::Keep;
        }
        for index in 0..rewriter.function.operands(inst).len() {
            let operand = self.load(rewriter, rewriter.function.operands(inst)[index]);
            rewriter.function.operands_mut(inst)[index] = operand;
        }
        let action = rewriter.keep(inst);
        for result in rewriter.function.results(inst) {
            if let Some(variable) = self.variable(result) {
                rewriter.store(variable, result.into());
            }
        }
        action
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        if let Some(block) = part_block(&rewriter.function, control, part) {
            rewriter.function.set_params(block, List::new());
        }
    }
}

impl Lowering {
    /// The variables of a function, which are declared already; `None` if it needs none.
    fn of(module: &mut Module, function: &mut FunctionData) -> Option<Self> {
        if !gives_values(function) && !has_continuing_use(module, function) {
            return None;
        }
        let mut positions = Positions::of(function);
        if hand_on(module, function, &positions) {
            positions = Positions::of(function);
        }
        let joins = find_joins(function, &positions, true);
        if joins.is_empty() {
            return None;
        }
        let mut classes = Classes::new(function, &positions, &joins);
        let mut copies: FxHashMap<Inst, Vec<(Value, Operand)>> = FxHashMap::default();
        for join in &joins {
            for &(jump, source) in &join.sources {
                source.value().into_iter().for_each(|source| classes.join(join.target, source));
                copies.entry(jump).or_default().push((join.target, source));
            }
        }
        let kept = |&inst: &Inst| is_expression(function, |value| positions.use_count(value), inst);
        let kept = positions.controls().filter(kept).collect();
        let mut lowering = Self { variables: FxHashMap::default(), copies, classes, kept };
        lowering.make_variables(module, function, &positions, &joins);
        Some(lowering)
    }

    /// Declares a variable for each class in the innermost block that holds all of it.
    fn make_variables(
        &mut self,
        module: &mut Module,
        function: &mut FunctionData,
        positions: &Positions,
        joins: &[Join],
    ) {
        let mut order: Vec<usize> = Vec::new();
        let mut data: FxHashMap<usize, (Block, Type, Precision, Name)> = FxHashMap::default();
        let mut visit = |this: &mut Self, value: Value, blocks: &[Block]| {
            let Some(class) = this.classes.class(value) else { return };
            let name = function.value_name(value);
            for &block in blocks {
                match data.get_mut(&class) {
                    None => {
                        let facts = &function.values[value];
                        order.push(class);
                        data.insert(class, (block, facts.ty, facts.precision, name));
                    }
                    Some(entry) => {
                        entry.0 = positions.common(entry.0, block);
                        entry.2 = fuller(entry.2, function.values[value].precision);
                        if entry.3.is_empty() {
                            entry.3 = name;
                        }
                    }
                }
            }
        };
        for join in joins {
            let home = positions.home(function, join.target);
            let mut blocks: Vec<Block> = join
                .sources
                .iter()
                .filter(|(_, source)| !module.is_undefined(*source))
                .filter_map(|&(jump, _)| positions.block_of(jump))
                .collect();
            blocks.push(home);
            // A parameter of a body or case is set before it is entered.
            blocks.extend(positions.parent_block(home));
            visit(self, join.target, &blocks);
            for &(_, source) in &join.sources {
                if let Some(source) = source.value() {
                    visit(self, source, &[positions.home(function, source)]);
                }
            }
        }
        for class in order {
            let Some(&(block, ty, precision, name)) = data.get(&class) else { continue };
            let pointer = module.types.pointer(Storage::Function, ty);
            let (inst, value) = function.new_value(Op::Var, &[], 0, Span::default(), (pointer, precision));
            function.set_value_name(value, name);
            function.blocks[block].insts.insert(0, inst);
            self.variables.insert(class, value);
        }
        // Parameters of the function that share a variable are its first values.
        let params = function.blocks[function.body].params.clone();
        let mut at = function.blocks[function.body]
            .insts
            .iter()
            .position(|&inst| function.op(inst) != Op::Var)
            .unwrap_or(0);
        for param in params {
            if let Some(variable) = self.variable(param) {
                let operands = [variable.into(), param.into()];
                let store = function.new_inst(Op::Store, &operands, 0, Span::default());
                function.blocks[function.body].insts.insert(at, store);
                at += 1;
                self.classes.note_entry(store);
            }
        }
    }

    fn variable(&mut self, value: Value) -> Option<Value> {
        let class = self.classes.class(value)?;
        self.variables.get(&class).copied()
    }

    /// The operand itself, or what is in the variable that took its place.
    fn load(&mut self, rewriter: &mut Rewriter<'_>, operand: Operand) -> Operand {
        let Some(value) = operand.value() else { return operand };
        let Some(variable) = self.variable(value) else { return operand };
        let data = rewriter.function.values[value];
        rewriter.push(Op::Load, &[variable.into()], 0, data.ty, data.precision)
    }

    /// A jump or control instruction: its copies, and what is left of its operands.
    fn jump(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) {
        let copies = self.copies.remove(&inst).unwrap_or_default();
        let mut stores = Vec::new();
        // The cases of a switch get the same values, perhaps in the same variable.
        let mut given = FxHashSet::default();
        for (target, source) in copies {
            let Some(to) = self.variable(target) else { continue };
            let from = source.value().and_then(|value| self.variable(value));
            if from != Some(to) && !rewriter.module.is_undefined(source) && given.insert(to) {
                stores.push((to, from, source));
            }
        }
        let count = match op {
            Op::Return | Op::EmitMeshTasks => usize::MAX,
            Op::If | Op::Switch | Op::BreakIf => 1,
            // `merge` of an `if` that stays an expression.
            Op::Merge if !self.classes.lowers(inst) => usize::MAX,
            _ => 0,
        };
        // The operands of the jump itself are read before the variables change.
        let rest: Vec<Operand> = rewriter.function.operands(inst).iter().take(count).copied().collect();
        let rest: Vec<Operand> = rest.into_iter().map(|operand| self.load(rewriter, operand)).collect();
        let loaded: Vec<(Value, Option<Value>, Operand)> =
            stores.into_iter().map(|(to, from, source)| (to, from, self.load(rewriter, source))).collect();
        for (to, source) in in_safe_order(loaded) {
            rewriter.store(to, source);
        }
        if op.is_control() {
            rewriter.replace_results(inst, &[]);
        }
        rewriter.function.set_operands(inst, &rest);
        if op == Op::BreakIf {
            rewriter.function.set_imm(inst, 0);
        }
    }
}

/// The stores, those first whose variable no later one has to read; what goes round in circles in any order.
fn in_safe_order(copies: Vec<(Value, Option<Value>, Operand)>) -> Vec<(Value, Operand)> {
    let mut readers: FxHashMap<Value, u32> = FxHashMap::default();
    for (_, from, _) in &copies {
        if let Some(from) = from {
            *readers.entry(*from).or_default() += 1;
        }
    }
    let index_of: FxHashMap<Value, usize> =
        copies.iter().enumerate().map(|(index, (to, ..))| (*to, index)).collect();
    let free = |readers: &FxHashMap<Value, u32>, to: Value| readers.get(&to).copied().unwrap_or(0) == 0;
    let mut done = vec![false; copies.len()];
    let mut order = Vec::with_capacity(copies.len());
    let mut ready: Vec<usize> = Vec::new();
    for start in 0..copies.len() {
        let Some(&(to, ..)) = copies.get(start) else { continue };
        if free(&readers, to) {
            ready.push(start);
        }
        while let Some(index) = ready.pop() {
            let (Some(&(to, from, source)), Some(slot)) = (copies.get(index), done.get_mut(index)) else {
                continue;
            };
            if std::mem::replace(slot, true) {
                continue;
            }
            order.push((to, source));
            if let Some(from) = from
                && let Some(count) = readers.get_mut(&from)
            {
                *count = count.saturating_sub(1);
                if *count == 0
                    && let Some(&next) = index_of.get(&from)
                {
                    ready.push(next);
                }
            }
        }
    }
    for (index, &(to, _, source)) in copies.iter().enumerate() {
        if !done.get(index).copied().unwrap_or(true) {
            order.push((to, source));
        }
    }
    order
}

/// True if a value may share a variable: function parameters only where they are passed by value.
fn may_share(function: &FunctionData, value: Value) -> bool {
    let params = &function.blocks[function.body].params;
    match params.iter().position(|&param| param == value) {
        Some(index) => function.params.get(index).is_some_and(|param| param.passing == ParamMode::In),
        None => true,
    }
}
