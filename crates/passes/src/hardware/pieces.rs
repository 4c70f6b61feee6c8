//! Loads and stores of machines taken apart: memory by offset, inputs and outputs by slot.

use super::emit;
use crate::framework::rewrite::Rewriter;
use vitrum_ir::machine::{Access, Space};
use vitrum_ir::{Inst, Intrinsic, Module, Op, Operand, Precision, Scalar, Type, types::common};

/// A load or store of a scalar or vector.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) intrinsic: Intrinsic,
    pub(crate) operands: Vec<Operand>,
    /// The kind of memory; none for an input or output.
    pub(crate) space: Option<Space>,
    /// True if it is a store: the first operand is the value.
    pub(crate) is_store: bool,
    /// The type of the value.
    pub(crate) ty: Type,
    pub(crate) scalar: Scalar,
    pub(crate) count: u32,
    pub(crate) precision: Precision,
    /// The components that a store writes; all, for a load.
    pub(crate) mask: u32,
}

/// The position of the operand with the number of the component, and that of the mask, of inputs and outputs.
pub(crate) fn io_positions(intrinsic: Intrinsic) -> Option<(usize, Option<usize>)> {
    Some(match intrinsic {
        Intrinsic::LoadInput | Intrinsic::LoadOutput => (2, None),
        Intrinsic::LoadVertexInput | Intrinsic::LoadVertexOutput | Intrinsic::LoadInterpolatedInput => {
            (3, None)
        }
        Intrinsic::StoreOutput => (3, Some(4)),
        Intrinsic::StoreVertexOutput => (4, Some(5)),
        _ => return None,
    })
}

impl Piece {
    /// The load or store that an instruction is, if it is one.
    pub(crate) fn of(rewriter: &Rewriter<'_>, inst: Inst) -> Option<Self> {
        let function = rewriter.function();
        let intrinsic = function.intrinsic(inst)?;
        let (space, is_store, mask) = match intrinsic.memory() {
            Some((space, Access::Load | Access::LoadVolatile)) => (Some(space), false, None),
            Some((space, Access::Store)) => (Some(space), true, Some(2 + usize::from(space.is_indexed()))),
            Some(_) => return None,
            None => {
                let (_, mask) = io_positions(intrinsic)?;
                (None, mask.is_some(), mask)
            }
        };
        let operands = function.operands(inst).to_vec();
        let (ty, precision) = match function.result(inst) {
            Some(result) => (function.values[result].ty, function.values[result].precision),
            None => {
                let &value = operands.first()?;
                (rewriter.ty(value), rewriter.precision(value))
            }
        };
        let types = &rewriter.module().types;
        let (scalar, count) = (types.scalar_of(ty)?, types.vector_size(ty)?);
        let all = 1u32.checked_shl(count).map_or(u32::MAX, |end| end - 1);
        let mask = match mask {
            Some(position) => rewriter.module().as_int(*operands.get(position)?)? as u32 & all,
            None => all,
        };
        Some(Self { intrinsic, operands, space, is_store, ty, scalar, count, precision, mask })
    }

    /// True if it is a load of memory that somebody else may write or look at.
    pub(crate) fn is_volatile(&self, module: &Module) -> bool {
        use vitrum_ir::MemoryAccess;
        let is_volatile = matches!(self.intrinsic.memory(), Some((_, Access::LoadVolatile)));
        let access = self.space.and(self.operands.last()).and_then(|&operand| module.as_int(operand));
        is_volatile
            || access
                .is_some_and(|bits| MemoryAccess::from_bits(bits as u32).contains(MemoryAccess::VOLATILE))
    }

    /// The known alignment of an access of memory.
    pub(crate) fn align(&self, module: &Module) -> u32 {
        let position = self.operands.len().checked_sub(2);
        let align = self.space.and(position).and_then(|at| module.as_int(*self.operands.get(at)?));
        align.map_or(1, |align| align as u32)
    }

    /// The position of the mask of a store.
    pub(crate) fn mask_position(&self) -> Option<usize> {
        match self.space {
            Some(_) => self.is_store.then(|| self.offset_position() + 1),
            None => io_positions(self.intrinsic)?.1,
        }
    }

    /// The position of the offset of memory.
    pub(crate) fn offset_position(&self) -> usize {
        usize::from(self.is_store) + usize::from(self.space.is_some_and(Space::is_indexed))
    }

    /// Operands for the part that begins some bytes behind the start (memory), or some components (inputs and outputs).
    pub(crate) fn part_operands(
        &self,
        rewriter: &mut Rewriter<'_>,
        first: u32,
        value: Option<Operand>,
        mask: u32,
    ) -> Vec<Operand> {
        let mut operands = self.operands.clone();
        let mask_operand = emit::number(rewriter, mask);
        if let (Some(value), Some(slot)) = (value, operands.first_mut()) {
            *slot = value;
        }
        match self.space {
            Some(_) => {
                let position = self.offset_position();
                let distance = first;
                if let Some(&offset) = operands.get(position)
                    && distance > 0
                {
                    let offset = add(rewriter, offset, distance);
                    operands[position] = offset;
                }
                if self.is_store
                    && let Some(slot) = operands.get_mut(position + 1)
                {
                    *slot = mask_operand;
                }
                let align = self.align(rewriter.module());
                let align = if distance == 0 { align } else { align.min(1 << distance.trailing_zeros()) };
                let align = emit::number(rewriter, align);
                let position = operands.len().saturating_sub(2);
                if let Some(slot) = operands.get_mut(position) {
                    *slot = align;
                }
            }
            None => {
                if let Some((component, mask_at)) = io_positions(self.intrinsic) {
                    let known = operands.get(component).and_then(|&it| rewriter.module().as_int(it));
                    let number = emit::number(rewriter, known.unwrap_or(0) as u32 + first);
                    if let Some(slot) = operands.get_mut(component) {
                        *slot = number;
                    }
                    if let Some(slot) = mask_at.and_then(|at| operands.get_mut(at)) {
                        *slot = mask_operand;
                    }
                }
            }
        }
        operands
    }

    /// Bytes of a component in memory, or components of a slot.
    pub(crate) fn step(&self) -> u32 {
        match self.space {
            Some(_) => self.scalar.width() / 8,
            None => vitrum_ir::machine::words(self.scalar),
        }
    }

    /// Builds a load of `count` components from `first` on.
    pub(crate) fn load_part(&self, rewriter: &mut Rewriter<'_>, first: u32, count: u32) -> Operand {
        let operands = self.part_operands(rewriter, first * self.step(), None, 0);
        let ty = rewriter.module_mut().types.vector(self.scalar, count);
        emit::value(rewriter, self.intrinsic, &operands, (ty, self.precision))
    }

    /// Builds a store of `count` components from `first` on.
    pub(crate) fn store_part(&self, rewriter: &mut Rewriter<'_>, first: u32, count: u32) {
        let Some(&value) = self.operands.first() else { return };
        let components: Vec<Operand> =
            (first..first + count).map(|index| emit::component(rewriter, value, index)).collect();
        let ty = rewriter.module_mut().types.vector(self.scalar, count);
        let part = emit::vector(rewriter, &components, (ty, self.precision));
        let mask = 1u32.checked_shl(count).map_or(u32::MAX, |end| end - 1);
        let operands = self.part_operands(rewriter, first * self.step(), Some(part), mask);
        emit::effect(rewriter, self.intrinsic, &operands);
    }
}

/// An offset or address some bytes further.
pub(crate) fn add(rewriter: &mut Rewriter<'_>, offset: Operand, distance: u32) -> Operand {
    let ty = rewriter.ty(offset);
    let scalar = if ty == common::U64 { Scalar::U64 } else { Scalar::U32 };
    let distance = rewriter.module_mut().constants.scalar(scalar, distance.into());
    rewriter.push(Op::Iadd, &[offset, distance.into()], 0, ty, Precision::None)
}

/// Runs of bits that are 1: the first, and their number.
pub(crate) fn runs(mask: u32) -> Vec<(u32, u32)> {
    let mut runs = Vec::new();
    let mut rest = mask;
    while rest != 0 {
        let first = rest.trailing_zeros();
        let count = (rest >> first).trailing_ones();
        runs.push((first, count));
        rest &= !(u32::MAX.checked_shr(32 - count).unwrap_or(0) << first);
    }
    runs
}
