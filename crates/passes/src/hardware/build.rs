//! Building what stands for an instruction: operations that inherit its place, precision and flags.

use crate::framework::rewrite::Rewriter;
use vitrum_ir::{
    Constant, Function, Id, Inst, Op, Operand, Precision, Scalar, Span, Type, ValueFlags, fold,
    types::common, typing,
};

/// A builder in front of an instruction.
pub(super) struct Build<'a, 'm> {
    pub(super) rewriter: &'a mut Rewriter<'m>,
    span: Span,
    precision: Precision,
    flags: ValueFlags,
}

impl<'a, 'm> Build<'a, 'm> {
    /// For the results of `inst`.
    pub(super) fn of(rewriter: &'a mut Rewriter<'m>, inst: Inst) -> Self {
        let span = rewriter.function.insts[inst].span();
        let (precision, flags) = match rewriter.function.result_data(inst) {
            Some(data) => (data.precision, data.flags),
            None => (Precision::None, ValueFlags::NONE),
        };
        Self { rewriter, span, precision, flags }
    }

    /// For code of its own.
    pub(super) fn plain(rewriter: &'a mut Rewriter<'m>, precision: Precision) -> Self {
        Self { rewriter, span: Span::default(), precision, flags: ValueFlags::NONE }
    }

    /// The precision of results.
    pub(super) fn precision(&self) -> Precision {
        self.precision
    }

    /// The same for operations of which every bit counts.
    pub(super) fn exact(mut self) -> Self {
        if self.precision != Precision::None {
            self.precision = Precision::High;
        }
        self
    }

    /// The type of an operand.
    pub(super) fn ty(&self, operand: Operand) -> Type {
        self.rewriter.ty(operand)
    }

    /// The component type of an operand; `bool` for what has none.
    pub(super) fn scalar(&self, operand: Operand) -> Scalar {
        self.rewriter.module.types.scalar_of(self.ty(operand)).unwrap_or(Scalar::Bool)
    }

    /// The type with these components and the shape of another.
    pub(super) fn like(&mut self, ty: Type, scalar: Scalar) -> Type {
        self.rewriter.module.types.with_scalar(ty, scalar).unwrap_or(common::scalar(scalar))
    }

    /// Builds an operation with a result of a given type, or folds it.
    pub(super) fn push(&mut self, op: Op, operands: &[Operand], imm: u32, ty: Type) -> Operand {
        if let Some(constant) = self.rewriter.floats().fold(self.rewriter.module, op, operands, imm, ty) {
            return constant.into();
        }
        let value = self.rewriter.push_at(self.span, op, operands, imm, (ty, self.precision));
        self.rewriter.function.values[value].flags = self.flags;
        value.into()
    }

    /// Builds an operation with a result of a given type.
    pub(super) fn to(&mut self, op: Op, operands: &[Operand], ty: Type) -> Operand {
        self.push(op, operands, 0, ty)
    }

    /// Builds an operation whose result type follows from its operands.
    pub(super) fn op(&mut self, op: Op, operands: &[Operand]) -> Operand {
        self.imm(op, operands, 0)
    }

    /// Builds an operation with an immediate.
    pub(super) fn imm(&mut self, op: Op, operands: &[Operand], imm: u32) -> Operand {
        let types: Vec<Type> = operands.iter().map(|&operand| self.ty(operand)).collect();
        let ty = typing::infer(self.rewriter.module, op, &types, imm).unwrap_or(common::VOID);
        self.push(op, operands, imm, ty)
    }

    /// Builds an operation with two results of the type of its operands.
    pub(super) fn pair(&mut self, op: Op, operands: &[Operand]) -> [Operand; 2] {
        let first = operands.first().map_or(common::VOID, |&first| self.ty(first));
        let types = typing::infer_pair(self.rewriter.module, op, &[first]).unwrap_or([first; 2]);
        if let Some(constants) = fold::fold_pair(self.rewriter.module, op, operands, types) {
            return constants.map(Operand::from);
        }
        let function = &mut self.rewriter.function;
        let inst = function.new_inst(op, operands, 0, self.span);
        function.add_results(inst, &types.map(|ty| (ty, self.precision)));
        let mut results = function.results(inst);
        let pair = [results.next(), results.next()];
        self.rewriter.push_inst(inst);
        pair.map(|value| match value {
            Some(value) => {
                self.rewriter.function.values[value].flags = self.flags;
                value.into()
            }
            None => self.undef(first),
        })
    }

    /// Builds a call of a function that gives a value.
    pub(super) fn call(&mut self, callee: Function, operands: &[Operand]) -> Operand {
        let data = &self.rewriter.module.functions[callee];
        let (result, imm) = ((data.result, data.precision), callee.index() as u32);
        self.rewriter.push_at(self.span, Op::Call, operands, imm, result).into()
    }

    /// The constant with these bits in each component.
    pub(super) fn bits(&mut self, ty: Type, bits: u64) -> Operand {
        let module = &mut *self.rewriter.module;
        let Some(scalar) = module.types.scalar_of(ty) else { return module.constants.undef(ty).into() };
        let bits = vitrum_ir::eval::scalar::truncate(scalar.width(), bits);
        let one = module.constants.scalar(scalar, bits);
        match module.types.vector_size(ty).filter(|&size| size > 1) {
            Some(size) => module.constants.composite(ty, &vec![one; size as usize]).into(),
            None => one.into(),
        }
    }

    /// The number in each component.
    pub(super) fn number(&mut self, ty: Type, number: f64) -> Operand {
        self.rewriter.number(ty, number)
    }

    /// The undefined value of a type.
    pub(super) fn undef(&mut self, ty: Type) -> Operand {
        let constant: Constant = self.rewriter.module.constants.undef(ty);
        constant.into()
    }

    /// `condition ? a : b`
    pub(super) fn select(&mut self, condition: Operand, a: Operand, b: Operand) -> Operand {
        let known = condition.constant().and_then(|it| self.rewriter.module.constants.bits(it));
        match known.filter(|_| self.ty(condition) == common::BOOL) {
            Some(0) => return b,
            Some(_) => return a,
            None if a == b => return a,
            None => {}
        }
        self.op(Op::Select, &[condition, a, b])
    }

    /// A part of a composite.
    pub(super) fn extract(&mut self, whole: Operand, index: u32) -> Operand {
        self.imm(Op::Extract, &[whole], index)
    }

    /// The same bits as another type of the same shape.
    pub(super) fn cast(&mut self, operand: Operand, ty: Type) -> Operand {
        if self.ty(operand) == ty { operand } else { self.to(Op::Bitcast, &[operand], ty) }
    }
}
