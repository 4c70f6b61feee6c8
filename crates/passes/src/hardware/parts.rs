//! Values in parts: the walk of passes that hold values of some types in several values of others.
//!
//! A [`Scheme`] says which types are split, how a whole is taken apart and put together, and what the parts of each operation are.
//! The walk keeps the parts of every value that a split operation gives, and passes parts through block parameters, results of
//! control instructions and jumps. Where an instruction needs a whole, such as a store, a call or a return, it is put together;
//! where one gives a whole, such as a load, it is taken apart when a part is first used.

use super::build::Build;
use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, part_block, rewrite};
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vitrum_ir::{FunctionData, Inst, List, Module, Op, Operand, Precision, Type, Value, visit};

/// A way to hold values in parts.
pub(super) trait Scheme: Sized {
    /// The types of the parts of values of a type; `None` for those that stay whole.
    fn parts(&self, module: &mut Module, ty: Type) -> Option<Vec<Type>>;

    /// Builds the parts of a whole.
    fn take_apart(&self, build: &mut Build<'_, '_>, whole: Operand, parts: &[Type]) -> Vec<Operand>;

    /// Builds a whole of a type from its parts.
    fn put_together(&self, build: &mut Build<'_, '_>, parts: &[Operand], ty: Type) -> Operand;

    /// Builds the parts of each result of an instruction, or a whole for a result that is not split; `None` if the instruction
    /// stays and works on wholes.
    fn lower(&self, cx: &mut Context<'_, '_, Self>) -> Option<Vec<Vec<Operand>>>;
}

/// Splits values in all functions; gives the number of changes.
pub(super) fn split<S: Scheme + Copy>(module: &mut Module, session: &mut Session, scheme: S) -> usize {
    rewrite(module, session, |_, _, _| Some(Splitter { scheme, state: State::default() }))
}

/// True if a function has instructions that give or take values of types that a test holds for.
pub(super) fn has_values(module: &Module, is_split: impl Fn(&Module, Type) -> bool) -> bool {
    let in_function = |function: &FunctionData| {
        let is = |ty: Type| is_split(module, ty);
        function.values.values().any(|value| is(value.ty))
            || visit::insts(function).into_iter().any(|(_, inst)| {
                let constants = function.operands(inst).iter().filter_map(|operand| operand.constant());
                constants.map(|constant| module.constants.ty(constant)).any(is)
            })
    };
    module.functions.values().filter(|function| function.has_code()).any(in_function)
}

/// Facts that the walk has gathered.
#[derive(Default)]
struct State {
    types: FxHashMap<Type, Option<Rc<[Type]>>>,
    /// Parts of the values that are split where they are defined.
    split: FxHashMap<Value, Vec<Operand>>,
    /// Parts of wholes, and wholes of split values, for the blocks that are open.
    apart: FxHashMap<Value, Vec<Operand>>,
    whole: FxHashMap<Value, Operand>,
    /// The values with such parts or wholes in the order in which they were built.
    built: Vec<Value>,
    /// Open control instructions, each with the number of values that were built before it.
    marks: Vec<(Inst, usize)>,
}

impl State {
    fn parts_of(&mut self, scheme: &impl Scheme, module: &mut Module, ty: Type) -> Option<Rc<[Type]>> {
        if let Some(known) = self.types.get(&ty) {
            return known.clone();
        }
        let parts = scheme.parts(module, ty).map(Rc::from);
        self.types.insert(ty, parts.clone());
        parts
    }

    /// Forgets what was built in a block that is closed.
    fn forget(&mut self, count: usize) {
        for value in self.built.drain(count.min(self.built.len())..) {
            self.apart.remove(&value);
            self.whole.remove(&value);
        }
    }
}

/// An instruction that is visited, and the state of the walk.
pub(super) struct Context<'a, 'm, S> {
    pub(super) build: Build<'a, 'm>,
    pub(super) inst: Inst,
    scheme: &'a S,
    state: &'a mut State,
}

impl<S: Scheme> Context<'_, '_, S> {
    /// The operation.
    pub(super) fn op(&self) -> Op {
        self.build.rewriter.function.op(self.inst)
    }

    /// Its immediate.
    pub(super) fn imm(&self) -> u32 {
        self.build.rewriter.function.insts[self.inst].imm
    }

    /// The operands as they stand in the instruction.
    pub(super) fn operands(&self) -> Vec<Operand> {
        self.build.rewriter.function.operands(self.inst).to_vec()
    }

    /// The type of the only result.
    pub(super) fn result_type(&self) -> Option<Type> {
        self.build.rewriter.function.result_data(self.inst).map(|data| data.ty)
    }

    /// The types of the parts of a type, if it is split.
    pub(super) fn parts_of(&mut self, ty: Type) -> Option<Rc<[Type]>> {
        self.state.parts_of(self.scheme, self.build.rewriter.module, ty)
    }

    /// True if values of the type of an operand are split.
    pub(super) fn is_split(&mut self, operand: Operand) -> bool {
        let ty = self.build.ty(operand);
        self.parts_of(ty).is_some()
    }

    /// True if an operand is there in parts only, since the operation that gives it is split.
    pub(super) fn is_in_parts(&self, operand: Operand) -> bool {
        operand.value().is_some_and(|value| self.state.split.contains_key(&value))
    }

    /// The parts of an operand; of one that is not split, itself.
    pub(super) fn parts(&mut self, operand: Operand) -> Vec<Operand> {
        let value = operand.value();
        if let Some(parts) = value.and_then(|value| self.state.split.get(&value)) {
            return parts.clone();
        }
        if let Some(parts) = value.and_then(|value| self.state.apart.get(&value)) {
            return parts.clone();
        }
        let ty = self.build.ty(operand);
        let Some(types) = self.parts_of(ty) else { return vec![operand] };
        if self.build.rewriter.module.is_undefined(operand) {
            return types.iter().map(|&ty| self.build.undef(ty)).collect();
        }
        let mut build = build_for(self.build.rewriter, operand, self.inst);
        let parts = self.scheme.take_apart(&mut build, operand, &types);
        if let Some(value) = value {
            self.state.apart.insert(value, parts.clone());
            self.state.built.push(value);
        }
        parts
    }

    /// The only part of an operand that has one.
    pub(super) fn part(&mut self, operand: Operand) -> Operand {
        self.parts(operand).first().copied().unwrap_or(operand)
    }

    /// The whole of an operand.
    pub(super) fn whole(&mut self, operand: Operand) -> Operand {
        let Some(value) = operand.value() else { return operand };
        let Some(parts) = self.state.split.get(&value) else { return operand };
        if let Some(&whole) = self.state.whole.get(&value) {
            return whole;
        }
        let parts = parts.clone();
        let ty = self.build.rewriter.function.values[value].ty;
        let mut build = build_for(self.build.rewriter, operand, self.inst);
        let whole = self.scheme.put_together(&mut build, &parts, ty);
        self.state.whole.insert(value, whole);
        self.state.built.push(value);
        whole
    }

    /// The scheme.
    pub(super) fn scheme(&self) -> &S {
        self.scheme
    }

    /// The type of an operand before it was split.
    pub(super) fn ty(&self, operand: Operand) -> Type {
        self.build.ty(operand)
    }
}

/// A builder of parts of an operand, with its precision, flags and place.
fn build_for<'a, 'm>(rewriter: &'a mut Rewriter<'m>, operand: Operand, user: Inst) -> Build<'a, 'm> {
    let inst = rewriter.function.definition(operand).unwrap_or(user);
    Build::of(rewriter, inst)
}

struct Splitter<S> {
    scheme: S,
    state: State,
}

impl<S: Scheme> Visitor for Splitter<S> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function.op(inst);
        if op.is_control() {
            self.control(rewriter, inst, op);
            return Action::Keep;
        }
        if op.is_terminator() {
            self.terminator(rewriter, inst, op);
            return Action::Keep;
        }
        let mut cx = self.context(rewriter, inst);
        let scheme = cx.scheme;
        match scheme.lower(&mut cx) {
            Some(results) => self.replace(rewriter, inst, results),
            None => {
                for index in 0..cx.operands().len() {
                    let operand = cx.build.rewriter.function.operands(inst)[index];
                    let whole = cx.whole(operand);
                    cx.build.rewriter.function.operands_mut(inst)[index] = whole;
                }
                Action::Keep
            }
        }
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        match self.state.marks.last() {
            Some(&(open, count)) if open == control => self.state.forget(count),
            _ => self.state.marks.push((control, self.state.built.len())),
        }
        let Some(block) = part_block(&rewriter.function, control, part) else { return };
        let old = rewriter.function.blocks[block].params.clone();
        let mut new: List<Value> = List::new();
        let mut changed = false;
        for value in old {
            let data = rewriter.function.values[value];
            let Some(types) = self.state.parts_of(&self.scheme, rewriter.module, data.ty) else {
                new.push(value);
                continue;
            };
            changed = true;
            let parts: Vec<Value> =
                types.iter().map(|&ty| rewriter.function.add_param(block, ty, data.precision)).collect();
            self.name(rewriter, value, &parts);
            new.extend(parts.iter().copied());
            self.state.split.insert(value, parts.into_iter().map(Operand::from).collect());
        }
        if changed {
            rewriter.function.set_params(block, new);
            rewriter.changes += 1;
        }
    }

    fn leave(&mut self, _: &mut Rewriter<'_>, control: Inst) {
        if let Some((_, count)) = self.state.marks.pop_if(|mark| mark.0 == control) {
            self.state.forget(count);
        }
    }
}

impl<S: Scheme> Splitter<S> {
    fn context<'a, 'm>(&'a mut self, rewriter: &'a mut Rewriter<'m>, inst: Inst) -> Context<'a, 'm, S> {
        Context { build: Build::of(rewriter, inst), inst, scheme: &self.scheme, state: &mut self.state }
    }

    /// Gives parts the name and flags of the value that they are parts of.
    fn name(&self, rewriter: &mut Rewriter<'_>, value: Value, parts: &[Value]) {
        let name = rewriter.function.value_name(value);
        let flags = rewriter.function.values[value].flags;
        for &part in parts {
            rewriter.function.values[part].flags = flags;
            if !rewriter.function.has_name(part) {
                rewriter.function.set_value_name(part, name);
            }
        }
    }

    /// Notes the parts of the results of an instruction, which goes.
    fn replace(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, results: Vec<Vec<Operand>>) -> Action {
        let values: Vec<Value> = rewriter.function.results(inst).collect();
        for (value, parts) in values.into_iter().zip(results) {
            let ty = rewriter.function.values[value].ty;
            let is_split = self.state.parts_of(&self.scheme, rewriter.module, ty).is_some();
            let name = rewriter.function.value_name(value);
            for part in parts.iter().filter_map(|part| part.value()) {
                if !rewriter.function.has_name(part) {
                    rewriter.function.set_value_name(part, name);
                }
            }
            match parts.first() {
                Some(&whole) if !is_split => rewriter.forward(value, whole),
                _ => {
                    self.state.split.insert(value, parts);
                }
            }
        }
        Action::Remove
    }

    /// Replaces operands from `first` on by their parts; gives the number of new ones for the first `counted` of these.
    fn pass_parts(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, first: usize, counted: usize) -> usize {
        let mut cx = self.context(rewriter, inst);
        let old = cx.operands();
        let mut new = Vec::with_capacity(old.len());
        let mut count = 0;
        for (index, &operand) in old.iter().enumerate() {
            if index < first {
                new.push(cx.whole(operand));
                continue;
            }
            let parts = cx.parts(operand);
            if index < first + counted {
                count += parts.len();
            }
            new.extend(parts);
        }
        if new != old {
            rewriter.function.set_operands(inst, &new);
            rewriter.changes += 1;
        }
        count
    }

    fn terminator(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) {
        match op {
            Op::Merge | Op::Continue | Op::Break | Op::Next | Op::Fallthrough => {
                self.pass_parts(rewriter, inst, 0, 0);
            }
            Op::BreakIf => {
                let results = rewriter.function.insts[inst].imm as usize;
                let results = self.pass_parts(rewriter, inst, 1, results);
                rewriter.function.set_imm(inst, results as u32);
            }
            _ => {
                self.pass_parts(rewriter, inst, usize::MAX, 0);
            }
        }
    }

    fn control(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) {
        let whole = if op == Op::Loop { 0 } else { 1 };
        self.pass_parts(rewriter, inst, whole, 0);
        let old: Vec<Value> = rewriter.function.results(inst).collect();
        let mut types: Vec<(Type, Precision)> = Vec::with_capacity(old.len());
        let mut counts = Vec::with_capacity(old.len());
        for &value in &old {
            let data = rewriter.function.values[value];
            match self.state.parts_of(&self.scheme, rewriter.module, data.ty) {
                Some(parts) => {
                    types.extend(parts.iter().map(|&ty| (ty, data.precision)));
                    counts.push(Some(parts.len()));
                }
                None => {
                    types.push((data.ty, data.precision));
                    counts.push(None);
                }
            }
        }
        if counts.iter().all(Option::is_none) {
            return;
        }
        let mut new = rewriter.replace_results(inst, &types).into_iter();
        for (value, count) in old.into_iter().zip(counts) {
            match count {
                Some(count) => {
                    let parts: Vec<Value> = new.by_ref().take(count).collect();
                    self.name(rewriter, value, &parts);
                    self.state.split.insert(value, parts.into_iter().map(Operand::from).collect());
                }
                None => {
                    if let Some(next) = new.next() {
                        rewriter.inherit(value, next);
                    }
                }
            }
        }
        rewriter.changes += 1;
    }
}
