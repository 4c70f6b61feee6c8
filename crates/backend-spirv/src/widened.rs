//! Constants of narrow types, in modules that store such and compute nothing with them.
//!
//! A constant of 8 or 16 bits needs the capability of the arithmetic on its type. A conversion to that type where the
//! result is stored does not (SPIR-V, `StorageBuffer16BitAccess`), so the constant is one of 32 bits that is converted.

use crate::error::Result;
use crate::function::FunctionWriter;
use spirv::Op;
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::{Constant, ConstantKind, Module, Op as IrOp, Scalar, Sig, Type, TypeData, typing};

/// True if a module does nothing with values of narrow types but to load, store and convert them.
fn only_stores_narrow(module: &Module) -> bool {
    module.functions.values().all(|function| {
        let params = function.params.iter().zip(&function.blocks[function.body].params);
        let mut params = params.map(|(_, &value)| function.values[value].ty);
        !params.any(|ty| is_narrow(module, ty))
            && function.insts.iter().all(|(inst, data)| {
                matches!(data.op, IrOp::Load | IrOp::Store | IrOp::Access)
                    || matches!(data.op.info().sig, Sig::Convert(..))
                    || !function
                        .operands(inst)
                        .iter()
                        .map(|&operand| typing::operand_type(module, function, operand))
                        .chain(function.results(inst).map(|result| function.values[result].ty))
                        .any(|ty| is_narrow(module, ty))
            })
    })
}

impl FunctionWriter<'_, '_> {
    /// A constant that is stored, converted from 32 bits; `None` if it needs no conversion.
    pub(crate) fn widened_constant(&mut self, constant: Constant) -> Result<Option<u32>> {
        let module = self.w.module;
        let ty = module.constants.ty(constant);
        let Some((scalar, size)) = narrow(module, ty) else { return Ok(None) };
        if !*self.w.only_stores_narrow.get_or_insert_with(|| only_stores_narrow(module)) {
            return Ok(None);
        }
        let (wide, op) = match scalar {
            Scalar::F16 => (Scalar::F32, Op::FConvert),
            Scalar::I8 | Scalar::I16 => (Scalar::I32, Op::SConvert),
            _ => (Scalar::U32, Op::UConvert),
        };
        let widen = |bits: u64| match scalar {
            Scalar::F16 => FloatFormat::F32.encode(FloatFormat::F16.decode(bits)),
            Scalar::I8 => u64::from((bits as u8).cast_signed() as u32),
            Scalar::I16 => u64::from((bits as u16).cast_signed() as u32),
            _ => bits,
        };
        let parts = match &module.constants.get(constant).kind {
            ConstantKind::Composite(parts) => {
                let bits: Option<Vec<u64>> = parts.iter().map(|&part| module.constants.bits(part)).collect();
                bits
            }
            ConstantKind::Scalar(bits) => Some(vec![*bits]),
            ConstantKind::Null => Some(vec![0; size as usize]),
            ConstantKind::Undef
            | ConstantKind::Spec(_)
            | ConstantKind::SpecOp { .. }
            | ConstantKind::Param(_) => None,
        };
        let Some(parts) = parts else { return Ok(None) };
        let ids: Vec<u32> = parts.iter().map(|&bits| self.w.scalar_constant(wide, widen(bits))).collect();
        let id = match ids.as_slice() {
            &[id] => id,
            ids => {
                let Some(vector) = module.types.find(TypeData::Vector { scalar: wide, size: size as u8 })
                else {
                    return Ok(None);
                };
                let vector = self.w.ty(vector)?;
                self.w.intern_constant(Op::ConstantComposite, vector, ids)
            }
        };
        let ty = self.w.ty(ty)?;
        Ok(Some(self.emit(op, ty, &[id])))
    }
}

fn is_narrow(module: &Module, ty: Type) -> bool {
    narrow(module, ty).is_some()
}

/// The narrow scalar of a scalar or vector type, and how many it has.
fn narrow(module: &Module, ty: Type) -> Option<(Scalar, u32)> {
    let (scalar, size) = match module.types.get(ty) {
        TypeData::Scalar(scalar) => (scalar, 1),
        TypeData::Vector { scalar, size } => (scalar, u32::from(size)),
        _ => return None,
    };
    let is_narrow = matches!(scalar, Scalar::F16 | Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16);
    is_narrow.then_some((scalar, size))
}
