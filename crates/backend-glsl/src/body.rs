//! From the instructions of a function to statements and whole expressions.
//!
//! A value used once, in its own block, waits (is *pending*) until its user takes it into its expression. Before
//! anything runs that must not change places with a waiting value, that value gets a variable. So the order of
//! effects stays as it was, and nothing moves into or out of control flow.

use crate::Error;
use crate::ast::{Expr, Local, LocalData, Node, Stmt, Text, Tree};
use crate::context::Context;
use crate::effects::{Effects, Root};
use crate::operators::Operator;
use crate::ops::{op_node, part, repeats_operands};
use crate::uses::Uses;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{
    Block, ConstantKind, Effects as OpEffects, FunctionData, Inst, MemoryAccess, Op, Operand, OperandKind, Passing,
    Precision, Storage, Swizzle, Type, TypeData, Value, ValueFlags, typing,
};

/// Expressions deeper than this are cut by a variable.
const MAX_DEPTH: u16 = 100;
/// More values than this do not wait at once.
const MAX_PENDING: usize = 64;

/// A value that waits for its user.
struct Pending {
    value: Value,
    inst: Inst,
    effects: Effects,
    /// Uses still to come.
    left: u32,
}

/// A step of a path into a variable.
#[derive(Clone)]
enum Step {
    Field(Text),
    Index(Expr),
}

/// A path whose indices may have to be kept.
#[derive(Clone)]
struct Path {
    base: Expr,
    steps: Vec<(Step, Option<Type>)>,
}

/// What one block becomes.
pub(crate) struct Ran {
    pub(crate) stmts: Vec<Stmt>,
    /// The terminator, if the block has one.
    pub(crate) end: Option<Inst>,
    /// Operands of a `merge` or the condition of a `break_if`.
    pub(crate) values: Vec<Expr>,
    pub(crate) value_effects: Effects,
    pub(crate) effects: Effects,
}

/// Builds the tree of one function.
pub(crate) struct Body<'a> {
    pub(crate) cx: &'a Context<'a>,
    pub(crate) function: &'a FunctionData,
    pub(crate) uses: Uses,
    pub(crate) tree: Tree,
    exprs: Vec<Option<Expr>>,
    paths: FxHashMap<Value, Path>,
    locals: FxHashMap<Value, Local>,
    precise: FxHashSet<Value>,
    pending: Vec<Pending>,
    done: Effects,
    pub(crate) out: Vec<Stmt>,
    pub(crate) error: Option<Error>,
}

impl<'a> Body<'a> {
    /// A builder for `function`.
    pub(crate) fn new(cx: &'a Context<'a>, function: &'a FunctionData) -> Self {
        let mut body = Self {
            cx,
            function,
            uses: Uses::of(function),
            tree: Tree::default(),
            exprs: vec![None; function.values.len()],
            paths: FxHashMap::default(),
            locals: FxHashMap::default(),
            precise: FxHashSet::default(),
            pending: Vec::new(),
            done: Effects::default(),
            out: Vec::new(),
            error: None,
        };
        body.find_precise();
        body
    }

    /// Variables that get values which are computed as written.
    fn find_precise(&mut self) {
        for (inst, data) in self.function.insts.iter() {
            if data.op != Op::Store && data.op != Op::StoreSwizzle {
                continue;
            }
            let &[pointer, stored] = self.function.operands(inst) else { continue };
            if let Some(stored) = stored.value()
                && self.function.values[stored].flags.contains(ValueFlags::PRECISE)
                && let Some(root) = self.uses.root(pointer).value()
            {
                self.precise.insert(root);
            }
        }
    }

    /// Reports that something has no spelling.
    pub(crate) fn unsupported(&mut self, what: impl Into<String>) {
        if self.error.is_none() {
            self.error = Some(Error::Unsupported(what.into()));
        }
    }

    /// A local for a value, and the expression that names it.
    pub(crate) fn new_local(&mut self, value: Value) -> (Local, Expr) {
        let data = &self.function.values[value];
        let precise = data.flags.contains(ValueFlags::PRECISE) || self.precise.contains(&value);
        let ty = self.cx.module.types.pointee(data.ty).unwrap_or(data.ty);
        let name = self.function.value_name(value);
        let precise = precise && self.cx.module.types.scalar_of(ty).is_some_and(vitrum_ir::Scalar::is_float);
        let (local, expr) = self.tree.local(LocalData { name, ty, precision: data.precision, precise });
        self.locals.insert(value, local);
        self.set(value, expr);
        (local, expr)
    }

    /// A local without a value.
    pub(crate) fn bare_local(&mut self, ty: Type) -> (Local, Expr) {
        let name = vitrum_ir::Name::EMPTY;
        self.tree.local(LocalData { name, ty, precision: Precision::None, precise: false })
    }

    /// Sets what stands for a value.
    pub(crate) fn set(&mut self, value: Value, expr: Expr) {
        if let Some(slot) = self.exprs.get_mut(value.into_raw().into_u32() as usize) {
            *slot = Some(expr);
        }
    }

    /// The type of an operand.
    pub(crate) fn ty(&self, operand: Operand) -> Type {
        typing::operand_type(self.cx.module, self.function, operand)
    }

    /// The expression of an operand, with what its evaluation does.
    pub(crate) fn operand(&mut self, operand: Operand, effects: &mut Effects) -> Expr {
        match operand.kind() {
            OperandKind::Constant(constant) => self.cx.constant(&mut self.tree, constant),
            OperandKind::Global(global) => self.tree.text(self.cx.global(global).to_owned()),
            OperandKind::Value(value) => {
                if let Some(index) = self.pending.iter().position(|pending| pending.value == value)
                    && let Some(pending) = self.pending.get_mut(index)
                {
                    effects.merge(&pending.effects);
                    pending.left = pending.left.saturating_sub(1);
                    if pending.left == 0 {
                        self.pending.remove(index);
                    }
                }
                let expr = self.exprs.get(value.into_raw().into_u32() as usize).copied().flatten();
                expr.unwrap_or_else(|| self.tree.text("undefined"))
            }
        }
    }

    /// The expressions of all operands.
    pub(crate) fn operand_list(&mut self, operands: &[Operand], effects: &mut Effects) -> Vec<Expr> {
        operands.iter().map(|&operand| self.operand(operand, effects)).collect()
    }

    /// An operand that is a name or literal: what is more gets a variable.
    pub(crate) fn atom(&mut self, operand: Operand, effects: &mut Effects) -> Expr {
        let mut own = Effects::default();
        let expr = self.operand(operand, &mut own);
        if own.is_pure() && self.tree.is_atom(expr) {
            return expr;
        }
        let ty = self.ty(operand);
        if self.cx.is_opaque(ty) {
            effects.merge(&own);
            return expr;
        }
        self.execute(&own);
        self.keep(expr, ty)
    }

    /// Puts an expression that has been evaluated into a new variable.
    fn keep(&mut self, expr: Expr, ty: Type) -> Expr {
        let (local, name) = self.bare_local(ty);
        self.out.push(Stmt::Declare { local, init: Some(expr), only_in: None });
        name
    }

    /// What a pointer points into.
    pub(crate) fn root(&self, pointer: Operand) -> Root {
        match self.uses.root(pointer).kind() {
            OperandKind::Global(global) => Root::of_global(global, self.cx.module.globals[global].storage),
            OperandKind::Value(value) => match self.cx.module.types.get(self.function.values[value].ty) {
                TypeData::Pointer { storage: Storage::Function | Storage::Private, .. } => Root::Local(value),
                TypeData::Pointer { storage: Storage::Opaque | Storage::Uniform, .. } => Root::Constant,
                _ => Root::Shared,
            },
            OperandKind::Constant(_) => Root::Shared,
        }
    }

    /// Notes that something runs now: waiting values that it must not overtake come first.
    pub(crate) fn execute(&mut self, effects: &Effects) {
        self.settle(effects, None);
        self.done.merge(effects);
    }

    fn settle(&mut self, effects: &Effects, inst: Option<Inst>) {
        let mut index = 0;
        while let Some(pending) = self.pending.get(index) {
            let kept = inst.is_some_and(|inst| self.uses.in_order(pending.inst, inst));
            if !kept && pending.effects.conflicts(effects) {
                self.flush(index);
                index = 0;
            } else {
                index += 1;
            }
        }
    }

    /// Gives a waiting value its variable, after those before it that it must not overtake.
    fn flush(&mut self, index: usize) {
        let mut chosen = vec![index];
        for earlier in (0..index).rev() {
            let Some(candidate) = self.pending.get(earlier) else { continue };
            let conflicts = |&later: &usize| {
                self.pending.get(later).is_some_and(|later| later.effects.conflicts(&candidate.effects))
            };
            if chosen.iter().any(conflicts) {
                chosen.push(earlier);
            }
        }
        chosen.reverse();
        for (removed, index) in chosen.into_iter().enumerate() {
            if index - removed >= self.pending.len() {
                continue;
            }
            let pending = self.pending.remove(index - removed);
            self.done.merge(&pending.effects);
            self.materialise(pending.value);
        }
    }

    fn is_place(&self, value: Value) -> bool {
        let ty = self.function.values[value].ty;
        self.cx.module.types.pointee(ty).is_some() || self.cx.is_opaque(ty)
    }

    /// Puts a value into a variable; of a path, its indices.
    fn materialise(&mut self, value: Value) {
        let Some(expr) = self.exprs.get(value.into_raw().into_u32() as usize).copied().flatten() else { return };
        if self.is_place(value) {
            let Some(mut path) = self.paths.remove(&value) else { return };
            for (step, ty) in &mut path.steps {
                if let (Step::Index(index), Some(ty)) = (step, *ty)
                    && !matches!(self.tree.get(*index), Node::Text(_))
                {
                    *index = self.keep(*index, ty);
                }
            }
            let expr = self.spell(&path);
            self.set(value, expr);
            return;
        }
        let (local, _) = self.new_local(value);
        self.out.push(Stmt::Declare { local, init: Some(expr), only_in: None });
    }

    fn spell(&mut self, path: &Path) -> Expr {
        let mut expr = path.base;
        for (step, _) in &path.steps {
            expr = match step {
                Step::Field(name) if self.is_empty(expr) => self.tree.add(Node::Text(name.clone())),
                Step::Field(name) => self.tree.add(Node::Field(expr, name.clone())),
                Step::Index(index) => self.tree.add(Node::Index(expr, *index)),
            };
        }
        expr
    }

    /// Whether an expression is the missing name of a block's instance.
    fn is_empty(&self, expr: Expr) -> bool {
        matches!(self.tree.get(expr), Node::Text(text) if text.is_empty())
    }

    /// Whether a value computed as written flows into something that is not, so that it needs a variable to say so.
    fn needs_precise(&self, value: Value) -> bool {
        let data = &self.function.values[value];
        if !data.flags.contains(ValueFlags::PRECISE)
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
            self.out.push(Stmt::Expr(expr));
            return;
        };
        let data = self.uses.value(value);
        if data.count == 0 {
            if effects.has_writes() {
                self.execute(&effects);
                self.out.push(Stmt::Expr(expr));
            }
            return;
        }
        self.settle(&effects, Some(inst));
        self.set(value, expr);
        let place = self.is_place(value);
        let cheap = effects.is_pure() && (place || self.is_constant(expr));
        let single = self.uses.is_single(value) && !self.needs_precise(value);
        if cheap {
            return;
        }
        let waits = (single && self.tree.depth(expr) <= MAX_DEPTH) || (place && !data.elsewhere);
        if waits {
            if !effects.is_pure() {
                if self.pending.len() >= MAX_PENDING {
                    self.flush(0);
                }
                self.pending.push(Pending { value, inst, effects, left: data.count });
            }
            return;
        }
        self.execute(&effects);
        self.materialise(value);
    }

    /// Whether an expression without effects costs nothing to repeat: a literal, a name, a path from a name by
    /// members and literal indices.
    fn is_constant(&self, expr: Expr) -> bool {
        let mut expr = expr;
        loop {
            match self.tree.get(expr) {
                Node::Text(_) | Node::Signed(_) | Node::Local(_) => return true,
                Node::Field(base, _) => expr = *base,
                Node::Index(base, index) if matches!(self.tree.get(*index), Node::Text(_)) => expr = *base,
                _ => return false,
            }
        }
    }

    /// Turns a block into statements of their own list.
    pub(crate) fn run(&mut self, block: Block) -> Ran {
        let out = std::mem::take(&mut self.out);
        let pending = std::mem::take(&mut self.pending);
        let done = std::mem::take(&mut self.done);
        let mut ran =
            Ran { stmts: Vec::new(), end: None, values: Vec::new(), value_effects: Effects::default(), effects: Effects::default() };
        for &inst in &self.function.blocks[block].insts {
            for &var in self.uses.first_used_in(inst).to_vec().iter() {
                self.declare_before(var, inst);
            }
            if self.function.insts[inst].op.is_terminator() {
                ran.end = Some(inst);
                self.terminator(inst, &mut ran);
            } else {
                self.inst(inst);
            }
        }
        ran.stmts = std::mem::replace(&mut self.out, out);
        self.pending = pending;
        ran.effects = std::mem::replace(&mut self.done, done);
        ran
    }

    /// Declares a variable at its first use, unless that use is its initialiser.
    fn declare_before(&mut self, var: Value, inst: Inst) {
        let Some(def) = Uses::def(self.function, var) else { return };
        if self.function.insts[def].op != Op::Var || !self.function.operands(def).is_empty() {
            return;
        }
        let initialised = self.uses.var(var).is_some_and(|data| data.stored_first && data.first == inst);
        if !initialised && let Some(&local) = self.locals.get(&var) {
            self.out.push(Stmt::Declare { local, init: None, only_in: None });
        }
    }

    fn inst(&mut self, inst: Inst) {
        let data = self.function.insts[inst];
        match data.op {
            Op::Var => self.var(inst),
            Op::Access => self.access(inst),
            Op::Load => self.load(inst),
            Op::Store => self.store(inst),
            Op::StoreSwizzle => self.store_swizzle(inst),
            Op::Insert | Op::InsertDynamic => self.insert(inst),
            Op::Modf | Op::Frexp | Op::UaddCarry | Op::UsubBorrow | Op::UmulExtended | Op::SmulExtended => {
                self.two_results(inst);
            }
            Op::Call => self.call(inst),
            Op::Intrinsic => self.intrinsic(inst),
            Op::If => self.if_inst(inst),
            Op::Loop => self.loop_inst(inst),
            Op::Switch => self.switch_inst(inst),
            Op::ArrayLength
            | Op::AtomicLoad
            | Op::AtomicStore
            | Op::AtomicExchange
            | Op::AtomicCompareExchange
            | Op::AtomicIadd
            | Op::AtomicIsub
            | Op::AtomicSmin
            | Op::AtomicUmin
            | Op::AtomicSmax
            | Op::AtomicUmax
            | Op::AtomicAnd
            | Op::AtomicOr
            | Op::AtomicXor
            | Op::AtomicFmin
            | Op::AtomicFmax
            | Op::AtomicFadd
            | Op::TexelPointer => self.memory_op(inst),
            Op::CombineSampler
            | Op::ImageOf
            | Op::ImageSample
            | Op::ImageFetch
            | Op::ImageGather
            | Op::ImageRead
            | Op::ImageWrite
            | Op::ImageSize
            | Op::ImageLevels
            | Op::ImageSamples
            | Op::ImageQueryLod => self.image_op(inst),
            _ => self.pure_op(inst),
        }
    }

    /// An operation on values alone.
    fn pure_op(&mut self, inst: Inst) {
        let data = self.function.insts[inst];
        let operands = self.function.operands(inst);
        let mut effects = Effects::default();
        let types: Vec<Type> = operands.iter().map(|&operand| self.ty(operand)).collect();
        let size = types.first().and_then(|&ty| self.cx.module.types.vector_size(ty)).unwrap_or(1);
        let args: Vec<Expr> = if repeats_operands(data.op, data.imm, size) {
            operands.iter().map(|&operand| self.atom(operand, &mut effects)).collect()
        } else if data.op == Op::Select {
            // `c ? a : b` evaluates one of them: what has effects or depends on its neighbours is evaluated before.
            operands.iter().map(|&operand| self.speculated(operand, &mut effects)).collect()
        } else {
            self.operand_list(operands, &mut effects)
        };
        let op_effects = data.op.effects();
        if op_effects.contains(OpEffects::CONVERGENT) || op_effects.contains(OpEffects::DERIVATIVE) {
            effects.convergent = true;
        }
        if op_effects.contains(OpEffects::READS)
            && let Some(&pointer) = operands.first()
        {
            effects.read(self.root(pointer));
        }
        let ty = self.function.result(inst).map(|value| self.function.values[value].ty);
        let ty = ty.unwrap_or(vitrum_ir::types::common::VOID);
        match op_node(self.cx, &mut self.tree, data.op, data.imm, ty, &types, &args) {
            Some(expr) => self.finish(inst, expr, effects),
            None => self.unsupported(format!("operation like `{}`", data.op.mnemonic())),
        }
    }

    fn speculated(&mut self, operand: Operand, effects: &mut Effects) -> Expr {
        let waiting = operand.value().and_then(|value| self.pending.iter().find(|pending| pending.value == value));
        match waiting {
            Some(pending) if pending.effects.has_writes() || pending.effects.convergent => {
                self.atom(operand, effects)
            }
            _ => self.operand(operand, effects),
        }
    }

    fn var(&mut self, inst: Inst) {
        let Some(var) = self.function.result(inst) else { return };
        if let Some(param) = self.copied_param(var)
            && let Some(expr) = self.exprs.get(param.into_raw().into_u32() as usize).copied().flatten()
            && let Node::Local(local) = *self.tree.get(expr)
        {
            let name = self.function.value_name(var);
            if let Some(data) = self.tree.locals.get_mut(local.0 as usize)
                && !name.is_empty()
            {
                data.name = name;
            }
            self.set(var, expr);
            return;
        }
        let (local, _) = self.new_local(var);
        if let Some(&operand) = self.function.operands(inst).first() {
            let init = self.initializer(operand);
            let only_in = self.only_loop(var);
            self.out.push(Stmt::Declare { local, init, only_in });
        }
    }

    /// The parameter that a variable starts as a copy of, if nothing else uses the parameter.
    fn copied_param(&self, var: Value) -> Option<Value> {
        let data = self.uses.var(var)?;
        if !data.stored_first || !self.function.blocks[self.function.body].insts.contains(&data.first) {
            return None;
        }
        let &[_, stored] = self.function.operands(data.first) else { return None };
        let param = stored.value()?;
        let params = &self.function.blocks[self.function.body].params;
        let index = params.iter().position(|&other| other == param)?;
        let passing = self.function.params.get(index)?.passing;
        (passing == Passing::In && self.uses.value(param).count == 1).then_some(param)
    }

    fn initializer(&mut self, operand: Operand) -> Option<Expr> {
        let constant = operand.constant()?;
        match self.cx.module.constants.get(constant).kind {
            ConstantKind::Undef => None,
            _ => Some(self.cx.constant(&mut self.tree, constant)),
        }
    }

    /// The loop that holds every use of a variable but its initialisation.
    fn only_loop(&self, var: Value) -> Option<Inst> {
        let data = self.uses.var(var)?;
        let initialised = Uses::def(self.function, var)
            .is_some_and(|def| !self.function.operands(def).is_empty());
        let only = match (initialised, data.stored_first, data.second, data.more) {
            (true, false, None, false) => data.first,
            (false, true, Some(second), false) => second,
            _ => return None,
        };
        (self.function.insts[only].op == Op::Loop).then_some(only)
    }

    fn access(&mut self, inst: Inst) {
        let operands = self.function.operands(inst);
        let Some((&base, indices)) = operands.split_first() else { return };
        let mut effects = Effects::default();
        let base_value = base.value();
        let base_type = self.ty(base);
        let base_expr = self.operand(base, &mut effects);
        let inherited = base_value.and_then(|value| self.paths.get(&value).cloned());
        let mut path = inherited.unwrap_or(Path { base: base_expr, steps: Vec::new() });
        let mut ty = self.cx.module.types.pointee(base_type).unwrap_or(base_type);
        for &index in indices {
            let known = index.constant().and_then(|constant| self.cx.module.constants.as_int(constant));
            let step = match (self.cx.module.types.get(ty), known) {
                (TypeData::Struct(id), Some(member)) => Step::Field(self.cx.member(id, member as usize).into()),
                (TypeData::Vector { .. }, Some(component)) if (0..4).contains(&component) => {
                    let letter = ["x", "y", "z", "w"].get(component as usize).copied().unwrap_or("x");
                    Step::Field(letter.into())
                }
                _ => Step::Index(self.operand(index, &mut effects)),
            };
            let dynamic = matches!(step, Step::Index(_)) && index.constant().is_none();
            path.steps.push((step, dynamic.then(|| self.ty(index))));
            ty = typing::part_type(self.cx.module, ty, known.unwrap_or(0) as u32).unwrap_or(ty);
        }
        let Some(value) = self.function.result(inst) else { return };
        self.place(inst, value, path, effects);
    }

    /// A path that may be spelled more than once: long indices and those with effects get variables.
    fn place(&mut self, inst: Inst, value: Value, mut path: Path, effects: Effects) {
        let data = self.uses.value(value);
        let mut effects = effects;
        if data.count > 1 {
            let pair = data.count == 2 && !data.elsewhere && !effects.has_writes() && !effects.convergent;
            let small = |tree: &Tree, index: Expr| tree.depth(index) <= 2;
            let keep = data.elsewhere && !effects.is_pure() || effects.has_writes() || effects.convergent;
            let long = !pair
                && path.steps.iter().any(|(step, ty)| match step {
                    Step::Index(index) => ty.is_some() && !small(&self.tree, *index),
                    Step::Field(_) => false,
                });
            if keep || long {
                self.execute(&effects);
                effects = Effects::default();
                for (step, ty) in &mut path.steps {
                    if let (Step::Index(index), Some(ty)) = (step, *ty)
                        && !matches!(self.tree.get(*index), Node::Text(_))
                    {
                        *index = self.keep(*index, ty);
                    }
                }
            }
        }
        let expr = self.spell(&path);
        self.paths.insert(value, path);
        self.finish(inst, expr, effects);
    }

    fn load(&mut self, inst: Inst) {
        let &[pointer] = self.function.operands(inst) else { return };
        let mut effects = Effects::default();
        let expr = self.operand(pointer, &mut effects);
        let Some(value) = self.function.result(inst) else { return };
        if self.is_place(value) {
            let path = pointer.value().and_then(|pointer| self.paths.get(&pointer).cloned());
            let path = path.unwrap_or(Path { base: expr, steps: Vec::new() });
            self.place(inst, value, path, effects);
            return;
        }
        effects.read(self.root(pointer));
        let access = MemoryAccess::from_bits(self.function.insts[inst].imm);
        if access.contains(MemoryAccess::VOLATILE) {
            effects.ordered = true;
        }
        self.finish(inst, expr, effects);
    }

    fn store(&mut self, inst: Inst) {
        let &[pointer, stored] = self.function.operands(inst) else { return };
        let declared = pointer.value().and_then(|var| {
            let data = self.uses.var(var)?;
            let local = self.locals.get(&var).copied();
            (data.stored_first && data.first == inst).then_some((var, local))
        });
        if let Some((var, local)) = declared
            && Uses::def(self.function, var)
                .is_some_and(|def| self.function.insts[def].op == Op::Var && self.function.operands(def).is_empty())
        {
            // Without a local of its own the variable is the parameter it would be a copy of.
            let Some(local) = local else { return };
            let mut effects = Effects::default();
            let init = match stored.constant() {
                Some(_) => self.initializer(stored),
                None => Some(self.operand(stored, &mut effects)),
            };
            effects.write(Root::Local(var));
            self.execute(&effects);
            let only_in = self.only_loop(var);
            self.out.push(Stmt::Declare { local, init, only_in });
            return;
        }
        let is_undef = stored.constant().is_some_and(|constant| {
            matches!(self.cx.module.constants.get(constant).kind, ConstantKind::Undef)
        });
        let mut effects = Effects::default();
        let place = self.operand(pointer, &mut effects);
        let value = self.operand(stored, &mut effects);
        if is_undef {
            return;
        }
        effects.write(self.root(pointer));
        if MemoryAccess::from_bits(self.function.insts[inst].imm).contains(MemoryAccess::VOLATILE) {
            effects.ordered = true;
        }
        self.execute(&effects);
        self.assign(place, value);
    }

    fn store_swizzle(&mut self, inst: Inst) {
        let &[pointer, stored] = self.function.operands(inst) else { return };
        let mut effects = Effects::default();
        let place = self.operand(pointer, &mut effects);
        let value = self.operand(stored, &mut effects);
        effects.write(self.root(pointer));
        self.execute(&effects);
        let swizzle = Swizzle::from_bits(self.function.insts[inst].imm);
        let place = self.tree.add(Node::Field(place, swizzle.to_string().into()));
        self.assign(place, value);
    }

    /// `place = value;`, or shorter where the value starts from the place.
    pub(crate) fn assign(&mut self, place: Expr, value: Expr) {
        if let Node::Infix(operator, left, right) = *self.tree.get(value)
            && operator.is_compound()
            && self.tree.same(left, place)
        {
            let one = matches!(self.tree.get(right), Node::Text(text) if text == "1" || text == "1u");
            let step = match operator {
                Operator::Add if one => Some("++"),
                Operator::Sub if one => Some("--"),
                _ => None,
            };
            self.out.push(match step {
                Some(text) => Stmt::Step { place, text },
                None => Stmt::Assign { place, operator: Some(operator), value: right },
            });
            return;
        }
        self.out.push(Stmt::Assign { place, operator: None, value });
    }

    /// A composite with one part replaced: a variable that is changed.
    fn insert(&mut self, inst: Inst) {
        let operands = self.function.operands(inst);
        let (Some(&composite), Some(&inserted)) = (operands.first(), operands.get(1)) else { return };
        let Some(value) = self.function.result(inst) else { return };
        if self.uses.value(value).count == 0 {
            return;
        }
        let ty = self.ty(composite);
        let mut effects = Effects::default();
        let new = self.operand(inserted, &mut effects);
        let index = operands.get(2).map(|&index| self.operand(index, &mut effects));
        // A composite that was itself made so, and is used here only, is changed further.
        let previous = composite.value().filter(|&previous| {
            self.uses.is_single(previous)
                && Uses::def(self.function, previous)
                    .is_some_and(|def| matches!(self.function.insts[def].op, Op::Insert | Op::InsertDynamic))
        });
        let old = self.operand(composite, &mut effects);
        self.execute(&effects);
        let target = match previous {
            Some(_) => {
                self.set(value, old);
                old
            }
            None => {
                let (local, expr) = self.new_local(value);
                let undefined = composite.constant().is_some_and(|constant| {
                    matches!(self.cx.module.constants.get(constant).kind, ConstantKind::Undef)
                });
                let init = (!undefined).then_some(old);
                self.out.push(Stmt::Declare { local, init, only_in: None });
                expr
            }
        };
        let place = match index {
            Some(index) => self.tree.add(Node::Index(target, index)),
            None => part(self.cx, &mut self.tree, ty, target, self.function.insts[inst].imm),
        };
        self.out.push(Stmt::Assign { place, operator: None, value: new });
    }

    /// Functions that give a second value through an `out` parameter.
    fn two_results(&mut self, inst: Inst) {
        let op = self.function.insts[inst].op;
        let mut effects = Effects::default();
        let mut args = self.operand_list(self.function.operands(inst), &mut effects);
        self.execute(&effects);
        let mut results = self.function.results(inst);
        let (Some(first), Some(second)) = (results.next(), results.next()) else { return };
        let (second_local, second_expr) = self.new_local(second);
        self.out.push(Stmt::Declare { local: second_local, init: None, only_in: None });
        let name = match op {
            Op::Modf => "modf",
            Op::Frexp => "frexp",
            Op::UaddCarry => "uaddCarry",
            Op::UsubBorrow => "usubBorrow",
            Op::UmulExtended => "umulExtended",
            _ => "imulExtended",
        };
        if matches!(op, Op::UmulExtended | Op::SmulExtended) {
            let (local, expr) = self.new_local(first);
            self.out.push(Stmt::Declare { local, init: None, only_in: None });
            args.extend([expr, second_expr]);
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
        let (local, _) = self.new_local(first);
        self.out.push(Stmt::Declare { local, init: Some(call), only_in: None });
    }

    fn call(&mut self, inst: Inst) {
        let Some(callee) = self.function.callee(inst) else { return };
        let mut effects = Effects::default();
        let args = self.operand_list(self.function.operands(inst), &mut effects);
        effects.merge(self.cx.summary(callee));
        let params = &self.cx.module.functions[callee].params;
        for (&operand, param) in self.function.operands(inst).iter().zip(params) {
            if self.cx.module.types.pointee(self.ty(operand)).is_some() {
                let root = self.root(operand);
                if param.passing != Passing::Out {
                    effects.read(root);
                }
                if matches!(param.passing, Passing::Out | Passing::InOut) {
                    effects.write(root);
                }
            }
        }
        let name = self.cx.function(callee).to_owned();
        let expr = self.tree.call(name, &args);
        self.finish(inst, expr, effects);
    }
}
