//! From the instructions of a function to statements and whole expressions.
//!
//! A value used once, in its own block, waits (is *pending*) until its user takes it into its expression. Before
//! anything runs that must not change places with a waiting value, that value gets a variable. So the order of
//! effects stays as it was, and nothing moves into or out of control flow.

use crate::Error;
use crate::ast::{Args, Expr, Local, LocalData, Node, Stmt, Tree, Words};
use crate::bump_table::BumpTable;
use crate::context::Context;
use crate::effects::{Effects, Root};
use crate::images::is_image_op;
use crate::ops::{Form, form, op_node, repeats_operands};
use crate::places::{Path, Step};
use crate::types::is_opaque;
use crate::uses::Uses;
use crate::waiting::{Pending, Waiting};
use bumpalo::collections::Vec as BumpVec;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    Block, Effects as OpEffects, FunctionData, Inst, InstData, Op, Operand, OperandKind, Precision, Storage,
    Type, TypeData, Value, ValueFlags, typing,
};

/// Expressions deeper than this are cut by a variable.
const MAX_DEPTH: u16 = 100;
/// More values than this do not wait at once.
const MAX_PENDING: usize = 64;

/// The statements of one block.
pub(crate) struct Ran<'a> {
    pub(crate) stmts: BumpVec<'a, Stmt<'a>>,
    /// The terminator, if the block has one.
    pub(crate) end: Option<Inst>,
    /// Operands of a `merge` or the condition of a `break_if`.
    pub(crate) values: Args,
    pub(crate) value_effects: Effects,
    pub(crate) effects: Effects,
}

/// Memory of one function's builder, for that of another one.
pub(crate) struct Spare<'a> {
    uses: Uses<'a>,
    pub(crate) tree: Tree<'a>,
    lists: Lists<'a>,
}

/// Tables by value: its expression, its local variable, and so on.
struct Lists<'a> {
    exprs: BumpTable<'a, Value, Option<Expr>>,
    locals: BumpTable<'a, Value, Option<Local>>,
    /// Memory for what waits in a block.
    waiting: BumpVec<'a, Waiting<'a>>,
}

impl<'a> Lists<'a> {
    fn with_room(words: Words<'a>, values: usize) -> Self {
        Self {
            exprs: BumpTable::with_room(words, values),
            locals: BumpTable::with_room(words, values),
            waiting: words.list(),
        }
    }
}

impl<'a> Spare<'a> {
    /// Memory for functions of so many instructions and values.
    pub(crate) fn new(words: Words<'a>, insts: usize, values: usize) -> Self {
        let mut tree = Tree::new(words);
        tree.begin(2 * insts);
        let lists = Lists::with_room(words, values);
        Self { uses: Uses::with_room(words, insts, values), tree, lists }
    }

    /// The tree of a function, which `build` makes.
    pub(crate) fn tree(
        &mut self,
        cx: &Context<'a>,
        function: &FunctionData,
        build: impl FnOnce(&mut Body<'_, 'a>),
    ) -> Result<Tree<'a>, Error> {
        self.uses.look(cx.module, function);
        let mut tree = std::mem::replace(&mut self.tree, Tree::new(cx.words));
        tree.begin(function.insts.len() * 2);
        let mut lists = std::mem::replace(&mut self.lists, Lists::with_room(cx.words, 0));
        lists.exprs.reset(function.values.len());
        lists.locals.reset(function.values.len());
        let mut body = Body {
            cx,
            function,
            uses: &self.uses,
            tree,
            lists,
            paths: FxHashMap::default(),
            has_precise: has_precise(cx),
            waiting: Waiting::new(cx.words),
            done: Effects::default(),
            out: cx.words.list(),
            error: None,
            following: &[],
            taken: None,
            undeclared: None,
        };
        build(&mut body);
        let Body { tree, lists, error, .. } = body;
        self.lists = lists;
        error.map_or(Ok(tree), Err)
    }
}

/// True if the version has `precise`; older ones compute as written in `ftransform` alone.
fn has_precise(cx: &Context<'_>) -> bool {
    cx.target_has(Feature::Precise)
}

/// Builds the tree of one function.
pub(crate) struct Body<'f, 'a> {
    pub(crate) cx: &'f Context<'a>,
    pub(crate) function: &'f FunctionData,
    pub(crate) uses: &'f Uses<'a>,
    pub(crate) tree: Tree<'a>,
    lists: Lists<'a>,
    pub(crate) paths: FxHashMap<Value, Path<'a>>,
    /// True if the version can say that something is computed as written.
    pub(crate) has_precise: bool,
    pub(crate) waiting: Waiting<'a>,
    pub(crate) done: Effects,
    pub(crate) out: BumpVec<'a, Stmt<'a>>,
    pub(crate) error: Option<Error>,
    /// The code after the current instruction.
    pub(crate) following: &'f [Inst],
    /// A store that became part of an expression.
    pub(crate) taken: Option<Inst>,
    /// An instruction in front of which variables are to be declared.
    undeclared: Option<Inst>,
}

impl<'a> Body<'_, 'a> {
    /// Reports that something has no spelling.
    pub(crate) fn unsupported(&mut self, what: impl Into<String>) {
        if self.error.is_none() {
            self.error = Some(Error::Unsupported(what.into()));
        }
    }

    /// A local for a value, and the expression that names it.
    pub(crate) fn new_local(&mut self, value: Value) -> (Local, Expr) {
        let data = &self.function.values[value];
        let precise =
            self.has_precise && (data.flags.contains(ValueFlags::PRECISE) || self.uses.takes_precise(value));
        let ty = self.cx.module.types.pointee(data.ty).unwrap_or(data.ty);
        let name = self.function.value_name(value);
        let precise = precise && self.cx.module.types.scalar_of(ty).is_some_and(vitrum_ir::Scalar::is_float);
        let (local, expr) = self.tree.local(LocalData { name, ty, precision: data.precision, precise });
        self.set_local(value, local);
        self.set(value, expr);
        (local, expr)
    }

    /// Says that a local is the variable or value.
    pub(crate) fn set_local(&mut self, value: Value, local: Local) {
        self.lists.locals.set(value, Some(local));
    }

    /// The local of a variable or value.
    pub(crate) fn local(&self, value: Value) -> Option<Local> {
        self.lists.locals.at(value)
    }

    /// A local without a value.
    pub(crate) fn bare_local(&mut self, ty: Type) -> (Local, Expr) {
        self.tree.local(LocalData::of(ty))
    }

    /// Sets what stands for a value.
    pub(crate) fn set(&mut self, value: Value, expr: Expr) {
        self.lists.exprs.set(value, Some(expr));
    }

    /// The expression that stands for a value.
    pub(crate) fn expr(&self, value: Value) -> Option<Expr> {
        self.lists.exprs.at(value)
    }

    /// The type of an operand.
    pub(crate) fn ty(&self, operand: Operand) -> Type {
        typing::operand_type(self.cx.module, self.function, operand)
    }

    /// The expression of an operand, with what its evaluation does.
    pub(crate) fn operand(&mut self, operand: Operand, effects: &mut Effects) -> Expr {
        match operand.kind() {
            OperandKind::Constant(constant) => self.cx.constant(&mut self.tree, constant),
            OperandKind::Global(global) => self.tree.text(self.cx.global(global)),
            OperandKind::Value(value) => {
                if let Some(own) = self.waiting.used(value) {
                    effects.merge(&own);
                }
                self.expr(value).unwrap_or_else(|| self.tree.text("undefined"))
            }
        }
    }

    /// The expressions of all operands.
    pub(crate) fn operand_list(&mut self, operands: &[Operand], effects: &mut Effects) -> Args {
        let mut args = Args::new();
        for &operand in operands {
            args.push(self.operand(operand, effects));
        }
        args
    }

    /// An operand that is a name or literal: what is more gets a variable.
    pub(crate) fn atom(&mut self, operand: Operand, effects: &mut Effects) -> Expr {
        let mut own = Effects::default();
        let expr = self.operand(operand, &mut own);
        if own.is_pure() && self.tree.is_atom(expr) {
            return expr;
        }
        let ty = self.ty(operand);
        if is_opaque(self.cx.module, ty) {
            effects.merge(&own);
            return expr;
        }
        self.execute(&own);
        let precision = operand.value().map_or(Precision::None, |it| self.function.values[it].precision);
        let (local, name) = self.tree.local(LocalData { precision, ..LocalData::of(ty) });
        self.declare(local, Some(expr), None);
        name
    }

    /// Puts an expression that has been evaluated into a new variable.
    pub(crate) fn keep(&mut self, expr: Expr, ty: Type) -> Expr {
        let (local, name) = self.bare_local(ty);
        self.declare(local, Some(expr), None);
        name
    }

    /// The root of a pointer.
    pub(crate) fn root(&self, pointer: Operand) -> Root {
        match self.uses.root(pointer).kind() {
            OperandKind::Global(global) => Root::of_global(self.cx.module, global),
            OperandKind::Value(value) => match self.cx.module.types.get(self.function.values[value].ty) {
                TypeData::Pointer { storage: Storage::Function | Storage::Private, .. } => {
                    self.local_root(value)
                }
                TypeData::Pointer { storage: Storage::Opaque | Storage::Uniform, .. } => Root::CONSTANT,
                _ => Root::SHARED,
            },
            OperandKind::Constant(_) => Root::SHARED,
        }
    }

    /// The place that a local variable or parameter is.
    pub(crate) fn local_root(&self, variable: Value) -> Root {
        Root::local(self.uses.number(variable).unwrap_or(0))
    }

    /// Notes that something runs now: waiting values that it must not overtake come first.
    pub(crate) fn execute(&mut self, effects: &Effects) {
        self.settle(effects, None);
        self.done.merge(effects);
    }

    /// The same for an instruction whose value gets a variable now. What it only passes on from its operands happened
    /// before what waits behind them.
    pub(crate) fn execute_for(&mut self, inst: Inst, effects: &Effects) {
        self.settle_unless(effects, |body, pending| body.is_behind(inst, pending));
        self.done.merge(effects);
    }

    /// Gives variables to the waiting values that `inst` must not overtake, or, with none, that nothing may overtake.
    pub(crate) fn settle(&mut self, effects: &Effects, inst: Option<Inst>) {
        self.settle_unless(effects, |body, pending| {
            inst.is_some_and(|inst| {
                body.uses.in_order(body.function, pending, inst) || body.is_behind(inst, pending)
            })
        });
    }

    /// True if a waiting instruction is evaluated behind another one of its statement, which has no effects but those of
    /// its operands: they were in order before.
    fn is_behind(&self, inst: Inst, pending: Inst) -> bool {
        self.function.insts[inst].op.effects().is_pure() && self.uses.in_order(self.function, inst, pending)
    }

    fn settle_unless(&mut self, effects: &Effects, keeps: impl Fn(&Self, Inst) -> bool) {
        if self.waiting.none_conflicts(effects) {
            return;
        }
        let mut index = 0;
        while let Some(pending) = self.waiting.as_slice().get(index) {
            if pending.effects.conflicts(effects) && !keeps(self, pending.inst) {
                self.flush(index);
                index = 0;
            } else {
                index += 1;
            }
        }
    }

    /// At the end of a block, whatever has effects and found no user runs.
    pub(crate) fn flush_writes(&mut self) {
        while let Some(index) = self.waiting.as_slice().iter().position(|it| it.effects.has_writes()) {
            self.flush(index);
        }
    }

    /// Gives a waiting value its variable, after those before it that it must not overtake.
    fn flush(&mut self, index: usize) {
        let mut chosen = vec![index];
        for earlier in (0..index).rev() {
            let waiting = self.waiting.as_slice();
            let Some(candidate) = waiting.get(earlier) else { continue };
            let conflicts = |&later: &usize| {
                waiting.get(later).is_some_and(|later| later.effects.conflicts(&candidate.effects))
            };
            if chosen.iter().any(conflicts) {
                chosen.push(earlier);
            }
        }
        chosen.reverse();
        for (removed, index) in chosen.into_iter().enumerate() {
            let Some(pending) = self.waiting.remove(index - removed) else { continue };
            self.done.merge(&pending.effects);
            self.materialise(pending.value);
        }
    }

    pub(crate) fn is_place(&self, value: Value) -> bool {
        self.cx.is_place(self.function.values[value].ty)
    }

    /// Puts a value into a variable; of a path, its indices.
    fn materialise(&mut self, value: Value) {
        let Some(expr) = self.expr(value) else { return };
        if self.is_place(value) {
            let Some(mut path) = self.paths.remove(&value) else { return };
            for (step, ty) in &mut path.steps {
                // Even a name: the variable may be written before the path is used again.
                if let (Step::Index(index), Some(ty)) = (step, *ty) {
                    *index = self.keep(*index, ty);
                }
            }
            let expr = self.spell(&path);
            self.set(value, expr);
            return;
        }
        self.define(value, Some(expr));
    }

    /// Declares a variable for a value.
    pub(crate) fn define(&mut self, value: Value, init: Option<Expr>) -> Expr {
        let (local, name) = self.new_local(value);
        self.declare(local, init, None);
        name
    }

    /// True if a value computed as written flows into something that is not, so that it needs a variable to say so.
    pub(crate) fn needs_precise(&self, value: Value) -> bool {
        let data = &self.function.values[value];
        if !self.has_precise
            || !data.flags.contains(ValueFlags::PRECISE)
            || !self.cx.module.types.scalar_of(data.ty).is_some_and(vitrum_ir::Scalar::is_float)
        {
            return false;
        }
        let Some(user) = self.uses.value(value).user else { return false };
        match self.function.insts[user].op {
            Op::Store | Op::StoreSwizzle => false,
            _ => !self
                .function
                .results(user)
                .any(|result| self.function.values[result].flags.contains(ValueFlags::PRECISE)),
        }
    }

    /// Decides what becomes of the only result of an instruction.
    pub(crate) fn finish(&mut self, inst: Inst, expr: Expr, effects: Effects) {
        let Some(value) = self.function.result(inst) else {
            self.execute(&effects);
            self.declare_first_used();
            self.out.push(Stmt::Expr(expr));
            return;
        };
        let data = self.uses.value(value);
        if data.count == 0 {
            if effects.has_writes() && self.function.insts[inst].op == Op::Load {
                // What stands alone is not read.
                self.execute(&effects);
                self.keep(expr, self.function.values[value].ty);
            } else if effects.has_writes() {
                self.execute(&effects);
                self.declare_first_used();
                self.out.push(Stmt::Expr(expr));
            }
            return;
        }
        self.settle(&effects, Some(inst));
        self.declare_first_used();
        self.set(value, expr);
        let joined = self.uses.is_joined(value);
        if joined && let Some(size) = self.cx.module.types.vector_size(self.function.values[value].ty) {
            self.tree.set_whole(expr, size);
        }
        let place = self.is_place(value);
        let cheap = effects.is_pure() && (place || self.is_constant(expr));
        if cheap {
            return;
        }
        let single = self.uses.is_single(value) && !self.needs_precise(value);
        if !place && self.assign_within(value, expr, &effects) {
            return;
        }
        let room = !joined || self.waiting.len() < MAX_PENDING / 2;
        // A store makes it no deeper: what is cut off there would be a variable for a variable.
        let shallow = || {
            let ends = data.user.is_some_and(|user| self.function.insts[user].op == Op::Store);
            ends || self.tree.depth(expr) <= MAX_DEPTH
        };
        let waits = (single && room && shallow()) || (place && !data.elsewhere);
        if waits {
            if !effects.is_pure() {
                if self.waiting.len() >= MAX_PENDING {
                    self.flush(0);
                }
                // Its place among those that wait is that of its operands.
                let behind = |pending: &Pending| {
                    pending.effects.conflicts(&effects) && self.is_behind(inst, pending.inst)
                };
                let at = match self.waiting.none_conflicts(&effects) {
                    true => None,
                    false => self.waiting.as_slice().iter().position(behind),
                };
                let pending = Pending { value, inst, effects, left: data.count };
                match at {
                    Some(at) => self.waiting.insert(at, pending),
                    None => self.waiting.push(pending),
                }
            }
            return;
        }
        self.execute_for(inst, &effects);
        self.materialise(value);
    }

    /// An operand with effects that something waiting behind it must not overtake gets its variable before an
    /// instruction with effects of its own, which that must not overtake either.
    fn separate(&mut self, inst: Inst) {
        let operands = self.function.operands(inst);
        let own = |pending: &Pending| operands.contains(&pending.value.into());
        while let Some(index) = (0..self.waiting.len()).find(|&index| {
            let (before, after) = self.waiting.as_slice().split_at(index + 1);
            before.last().is_some_and(|operand| {
                own(operand)
                    && after.iter().any(|other| !own(other) && other.effects.conflicts(&operand.effects))
            })
        }) {
            self.flush(index);
        }
    }

    /// True if an expression without effects costs nothing to repeat: a literal, a name, a path from a name by
    /// members and literal indices.
    fn is_constant(&self, expr: Expr) -> bool {
        let mut expr = expr;
        loop {
            match self.tree.get(expr) {
                Node::Text(_) | Node::Signed(_) | Node::Local(_) => return true,
                Node::Field(base, _) | Node::Swizzle(base, _) => expr = base,
                Node::Index(base, index) if matches!(self.tree.get(index), Node::Text(_)) => expr = base,
                _ => return false,
            }
        }
    }

    /// Turns a block into statements of their own list.
    pub(crate) fn run(&mut self, block: Block) -> Ran<'a> {
        let function = self.function;
        let mut rest: &[Inst] = &function.blocks[block].insts;
        // About so many statements are made of that.
        let words = self.cx.words;
        let out = std::mem::replace(&mut self.out, words.list_of(rest.len() / 4));
        let fresh = self.lists.waiting.pop().unwrap_or_else(|| Waiting::new(words));
        let waiting = std::mem::replace(&mut self.waiting, fresh);
        let done = std::mem::take(&mut self.done);
        let mut ran = Ran {
            stmts: words.list(),
            end: None,
            values: Args::new(),
            value_effects: Effects::default(),
            effects: Effects::default(),
        };
        while let Some((&inst, following)) = rest.split_first() {
            let mark = self.uses.mark(inst);
            if mark.dead {
                rest = following;
                continue;
            }
            if mark.first_user {
                self.undeclared = Some(inst);
                // What has to happen before a call stands before what the call is given, as it does when read back.
                if function.insts[inst].op != Op::Call {
                    self.declare_first_used();
                }
            }
            if self.taken == Some(inst) {
                rest = following;
                continue;
            }
            let data = &function.insts[inst];
            if data.op == Op::Load
                && let Some(count) = self.step_after(rest)
            {
                rest = rest.get(count..).unwrap_or(&[]);
                continue;
            }
            rest = following;
            self.following = following;
            self.tree.origin = data.span().start;
            if data.op.is_terminator() {
                ran.end = Some(inst);
                self.terminator(inst, &mut ran);
            } else {
                self.inst(inst, data);
                // A call that nothing is made of.
                self.declare_first_used();
            }
        }
        ran.stmts = std::mem::replace(&mut self.out, out);
        let mut waited = std::mem::replace(&mut self.waiting, waiting);
        waited.clear();
        self.lists.waiting.push(waited);
        ran.effects = std::mem::replace(&mut self.done, done);
        ran
    }

    /// Declares the variables whose first use is in the instruction that is being printed.
    fn declare_first_used(&mut self) {
        let Some(inst) = self.undeclared.take() else { return };
        let mut index = 0;
        while let Some(&var) = self.uses.first_used_in(inst).get(index) {
            self.declare_before(var, inst);
            index += 1;
        }
    }

    /// Declares a variable at its first use, unless that use is its initialiser.
    fn declare_before(&mut self, var: Value, inst: Inst) {
        let data = self.uses.var(var).filter(|data| data.bare && !data.is_first_stored_by(inst));
        if let (Some(_), Some(local)) = (data, self.local(var)) {
            self.declare(local, None, None);
        }
    }

    fn inst(&mut self, inst: Inst, data: &InstData) {
        if self.waiting.len() > 1 && !data.op.effects().is_pure() {
            self.separate(inst);
        }
        match data.op {
            Op::Var => self.var(inst),
            Op::Access => self.access(inst),
            Op::Load => self.load(inst),
            Op::Store => self.store(inst),
            Op::StoreSwizzle => self.store_swizzle(inst),
            Op::Insert | Op::InsertDynamic => self.insert(inst),
            Op::Call => self.call(inst),
            Op::Intrinsic => self.intrinsic(inst),
            Op::If => self.if_inst(inst),
            Op::Loop => self.loop_inst(inst),
            Op::Switch => self.switch_inst(inst),
            Op::ArrayLength | Op::TexelPointer => self.memory_op(inst),
            op if op.is_atomic() => self.memory_op(inst),
            op if is_image_op(op) => self.image_op(inst),
            _ if data.result_count() == 2 => self.two_results(inst),
            Op::Bitcast if self.behind_constant(inst) => {}
            _ => self.pure_op(inst, data),
        }
    }

    /// An operation on values alone.
    fn pure_op(&mut self, inst: Inst, data: &InstData) {
        let operands = self.function.operands_of(data);
        let mut effects = Effects::default();
        // No matrices of matrices (GLSL 1.10 and ESSL 1.00 section 5.4.2).
        let from_matrix = |source: Value| {
            matches!(self.cx.module.types.get(self.function.values[source].ty), TypeData::Matrix { .. })
        };
        if let Some(source) = self.uses.converted(inst)
            && let Some(result) = self.function.result(inst)
            && (Feature::MatrixOfMatrix.is_in(self.cx.target) || !from_matrix(source))
        {
            self.operand_list(operands, &mut effects);
            let source = self.operand(source.into(), &mut effects);
            let expr = self.tree.call(self.cx.type_name(self.function.values[result].ty), &[source]);
            self.finish(inst, expr, effects);
            return;
        }
        let args = match data.op {
            // `c ? a : b` evaluates one of them: what has effects or depends on its neighbours is evaluated before.
            Op::Select => operands.iter().map(|&operand| self.speculated(operand, &mut effects)).collect(),
            // `a && b` may leave out its second operand, whose effects are there whatever the first is.
            Op::And | Op::Or if operands.iter().skip(1).any(|&it| self.acts(it)) => {
                self.atoms(operands, &mut effects)
            }
            op if repeats_operands(op, data.imm, || self.first_size(operands)) => {
                self.atoms(operands, &mut effects)
            }
            Op::VectorTimesScalar | Op::MatrixTimesScalar => {
                let number_first = self.is_number_first(inst);
                let mut args = self.operand_list(operands, &mut effects);
                if number_first {
                    args.reverse();
                }
                args
            }
            _ => self.operand_list(operands, &mut effects),
        };
        let op_effects = data.op.effects();
        if op_effects.contains(OpEffects::CONVERGENT) || op_effects.contains(OpEffects::DERIVATIVE) {
            effects.set_convergent();
        }
        if op_effects.contains(OpEffects::READS)
            && let Some(&pointer) = operands.first()
        {
            effects.read(self.root(pointer));
        }
        let ty = data.result().map(|value| self.function.values[value].ty);
        let ty = ty.unwrap_or(vitrum_ir::types::common::VOID);
        let node = match (form(data.op), operands) {
            (Form::Special, _) => {
                let types: SmallVec<[Type; 4]> = operands.iter().map(|&operand| self.ty(operand)).collect();
                op_node(self.cx, &mut self.tree, data.op, data.imm, ty, &types, &args)
            }
            // Only what is spelled in an own way depends on more than the first.
            (_, &[first, ..]) => {
                let types = [self.ty(first)];
                op_node(self.cx, &mut self.tree, data.op, data.imm, ty, &types, &args)
            }
            (_, []) => None,
        };
        match node {
            Some(expr) => self.finish(inst, expr, effects),
            None => self.unsupported(format!("operation `{}`", data.op.mnemonic())),
        }
    }

    /// Operands that are said more than once.
    fn atoms(&mut self, operands: &[Operand], effects: &mut Effects) -> Args {
        operands.iter().map(|&operand| self.atom(operand, effects)).collect()
    }

    /// The number of components of the first operand.
    fn first_size(&self, operands: &[Operand]) -> u32 {
        let first = operands.first().map(|&operand| self.ty(operand));
        first.and_then(|ty| self.cx.module.types.vector_size(ty)).unwrap_or(1)
    }

    /// True if the author wrote `2.0 * v`, and neither has effects.
    fn is_number_first(&self, inst: Inst) -> bool {
        let &[whole, number] = self.function.operands(inst) else { return false };
        let span = |inst: Inst| self.function.insts[inst].span();
        let def = |operand: Operand| self.function.definition(operand);
        let Some(whole_span) = def(whole).map(span) else { return false };
        let first = match def(number).map(span) {
            Some(number) => number.start < whole_span.start,
            // A constant is on the side on which the product goes on; there may be parentheses on both.
            None => {
                let product = span(inst);
                let before = whole_span.start.saturating_sub(product.start);
                number.constant().is_some() && before > product.end.saturating_sub(whole_span.end)
            }
        };
        first && !self.acts(whole) && !self.acts(number)
    }

    fn speculated(&mut self, operand: Operand, effects: &mut Effects) -> Expr {
        if self.acts(operand) { self.atom(operand, effects) } else { self.operand(operand, effects) }
    }

    /// True if an operand that waits to be written has effects, or depends on which invocations come to it.
    fn acts(&self, operand: Operand) -> bool {
        let waiting = operand.value().and_then(|value| self.waiting.find(value));
        waiting.is_some_and(|pending| pending.effects.has_writes() || pending.effects.is_convergent())
    }
}
