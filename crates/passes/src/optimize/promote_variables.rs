//! mem2reg: turns local variables into SSA values. Block parameters carry them around loops, results out of control
//! flow.
//!
//! ```text
//! %i: ptr<function, i32> = var 0i32            %r: i32 = loop 0i32 (%i: i32) {
//! loop {                                           %2: bool = slt %i, 10i32
//!     %1: i32 = load %i                            if %2 { merge } else { break %i }
//!     %2: bool = slt %1, 10i32                     %3: i32 = iadd %i, 1i32
//!     if %2 { merge } else { break }               continue %3
//!     %3: i32 = iadd %1, 1i32                  }
//!     store %i, %3
//!     continue
//! }
//! ```
//!
//! A variable is promoted if every use is a load or store of the whole, of some of its components
//! (`store_swizzle`), or of a part at constant indices. Variables whose address goes elsewhere stay, and so do
//! long arrays, whose every store would copy the whole. Parameters and results that nobody reads are left to
//! `eliminate_dead_code`.

mod collect;

use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, part_block, rewrite_function};
use crate::framework::session::Session;
use collect::{Changed, Plan, collect};
use vitrum_ir::{
    Block, Function, Inst, InstData, MemoryAccess, Module, Op, Operand, Precision, Shuffle, Span, Swizzle,
    Type, Value, typing,
};

/// Runs the pass; gives the number of instructions removed and values forwarded.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    promote(module, function, session, &|_| true)
}

/// Runs the pass for some variables; gives the number of instructions removed and values forwarded.
pub(crate) fn promote(
    module: &mut Module,
    function: Function,
    session: &mut Session,
    is_meant: &dyn Fn(Value) -> bool,
) -> usize {
    let Some(plan) = collect(module, &module.functions[function], session, is_meant) else { return 0 };
    let promote = Promote {
        current: plan.variables.iter().map(|variable| variable.initial).collect(),
        plan,
        scopes: Vec::new(),
        before: Vec::new(),
        operands: Vec::new(),
        around: Vec::new(),
    };
    rewrite_function(module, function, session, promote)
}

struct Promote {
    plan: Plan,
    /// The current value of each variable; `None` until its declaration gives it one.
    current: Vec<Option<Operand>>,
    scopes: Vec<Scope>,
    /// The values before each open control instruction of the variables that it changes.
    before: Vec<Operand>,
    /// Memory for operands, and for the composites around a part.
    operands: Vec<Operand>,
    around: Vec<Operand>,
}

/// A control instruction around the current one.
#[derive(Clone, Copy)]
struct Scope {
    control: Inst,
    /// The variables that its blocks change.
    changed: Changed,
    /// The start of the earlier values in `before`.
    before: usize,
}

impl Visitor for Promote {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function.op(inst);
        match op {
            Op::Var => self.declare(rewriter, inst),
            Op::Access if self.plan.part(rewriter.function.result(inst)).is_some() => Action::Remove,
            Op::Load => self.load(rewriter, inst),
            Op::Store | Op::StoreSwizzle => self.store(rewriter, inst, op),
            Op::If | Op::Loop | Op::Switch => {
                self.control(rewriter, inst, op);
                Action::Keep
            }
            Op::Merge | Op::Break | Op::Continue | Op::Next | Op::BreakIf | Op::Fallthrough => {
                self.terminator(rewriter, inst, op);
                Action::Keep
            }
            _ => Action::Keep,
        }
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        self.enter_part(rewriter, control, part);
    }

    fn leave(&mut self, rewriter: &mut Rewriter<'_>, control: Inst) {
        let Some(scope) = self.scopes.pop() else { return };
        self.before.truncate(scope.before);
        let variable = |it: usize| (self.plan.variables[it].ty, self.plan.variables[it].precision);
        let types: Vec<(Type, Precision)> = self.plan.variables(scope.changed).map(variable).collect();
        let results = rewriter.extend_results(control, &types);
        for (variable, value) in self.plan.variables(scope.changed).zip(results) {
            self.name(rewriter, value, variable);
            self.current[variable] = Some(value.into());
        }
    }
}

impl Promote {
    fn name(&self, rewriter: &mut Rewriter<'_>, value: Value, variable: usize) {
        rewriter.function.set_value_name(value, self.plan.variables[variable].name);
    }

    fn current(&self, rewriter: &mut Rewriter<'_>, variable: usize) -> Operand {
        current(&self.plan, &self.current, rewriter, variable)
    }

    /// Puts what variables hold behind other operands.
    fn values(&self, rewriter: &mut Rewriter<'_>, changed: Changed, to: &mut Vec<Operand>) {
        to.extend(self.plan.variables(changed).map(|variable| self.current(rewriter, variable)));
    }

    fn declare(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let Some((variable, _)) = self.plan.part(rewriter.function.result(inst)) else {
            return Action::Keep;
        };
        self.current[variable] = rewriter.function.operands(inst).first().copied();
        Action::Remove
    }

    fn load(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let pointer = rewriter.function.operands(inst).first().and_then(|operand| operand.value());
        let Some((variable, path)) = self.plan.part(pointer) else { return Action::Keep };
        let mut value = self.current(rewriter, variable);
        let precision = self.plan.variables[variable].precision;
        let span = rewriter.function.insts[inst].span();
        for &index in path {
            value = extract(rewriter, value, index, precision, span);
        }
        if let Some(result) = rewriter.function.result(inst) {
            rewriter.forward(result, value);
        }
        Action::Remove
    }

    fn store(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) -> Action {
        let &[pointer, value] = rewriter.function.operands(inst) else { return Action::Keep };
        let imm = rewriter.function.insts[inst].imm;
        let Some((variable, path)) = self.plan.part(pointer.value()) else { return Action::Keep };
        let precision = self.plan.variables[variable].precision;
        // The composites around the part, outermost first; then the part as it will be.
        let around = &mut self.around;
        around.clear();
        let whole = current(&self.plan, &self.current, rewriter, variable);
        around.push(whole);
        let count = if op == Op::Store { path.len().saturating_sub(1) } else { path.len() };
        let mut last = whole;
        for &index in path.iter().take(count) {
            last = extract(rewriter, last, index, precision, Span::default());
            around.push(last);
        }
        let mut part = value;
        let mut indices = path.iter().rev();
        if op == Op::StoreSwizzle {
            let vector = around.pop().unwrap_or(value);
            part = blend(rewriter, vector, value, Swizzle::from_bits(imm), precision);
        }
        while let (Some(composite), Some(&index)) =
            (if path.is_empty() { None } else { around.pop() }, indices.next())
        {
            let ty = rewriter.ty(composite);
            part = rewriter.push(Op::Insert, &[composite, part], index, ty, precision);
        }
        if let Some(value) = part.value().filter(|&value| !rewriter.function.has_name(value)) {
            self.name(rewriter, value, variable);
        }
        self.current[variable] = Some(part);
        Action::Remove
    }

    fn control(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) {
        let changed = self.plan.changed(&rewriter.function, inst);
        let start = self.before.len();
        let mut before = std::mem::take(&mut self.before);
        self.values(rewriter, changed, &mut before);
        self.before = before;
        let more = self.before.get(start..).unwrap_or(&[]);
        if !more.is_empty() && (op == Op::Loop || op == Op::Switch && self.plan.falls_through(inst)) {
            self.operands.clear();
            self.operands.extend_from_slice(rewriter.function.operands(inst));
            self.operands.extend_from_slice(more);
            rewriter.function.set_operands(inst, &self.operands);
        }
        self.scopes.push(Scope { control: inst, changed, before: start });
    }

    fn enter_part(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        let Some(&Scope { changed, before, .. }) = self.scopes.last() else { return };
        let before = self.before.get(before..).unwrap_or(&[]);
        for (variable, &value) in self.plan.variables(changed).zip(before) {
            self.current[variable] = Some(value);
        }
        let Some(block) = part_block(&rewriter.function, control, part) else { return };
        let takes_params = match part {
            Part::Then | Part::Other | Part::Spliced => false,
            Part::Body | Part::Continuing => true,
            Part::Case(index) => {
                self.plan.falls_through(control) && self.case_takes_params(rewriter, control, index, block)
            }
        };
        if takes_params {
            self.add_params(rewriter, block, changed);
        }
    }

    /// A case with parameters has one for every value of the switch; a case that is fallen into needs them.
    fn case_takes_params(
        &self,
        rewriter: &mut Rewriter<'_>,
        control: Inst,
        index: usize,
        block: Block,
    ) -> bool {
        let fallen_into = index > 0 && self.plan.case_falls(control, index - 1);
        let has_params = !rewriter.function.blocks[block].params.is_empty();
        if fallen_into && !has_params {
            // Parameters for the values that the switch had before this pass, all unused.
            let old = rewriter.function.operands(control).len()
                - self.scopes.last().map_or(0, |it| self.plan.variables(it.changed).len());
            let old: Vec<Operand> = rewriter.function.operands(control).get(1..old).unwrap_or(&[]).to_vec();
            for operand in old {
                let ty = rewriter.ty(operand);
                rewriter.function.add_param(block, ty, Precision::None);
            }
        }
        fallen_into || has_params
    }

    fn add_params(&mut self, rewriter: &mut Rewriter<'_>, block: Block, changed: Changed) {
        for variable in self.plan.variables(changed) {
            let (ty, precision) = (self.plan.variables[variable].ty, self.plan.variables[variable].precision);
            let value = rewriter.function.add_param(block, ty, precision);
            self.name(rewriter, value, variable);
            self.current[variable] = Some(value.into());
        }
    }

    fn terminator(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) {
        let is = |scope: &Scope, rewriter: &Rewriter<'_>| rewriter.function.insts[scope.control].op;
        let target = self.scopes.iter().rev().find(|scope| match op {
            Op::Merge => true,
            Op::Break => matches!(is(scope, rewriter), Op::Loop | Op::Switch),
            Op::Fallthrough => is(scope, rewriter) == Op::Switch,
            _ => is(scope, rewriter) == Op::Loop,
        });
        let Some(scope) = target else { return };
        let control = scope.control;
        if op == Op::Fallthrough && !self.fallthrough_has_operands(rewriter, inst, control) {
            return;
        }
        let changed = scope.changed;
        let count = self.plan.variables(changed).len();
        if count == 0 {
            return;
        }
        let mut operands = std::mem::take(&mut self.operands);
        operands.clear();
        let old = rewriter.function.operands(inst);
        if op == Op::BreakIf {
            let broken = rewriter.function.insts[inst].imm as usize;
            let (given, next) = old.split_at((1 + broken).min(old.len()));
            operands.extend_from_slice(given);
            let next = next.to_vec();
            self.values(rewriter, changed, &mut operands);
            operands.extend_from_slice(&next);
            rewriter.function.set_imm(inst, (broken + count) as u32);
        } else {
            operands.extend_from_slice(old);
        }
        self.values(rewriter, changed, &mut operands);
        rewriter.function.set_operands(inst, &operands);
        self.operands = operands;
    }

    /// True if `inst` has to pass values on; gives it undefined ones for parameters that only this pass added.
    fn fallthrough_has_operands(&self, rewriter: &mut Rewriter<'_>, inst: Inst, control: Inst) -> bool {
        if rewriter.function.operands(inst).is_empty() {
            let added = self
                .scopes
                .iter()
                .rev()
                .find(|it| it.control == control)
                .map_or(0, |it| self.plan.variables(it.changed).len());
            let operands = rewriter.function.operands(control);
            let old = operands.get(1..operands.len().saturating_sub(added)).unwrap_or(&[]).to_vec();
            let undefs: Vec<Operand> = old
                .into_iter()
                .map(|operand| {
                    let ty = rewriter.ty(operand);
                    rewriter.module.constants.undef(ty).into()
                })
                .collect();
            rewriter.function.set_operands(inst, &undefs);
        }
        true
    }
}

/// The current value of a variable; undefined before the first store.
fn current(
    plan: &Plan,
    current: &[Option<Operand>],
    rewriter: &mut Rewriter<'_>,
    variable: usize,
) -> Operand {
    let undef = || rewriter.module.constants.undef(plan.variables[variable].ty).into();
    current[variable].unwrap_or_else(undef)
}

fn extract(
    rewriter: &mut Rewriter<'_>,
    composite: Operand,
    index: u32,
    precision: Precision,
    span: Span,
) -> Operand {
    let ty = rewriter.ty(composite);
    match typing::part_type(rewriter.module, ty, index) {
        Some(part) => rewriter.push_from(span, Op::Extract, &[composite], index, (part, precision)),
        None => composite,
    }
}

/// `vector` with the components that `swizzle` names replaced by those of `value`.
pub(crate) fn blend(
    rewriter: &mut Rewriter<'_>,
    vector: Operand,
    value: Operand,
    swizzle: Swizzle,
    precision: Precision,
) -> Operand {
    let ty = rewriter.ty(vector);
    if let &[only] = swizzle.components() {
        return rewriter.push(Op::Insert, &[vector, value], u32::from(only), ty, precision);
    }
    let size = rewriter.module.types.vector_size(ty).unwrap_or(1);
    let lanes: Vec<u32> = (0..size)
        .map(|lane| {
            let from = swizzle.components().iter().position(|&component| u32::from(component) == lane);
            from.map_or(lane, |position| size + position as u32)
        })
        .collect();
    if swizzle.components().len() as u32 == size {
        let order: Vec<u32> = lanes.iter().map(|&lane| lane.saturating_sub(size)).collect();
        let identity = order.iter().enumerate().all(|(index, &lane)| index as u32 == lane);
        return match Swizzle::new(&order) {
            Some(order) if !identity => rewriter.push(Op::Swizzle, &[value], order.bits(), ty, precision),
            _ => value,
        };
    }
    match Shuffle::new(&lanes) {
        Some(shuffle) => rewriter.push(Op::Shuffle, &[vector, value], shuffle.bits(), ty, precision),
        None => vector,
    }
}

/// True if a load or store treats memory in a way that a value can't.
fn is_plain(data: &InstData) -> bool {
    !data.memory_access().contains(MemoryAccess::VOLATILE)
}
