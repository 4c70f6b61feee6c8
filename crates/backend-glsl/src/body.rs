//! Builds statements and whole expressions from the instructions of a function (out-of-SSA).
//!
//! A value with one use in its own block stays *pending* until its user makes it part of its expression. A pending
//! value gets a variable before an instruction with conflicting effects. This preserves the order of effects, and no
//! value moves into or out of control flow.

use crate::Error;
use crate::access_paths::{Path, Step};
use crate::ast::{Args, Expr, Local, LocalData, Node, Stmt, TextArena, Tree};
use crate::bump_table::BumpTable;
use crate::context::Context;
use crate::effects::{AliasSet, Effects};
use crate::images::is_image_op;
use crate::ops::{Form, form, op_node, repeats_operands};
use crate::pending::{Pending, PendingValues};
use crate::types::is_opaque;
use crate::uses::Uses;
use bumpalo::collections::Vec as BumpVec;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    Block, Effects as OpEffects, FunctionData, Id, Inst, InstData, Op, Operand, OperandKind, Precision, Span,
    Storage, Type, TypeData, Value, ValueFlags, typing,
};

/// The maximum depth of an expression; a deeper one is split by a variable.
const MAX_DEPTH: u16 = 100;
/// The maximum number of pending values.
const MAX_PENDING: usize = 64;

/// The statements of one block.
pub(crate) struct LoweredBlock<'a> {
    pub(crate) stmts: BumpVec<'a, Stmt<'a>>,
    /// The terminator, if the block has one.
    pub(crate) end: Option<Inst>,
    /// Operands of a `merge` or the condition of a `break_if`.
    pub(crate) values: Args,
    pub(crate) value_effects: Effects,
    pub(crate) effects: Effects,
}

/// Buffers that are reused for each function.
pub(crate) struct FunctionBuffers<'a> {
    uses: Uses<'a>,
    pub(crate) tree: Tree<'a>,
    lists: ValueTables<'a>,
}

/// Tables by value: expressions and local variables.
struct ValueTables<'a> {
    exprs: BumpTable<'a, Value, Option<Expr>>,
    locals: BumpTable<'a, Value, Option<Local>>,
    /// Reused lists of pending values.
    waiting: BumpVec<'a, PendingValues<'a>>,
}

impl<'a> ValueTables<'a> {
    fn with_capacity(arena: TextArena<'a>, values: usize) -> Self {
        Self {
            exprs: BumpTable::with_capacity(arena, values),
            locals: BumpTable::with_capacity(arena, values),
            waiting: arena.list(),
        }
    }
}

impl<'a> FunctionBuffers<'a> {
    /// Buffers for functions with these numbers of instructions and values.
    pub(crate) fn new(arena: TextArena<'a>, insts: usize, values: usize) -> Self {
        let mut tree = Tree::new(arena);
        tree.begin(2 * insts);
        let lists = ValueTables::with_capacity(arena, values);
        Self { uses: Uses::with_capacity(arena, insts, values), tree, lists }
    }

    /// Builds the tree of a function with `build`.
    pub(crate) fn tree(
        &mut self,
        cx: &Context<'a>,
        function: &FunctionData,
        build: impl FnOnce(&mut Body<'_, 'a>),
    ) -> Result<Tree<'a>, Error> {
        self.uses.collect(cx.module, function);
        let mut tree = std::mem::replace(&mut self.tree, Tree::new(cx.arena));
        tree.begin(function.insts.len() * 2);
        let mut lists = std::mem::replace(&mut self.lists, ValueTables::with_capacity(cx.arena, 0));
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
            waiting: PendingValues::new(cx.arena),
            done: Effects::default(),
            out: cx.arena.list(),
            error: None,
            place: Span::default(),
            following: &[],
            merged_store: None,
            declares_at: None,
            condition: Span::default(),
        };
        build(&mut body);
        let Body { tree, lists, error, .. } = body;
        self.lists = lists;
        error.map_or(Ok(tree), Err)
    }
}

/// True if the version has `precise`; in older versions only `ftransform` is computed exactly.
fn has_precise(cx: &Context<'_>) -> bool {
    cx.target_has(Feature::Precise)
}

/// Builds the tree of one function.
pub(crate) struct Body<'f, 'a> {
    pub(crate) cx: &'f Context<'a>,
    pub(crate) function: &'f FunctionData,
    pub(crate) uses: &'f Uses<'a>,
    pub(crate) tree: Tree<'a>,
    lists: ValueTables<'a>,
    pub(crate) paths: FxHashMap<Value, Path<'a>>,
    /// True if the version has `precise`.
    pub(crate) has_precise: bool,
    pub(crate) waiting: PendingValues<'a>,
    pub(crate) done: Effects,
    pub(crate) out: BumpVec<'a, Stmt<'a>>,
    pub(crate) error: Option<Error>,
    /// The place in the source of the current instruction.
    place: Span,
    /// The instructions after the current one.
    pub(crate) following: &'f [Inst],
    /// A store that has become part of an expression.
    pub(crate) merged_store: Option<Inst>,
    /// The instruction before which variables must be declared.
    declares_at: Option<Inst>,
    /// The source of the condition of the innermost `if`.
    pub(crate) condition: Span,
}

impl<'a> Body<'_, 'a> {
    /// Reports a construct that GLSL lacks.
    pub(crate) fn unsupported(&mut self, what: impl Into<String>) {
        if self.error.is_none() {
            let span = Some(self.place).filter(|span| !span.is_nowhere());
            self.error = Some(Error::Unsupported { what: what.into(), span });
        }
    }

    /// Adds a local for a value, and returns it with the expression that names it.
    pub(crate) fn new_local(&mut self, value: Value) -> (Local, Expr) {
        let data = &self.function.values[value];
        let precise =
            self.has_precise && (data.flags.contains(ValueFlags::PRECISE) || self.uses.takes_precise(value));
        let ty = self.cx.module.types.pointee(data.ty).unwrap_or(data.ty);
        let name = self.function.value_name(value);
        let precise = precise && self.cx.module.types.scalar_of(ty).is_some_and(vitrum_ir::Scalar::is_float);
        let (local, expr) =
            self.tree.local(LocalData { name, precision: data.precision, precise, ..LocalData::of(ty) });
        self.set_local(value, local);
        self.set(value, expr);
        (local, expr)
    }

    /// Sets the local of a variable or value.
    pub(crate) fn set_local(&mut self, value: Value, local: Local) {
        self.lists.locals.set(value, Some(local));
    }

    /// The local of a variable or value.
    pub(crate) fn local(&self, value: Value) -> Option<Local> {
        self.lists.locals.at(value)
    }

    /// Adds a local that has no value.
    pub(crate) fn bare_local(&mut self, ty: Type) -> (Local, Expr) {
        self.tree.local(LocalData::of(ty))
    }

    /// Sets the expression of a value.
    pub(crate) fn set(&mut self, value: Value, expr: Expr) {
        self.lists.exprs.set(value, Some(expr));
    }

    /// The expression of a value.
    pub(crate) fn expr(&self, value: Value) -> Option<Expr> {
        self.lists.exprs.at(value)
    }

    /// The type of an operand.
    pub(crate) fn ty(&self, operand: Operand) -> Type {
        typing::operand_type(self.cx.module, self.function, operand)
    }

    /// The expression of an operand; its effects are added to `effects`.
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

    /// The expression of an operand as a name or literal; any other expression gets a variable.
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

    /// Stores an evaluated expression in a new variable.
    pub(crate) fn store_in_local(&mut self, expr: Expr, ty: Type) -> Expr {
        let (local, name) = self.bare_local(ty);
        self.declare(local, Some(expr), None);
        name
    }

    /// The alias set of the memory behind a pointer.
    pub(crate) fn alias_set(&self, pointer: Operand) -> AliasSet {
        match self.uses.root(pointer).kind() {
            OperandKind::Global(global) => AliasSet::of_global(self.cx.module, global),
            OperandKind::Value(value) => match self.cx.module.types.get(self.function.values[value].ty) {
                TypeData::Pointer { storage: Storage::Function | Storage::Private, .. } => {
                    self.local_alias_set(value)
                }
                TypeData::Pointer { storage: Storage::Opaque | Storage::Uniform, .. } => AliasSet::CONSTANT,
                _ => AliasSet::SHARED,
            },
            OperandKind::Constant(_) => AliasSet::SHARED,
        }
    }

    /// The alias set of a local variable or parameter.
    pub(crate) fn local_alias_set(&self, variable: Value) -> AliasSet {
        AliasSet::local(self.uses.number(variable).unwrap_or(0))
    }

    /// Records effects that happen now, after pending values with conflicting effects.
    pub(crate) fn execute(&mut self, effects: &Effects) {
        self.flush_conflicts(effects, None);
        self.done.merge(effects);
    }

    /// As `execute`, for an instruction whose value gets a variable now. Effects of its operands precede those of
    /// values that are pending after them.
    pub(crate) fn execute_for(&mut self, inst: Inst, effects: &Effects) {
        self.flush_conflicts_unless(effects, |body, pending| body.is_evaluated_after(inst, pending));
        self.done.merge(effects);
    }

    /// Gives variables to pending values that conflict with `effects`. Values that are evaluated in order with `inst`
    /// stay pending.
    pub(crate) fn flush_conflicts(&mut self, effects: &Effects, inst: Option<Inst>) {
        self.flush_conflicts_unless(effects, |body, pending| {
            inst.is_some_and(|inst| {
                body.uses.in_order(body.function, pending, inst) || body.is_evaluated_after(inst, pending)
            })
        });
    }

    /// True if a pending instruction follows `inst` in the evaluation order of their statement, and `inst` has no
    /// effects but those of its operands.
    fn is_evaluated_after(&self, inst: Inst, pending: Inst) -> bool {
        self.function.op(inst).effects().is_pure() && self.uses.in_order(self.function, inst, pending)
    }

    fn flush_conflicts_unless(&mut self, effects: &Effects, keeps: impl Fn(&Self, Inst) -> bool) {
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

    /// Flushes pending values with write effects at the end of a block.
    pub(crate) fn flush_writes(&mut self) {
        while let Some(index) = self.waiting.as_slice().iter().position(|it| it.effects.has_writes()) {
            self.flush(index);
        }
    }

    /// Gives a pending value its variable, after the earlier pending values that conflict with it.
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

    pub(crate) fn is_reference(&self, value: Value) -> bool {
        self.cx.is_reference(self.function.values[value].ty)
    }

    /// Stores a value in a variable; of an access path, the indices.
    fn materialise(&mut self, value: Value) {
        let Some(expr) = self.expr(value) else { return };
        if self.is_reference(value) {
            let Some(mut path) = self.paths.remove(&value) else { return };
            for (step, ty) in &mut path.steps {
                // A name needs a copy, too: its variable may be written before the path is used again.
                if let (Step::Index(index), Some(ty)) = (step, *ty) {
                    *index = self.store_in_local(*index, ty);
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

    /// True if a `precise` value flows into a value that is not, so that it needs a variable of its own.
    pub(crate) fn needs_precise(&self, value: Value) -> bool {
        let data = &self.function.values[value];
        if !self.has_precise
            || !data.flags.contains(ValueFlags::PRECISE)
            || !self.cx.module.types.scalar_of(data.ty).is_some_and(vitrum_ir::Scalar::is_float)
        {
            return false;
        }
        let Some(user) = self.uses.value(value).user else { return false };
        match self.function.op(user) {
            Op::Store | Op::StoreSwizzle => false,
            _ => !self
                .function
                .results(user)
                .any(|result| self.function.values[result].flags.contains(ValueFlags::PRECISE)),
        }
    }

    /// Makes the result of an instruction a statement, a pending value or a variable.
    pub(crate) fn finish(&mut self, inst: Inst, expr: Expr, effects: Effects) {
        let Some(value) = self.function.result(inst) else {
            self.execute(&effects);
            self.declare_first_used();
            self.out.push(Stmt::Expr(expr));
            return;
        };
        let data = self.uses.value(value);
        if data.count == 0 {
            if effects.has_writes() && self.function.op(inst) == Op::Load {
                // An unused expression statement would not read memory.
                self.execute(&effects);
                self.store_in_local(expr, self.function.values[value].ty);
            } else if effects.has_writes() {
                self.execute(&effects);
                self.declare_first_used();
                self.out.push(Stmt::Expr(expr));
            }
            return;
        }
        self.flush_conflicts(&effects, Some(inst));
        self.declare_first_used();
        self.set(value, expr);
        let joined = self.uses.is_reassembled(value);
        if joined && let Some(size) = self.cx.module.types.vector_size(self.function.values[value].ty) {
            self.tree.set_whole(expr, size);
        }
        let place = self.is_reference(value);
        let cheap = effects.is_pure() && (place || self.is_constant(expr));
        if cheap {
            return;
        }
        // A vector that is split may be printed several times.
        let single = self.uses.is_single(value)
            && !self.needs_precise(value)
            && !(joined && data.count > 1 && effects.has_writes());
        if !place && self.match_nested_assignment(value, expr, &effects) {
            return;
        }
        let room = !joined || self.waiting.len() < MAX_PENDING / 2;
        // A value that is only stored needs no variable of its own.
        let shallow = || {
            let ends = data.user.is_some_and(|user| self.function.op(user) == Op::Store);
            ends || self.tree.depth(expr) <= MAX_DEPTH
        };
        let waits = (single && room && shallow()) || (place && !data.elsewhere);
        if waits {
            if !effects.is_pure() {
                if self.waiting.len() >= MAX_PENDING {
                    self.flush(0);
                }
                // It is pending in the position of its operands.
                let behind = |pending: &Pending| {
                    pending.effects.conflicts(&effects) && self.is_evaluated_after(inst, pending.inst)
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

    /// Flushes operands whose effects conflict with a value that is pending after them, before an instruction with
    /// effects of its own.
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

    /// True if an expression without effects is cheap to repeat: a literal, a name, or a path from a name with
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

    /// Converts a block to a list of statements.
    pub(crate) fn run(&mut self, block: Block) -> LoweredBlock<'a> {
        let function = self.function;
        let mut rest: &[Inst] = &function.blocks[block].insts;
        // A block has about one statement for four instructions.
        let arena = self.cx.arena;
        let out = std::mem::replace(&mut self.out, arena.list_of(rest.len() / 4));
        let fresh = self.lists.waiting.pop().unwrap_or_else(|| PendingValues::new(arena));
        let waiting = std::mem::replace(&mut self.waiting, fresh);
        let done = std::mem::take(&mut self.done);
        let mut ran = LoweredBlock {
            stmts: arena.list(),
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
                self.declares_at = Some(inst);
                // Declarations before a call precede its arguments, as they do when the text is compiled again.
                if function.op(inst) != Op::Call {
                    self.declare_first_used();
                }
            }
            if self.merged_store == Some(inst) {
                rest = following;
                continue;
            }
            let data = &function.insts[inst];
            if data.op == Op::Load
                && let Some(count) = self.match_postfix_increment(rest)
            {
                rest = rest.get(count..).unwrap_or(&[]);
                continue;
            }
            rest = following;
            self.following = following;
            self.tree.origin = inst.index() as u32 + 1;
            self.tree.letters = self.cx.letters(data);
            self.find_names(inst, data);
            if data.op.is_terminator() {
                ran.end = Some(inst);
                self.terminator(inst, &mut ran);
            } else {
                self.inst(inst, data);
                // Declarations for an instruction that added no statement.
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

    /// Declares the variables whose first use is in the current instruction.
    fn declare_first_used(&mut self) {
        let Some(inst) = self.declares_at.take() else { return };
        let mut index = 0;
        while let Some(&var) = self.uses.first_used_in(inst).get(index) {
            self.declare_before(var, inst);
            index += 1;
        }
    }

    /// Declares a variable at its first use, unless that use initialises it.
    fn declare_before(&mut self, var: Value, inst: Inst) {
        let data = self.uses.var(var).filter(|data| data.bare && !data.is_first_stored_by(inst));
        if let (Some(_), Some(local)) = (data, self.local(var)) {
            self.declare(local, None, None);
        }
    }

    fn inst(&mut self, inst: Inst, data: &InstData) {
        self.place = data.span();
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
            Op::Bitcast if self.constant_address(inst) || self.open_descriptor(inst) => {}
            Op::FconvertSaturated => self.result_by_reference(inst),
            _ => self.pure_op(inst, data),
        }
    }

    /// An operation on values only.
    fn pure_op(&mut self, inst: Inst, data: &InstData) {
        let operands = self.function.operands_of(data);
        let mut effects = Effects::default();
        // Older versions cannot construct a matrix from a matrix (GLSL 1.10 and ESSL 1.00 section 5.4.2).
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
            // `c ? a : b` evaluates one operand: those with effects and convergent ones are evaluated before.
            Op::Select => operands.iter().map(|&operand| self.speculated(operand, &mut effects)).collect(),
            // `a && b` may skip its second operand, whose effects must always happen.
            Op::And | Op::Or if operands.iter().skip(1).any(|&it| self.is_order_sensitive(it)) => {
                self.atoms(operands, &mut effects)
            }
            op if repeats_operands(op, data.imm, || self.first_size(operands)) => {
                self.atoms(operands, &mut effects)
            }
            Op::VectorTimesScalar | Op::MatrixTimesScalar => {
                let scalar_first = self.is_scalar_first(inst);
                let mut args = self.operand_list(operands, &mut effects);
                if scalar_first {
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
            effects.read(self.alias_set(pointer));
        }
        // Volatile reads happen as often as they are written.
        self.tree.joins = !effects.has_writes();
        self.tree.is_column = data.op == Op::Construct && self.is_column(inst);
        let ty = self.function.result_data(inst).map_or(vitrum_ir::types::common::VOID, |data| data.ty);
        let node = match (form(data.op), operands) {
            (Form::Special, _) => {
                let types: SmallVec<[Type; 4]> = operands.iter().map(|&operand| self.ty(operand)).collect();
                op_node(self.cx, &mut self.tree, data.op, data.imm, ty, &types, &args)
            }
            // Only special forms depend on the types of other operands.
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

    /// True if the result of an instruction is used by the constructor of a matrix.
    fn is_column(&self, inst: Inst) -> bool {
        let user = self.function.result(inst).and_then(|value| self.uses.value(value).user);
        user.filter(|&user| self.function.op(user) == Op::Construct)
            .and_then(|user| self.function.result_data(user))
            .is_some_and(|data| matches!(self.cx.module.types.get(data.ty), TypeData::Matrix { .. }))
    }

    /// The expressions of operands that are printed several times.
    fn atoms(&mut self, operands: &[Operand], effects: &mut Effects) -> Args {
        operands.iter().map(|&operand| self.atom(operand, effects)).collect()
    }

    /// The number of components of the first operand.
    fn first_size(&self, operands: &[Operand]) -> u32 {
        let first = operands.first().map(|&operand| self.ty(operand));
        first.and_then(|ty| self.cx.module.types.vector_size(ty)).unwrap_or(1)
    }

    /// True if the author wrote `2.0 * v`, and neither operand has effects.
    fn is_scalar_first(&self, inst: Inst) -> bool {
        let &[whole, number] = self.function.operands(inst) else { return false };
        let span = |inst: Inst| self.function.insts[inst].span();
        let def = |operand: Operand| self.function.definition(operand);
        let Some(whole_span) = def(whole).map(span) else { return false };
        let first = match def(number).map(span) {
            Some(number) => number.start < whole_span.start,
            // A constant is on the side with more text, since parentheses may be on both.
            None => {
                let product = span(inst);
                let before = whole_span.start.saturating_sub(product.start);
                number.constant().is_some() && before > product.end.saturating_sub(whole_span.end)
            }
        };
        first && !self.is_order_sensitive(whole) && !self.is_order_sensitive(number)
    }

    fn speculated(&mut self, operand: Operand, effects: &mut Effects) -> Expr {
        if self.is_order_sensitive(operand) {
            self.atom(operand, effects)
        } else {
            self.operand(operand, effects)
        }
    }

    /// True if an operand is pending and has write effects or is convergent.
    fn is_order_sensitive(&self, operand: Operand) -> bool {
        let waiting = operand.value().and_then(|value| self.waiting.find(value));
        waiting.is_some_and(|pending| pending.effects.has_writes() || pending.effects.is_convergent())
    }
}
