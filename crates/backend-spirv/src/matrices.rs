//! Operations on cooperative matrices that are more than the instruction of the table.

use crate::error::{Error, Result};
use crate::function::FunctionWriter;
use spirv::{Decoration, Op};
use vitrum_ir::matrix_conversion::{SATURATED, TRANSPOSED};
use vitrum_ir::{Inst, Intrinsic, MatrixUse, Operand, Scalar, TypeData, types::common};

/// `CooperativeMatrixTransposeEXT`
const TRANSPOSE: u32 = 5440;
/// `OpCooperativeMatrixTransposeNV`
const TRANSPOSE_NV: u16 = 5390;
/// `CooperativeMatrixConversionsNV`
const CONVERSIONS_NV: u32 = 5431;

/// The integer of the same width that is signed or not.
fn with_sign(scalar: Scalar, signed: bool) -> Scalar {
    let pairs = [
        (Scalar::I8, Scalar::U8),
        (Scalar::I16, Scalar::U16),
        (Scalar::I32, Scalar::U32),
        (Scalar::I64, Scalar::U64),
    ];
    let pair = pairs.into_iter().find(|pair| pair.0 == scalar || pair.1 == scalar);
    pair.map_or(scalar, |pair| if signed { pair.0 } else { pair.1 })
}

impl FunctionWriter<'_, '_> {
    /// The instruction of `SPV_NV_cooperative_matrix` for an intrinsic, if it is on matrices without a use.
    pub(crate) fn without_use(&self, inst: Inst, intrinsic: Intrinsic) -> Option<u16> {
        let (op, place) = match intrinsic {
            Intrinsic::CooperativeMatrixLoad => (Op::CooperativeMatrixLoadNV, None),
            Intrinsic::CooperativeMatrixStore => (Op::CooperativeMatrixStoreNV, Some(1)),
            Intrinsic::CooperativeMatrixMulAdd => (Op::CooperativeMatrixMulAddNV, Some(0)),
            Intrinsic::CooperativeMatrixLength => (Op::CooperativeMatrixLengthNV, Some(0)),
            _ => return None,
        };
        let matrix = match place {
            Some(place) => self.ty(*self.data.operands(inst).get(place)?),
            None => self.data.result_data(inst)?.ty,
        };
        let data = self.w.module.types.get(matrix);
        matches!(data, TypeData::CooperativeMatrix { usage: MatrixUse::Any, .. }).then_some(op as u16)
    }

    /// Brings the operands of such an instruction into its order: the layout is behind the stride, as the answer to whether
    /// columns follow one another. Signs are those of the types.
    pub(crate) fn operands_without_use(
        &mut self,
        intrinsic: Intrinsic,
        all: &[Operand],
        operands: &mut Vec<u32>,
    ) -> Result<()> {
        let place = match intrinsic {
            Intrinsic::CooperativeMatrixLoad => 1,
            Intrinsic::CooperativeMatrixStore => 2,
            _ => {
                operands.truncate(3);
                return Ok(());
            }
        };
        let malformed = || Error::malformed("a matrix in memory without a layout and a stride");
        let (Some(&layout), Some(&id), true) = (all.get(place), operands.get(place), all.len() > place + 1)
        else {
            return Err(malformed());
        };
        let constant = layout.constant().ok_or_else(malformed)?;
        let constants = &self.w.module.constants;
        let columns = match (constants.bits(constant), constants.condition(constant)) {
            (Some(layout), _) => self.w.scalar_constant(Scalar::Bool, u64::from(layout != 0)),
            (None, Some(columns)) => self.w.known_constant(columns)?,
            (None, None) => {
                let zero = self.w.i32_constant(0);
                let bool = self.w.ty(common::BOOL)?;
                self.w.intern_constant(Op::SpecConstantOp, bool, &[Op::INotEqual as u32, id, zero])
            }
        };
        operands.remove(place);
        operands.insert(place + 1, columns);
        Ok(())
    }

    /// The function that an intrinsic calls.
    pub(crate) fn callback(&self, operand: Operand) -> Result<u32> {
        let callee =
            self.w.module.callback(operand).ok_or_else(|| Error::malformed("an unknown function"))?;
        self.w.function_id(callee).ok_or_else(|| Error::malformed("an unknown function"))
    }

    /// A matrix loaded or stored by the layout of a tensor. Masks say which operands follow them.
    pub(crate) fn tensor_transfer(&mut self, intrinsic: Intrinsic, inst: Inst) -> Result<()> {
        const VIEW: u32 = 1;
        const DECODE: u32 = 2;
        const DECODE_VECTOR: u32 = 4;
        /// `CooperativeMatrixBlockLoadsNV`, `CooperativeMatrixDecodeVectorNV`
        const CAPABILITIES: [u32; 2] = [5434, 5447];
        let function = self.data;
        let all = function.operands(inst);
        let &[pointer, matrix, layout, ref rest @ ..] = all else {
            return Err(Error::malformed("a tensor without its operands"));
        };
        self.intrinsic_requirements(intrinsic, all);
        let (view, callees) = match (intrinsic, rest) {
            (Intrinsic::CooperativeMatrixLoadTensor, callees) => (None, callees),
            (_, &[view, ref callees @ ..]) => (Some(view), callees),
            (_, []) => (None, rest),
        };
        let is_store = intrinsic == Intrinsic::CooperativeMatrixStoreTensor;
        let (place, ty) = (self.place(pointer)?, self.ty(pointer));
        let ty = self.pointee(ty)?;
        let mut operands = vec![self.operand(pointer)?, self.operand(matrix)?, self.operand(layout)?];
        let access = self.memory_operands(self.declared_access(pointer), place, ty, is_store);
        operands.extend(access.iter().copied());
        if access.is_empty() {
            operands.push(0);
        }
        let masks = [DECODE, DECODE_VECTOR];
        let mask = masks.iter().take(callees.len()).fold(0, |all, mask| all | mask);
        operands.push(mask | if view.is_some() { VIEW } else { 0 });
        if let Some(view) = view {
            operands.push(self.operand(view)?);
        }
        for (&callee, capability) in callees.iter().zip(CAPABILITIES) {
            self.w.requirements.capability_number(capability);
            operands.push(self.callback(callee)?);
        }
        let number = intrinsic.info().spirv;
        match function.result(inst) {
            Some(result) => {
                let ty = self.w.ty(function.values[result].ty)?;
                let id = self.emit_list(number, ty, &operands);
                self.define(result, id, true);
            }
            None => self.body.push_number(number, &operands),
        }
        Ok(())
    }

    /// A conversion that changes the use of a matrix, with another component type or without. As in others, the result of
    /// a conversion of unsigned integers is unsigned.
    pub(crate) fn matrix_conversion(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let (&[matrix, flags], Some(result)) = (function.operands(inst), function.result(inst)) else {
            return Err(Error::malformed("a conversion without its operands"));
        };
        let flags = self.literal(flags)?;
        let ty = function.values[result].ty;
        let to = self.w.module.types.get(ty);
        let (from, scalar) = (self.scalar_of(self.ty(matrix))?, self.scalar_of(ty)?);
        let value = self.operand(matrix)?;
        let keeps = from == scalar || from.is_integer() && with_sign(from, scalar.is_signed()) == scalar;
        let (number, middle) = if keeps {
            (Intrinsic::CooperativeMatrixConvert.info().spirv, from)
        } else {
            let (op, middle) = match (from.is_float(), scalar.is_float()) {
                (true, true) => (Op::FConvert, scalar),
                (true, false) if scalar.is_signed() => (Op::ConvertFToS, scalar),
                (true, false) => (Op::ConvertFToU, scalar),
                (false, true) if from.is_signed() => (Op::ConvertSToF, scalar),
                (false, true) => (Op::ConvertUToF, scalar),
                (false, false) if from.is_signed() => (Op::SConvert, with_sign(scalar, true)),
                (false, false) => (Op::UConvert, with_sign(scalar, false)),
            };
            (op as u16, middle)
        };
        let is_nv = self.w.requirements.nv_matrices;
        let info = Intrinsic::CooperativeMatrixConvert.info();
        self.w.requirements.capability_number(match info.capability {
            Some(number) if !is_nv => number,
            _ => CONVERSIONS_NV,
        });
        self.w.requirements.extension(info.extension.unwrap_or_default());
        let transposed = flags & TRANSPOSED != 0;
        let is_b = matches!(to, TypeData::CooperativeMatrix { usage: MatrixUse::B, .. });
        let transposes_alone = transposed && is_nv && from == scalar && is_b;
        let number = if transposes_alone { TRANSPOSE_NV } else { number };
        let middle_type = self.w.cooperative_matrix_type(to, middle)?;
        let mut id = self.emit_number(number, middle_type, &[value]);
        if transposed && !transposes_alone {
            self.w.decorate_unnamed(id, TRANSPOSE);
        }
        if flags & SATURATED != 0 {
            self.w.decorate(id, Decoration::SaturatedToLargestFloat8NormalConversionEXT, &[]);
        }
        if middle != scalar {
            let ty = self.w.ty(ty)?;
            id = self.emit(Op::Bitcast, ty, &[id]);
        }
        self.define(result, id, true);
        Ok(())
    }
}
