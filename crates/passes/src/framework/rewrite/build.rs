//! Building instructions in front of the one that is visited.

use super::Rewriter;
use crate::optimize::precision::fuller;
use vitrum_ir::{
    Block, BlockData, BuiltIn, Case, Constant, ControlData, ControlHints, ControlKind, Function, Id, Inst,
    Length, List, Module, Name, Op, Operand, Precision, Scalar, Storage, Type, TypeData, Value,
    types::common, typing,
};

/// The end of a block that a closure builds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The `if`, or the case of a `switch`, gives these values.
    Merge(Vec<Operand>),
    /// The loop or `switch` around ends, and gives these values.
    Break(Vec<Operand>),
    /// The next iteration of the loop around gets these parameters.
    Continue(Vec<Operand>),
    /// The function returns, with a value if it has one.
    Return(Option<Operand>),
    /// The invocation ends.
    Terminate,
}

impl From<()> for End {
    fn from((): ()) -> Self {
        Self::Merge(Vec::new())
    }
}

impl From<Operand> for End {
    fn from(value: Operand) -> Self {
        Self::Merge(vec![value])
    }
}

impl From<Vec<Operand>> for End {
    fn from(values: Vec<Operand>) -> Self {
        Self::Merge(values)
    }
}

/// The types of the values that blocks of a control instruction give, once one of them gives some.
type Given = Option<Vec<(Type, Precision)>>;

impl Rewriter<'_> {
    /// The type of an operand.
    pub fn ty(&self, operand: Operand) -> Type {
        typing::operand_type(self.module, &self.function, operand)
    }

    /// The precision of an operand; constants and addresses have none.
    pub fn precision(&self, operand: Operand) -> Precision {
        operand.value().map_or(Precision::None, |value| self.function.values[value].precision)
    }

    /// Builds an operation whose result type follows from its operands, or folds it. The result is as precise as the most
    /// precise operand. Ill-typed operands give an undefined `void`, which the verifier reports.
    pub fn op(&mut self, op: Op, operands: &[Operand]) -> Operand {
        self.op_imm(op, operands, 0)
    }

    /// Builds an operation with an immediate, such as the index of [`Op::Extract`].
    pub fn op_imm(&mut self, op: Op, operands: &[Operand], imm: u32) -> Operand {
        let types: Vec<Type> = operands.iter().map(|&operand| self.ty(operand)).collect();
        let ty = match op {
            Op::Load => types.first().and_then(|&ty| self.module.types.pointee(ty)),
            Op::Access => {
                let base = types.first().copied().unwrap_or(common::VOID);
                typing::access_type(self.module, base, operands.get(1..).unwrap_or(&[]))
            }
            _ => typing::infer(self.module, op, &types, imm),
        };
        let values = operands.iter().filter(|operand| operand.value().is_some());
        let precision = values.map(|&it| self.precision(it)).reduce(fuller).unwrap_or(Precision::None);
        self.push(op, operands, imm, ty.unwrap_or(common::VOID), precision)
    }

    /// Builds a variable of the function.
    pub(crate) fn variable(
        &mut self,
        ty: Type,
        precision: Precision,
        name: Name,
        initial: Option<Constant>,
    ) -> Value {
        let pointer = self.module.types.pointer(Storage::Function, ty);
        let initial: Vec<Operand> = initial.into_iter().map(Operand::from).collect();
        let variable = self.push_at(self.place(), Op::Var, &initial, 0, (pointer, precision));
        self.function.set_value_name(variable, name);
        variable
    }

    /// Builds a load of a whole variable or of what an address leads to.
    pub fn load(&mut self, pointer: impl Into<Operand>) -> Operand {
        self.op(Op::Load, &[pointer.into()])
    }

    /// Builds a store.
    pub fn store(&mut self, pointer: impl Into<Operand>, value: Operand) {
        self.push_effect(Op::Store, &[pointer.into(), value], 0);
    }

    /// Builds a load, what a closure makes of the value, and a store of that to the same place.
    pub fn update(&mut self, pointer: Operand, change: impl FnOnce(&mut Self, Operand) -> Operand) {
        let old = self.load(pointer);
        let new = change(self, old);
        self.store(pointer, new);
    }

    /// Builds the address of a part.
    pub fn access(&mut self, base: impl Into<Operand>, indices: &[Operand]) -> Operand {
        let operands: Vec<Operand> = [base.into()].into_iter().chain(indices.iter().copied()).collect();
        self.op(Op::Access, &operands)
    }

    /// Builds a call of another function, which gives a value.
    pub fn call(&mut self, callee: Function, operands: &[Operand]) -> Operand {
        let data = &self.module.functions[callee];
        let result = (data.result, data.precision);
        let value = self.push_at(self.place(), Op::Call, operands, callee.index() as u32, result);
        value.into()
    }

    /// A number of a type with numbers, the same in each component; an integer type takes the integer part.
    pub fn number(&mut self, ty: Type, number: f64) -> Operand {
        constant_number(self.module, ty, number).into()
    }

    /// Builds the address of a built-in variable, on its own or in a block; `None` if the module has none.
    pub fn builtin(&mut self, storage: Storage, builtin: BuiltIn) -> Option<Operand> {
        let (global, member) = self.module.find_builtin(storage, builtin)?;
        match member {
            None => Some(global.into()),
            Some(member) => {
                let index = self.module.constants.i32(member as i32);
                Some(self.access(global, &[index.into()]))
            }
        }
    }

    /// Builds the conversion of an integer to another integer type of as many components; the bits of the narrower one stay.
    pub fn convert(&mut self, integer: Operand, ty: Type) -> Operand {
        let from = self.ty(integer);
        let scalar = |this: &Self, ty| this.module.types.scalar_of(ty).unwrap_or(Scalar::I32);
        let (old, new) = (scalar(self, from), scalar(self, ty));
        let precision = self.precision(integer);
        if old == new {
            return integer;
        }
        let op = match () {
            () if old.width() == new.width() => Op::Bitcast,
            () if old.is_signed() => Op::Sconvert,
            () => Op::Uconvert,
        };
        self.push(op, &[integer], 0, ty, precision)
    }

    /// True if an operand of an instruction is an index, and not of a struct.
    pub fn is_index(&self, inst: Inst, position: usize) -> bool {
        match self.function.op(inst) {
            Op::Access => position > 0 && self.indexed_type(inst, position).is_some(),
            Op::ExtractDynamic => position == 1,
            Op::InsertDynamic => position == 2,
            _ => false,
        }
    }

    /// The type from which an index of an address selects.
    fn indexed_type(&self, inst: Inst, position: usize) -> Option<Type> {
        let operands = self.function.operands(inst);
        let whole = self.ty(*operands.first()?);
        let pointee = self.module.types.pointee(whole)?;
        let mut before = operands.get(1..position)?.iter();
        let ty = before.try_fold(pointee, |ty, &index| typing::indexed_type(self.module, ty, index))?;
        (!matches!(self.module.types.get(ty), TypeData::Struct(_))).then_some(ty)
    }

    /// The number of parts from which an operand of an instruction selects one by an index: of a vector, a matrix, an array, or
    /// the last member of a storage block. `None` for operands that are no index, and members of structs.
    pub fn indexed_length(&mut self, inst: Inst, position: usize) -> Option<Operand> {
        let operands = self.function.operands(inst).to_vec();
        let base = *operands.first()?;
        let ty = match self.function.op(inst) {
            Op::Access if position > 0 => self.indexed_type(inst, position)?,
            Op::ExtractDynamic if position == 1 => self.ty(base),
            Op::InsertDynamic if position == 2 => self.ty(base),
            _ => return None,
        };
        match self.module.types.get(ty) {
            TypeData::Array { length: Length::Spec(length), .. } => Some(length.into()),
            TypeData::RuntimeArray { .. } if position > 1 || base.value().is_some() => {
                let array = match operands.get(1..position)? {
                    [] => base,
                    indices => self.access(base, indices),
                };
                Some(self.op(Op::ArrayLength, &[array]))
            }
            TypeData::Struct(_) | TypeData::RuntimeArray { .. } => None,
            _ => {
                let length = self.module.types.length(ty)?;
                Some(self.module.constants.u32(length).into())
            }
        }
    }

    /// Gives an instruction another operand at a position.
    pub fn set_operand(&mut self, inst: Inst, position: usize, operand: Operand) {
        if let Some(slot) = self.function.operands_mut(inst).get_mut(position) {
            *slot = operand;
            self.changes += 1;
        }
    }

    /// Makes an instruction another operation on the same operands.
    pub fn set_op(&mut self, inst: Inst, op: Op) {
        self.function.set_op(inst, op);
        self.changes += 1;
    }

    /// Builds an `if`: one of two blocks runs, each with instructions that its closure builds and an end. Gives the values that
    /// they merge.
    ///
    /// ```text
    /// let value = rewriter.if_(condition, |rewriter| rewriter.load(a), |rewriter| rewriter.load(b));
    /// ```
    pub fn if_<T: Into<End>, U: Into<End>>(
        &mut self,
        condition: Operand,
        then: impl FnOnce(&mut Self) -> T,
        other: impl FnOnce(&mut Self) -> U,
    ) -> Vec<Operand> {
        let mut given = None;
        let then = self.block(Op::Merge, &mut given, |rewriter| then(rewriter).into());
        let other = self.block(Op::Merge, &mut given, |rewriter| other(rewriter).into());
        self.control(Op::If, &[condition], ControlKind::If { then, other }, given)
    }

    /// Builds a loop. Its body gets the initial values first, then those of each [`End::Continue`]; an [`End::Break`] of the body
    /// or of a block within gives the values of the loop. [`End::Merge`] at the end of the body continues.
    ///
    /// ```text
    /// rewriter.loop_(&[zero], |rewriter, params| {
    ///     let next = rewriter.op(Op::Iadd, &[params[0], one]);
    ///     let more = rewriter.op(Op::Slt, &[next, count]);
    ///     rewriter.if_(more, |_| (), |_| End::Break(vec![]));
    ///     End::Continue(vec![next])
    /// });
    /// ```
    pub fn loop_(
        &mut self,
        initial: &[Operand],
        body: impl FnOnce(&mut Self, &[Operand]) -> End,
    ) -> Vec<Operand> {
        let types: Vec<(Type, Precision)> =
            initial.iter().map(|&operand| (self.ty(operand), self.precision(operand))).collect();
        let block = self.function.blocks.alloc(BlockData::default());
        let params: Vec<Operand> = types
            .iter()
            .map(|&(ty, precision)| self.function.add_param(block, ty, precision).into())
            .collect();
        let outer = std::mem::take(&mut self.broken);
        let mut unused = None;
        self.fill(block, Op::Continue, &mut unused, |rewriter| body(rewriter, &params));
        let given = std::mem::replace(&mut self.broken, outer);
        self.control(Op::Loop, initial, ControlKind::Loop { body: block, continuing: None }, given)
    }

    /// Builds a `switch` over an integer. The closure builds the block of each case, with the case's number or `None` for the
    /// default. Gives the values that they merge.
    pub fn switch_<T: Into<End>>(
        &mut self,
        selector: Operand,
        numbers: &[i64],
        mut case: impl FnMut(&mut Self, Option<i64>) -> T,
    ) -> Vec<Operand> {
        let scalar = self.module.types.scalar_of(self.ty(selector));
        let outer = std::mem::take(&mut self.broken);
        let mut given = None;
        let mut cases = Vec::with_capacity(numbers.len() + 1);
        for number in numbers.iter().copied().map(Some).chain([None]) {
            let block = self.block(Op::Break, &mut given, |rewriter| case(rewriter, number).into());
            let label = |number: i64| {
                let scalar = scalar?;
                let bits = vitrum_ir::eval::scalar::truncate(scalar.width(), number as u64);
                Some(self.module.constants.scalar(scalar, bits))
            };
            let values: Vec<Constant> = number.and_then(label).into_iter().collect();
            cases.push(Case { values, default: number.is_none(), block });
        }
        let broken = std::mem::replace(&mut self.broken, outer);
        self.control(Op::Switch, &[selector], ControlKind::Switch { cases }, given.or(broken))
    }

    /// A block with instructions that a closure builds. `merge` is the terminator for [`End::Merge`].
    fn block(&mut self, merge: Op, given: &mut Given, build: impl FnOnce(&mut Self) -> End) -> Block {
        let block = self.function.blocks.alloc(BlockData::default());
        self.fill(block, merge, given, build);
        block
    }

    fn fill(&mut self, block: Block, merge: Op, given: &mut Given, build: impl FnOnce(&mut Self) -> End) {
        let start = self.out.len();
        let end = build(self);
        let ends = self
            .out
            .get(start..)
            .and_then(|new| new.last())
            .is_some_and(|&last| self.function.op(last).is_terminator());
        if !ends {
            let (op, operands) = match end {
                End::Merge(values) => (merge, values),
                End::Break(values) => (Op::Break, values),
                End::Continue(values) => (Op::Continue, values),
                End::Return(value) => (Op::Return, value.into_iter().collect()),
                End::Terminate => (Op::Terminate, Vec::new()),
            };
            let types = |this: &Self| {
                operands.iter().map(|&operand| (this.ty(operand), this.precision(operand))).collect()
            };
            if op == merge && op != Op::Continue {
                given.get_or_insert_with(|| types(self));
            } else if op == Op::Break {
                let types = types(self);
                self.broken.get_or_insert(types);
            }
            let inst = self.function.new_inst(op, &operands, 0, self.place());
            self.out.push(inst);
        }
        let insts: List<Inst> = self.out.drain(start..).collect();
        self.function.blocks[block].insts = insts;
    }

    /// Builds a control instruction with results of these types.
    fn control(&mut self, op: Op, operands: &[Operand], kind: ControlKind, given: Given) -> Vec<Operand> {
        let control = ControlData { kind, hints: ControlHints::NONE, loop_hints: None };
        let inst = self.function.new_control(op, operands, control, self.place());
        self.function.add_results(inst, &given.unwrap_or_default());
        self.out.push(inst);
        self.changes += 1;
        let results: Vec<Value> = self.function.results(inst).collect();
        results.into_iter().map(Operand::from).collect()
    }
}

/// The constant of a type with numbers that has a number in each component; undefined for other types.
pub(crate) fn constant_number(module: &mut Module, ty: Type, number: f64) -> Constant {
    let Some(scalar) = module.types.scalar_of(ty) else { return module.constants.undef(ty) };
    let bits = match vitrum_ir::eval::FloatFormat::of(scalar) {
        Some(format) => format.encode(number),
        None => vitrum_ir::eval::scalar::truncate(scalar.width(), number as i64 as u64),
    };
    let one = module.constants.scalar(scalar, bits);
    match module.types.vector_size(ty).filter(|&size| size > 1) {
        Some(size) => module.constants.composite(ty, &vec![one; size as usize]),
        None => one,
    }
}
