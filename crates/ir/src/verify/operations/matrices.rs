//! Intrinsics on cooperative matrices, and the functions that they call.

use super::{Rule, Typing, Wanted};
use crate::constants::Constant;
use crate::function::Value;
use crate::intrinsic::Intrinsic;
use crate::intrinsic::matrix_conversion::{SATURATED, TRANSPOSED};
use crate::matrix_lines::{LineFault, is_array_element, number_array, type_fault};
use crate::module::{Function, Storage};
use crate::types::{Length, MatrixUse, Scalar, Type, TypeData, common};
use crate::verify::report::Part;

/// The type of a cooperative matrix.
struct Matrix {
    scalar: Scalar,
    scope: Constant,
    rows: Constant,
    columns: Constant,
    usage: MatrixUse,
}

impl Typing<'_> {
    fn cooperative(&self, ty: Type) -> Option<Matrix> {
        match self.module.types.get(ty) {
            TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage } => {
                Some(Matrix { scalar, scope, rows, columns, usage })
            }
            _ => None,
        }
    }

    fn literal(&self, index: usize) -> Option<u32> {
        let value = self.operands.get(index).and_then(|&operand| self.module.as_int(operand))?;
        u32::try_from(value).ok()
    }

    /// True if two sizes are one, or may become one when they are specialised.
    fn may_be(&self, a: Constant, b: Constant) -> bool {
        let int = |constant| self.module.constants.as_int(constant);
        int(a).zip(int(b)).is_none_or(|(a, b)| a == b)
    }

    /// Elements of an array whose bits are given as another one have 32 bits or are halves. As many bits are not asked for, since
    /// lengths may have been specialised.
    pub(super) fn array_bitcast(&mut self) {
        let wanted = || Wanted::Words("an array of numbers of 32 bits or of halves");
        let is_one = |ty| number_array(self.module, ty).is_none_or(|it| is_array_element(it.1));
        let (takes, gives) = (is_one(self.arg(0)), is_one(self.result_type()));
        if !takes {
            self.unexpected(0, wanted());
        }
        self.gives_at(0, wanted(), |_, _| gives);
    }

    /// A part of an array has elements of the same type.
    pub(super) fn array_slice(&mut self) {
        let from = number_array(self.module, self.arg(0));
        let to = number_array(self.module, self.result_type());
        let (Some(from), Some(to)) = (from, to) else { return };
        if !is_array_element(from.1) {
            self.unexpected(0, Wanted::Words("an array of numbers of 32 bits or of halves"));
        }
        self.gives_at(0, Wanted::Words("an array of the same numbers"), |_, _| to.1 == from.1);
    }

    /// Arrays whose elements are those of a line of a matrix, or hold them as bits.
    pub(super) fn matrix_lines(&mut self, matrix: Type, array: Type) {
        if let Some(LineFault::Matrix(words) | LineFault::Array(words)) =
            type_fault(self.module, matrix, array)
        {
            self.gives_at(0, Wanted::Words(words), |_, _| false);
        }
    }

    /// A conversion changes the use, from or to that of sums, and what its flags say.
    pub(super) fn converted(&mut self) {
        let Some(flags) = self.literal(1).filter(|flags| flags & !(TRANSPOSED | SATURATED) == 0) else {
            let message = "expected a set of flags of conversions".to_owned();
            self.fault(Rule::ConstantOperand, Part::Operand(1), message);
            return;
        };
        let Some(from) = self.cooperative(self.arg(0)) else { return };
        let Some(to) = self.cooperative(self.result_type()) else { return };
        let sides = match flags & TRANSPOSED {
            0 => (from.rows, from.columns),
            _ => (from.columns, from.rows),
        };
        let is_sum = |usage| usage == MatrixUse::Accumulator;
        let is_byte = to.scalar.is_small_float() && to.scalar.width() == 8;
        let fits = self.may_be(from.scope, to.scope)
            && self.may_be(sides.0, to.rows)
            && self.may_be(sides.1, to.columns)
            && is_sum(from.usage) != is_sum(to.usage)
            && (flags & TRANSPOSED == 0 || is_sum(from.usage))
            && (flags & SATURATED == 0 || is_byte && from.scalar.is_float());
        let wanted = Wanted::Words("a matrix of another use that the conversion gives");
        self.gives_at(0, wanted, |_, _| fits);
    }

    /// A reduction gives a matrix for sums, whose size depends on what is reduced.
    pub(super) fn reduced(&mut self) {
        const BLOCKS: u32 = 4;
        let Some(how) = self.literal(1).filter(|how| (1..=BLOCKS).contains(how)) else {
            let message = "expected rows 1, columns 2, both 3 or blocks 4".to_owned();
            self.fault(Rule::ConstantOperand, Part::Operand(1), message);
            return;
        };
        let Some(from) = self.cooperative(self.arg(0)) else { return };
        let Some(to) = self.cooperative(self.result_type()) else { return };
        let int = |constant| self.module.constants.as_int(constant);
        let is_half = |part, whole| match (int(part), int(whole)) {
            (Some(part), Some(whole)) => whole / 2 == part && whole % 2 == 0,
            _ => true,
        };
        let size = match how {
            1 => self.may_be(from.rows, to.rows),
            2 => self.may_be(from.columns, to.columns),
            BLOCKS => is_half(to.rows, from.rows) && is_half(to.columns, from.columns),
            _ => true,
        };
        let fits = size
            && from.scalar == to.scalar
            && self.may_be(from.scope, to.scope)
            && (from.usage, to.usage) == (MatrixUse::Accumulator, MatrixUse::Accumulator);
        self.gives_at(0, Wanted::Words("a matrix that the reduction gives"), |_, _| fits);
        let component = common::scalar(from.scalar);
        self.callee(2, &[component; 2], component);
    }

    /// A function of each component takes its row, its column, the component and the rest.
    pub(super) fn per_element(&mut self) {
        let Some(matrix) = self.cooperative(self.arg(0)) else { return };
        let component = common::scalar(matrix.scalar);
        let mut params = vec![common::U32, common::U32, component];
        for index in 2..self.types.len() {
            let ty = self.arg(index);
            let is_matrix = self.cooperative(ty).is_some();
            if is_matrix && ty != self.arg(0) {
                self.unexpected(index, Wanted::Type(self.arg(0)));
            }
            params.push(if is_matrix { component } else { ty });
        }
        self.gives(self.arg(0));
        self.callee(1, &params, component);
    }

    /// A tensor has so many numbers for each of its dimensions.
    pub(super) fn sized(&mut self, each: i64) {
        let dimensions = match self.module.types.get(self.arg(0)) {
            TypeData::TensorLayout { dimensions, .. } | TypeData::TensorView { dimensions, .. } => dimensions,
            _ => return,
        };
        let known = self.module.constants.as_int(dimensions);
        let found = self.types.len() as i64 - 1;
        if known.is_some_and(|known| known.saturating_mul(each) != found) {
            let message = "as many numbers as the tensor has dimensions are needed".to_owned();
            self.fault(Rule::OperandCount, Part::Op, message);
        }
    }

    /// Functions that decode get the address of a block of the tensor, the number of the block and that of the component in
    /// it. They give a component, or two, four or eight.
    pub(super) fn loaded_tensor(&mut self, intrinsic: Intrinsic) {
        self.gives(self.arg(1));
        let Some(matrix) = self.cooperative(self.arg(1)) else { return };
        let first = if intrinsic == Intrinsic::CooperativeMatrixLoadTensor { 3 } else { 4 };
        for index in first..self.types.len() {
            let operand = self.operands.get(index).copied();
            let Some(callee) = operand.and_then(|operand| self.module.callback(operand)) else { continue };
            let data = &self.module.functions[callee];
            let result = self.module.types.get(data.result);
            let gives = match result {
                TypeData::Scalar(scalar) => index == first && scalar == matrix.scalar,
                TypeData::Vector { scalar, size } => {
                    index > first && scalar == matrix.scalar && matches!(size, 2 | 4)
                }
                TypeData::LongVector { scalar, length, cooperative: false } => {
                    index > first
                        && scalar == matrix.scalar
                        && !matches!(length, Length::Constant(known) if known != 8)
                }
                _ => false,
            };
            let is_place = |ty: Type| {
                let element = self.module.types.element(ty);
                element.is_some_and(|element| element == common::U32 || element == common::I32)
            };
            let values = &data.blocks[data.body].params;
            let takes = match values.as_slice() {
                &[block, number, place] => {
                    let ty = |value: Value| data.values[value].ty;
                    matches!(
                        self.module.types.get(ty(block)),
                        TypeData::BufferReference { .. }
                            | TypeData::Pointer { storage: Storage::PhysicalBuffer, .. }
                    ) && is_place(ty(number))
                        && is_place(ty(place))
                }
                _ => false,
            };
            if !gives || !takes {
                let message = "function takes or gives other types than decoding needs".to_owned();
                self.fault(Rule::Arguments, Part::Operand(index), message);
            }
        }
    }

    /// The function that an operand names takes and gives these types; integers of 32 bits stand for each other.
    fn callee(&mut self, index: usize, params: &[Type], result: Type) {
        let operand = self.operands.get(index).copied();
        let Some(callee) = operand.and_then(|operand| self.module.callback(operand)) else { return };
        if !self.takes_these(callee, params, result) {
            let message = "function takes or gives other types than the operation needs".to_owned();
            self.fault(Rule::Arguments, Part::Operand(index), message);
        }
    }

    fn takes_these(&self, callee: Function, params: &[Type], result: Type) -> bool {
        let data = &self.module.functions[callee];
        let values = &data.blocks[data.body].params;
        let plain = |ty| if ty == common::I32 { common::U32 } else { ty };
        data.result == result
            && values.len() == params.len()
            && values.iter().zip(params).all(|(&value, &ty)| plain(data.values[value].ty) == plain(ty))
    }
}
