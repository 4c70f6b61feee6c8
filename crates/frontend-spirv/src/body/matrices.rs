//! Conversions that change the use of a cooperative matrix, and functions that operations on matrices call.

use spirv::{Decoration, Op};
use vitrum_ir::fold::fold;
use vitrum_ir::matrix_conversion::{SATURATED, TRANSPOSED};
use vitrum_ir::types::common;
use vitrum_ir::{Intrinsic, Linkage, Op as IrOp, Operand, ParamMode, Precision, TypeData};

use super::Body;
use super::operations::{cast, with_sign};
use crate::error::Error;
use crate::words::Inst;

/// `CooperativeMatrixTransposeEXT`
const TRANSPOSE: u32 = 5440;

impl<'w> Body<'_, '_, 'w> {
    /// A conversion of a matrix to one of another use; false for other instructions.
    pub(super) fn matrix(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let signs = match inst.known() {
            Some(
                Op::CooperativeMatrixConvertNV
                | Op::CooperativeMatrixTransposeNV
                | Op::FConvert
                | Op::ConvertFToS
                | Op::ConvertFToU,
            ) => None,
            Some(Op::SConvert | Op::ConvertSToF) => Some(true),
            Some(Op::UConvert | Op::ConvertUToF) => Some(false),
            _ => return Ok(false),
        };
        let (ty, value) = (self.reader.ty(inst.ty, inst.at)?, self.value(inst.word(0)?, inst.at)?);
        let own = self.operand_type(value);
        let types = &self.reader.module.types;
        let (TypeData::CooperativeMatrix { usage: from, .. }, TypeData::CooperativeMatrix { usage: to, .. }) =
            (types.get(own), types.get(ty))
        else {
            return Ok(false);
        };
        if from == to {
            return Ok(false);
        }
        let is_nv = inst.is(Op::CooperativeMatrixTransposeNV);
        let is_transposed = is_nv || self.reader.index.has_number(inst.id, TRANSPOSE);
        let is_saturated =
            self.reader.index.has(inst.id, Decoration::SaturatedToLargestFloat8NormalConversionEXT);
        let flags = (u32::from(is_transposed) * TRANSPOSED) | (u32::from(is_saturated) * SATURATED);
        let flags = self.reader.module.constants.u32(flags);
        let mut builder = self.builder();
        let signed = |builder: &mut vitrum_ir::Builder<'_>, ty| match signs {
            Some(sign) if builder.module.types.scalar_of(ty).is_some_and(|it| it.is_integer()) => {
                with_sign(builder, ty, sign)
            }
            _ => ty,
        };
        let (source, target) = (signed(&mut builder, own), signed(&mut builder, ty));
        let value = cast(&mut builder, value, source);
        let convert = Intrinsic::CooperativeMatrixConvert;
        let value = builder.intrinsic(convert, &[value, flags.into()], target, Precision::None);
        let value = cast(&mut builder, value, ty);
        self.define(inst, value);
        Ok(true)
    }

    /// An instruction of `SPV_NV_cooperative_matrix`; false for others.
    pub(super) fn matrix_without_use(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        let (intrinsic, memory) = match inst.known() {
            Some(Op::CooperativeMatrixLoadNV) => (Intrinsic::CooperativeMatrixLoad, Some(1)),
            Some(Op::CooperativeMatrixStoreNV) => (Intrinsic::CooperativeMatrixStore, Some(2)),
            Some(Op::CooperativeMatrixMulAddNV) => (Intrinsic::CooperativeMatrixMulAdd, None),
            Some(Op::CooperativeMatrixLengthNV) => {
                let matrix = self.reader.ty(inst.word(0)?, inst.at)?;
                let length = self.reader.module.constants.matrix_length(matrix);
                let ty = self.reader.ty(inst.ty, inst.at)?;
                let value = cast(&mut self.builder(), length.into(), ty);
                self.define(inst, value);
                return Ok(true);
            }
            _ => return Ok(false),
        };
        let mut operands = match memory {
            Some(_) => vec![self.pointer(inst.word(0)?, inst.at)?],
            None => self.values(inst.from(0), inst.at)?,
        };
        // Access of memory follows from the declarations.
        if let Some(place) = memory {
            if place == 2 {
                operands.push(self.value(inst.word(1)?, inst.at)?);
            }
            let columns = self.reader.constant(inst.word(place + 1)?, inst.at)?;
            let layout = fold(&mut self.reader.module, IrOp::BtoI, &[columns.into()], 0, common::I32);
            let layout = layout.ok_or_else(|| inst.unsupported("a layout that is no constant"))?;
            let stride = self.value(inst.word(place)?, inst.at)?;
            operands.extend([layout.into(), stride]);
        }
        let is_store = intrinsic == Intrinsic::CooperativeMatrixStore;
        let ty = if is_store { common::VOID } else { self.reader.ty(inst.ty, inst.at)? };
        let value = self.builder().intrinsic(intrinsic, &operands, ty, Precision::None);
        if !is_store {
            self.define(inst, value);
        }
        Ok(true)
    }

    /// A function that an operation calls, as the index of its name.
    pub(super) fn callback(&mut self, id: u32, inst: &Inst<'w>) -> Result<Operand, Error> {
        let function = self.reader.functions.get(&id).copied();
        let function = function.ok_or_else(|| inst.invalid(format!("%{id} is no function")))?;
        let module = &mut self.reader.module;
        let name = match module.functions[function].linkage {
            Linkage::Callback(name) => name,
            _ => {
                let name = format!("{}%{id}", module.names.get(module.functions[function].name));
                module.names.intern(&name)
            }
        };
        let data = &mut module.functions[function];
        data.linkage = Linkage::Callback(name);
        // GLSL asks for this; values are never stored to.
        for param in data.params.iter_mut().filter(|param| param.passing == ParamMode::In) {
            param.passing = ParamMode::ConstIn;
        }
        let index = module.string_index(name);
        Ok(module.constants.u32(index).into())
    }
}
