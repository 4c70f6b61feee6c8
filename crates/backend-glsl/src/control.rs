//! Control flow: `if` and conditional expressions, the three loops, `switch`, and jumps.

use crate::ast::{CaseStmt, Expr, LoopForm, LoopStmt, Node, Stmt, TextArena};
use crate::body::{Body, LoweredBlock};
use crate::effects::Effects;
use crate::ops::not;
use bumpalo::collections::Vec as BumpVec;
use smallvec::SmallVec;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::operators::BinaryOp;
use vitrum_ir::{Constant, ControlKind, Inst, Op, Operand, Span, Type, TypeData, Value};

impl<'a> Body<'_, 'a> {
    /// Converts the terminator of a block.
    pub(crate) fn terminator(&mut self, inst: Inst, ran: &mut LoweredBlock<'a>) {
        let op = self.function.op(inst);
        let operands = self.function.operands(inst);
        let mut effects = Effects::default();
        let values = self.operand_list(operands, &mut effects);
        self.flush_writes();
        match op {
            Op::Merge | Op::BreakIf => {
                ran.values = values;
                ran.value_effects = effects;
                return;
            }
            Op::Fallthrough | Op::Next | Op::Unreachable => return,
            _ => {}
        }
        effects.set_flow();
        self.execute(&effects);
        let stmt = match op {
            Op::Break => Stmt::Break,
            Op::Continue => Stmt::Continue,
            Op::Return => Stmt::Return(values.first().copied()),
            Op::Terminate => Stmt::Jump(self.discard()),
            Op::IgnoreIntersection => Stmt::Jump(self.cx.ray_word("ignoreIntersectionEXT")),
            Op::TerminateRay => Stmt::Jump(self.cx.ray_word("terminateRayEXT")),
            Op::EmitMeshTasks => {
                let call = self.tree.call("EmitMeshTasksEXT", values.get(..3).unwrap_or(&values));
                Stmt::Expr(call)
            }
            _ => return,
        };
        self.out.push(stmt);
    }

    fn discard(&self) -> &'static str {
        if self.cx.requests(Extension::ExtTerminateInvocation) { "terminateInvocation" } else { "discard" }
    }

    fn merges(&self, ran: &LoweredBlock<'_>) -> bool {
        ran.end.is_some_and(|end| self.function.op(end) == Op::Merge)
    }

    pub(crate) fn if_inst(&mut self, inst: Inst) {
        let Some(control) = self.function.control(inst) else { return };
        let ControlKind::If { then, other } = control.kind else { return };
        let hints = control.hints;
        let Some(&condition) = self.function.operands(inst).first() else { return };
        let mut effects = Effects::default();
        let condition = self.operand(condition, &mut effects);
        let then_ends = self.constant_result(then);
        let other_ends = self.constant_result(other);
        let own = self.condition_span(inst);
        let outer = std::mem::replace(&mut self.condition, own);
        let mut then = self.run(then);
        let mut other = self.run(other);
        self.condition = outer;
        effects.merge(&then.effects);
        effects.merge(&other.effects);
        let results: SmallVec<[Value; 2]> = self.function.results(inst).collect();
        let both_merge = self.merges(&then) && self.merges(&other);
        if let (&[_], &[a], &[b], true) =
            (results.as_slice(), then.values.as_slice(), other.values.as_slice(), both_merge)
            && then.stmts.is_empty()
            && other.stmts.is_empty()
            && results.first().is_none_or(|&result| self.has_choice(self.function.values[result].ty))
        {
            effects.merge(&then.value_effects);
            effects.merge(&other.value_effects);
            let expr = self.choice(condition, a, b, then_ends, other_ends);
            self.finish(inst, expr, effects);
            return;
        }
        let mut places: SmallVec<[Option<Expr>; 2]> = SmallVec::new();
        for &result in &results {
            places.push((self.uses.value(result).count > 0).then(|| self.define(result, None)));
        }
        for arm in [&mut then, &mut other] {
            effects.merge(&arm.value_effects);
            if arm.end.is_some_and(|end| self.function.op(end) == Op::Merge) {
                for ((place, &value), &result) in places.iter().zip(&arm.values).zip(&results) {
                    if let Some(place) = *place {
                        let copies = self.copies(place, value, self.function.values[result].ty);
                        arm.stmts.extend(copies);
                    } else if arm.value_effects.has_writes()
                        && !matches!(self.tree.get(value), Node::Text(_) | Node::Local(_))
                    {
                        arm.stmts.push(Stmt::Expr(value));
                    }
                }
            }
        }
        self.execute(&effects);
        let (then, other) = (then.stmts, other.stmts);
        if then.is_empty() && other.is_empty() {
            if effects.has_writes() {
                self.out.push(Stmt::Expr(condition));
            }
            return;
        }
        let stmt = if then.is_empty() {
            let condition = not(&mut self.tree, condition);
            Stmt::If { condition, then: other, other: then, hints }
        } else {
            Stmt::If { condition, then, other, hints }
        };
        self.out.push(stmt);
    }

    /// The source of the condition of an `if`.
    fn condition_span(&self, inst: Inst) -> Span {
        let condition = self.function.operands(inst).first();
        let def = condition.and_then(|&condition| self.function.definition(condition));
        def.map_or(Span::default(), |def| self.function.insts[def].span())
    }

    /// True if `?:` supports a type: in ESSL 1.00 and WebGL it does not support arrays and structs.
    fn has_choice(&self, ty: Type) -> bool {
        let composite = matches!(self.cx.module.types.get(ty), TypeData::Array { .. } | TypeData::Struct(_));
        !composite || !self.cx.forced || !self.cx.target.is_es()
    }

    /// The constant that a block with no other instruction merges.
    fn constant_result(&self, block: vitrum_ir::Block) -> Option<Constant> {
        let &[only] = self.function.blocks[block].insts.as_slice() else { return None };
        let &[operand] = self.function.operands(only) else { return None };
        Operand::constant(operand)
    }

    /// `c && a`, `c || b`, `c ? a : b`
    fn choice(
        &mut self,
        condition: Expr,
        a: Expr,
        b: Expr,
        then: Option<Constant>,
        other: Option<Constant>,
    ) -> Expr {
        let value = |constant: Option<Constant>| self.cx.as_bool(constant?);
        let (operator, left, right) = match (value(then), value(other)) {
            (Some(true), Some(false)) => return condition,
            (_, Some(false)) => (BinaryOp::LogicalAnd, condition, a),
            (Some(true), _) => (BinaryOp::LogicalOr, condition, b),
            (Some(false), _) => (BinaryOp::LogicalAnd, not(&mut self.tree, condition), b),
            (_, Some(true)) => (BinaryOp::LogicalOr, not(&mut self.tree, condition), a),
            (None, None) => return self.tree.add(Node::Ternary(condition, a, b)),
        };
        self.tree.add(Node::Infix(operator, left, right))
    }

    pub(crate) fn loop_inst(&mut self, inst: Inst) {
        let Some(control) = self.function.control(inst) else { return };
        let ControlKind::Loop { body, continuing } = control.kind else { return };
        let body = self.run(body);
        let continuing = continuing.map(|block| self.run(block));
        let mut effects = body.effects;
        let mut again = self.cx.arena.list();
        let mut leaves = None;
        if let Some(continuing) = continuing {
            effects.merge(&continuing.effects);
            effects.merge(&continuing.value_effects);
            if continuing.end.is_some_and(|end| self.function.op(end) == Op::BreakIf) {
                leaves = continuing.values.first().copied();
            }
            again = continuing.stmts;
        }
        self.execute(&effects);
        let mut body = body.stmts;
        if leaves.is_some_and(|leaves| matches!(self.tree.get(leaves), Node::Text("true"))) {
            strip_continue(&mut body);
            if !has_exit(&body) && !has_exit(&again) {
                // There is one iteration.
                self.out.append(&mut body);
                self.out.append(&mut again);
                return;
            }
        }
        let (mut shaped, counts) = self.recover_loop(body, again, leaves);
        shaped.hints = control.hints;
        shaped.loop_hints = control.loop_hints.clone();
        if shaped.form == LoopForm::For && !shaped.step.is_empty() {
            shaped.init = self.loop_init(inst, &shaped);
            if counts && shaped.init.is_none() {
                shaped.form = LoopForm::While;
                shaped.body.append(&mut shaped.step);
            }
        }
        self.out.push(Stmt::Loop(Box::new(shaped)));
    }

    /// Takes the statement before a `for` that belongs into its header.
    fn loop_init(&mut self, inst: Inst, shaped: &LoopStmt<'a>) -> Option<Stmt<'a>> {
        // Declarations without initialiser between the two can follow as well.
        let bare = |stmt: &Stmt<'_>| matches!(stmt, Stmt::Declare { init: None, .. });
        let last = self.out.iter().rposition(|stmt| !bare(stmt))?;
        let takes = match (self.out.get(last), shaped.step.first()) {
            (Some(Stmt::Declare { only_in, init, .. }), _) => *only_in == Some(inst) && init.is_some(),
            (Some(&Stmt::Expr(first)), Some(&Stmt::Expr(step))) => {
                match (self.tree.get(first), self.tree.get(step)) {
                    (Node::Assign(place, None, _), Node::Assign(stepped, ..) | Node::Step(stepped, ..)) => {
                        self.tree.same(place, stepped)
                    }
                    _ => false,
                }
            }
            _ => false,
        };
        if takes {
            return Some(self.out.remove(last));
        }
        // Other declarations can precede that of a counter which begins with a literal.
        let counter = match shaped.step.as_slice() {
            &[Stmt::Expr(step)] => match self.tree.get(step) {
                Node::Assign(counter, ..) | Node::Step(counter, ..) => self.tree.get(counter),
                _ => return None,
            },
            _ => return None,
        };
        let Node::Local(counter) = counter else { return None };
        let declarations = self.out.iter().rev().take_while(|stmt| matches!(stmt, Stmt::Declare { .. }));
        let is_counter = |stmt: &Stmt<'_>| match *stmt {
            Stmt::Declare { local, init: Some(init), only_in } => {
                local == counter && only_in == Some(inst) && self.is_literal(init)
            }
            _ => false,
        };
        let behind = declarations.into_iter().position(is_counter)?;
        let at = self.out.len().checked_sub(behind + 1)?;
        Some(self.out.remove(at))
    }

    fn is_literal(&self, expr: Expr) -> bool {
        match self.tree.get(expr) {
            Node::Signed(_) => true,
            Node::Text(text) => text.starts_with(|first: char| first.is_ascii_digit()),
            _ => false,
        }
    }

    /// Finds the loop statement for a body, the statements after each `continue`, and the exit condition after them. True if it is
    /// a `while` unless the counter is declared right before.
    fn recover_loop(
        &mut self,
        mut body: BumpVec<'a, Stmt<'a>>,
        again: BumpVec<'a, Stmt<'a>>,
        leaves: Option<Expr>,
    ) -> (LoopStmt<'a>, bool) {
        let arena = self.cx.arena;
        strip_continue(&mut body);
        self.invert_last_continue(&mut body);
        let mut data = LoopStmt {
            form: LoopForm::For,
            init: None,
            condition: None,
            step: arena.list(),
            body: arena.list(),
            hints: vitrum_ir::ControlHints::NONE,
            loop_hints: None,
        };
        let simple = again.iter().all(|stmt| matches!(stmt, Stmt::Expr(_)));
        match leaves {
            Some(leaves) if again.is_empty() => {
                data.form = LoopForm::Do;
                data.condition = Some(not(&mut self.tree, leaves));
                data.body = body;
                return (data, false);
            }
            None if simple => {
                data.condition = self.take_condition(&mut body);
                data.step = again;
                let steps = self.steps(&data.step);
                let others = data.step.len() - steps;
                // A body that an optimiser has moved behind `continue`.
                if steps > 0 && others > 0 && (others > 1 || body.is_empty()) && ends_without_jump(&body) {
                    body.extend(data.step.drain(..others));
                }
                data.form = if data.step.is_empty() { LoopForm::While } else { LoopForm::For };
                data.body = body;
                return (data, false);
            }
            _ => {}
        }
        let mut tail = again;
        if let Some(leaves) = leaves {
            tail.push(leave_if(arena, leaves));
        }
        data.form = LoopForm::While;
        if has_continue(&body) {
            // Every iteration except the first starts with the statements after `continue`.
            let (flag, name) = self.bare_local(vitrum_ir::types::common::BOOL);
            let (yes, no) = (self.tree.text("true"), self.tree.text("false"));
            self.out.push(Stmt::Declare { local: flag, init: Some(yes), only_in: None });
            let unset = Stmt::Expr(self.tree.add(Node::Assign(name, None, no)));
            let hints = vitrum_ir::ControlHints::NONE;
            data.body.push(Stmt::If { condition: name, then: arena.one(unset), other: tail, hints });
            data.body.append(&mut body);
        } else {
            data.condition = self.take_condition(&mut body);
            data.body = body;
            let counts = leaves.is_none() && self.counts(&tail);
            if counts {
                data.form = LoopForm::For;
                data.step.extend(tail.pop());
            }
            data.body.append(&mut tail);
            return (data, counts);
        }
        (data, false)
    }

    /// The number of statements at the end of a list that only change a local.
    fn steps(&self, stmts: &[Stmt<'_>]) -> usize {
        let is_step = |stmt: &&Stmt<'_>| match **stmt {
            Stmt::Expr(expr) => match self.tree.get(expr) {
                Node::Assign(place, ..) | Node::Step(place, ..) => {
                    matches!(self.tree.get(place), Node::Local(_))
                }
                _ => false,
            },
            _ => false,
        };
        stmts.iter().rev().take_while(is_step).count()
    }

    /// True if the last statement changes a local by a literal, so that it uses nothing that is declared in the body.
    fn counts(&self, stmts: &[Stmt<'_>]) -> bool {
        let Some(&Stmt::Expr(last)) = stmts.last() else { return false };
        match self.tree.get(last) {
            Node::Step(place, ..) => matches!(self.tree.get(place), Node::Local(_)),
            Node::Assign(place, Some(_), by) => {
                matches!(self.tree.get(place), Node::Local(_)) && self.is_literal(by)
            }
            _ => false,
        }
    }

    /// `if (c) { a; continue; } b; break;` at the end of a loop body becomes `if (!c) { b; break; } a;`.
    fn invert_last_continue(&mut self, body: &mut BumpVec<'a, Stmt<'a>>) {
        loop {
            let continues = |stmt: &Stmt<'_>| match stmt {
                Stmt::If { then, other, hints, .. } => {
                    hints.is_empty()
                        && matches!(then.last(), Some(Stmt::Continue))
                        && (other.is_empty() || leaves(other))
                }
                _ => false,
            };
            let Some(at) = body.iter().rposition(continues) else { return };
            let mut rest = self.cx.arena.list();
            rest.extend(body.drain(at + 1..));
            let Some(Stmt::If { condition, mut then, mut other, hints }) = body.pop() else { return };
            if rest.is_empty() && !other.is_empty() {
                rest.append(&mut other);
            }
            if !other.is_empty() || !leaves(&rest) || has_continue(&rest) {
                body.push(Stmt::If { condition, then, other, hints });
                body.append(&mut rest);
                return;
            }
            then.pop();
            let condition = not(&mut self.tree, condition);
            body.push(Stmt::If { condition, then: rest, other, hints });
            body.append(&mut then);
            strip_continue(body);
        }
    }

    /// Takes the condition at the start of a loop body, which leaves the loop if false.
    fn take_condition(&mut self, body: &mut BumpVec<'a, Stmt<'a>>) -> Option<Expr> {
        let leaves = |stmts: &[Stmt<'_>]| matches!(stmts, [Stmt::Break]);
        match body.first() {
            Some(Stmt::If { condition, then, other, .. }) if leaves(then) && other.is_empty() => {
                let condition = *condition;
                body.remove(0);
                Some(not(&mut self.tree, condition))
            }
            Some(Stmt::If { condition, other, .. }) if leaves(other) && body.len() == 1 => {
                let condition = *condition;
                let Some(Stmt::If { then, .. }) = body.pop() else { return None };
                *body = then;
                Some(condition)
            }
            _ => None,
        }
    }

    pub(crate) fn switch_inst(&mut self, inst: Inst) {
        let Some(control) = self.function.control(inst) else { return };
        let ControlKind::Switch { cases } = &control.kind else { return };
        let Some(&selector) = self.function.operands(inst).first() else { return };
        let mut effects = Effects::default();
        let selector = self.operand(selector, &mut effects);
        let arena = self.cx.arena;
        let braced = self.cx.cases_in_braces(self.function.insts[inst].span());
        let mut printed = arena.list_of(cases.len());
        for case in cases {
            let mut labels = arena.list_of(case.values.len());
            labels.extend(case.values.iter().map(|&value| self.cx.constant(&mut self.tree, value)));
            let mut values = case.values.iter().copied().map(Some).chain(case.default.then_some(None));
            let braces = values.any(|value| braced.contains(&value));
            printed.push(CaseStmt { labels, default: case.default, braces, body: arena.list() });
        }
        for (case, printed) in cases.iter().zip(&mut printed) {
            let ran = self.run(case.block);
            effects.merge(&ran.effects);
            printed.body = ran.stmts;
        }
        if let ([case], Some(_)) = (printed.as_mut_slice(), self.is_literal(selector).then_some(()))
            && case.default
            && case.labels.is_empty()
            && !has_continue(&case.body)
        {
            // Statements that `break` leaves.
            let mut body = std::mem::replace(&mut case.body, arena.list());
            if matches!(body.last(), Some(Stmt::Break)) {
                body.pop();
            }
            self.execute(&effects);
            if !has_exit(&body) {
                self.out.append(&mut body);
                return;
            }
            let condition = Some(self.tree.text("false"));
            let hints = vitrum_ir::ControlHints::NONE;
            let (step, form) = (arena.list(), LoopForm::Do);
            let data = LoopStmt { form, init: None, condition, step, body, hints, loop_hints: None };
            self.out.push(Stmt::Loop(Box::new(data)));
            return;
        }
        // A default case with only `break` is redundant.
        if let [.., before, last] = printed.as_slice()
            && last.default
            && last.labels.is_empty()
            && matches!(last.body.as_slice(), [Stmt::Break])
            && !before.body.is_empty()
        {
            printed.pop();
        }
        if let Some(last) = printed.last_mut()
            && last.body.is_empty()
        {
            last.body.push(Stmt::Break);
        }
        self.execute(&effects);
        self.out.push(Stmt::Switch { selector, cases: printed, hints: control.hints });
    }
}

fn leave_if<'a>(arena: TextArena<'a>, condition: Expr) -> Stmt<'a> {
    let hints = vitrum_ir::ControlHints::NONE;
    Stmt::If { condition, then: arena.one(Stmt::Break), other: arena.list(), hints }
}

/// True if statements end by leaving the loop.
fn leaves(stmts: &[Stmt<'_>]) -> bool {
    matches!(stmts.last(), Some(Stmt::Break | Stmt::Return(_) | Stmt::Jump(_)))
}

/// True if what follows the statements may be reached.
fn ends_without_jump(stmts: &[Stmt<'_>]) -> bool {
    !leaves(stmts) && !has_continue(stmts)
}

/// Removes `continue` at the end of a loop body.
fn strip_continue(stmts: &mut BumpVec<'_, Stmt<'_>>) {
    if matches!(stmts.last(), Some(Stmt::Continue)) {
        stmts.pop();
    }
    if let Some(Stmt::If { then, other, .. }) = stmts.last_mut() {
        if then.len() > 1 || !other.is_empty() {
            strip_continue(then);
        }
        strip_continue(other);
    }
}

/// True if a body contains a `continue` of its own loop.
fn has_continue(stmts: &[Stmt<'_>]) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Continue => true,
        Stmt::If { then, other, .. } => has_continue(then) || has_continue(other),
        Stmt::Switch { cases, .. } => cases.iter().any(|case| has_continue(&case.body)),
        Stmt::Loop(_)
        | Stmt::Declare { .. }
        | Stmt::Expr(_)
        | Stmt::Break
        | Stmt::Return(_)
        | Stmt::Jump(_) => false,
    })
}

/// True if a body contains a `continue` or a `break` of its own loop.
fn has_exit(stmts: &[Stmt<'_>]) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Break | Stmt::Continue => true,
        Stmt::If { then, other, .. } => has_exit(then) || has_exit(other),
        Stmt::Switch { cases, .. } => cases.iter().any(|case| has_continue(&case.body)),
        Stmt::Loop(_) | Stmt::Declare { .. } | Stmt::Expr(_) | Stmt::Return(_) | Stmt::Jump(_) => false,
    })
}
