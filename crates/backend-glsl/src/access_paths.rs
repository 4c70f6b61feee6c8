//! Local variables, and access paths into variables.

use crate::ast::{Expr, Letters, Node, Tree};
use crate::body::Body;
use crate::effects::Effects;
use smallvec::SmallVec;
use vitrum_ir::{ConstantKind, Inst, Op, Operand, ParamMode, Type, TypeData, Value, ValueFlags, typing};

/// The constructor that marks a value as different between invocations.
pub(crate) const NONUNIFORM: &str = "nonuniformEXT";

/// A step of an access path.
#[derive(Clone, Copy)]
pub(crate) enum Step<'a> {
    Field(&'a str),
    Swizzle(Letters),
    Index(Expr),
}

/// An access path: a base and its steps, with the types of dynamic indices.
#[derive(Clone)]
pub(crate) struct Path<'a> {
    pub(crate) base: Expr,
    pub(crate) steps: SmallVec<[(Step<'a>, Option<Type>); 2]>,
}

impl<'a> Body<'_, 'a> {
    pub(crate) fn spell(&mut self, path: &Path<'a>) -> Expr {
        let mut expr = path.base;
        for &(step, _) in &path.steps {
            expr = match step {
                Step::Field(name) if self.is_empty(expr) => self.tree.text(name),
                Step::Field(name) => self.tree.add(Node::Field(expr, name)),
                Step::Swizzle(letter) => self.tree.swizzle(expr, letter),
                Step::Index(index) => self.tree.add(Node::Index(expr, index)),
            };
        }
        expr
    }

    /// True if an expression is the empty name of a block without an instance name.
    pub(crate) fn is_empty(&self, expr: Expr) -> bool {
        matches!(self.tree.get(expr), Node::Text(""))
    }

    pub(crate) fn var(&mut self, inst: Inst) {
        let Some(var) = self.function.result(inst) else { return };
        if let Some(param) = self.copied_param(var)
            && let Some(expr) = self.expr(param)
            && let Node::Local(local) = self.tree.get(expr)
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
            self.declare(local, init, only_in);
        }
    }

    /// The parameter that is the initial value of a variable and has no other use.
    pub(crate) fn copied_param(&self, var: Value) -> Option<Value> {
        let data = self.uses.var(var)?;
        if !data.stored_first || !self.function.blocks[self.function.body].insts.contains(&data.first) {
            return None;
        }
        let &[_, stored] = self.function.operands(data.first) else { return None };
        let param = stored.value()?;
        let params = &self.function.blocks[self.function.body].params;
        let index = params.iter().position(|&other| other == param)?;
        let passing = self.function.params.get(index)?.passing;
        (passing == ParamMode::In && self.uses.value(param).count == 1).then_some(param)
    }

    /// Stores a constant address in a variable, since GLSL cannot write through a constant reference.
    pub(crate) fn constant_address(&mut self, inst: Inst) -> bool {
        let &[address] = self.function.operands(inst) else { return false };
        let (Some(_), Some(value)) = (address.constant(), self.function.result(inst)) else { return false };
        if self.cx.module.types.pointee(self.function.values[value].ty).is_none() {
            return false;
        }
        let init = self.initializer(address);
        let (local, name) = self.bare_local(self.ty(address));
        self.declare(local, init, None);
        self.set(value, name);
        true
    }

    pub(crate) fn initializer(&mut self, operand: Operand) -> Option<Expr> {
        let constant = operand.constant().filter(|_| !self.is_undefined(operand))?;
        Some(self.cx.constant(&mut self.tree, constant))
    }

    /// True if an operand is an undefined constant.
    pub(crate) fn is_undefined(&self, operand: Operand) -> bool {
        let constant = operand.constant().map(|constant| self.cx.module.constants.get(constant));
        constant.is_some_and(|data| data.kind == ConstantKind::Undef)
    }

    /// The loop that contains every use of a variable except its initialisation.
    pub(crate) fn only_loop(&self, var: Value) -> Option<Inst> {
        let data = self.uses.var(var)?;
        let only = match (data.bare, data.stored_first, data.second, data.more) {
            (false, false, None, false) => data.first,
            (true, true, Some(second), false) => second,
            _ => return None,
        };
        (self.function.op(only) == Op::Loop).then_some(only)
    }

    pub(crate) fn access(&mut self, inst: Inst) {
        let operands = self.function.operands(inst);
        let Some((&base, indices)) = operands.split_first() else { return };
        let mut effects = Effects::default();
        let base_value = base.value();
        let base_type = self.ty(base);
        let base_expr = self.operand(base, &mut effects);
        let inherited = base_value.and_then(|value| self.paths.get(&value).cloned());
        let mut path = inherited.unwrap_or(Path { base: base_expr, steps: SmallVec::new() });
        let mut ty = self.cx.module.types.pointee(base_type).unwrap_or(base_type);
        let module = self.cx.module;
        let is_heap = |global| module.is_structured_heap(&module.globals[global]);
        let of_heap = base.global().is_some_and(is_heap);
        let mut indices = indices;
        if of_heap {
            // The declaration says where the block begins.
            indices = indices.get(1..).unwrap_or(&[]);
            ty = module.types.element(ty).unwrap_or(ty);
        }
        // Indices before the first member select the resource, and those within a block of a heap.
        let mut chooses_resource = self.is_nonuniform(inst);
        for &index in indices {
            let known = index.constant().and_then(|constant| self.cx.module.constants.as_int(constant));
            let step = match (self.cx.module.types.get(ty), known) {
                (TypeData::Struct(id), Some(member)) => Step::Field(self.cx.member(id, member as usize)),
                (TypeData::Vector { .. }, Some(component)) if (0..4).contains(&component) => {
                    Step::Swizzle(Letters::of([component as u8]).spelled(self.tree.letters))
                }
                (_, Some(number)) if i32::try_from(number).is_err() => {
                    Step::Index(self.operand(index, &mut effects))
                }
                (_, Some(number)) => {
                    let constant = index.constant();
                    let named = constant.and_then(|it| self.cx.named_constant(&mut self.tree, it));
                    Step::Index(named.unwrap_or_else(|| self.tree.number(number)))
                }
                _ => Step::Index(self.operand(index, &mut effects)),
            };
            let dynamic = matches!(step, Step::Index(_)) && index.constant().is_none();
            let step = match step {
                Step::Index(index) if dynamic && chooses_resource => {
                    Step::Index(self.tree.call(NONUNIFORM, &[index]))
                }
                Step::Field(_) => {
                    chooses_resource &= of_heap;
                    step
                }
                Step::Index(_) | Step::Swizzle(_) => step,
            };
            path.steps.push((step, dynamic.then(|| self.ty(index))));
            ty = typing::part_type(self.cx.module, ty, known.unwrap_or(0) as u32).unwrap_or(ty);
        }
        let Some(value) = self.function.result(inst) else { return };
        self.finish_path(inst, value, path, effects);
    }

    /// The address of the block behind a descriptor, which is written as the descriptor.
    pub(crate) fn open_descriptor(&mut self, inst: Inst) -> bool {
        let (&[address], Some(value)) = (self.function.operands(inst), self.function.result(inst)) else {
            return false;
        };
        let types = &self.cx.module.types;
        let pointee = types.pointee(self.ty(address)).map(|ty| types.get(ty));
        if !matches!(pointee, Some(TypeData::Descriptor { .. })) {
            return false;
        }
        let mut effects = Effects::default();
        let expr = self.operand(address, &mut effects);
        let path = address.value().and_then(|address| self.paths.get(&address).cloned());
        let path = path.unwrap_or(Path { base: expr, steps: SmallVec::new() });
        self.finish_path(inst, value, path, effects);
        true
    }

    /// Stores an index in a variable. The variable is not `nonuniformEXT`, so its use keeps the constructor.
    fn keep_index(&mut self, index: Expr, ty: Type) -> Expr {
        match self.tree.get(index) {
            Node::Call(NONUNIFORM, args) => {
                let inner = self.tree.args(args).first().copied().unwrap_or(index);
                let kept = self.store_in_local(inner, ty);
                self.tree.call(NONUNIFORM, &[kept])
            }
            _ => self.store_in_local(index, ty),
        }
    }

    /// True if the result of an instruction needs the mark for values that differ between invocations.
    pub(crate) fn is_nonuniform(&self, inst: Inst) -> bool {
        let result = self.function.result(inst);
        self.cx.vulkan
            && result.is_some_and(|value| self.function.values[value].flags.contains(ValueFlags::NONUNIFORM))
    }

    /// Adds an access path that may be printed several times: long indices and indices with effects get variables.
    pub(crate) fn finish_path(&mut self, inst: Inst, value: Value, mut path: Path<'a>, effects: Effects) {
        let data = self.uses.value(value);
        let mut effects = effects;
        if data.count > 1 {
            let pair =
                data.count == 2 && !data.elsewhere && !effects.has_writes() && !effects.is_convergent();
            let small = |tree: &Tree<'_>, index: Expr| tree.depth(index) <= 2;
            let keep =
                data.elsewhere && !effects.is_pure() || effects.has_writes() || effects.is_convergent();
            let long = !pair
                && path.steps.iter().any(|(step, ty)| match step {
                    Step::Index(index) => ty.is_some() && !small(&self.tree, *index),
                    Step::Field(_) | Step::Swizzle(_) => false,
                });
            if keep || long {
                self.execute_for(inst, &effects);
                effects = Effects::default();
                for (step, ty) in &mut path.steps {
                    if let (Step::Index(index), Some(ty)) = (step, *ty)
                        && (keep || !matches!(self.tree.get(*index), Node::Text(_)))
                    {
                        *index = self.keep_index(*index, ty);
                    }
                }
            }
        }
        let expr = self.spell(&path);
        // A path without dynamic indices is printed the same everywhere.
        if path.steps.iter().any(|(_, ty)| ty.is_some()) {
            self.paths.insert(value, path);
        }
        self.finish(inst, expr, effects);
    }

    pub(crate) fn load(&mut self, inst: Inst) {
        let &[pointer] = self.function.operands(inst) else { return };
        let mut effects = Effects::default();
        let expr = self.operand(pointer, &mut effects);
        let Some(value) = self.function.result(inst) else { return };
        if self.is_reference(value) {
            let path = pointer.value().and_then(|pointer| self.paths.get(&pointer).cloned());
            let path = path.unwrap_or(Path { base: expr, steps: SmallVec::new() });
            self.finish_path(inst, value, path, effects);
            return;
        }
        effects.read(self.alias_set(pointer));
        if self.function.is_volatile(inst) {
            effects.set_ordered();
        }
        self.finish(inst, expr, effects);
    }
}
