//! Instructions that are statements: stores, insertions, functions with two results, and calls.

use crate::ast::{Args, Expr, Node, Stmt};
use crate::body::Body;
use crate::effects::Effects;
use crate::intrinsics::gives_array;
use crate::ops::{letters, part};
use vitrum_glsl::builtins::matrices::matrix_function;
use vitrum_glsl::builtins::op_function;
use vitrum_glsl::operators::BinaryOp;
use vitrum_ir::{Inst, Intrinsic, Op, Operand, ParamMode, Span, Swizzle, Value};

/// The spelling of an increment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Increment {
    /// `++i`
    Prefix,
    /// `i++`
    Postfix,
    /// `i += 1`
    Compound,
}

impl<'a> Body<'_, 'a> {
    pub(crate) fn store(&mut self, inst: Inst) {
        let &[pointer, stored] = self.function.operands(inst) else { return };
        if let Some(var) = pointer.value()
            && self.uses.var(var).is_some_and(|data| data.bare && data.is_first_stored_by(inst))
        {
            // A variable without a local is the parameter that it copies.
            let Some(local) = self.local(var) else { return };
            let mut effects = Effects::default();
            let init = match stored.constant() {
                Some(_) => self.initializer(stored),
                None => Some(self.operand(stored, &mut effects)),
            };
            if let (Some(init), Some(source)) = (init, stored.value())
                && self.reuses_out_local(var, source, init)
            {
                return;
            }
            effects.write(self.local_alias_set(var));
            self.execute(&effects);
            let only_in = self.only_loop(var);
            self.declare(local, init, only_in);
            return;
        }
        let mut effects = Effects::default();
        let place = self.operand(pointer, &mut effects);
        let value = self.operand(stored, &mut effects);
        if self.is_undefined(stored) {
            return;
        }
        effects.write(self.alias_set(pointer));
        if self.function.is_volatile(inst) {
            effects.set_ordered();
        }
        self.execute(&effects);
        if self.writes_result_in_place(stored, place, value) {
            return;
        }
        let span = self.span(stored);
        let ty = self.ty(stored);
        if self.by_elements(ty) {
            let copies = self.copies(place, value, ty);
            self.out.extend(copies);
        } else {
            self.assign(place, value, span);
        }
    }

    /// Makes a function that just wrote its result to a temporary write it to the stored place instead, if there is
    /// no other use.
    fn writes_result_in_place(&mut self, stored: Operand, place: Expr, value: Expr) -> bool {
        let [.., Stmt::Declare { local, init, .. }, Stmt::Expr(call)] = self.out.as_slice() else {
            return false;
        };
        // The place must already hold the value that the function keeps in part.
        if init.is_some_and(|init| !self.is_same_place(init, place)) {
            return false;
        }
        let (Node::Local(found), Node::Call(name, args)) = (self.tree.get(value), self.tree.get(*call))
        else {
            return false;
        };
        // The index of the result argument.
        let position = match name {
            "saturatedConvertEXT" => 0,
            "tensorReadARM" => 2,
            name if matrix_function(name).is_some_and(|row| row.places & 1 != 0) => 0,
            name if name.starts_with("rayQueryGetIntersection") => 2,
            name if name.starts_with("hitObjectGet") => 1,
            _ => return false,
        };
        let mut args = Args::from_slice(self.tree.args(args));
        let is_load = args.get(position) == Some(&value) && found == *local;
        if !is_load || !stored.value().is_some_and(|stored| self.uses.is_single(stored)) {
            return false;
        }
        if let Some(set) = args.get_mut(position) {
            *set = place;
        }
        self.out.truncate(self.out.len() - 2);
        let call = self.tree.call(name, &args);
        self.out.push(Stmt::Expr(call));
        true
    }

    /// True if two expressions are one place by their text.
    fn is_same_place(&self, a: Expr, b: Expr) -> bool {
        match (self.tree.get(a), self.tree.get(b)) {
            (Node::Local(a), Node::Local(b)) => a == b,
            (Node::Text(a), Node::Text(b)) => a == b,
            (Node::Index(a, at_a), Node::Index(b, at_b)) => {
                self.is_same_place(a, b) && self.is_same_place(at_a, at_b)
            }
            (Node::Field(a, name_a), Node::Field(b, name_b)) => name_a == name_b && self.is_same_place(a, b),
            _ => false,
        }
    }

    /// The source span of the operation that gives a value.
    fn span(&self, operand: Operand) -> Option<Span> {
        let inst = self.function.definition(operand)?;
        Some(self.function.insts[inst].span())
    }

    /// True if a new variable replaces the temporary for an `out` argument, which has no other use.
    fn reuses_out_local(&mut self, var: Value, source: Value, init: Expr) -> bool {
        let Node::Local(local) = self.tree.get(init) else { return false };
        let two = self.function.definition(source.into()).is_some_and(|def| match self.function.op(def) {
            Op::Intrinsic => {
                let intrinsic = self.function.intrinsic(def);
                intrinsic.is_some_and(|intrinsic| {
                    matches!(intrinsic, Intrinsic::CooperativeMatrixLoad | Intrinsic::TensorRead)
                        || self.gives_matrix(intrinsic, self.function.operands(def))
                        || gives_array(intrinsic)
                })
            }
            Op::FconvertSaturated => true,
            Op::Extract => self.is_footprint(def),
            op => !op.is_control() && self.function.results(def).count() == 2,
        });
        if !two || !self.uses.is_single(source) {
            return false;
        }
        let (name, precision) = (self.function.value_name(var), self.function.values[var].precision);
        let Some(data) = self.tree.locals.get_mut(local.0 as usize) else { return false };
        data.name = name;
        data.precision = precision;
        data.precise |= self.has_precise && self.uses.takes_precise(var);
        self.set(var, init);
        self.set_local(var, local);
        true
    }

    /// True for a part of what a lookup of a footprint gives.
    fn is_footprint(&self, extract: Inst) -> bool {
        let whole = self.function.operands(extract).first().copied();
        let lookup = whole.and_then(|whole| self.function.definition(whole));
        let intrinsic = lookup.and_then(|lookup| self.function.intrinsic(lookup));
        intrinsic == Some(Intrinsic::ImageFootprint)
    }

    pub(crate) fn store_swizzle(&mut self, inst: Inst) {
        let &[pointer, stored] = self.function.operands(inst) else { return };
        let mut effects = Effects::default();
        let place = self.operand(pointer, &mut effects);
        let value = self.operand(stored, &mut effects);
        effects.write(self.alias_set(pointer));
        if self.function.is_volatile(inst) {
            effects.set_ordered();
        }
        self.execute(&effects);
        let swizzle = Swizzle::from_bits(self.function.insts[inst].imm);
        let place = self.tree.swizzle(place, letters(swizzle));
        let span = self.span(stored);
        self.assign(place, value, span);
    }

    /// Adds `place = value;`, or a shorter form.
    pub(crate) fn assign(&mut self, place: Expr, value: Expr, span: Option<Span>) {
        if self.assign_permuted(place, value) {
            return;
        }
        let increment = self.increment_in_source(place, span);
        let assignment = self.assignment(place, value, increment);
        self.out.push(Stmt::Expr(assignment));
    }

    /// `place = value`, or shorter if the value is computed from the place.
    pub(crate) fn assignment(&mut self, place: Expr, value: Expr, increment: Increment) -> Expr {
        let node = match self.tree.get(value) {
            Node::Infix(operator, left, right)
                if operator.has_assignment() && self.tree.same(left, place) =>
            {
                let step = match (operator, self.tree.get(right)) {
                    (BinaryOp::Add, Node::Text("1" | "1u")) => Some("++"),
                    (BinaryOp::Subtract, Node::Text("1" | "1u")) => Some("--"),
                    _ => None,
                };
                match step.filter(|_| increment != Increment::Compound) {
                    Some(text) => Node::Step(place, text, increment == Increment::Postfix),
                    None => Node::Assign(place, Some(operator), right),
                }
            }
            _ => Node::Assign(place, None, value),
        };
        self.tree.add(node)
    }

    /// The author's form of an increment, from its span: the operator alone is `i++`, and a span longer than the name
    /// and operator is `i += 1`.
    fn increment_in_source(&self, place: Expr, span: Option<Span>) -> Increment {
        let Some(span) = span else { return Increment::Postfix };
        let length = span.end.saturating_sub(span.start) as usize;
        let name = match self.tree.get(place) {
            Node::Local(local) => self
                .tree
                .locals
                .get(local.0 as usize)
                .map_or(0, |data| self.cx.module.names.get(data.name).len()),
            Node::Text(name) => name.len(),
            _ => 0,
        };
        match length {
            0..=2 => Increment::Postfix,
            _ if name > 0 && length > name + 2 => Increment::Compound,
            _ => Increment::Prefix,
        }
    }

    /// `p = (p.yx + e).yx` is `p.yx += e`.
    fn assign_permuted(&mut self, place: Expr, value: Expr) -> bool {
        let Node::Swizzle(inner, order) = self.tree.get(value) else { return false };
        let Node::Infix(operator, left, right) = self.tree.get(inner) else { return false };
        let Node::Swizzle(old, taken) = self.tree.get(left) else { return false };
        let count = order.components().count();
        if !operator.has_assignment() || !self.tree.same(old, place) || count != taken.components().count() {
            return false;
        }
        // Component `i` of the result is component `order[i]` of the sum, which is component `taken[order[i]]` of the
        // place.
        let same = (0..)
            .zip(order.components())
            .all(|(at, sum)| taken.components().nth(usize::from(sum)) == Some(at));
        let size = self.cx.vector_size(&self.tree, place);
        if !same || size != Some(count as u32) {
            return false;
        }
        let assignment = self.tree.add(Node::Assign(left, Some(operator), right));
        self.out.push(Stmt::Expr(assignment));
        true
    }

    /// A composite with one replaced part: a variable that is changed.
    pub(crate) fn insert(&mut self, inst: Inst) {
        let operands = self.function.operands(inst);
        let (Some(&composite), Some(&inserted)) = (operands.first(), operands.get(1)) else { return };
        let Some(value) = self.function.result(inst) else { return };
        let ty = self.ty(composite);
        let mut effects = Effects::default();
        let new = self.operand(inserted, &mut effects);
        let index = operands.get(2).map(|&index| self.operand(index, &mut effects));
        // A result of another insertion with no other use is changed in place.
        let previous = composite.value().filter(|&previous| {
            self.uses.is_single(previous)
                && self
                    .function
                    .definition(composite)
                    .is_some_and(|def| matches!(self.function.op(def), Op::Insert | Op::InsertDynamic))
        });
        let old = self.operand(composite, &mut effects);
        self.execute(&effects);
        let target = match previous {
            Some(_) => {
                self.set(value, old);
                old
            }
            None => {
                let init = (!self.is_undefined(composite)).then_some(old);
                self.define(value, init)
            }
        };
        let place = match index {
            Some(index) => self.tree.add(Node::Index(target, index)),
            None => part(self.cx, &mut self.tree, ty, target, self.function.insts[inst].imm),
        };
        let assignment = self.tree.add(Node::Assign(place, None, new));
        self.out.push(Stmt::Expr(assignment));
    }

    /// Functions that return a second value through an `out` parameter.
    pub(crate) fn two_results(&mut self, inst: Inst) {
        let op = self.function.op(inst);
        let mut effects = Effects::default();
        let mut args = self.operand_list(self.function.operands(inst), &mut effects);
        self.execute(&effects);
        let mut results = self.function.results(inst);
        let (Some(first), Some(second)) = (results.next(), results.next()) else { return };
        let second_expr = self.define(second, None);
        let Some(name) = op_function(op) else { return };
        if matches!(op, Op::UmulExtended | Op::SmulExtended) {
            args.extend([self.define(first, None), second_expr]);
            let call = self.tree.call(name, &args);
            self.out.push(Stmt::Expr(call));
            return;
        }
        args.push(second_expr);
        let call = self.tree.call(name, &args);
        if self.uses.value(first).count == 0 {
            self.out.push(Stmt::Expr(call));
            return;
        }
        self.define(first, Some(call));
    }

    /// Functions that return nothing, and give their result through their first parameter.
    pub(crate) fn result_by_reference(&mut self, inst: Inst) {
        let mut effects = Effects::default();
        let args = self.operand_list(self.function.operands(inst), &mut effects);
        self.execute(&effects);
        let Some(result) = self.function.result(inst) else { return };
        let Some(name) = op_function(self.function.op(inst)) else { return };
        let mut all = vec![self.define(result, None)];
        all.extend(args);
        let call = self.tree.call(name, &all);
        self.out.push(Stmt::Expr(call));
    }

    pub(crate) fn call(&mut self, inst: Inst) {
        let Some(callee) = self.function.callee(inst) else { return };
        let mut effects = Effects::default();
        let args = self.operand_list(self.function.operands(inst), &mut effects);
        let operands = self.function.operands(inst);
        let args: Args =
            operands.iter().zip(args).map(|(&operand, arg)| self.argument(operand, arg)).collect();
        effects.merge(&self.cx.summary(callee));
        let params = &self.cx.module.functions[callee].params;
        for (&operand, param) in self.function.operands(inst).iter().zip(params) {
            if self.cx.module.types.pointee(self.ty(operand)).is_some() {
                let root = self.alias_set(operand);
                if param.passing != ParamMode::Out {
                    effects.read(root);
                }
                if matches!(param.passing, ParamMode::Out | ParamMode::InOut) {
                    effects.write(root);
                }
            }
        }
        let name = self.cx.function(callee);
        let expr = self.tree.call(name, &args);
        self.finish(inst, expr, effects);
    }
}
