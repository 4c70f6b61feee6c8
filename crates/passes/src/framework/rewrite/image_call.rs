//! Operations on images, taken apart into their operands by name.

use super::Rewriter;
use vitrum_ir::{FunctionData, ImageOperands, Inst, Op, Operand, Precision, Scalar, Span, Type};

/// Makes coordinates, levels and gradients of halves single precision, for lowerings that compute with them.
pub(crate) fn widen_places(rewriter: &mut Rewriter<'_>, inst: Inst) -> bool {
    if !matches!(rewriter.function.op(inst), Op::ImageSample | Op::ImageGather | Op::ImageQueryLod) {
        return false;
    }
    let mut operands = rewriter.function.operands(inst).to_vec();
    let mut is_changed = false;
    for operand in &mut operands {
        let ty = rewriter.ty(*operand);
        let is_half = rewriter.module.types.scalar_of(ty) == Some(Scalar::F16);
        if let Some(wide) = rewriter.module.types.with_scalar(ty, Scalar::F32).filter(|_| is_half) {
            *operand = rewriter.push(Op::Fconvert, &[*operand], 0, wide, Precision::None);
            is_changed = true;
        }
    }
    if is_changed {
        rewriter.function.set_operands(inst, &operands);
    }
    is_changed
}

/// An operation on an image: its operands, with names.
#[derive(Clone, Debug)]
pub(crate) struct ImageCall {
    pub(crate) op: Op,
    pub(crate) image: Operand,
    pub(crate) coordinate: Operand,
    /// Flags with their operands, in the order of the flags.
    more: Vec<(ImageOperands, Vec<Operand>)>,
    span: Span,
}

impl ImageCall {
    /// The operation that an instruction is, if it samples, gathers, fetches or reads.
    pub(crate) fn of(function: &FunctionData, inst: Inst) -> Option<Self> {
        let data = function.insts[inst];
        if !matches!(data.op, Op::ImageSample | Op::ImageGather | Op::ImageFetch | Op::ImageRead) {
            return None;
        }
        let (&[image, coordinate], mut rest) = function.operands(inst).split_first_chunk::<2>()?;
        let flags = ImageOperands::from_bits(data.imm);
        let mut more = Vec::new();
        for &(flag, _) in ImageOperands::ALL.iter().filter(|row| flags.contains(row.0)) {
            let (own, behind) = rest.split_at_checked(flag.operand_count())?;
            more.push((flag, own.to_vec()));
            rest = behind;
        }
        Some(Self { op: data.op, image, coordinate, more, span: data.span() })
    }

    /// True if it has a flag.
    pub(crate) fn has(&self, flag: ImageOperands) -> bool {
        self.more.iter().any(|row| row.0 == flag)
    }

    /// The only operand of a flag.
    pub(crate) fn get(&self, flag: ImageOperands) -> Option<Operand> {
        self.more.iter().find(|row| row.0 == flag)?.1.first().copied()
    }

    /// Takes a flag away, with its operands.
    pub(crate) fn take(&mut self, flag: ImageOperands) -> Option<Vec<Operand>> {
        let at = self.more.iter().position(|row| row.0 == flag)?;
        Some(self.more.remove(at).1)
    }

    /// Adds a flag with its operands, in the place of those that it had.
    pub(crate) fn set(&mut self, flag: ImageOperands, operands: &[Operand]) {
        self.take(flag);
        let at = self.more.iter().take_while(|row| row.0.bits() < flag.bits()).count();
        self.more.insert(at, (flag, operands.to_vec()));
    }

    /// Builds it in front of the current instruction, with results of these types.
    pub(crate) fn build(&self, rewriter: &mut Rewriter<'_>, types: &[(Type, Precision)]) -> Inst {
        let flags = self.more.iter().fold(ImageOperands::NONE, |flags, row| flags.union(row.0));
        let mut operands = vec![self.image, self.coordinate];
        operands.extend(self.more.iter().flat_map(|row| row.1.iter().copied()));
        let inst = rewriter.function.new_inst(self.op, &operands, flags.bits(), self.span);
        rewriter.function.add_results(inst, types);
        rewriter.push_inst(inst);
        inst
    }

    /// Builds it in the place of another, whose results it takes over.
    pub(crate) fn replace(&self, rewriter: &mut Rewriter<'_>, old: Inst) -> super::Action {
        let types = rewriter.function.result_types(old);
        let new = self.build(rewriter, &types);
        for (old, new) in rewriter.function.results(old).zip(rewriter.function.results(new)) {
            rewriter.inherit(old, new);
        }
        super::Action::Remove
    }
}
