//! Layouts and views of tensors, and matrices that are loaded and stored by them (`SPV_NV_tensor_addressing`,
//! `SPV_NV_cooperative_matrix2`).

use spirv::{MemoryAccess, Op};
use vitrum_ir::types::common;
use vitrum_ir::{Intrinsic, Precision};

use super::Body;
use crate::error::Error;
use crate::words::Inst;

/// The bit of a view among the operands of an address in a tensor.
const VIEW: u32 = 1;
/// The bits of functions that decode: one for components, the other for vectors.
const DECODES: [u32; 2] = [2, 4];

/// The operands of an address in a tensor, behind those of access to memory.
pub(crate) struct TensorAddress<'w> {
    view: Option<u32>,
    /// Functions that decode what is loaded.
    pub(crate) decoders: &'w [u32],
    /// True if there are operands that are not known.
    has_more: bool,
}

impl<'w> TensorAddress<'w> {
    /// Of an instruction that loads or stores a matrix.
    pub(crate) fn of(inst: &Inst<'w>) -> Self {
        let with_operand =
            [MemoryAccess::ALIGNED, MemoryAccess::MAKE_POINTER_AVAILABLE, MemoryAccess::MAKE_POINTER_VISIBLE];
        let memory = MemoryAccess::from_bits_truncate(inst.words.get(3).copied().unwrap_or(0));
        let before = with_operand.into_iter().filter(|&bit| memory.contains(bit)).count();
        let (mask, mut rest) = match inst.from(4 + before).split_first() {
            Some((&mask, rest)) => (mask, rest),
            None => (0, &[][..]),
        };
        let mut view = None;
        if mask & VIEW != 0
            && let Some((&first, others)) = rest.split_first()
        {
            (view, rest) = (Some(first), others);
        }
        let count = DECODES.into_iter().filter(|bit| mask & bit != 0).count();
        let has_more = mask & !(VIEW | DECODES[0] | DECODES[1]) != 0 || count != rest.len();
        Self { view, decoders: if has_more { &[] } else { rest }, has_more }
    }
}

impl<'w> Body<'_, '_, 'w> {
    /// An instruction on layouts of tensors whose operands are not those of the intrinsic; false for other instructions.
    pub(super) fn tensor(&mut self, inst: &Inst<'w>) -> Result<bool, Error> {
        match inst.known() {
            Some(Op::CreateTensorLayoutNV) => self.new_of_tensor(inst, Intrinsic::TensorLayoutCreate)?,
            Some(Op::CreateTensorViewNV) => self.new_of_tensor(inst, Intrinsic::TensorViewCreate)?,
            Some(Op::CooperativeMatrixLoadTensorNV | Op::CooperativeMatrixStoreTensorNV) => {
                self.tensor_transfer(inst)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A new layout or view: its type says all.
    fn new_of_tensor(&mut self, inst: &Inst<'w>, intrinsic: Intrinsic) -> Result<(), Error> {
        let ty = self.reader.ty(inst.ty, inst.at)?;
        let of_type = self.reader.module.constants.undef(ty);
        let value = self.builder().intrinsic(intrinsic, &[of_type.into()], ty, Precision::None);
        self.define(inst, value);
        Ok(())
    }

    /// A load or store of a matrix. Access of memory follows from the declarations.
    fn tensor_transfer(&mut self, inst: &Inst<'w>) -> Result<(), Error> {
        let pointer = self.pointer(inst.word(0)?, inst.at)?;
        let mut operands = vec![pointer];
        operands.extend(self.values(&[inst.word(1)?, inst.word(2)?], inst.at)?);
        let address = TensorAddress::of(inst);
        if address.has_more {
            return Err(inst.unsupported("an operand of an address in a tensor"));
        }
        if let Some(view) = address.view {
            operands.push(self.value(view, inst.at)?);
        }
        for &callee in address.decoders {
            operands.push(self.callback(callee, inst)?);
        }
        if inst.is(Op::CooperativeMatrixStoreTensorNV) {
            let store = Intrinsic::CooperativeMatrixStoreTensor;
            self.builder().intrinsic(store, &operands, common::VOID, Precision::None);
            return Ok(());
        }
        let load = match address.view.is_some() {
            true => Intrinsic::CooperativeMatrixLoadTensorView,
            false => Intrinsic::CooperativeMatrixLoadTensor,
        };
        let ty = self.reader.ty(inst.ty, inst.at)?;
        let value = self.builder().intrinsic(load, &operands, ty, Precision::None);
        self.define(inst, value);
        Ok(())
    }
}
