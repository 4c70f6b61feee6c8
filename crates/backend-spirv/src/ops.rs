//! Operations on values: most follow from the op table, the rest is here and in `expand`.

use crate::error::{Error, Result};
use crate::function::{Arg, FunctionWriter};
use crate::words::Ids;
use smallvec::SmallVec;
use spirv::{Capability, Decoration, Op};
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::{
    Effects, Inst, Op as IrOp, Scalar, Shuffle, Sig, SpirvCode, Swizzle, Type, TypeData, types::common,
};

/// GLSL.std.450 numbers of the forms that give both results as a struct.
const MODF_STRUCT: u32 = 36;
const FREXP_STRUCT: u32 = 52;

/// True for the instructions of which [`FunctionWriter::check_width`] has something to say.
#[inline]
pub(crate) fn has_width(code: SpirvCode) -> bool {
    matches!(code, SpirvCode::Ext(11..=30 | 76..=78) | SpirvCode::Core(207..=215))
}

impl FunctionWriter<'_, '_> {
    /// Writes an operation with one result and no effect.
    pub(crate) fn expression(&mut self, op: IrOp, imm: u32, args: &[Arg], ty: Type) -> Result<u32> {
        let &[first, ..] = args else {
            return if op == IrOp::Construct {
                self.w.null_constant(ty)
            } else {
                Err(Error::malformed(op.mnemonic()))
            };
        };
        match op {
            IrOp::Fadd | IrOp::Fsub | IrOp::Fmul | IrOp::Fdiv | IrOp::Fneg if self.is_matrix(ty) => {
                self.by_columns(op, args, ty)
            }
            IrOp::Equal | IrOp::NotEqual => self.equality(op, args),
            IrOp::Splat => self.splat(first, ty),
            IrOp::Select => self.select(args, ty),
            IrOp::Construct if args.len() == 1 && first.ty == ty => Ok(first.id),
            IrOp::Extract => self.part_of(first.id, imm, ty),
            IrOp::Insert => {
                let part = args.get(1).ok_or_else(|| Error::malformed("insert"))?;
                self.emit_ir(Op::CompositeInsert, ty, &[part.id, first.id, imm])
            }
            IrOp::Swizzle => self.swizzle(first, Swizzle::from_bits(imm), ty),
            IrOp::Shuffle => {
                let second = args.get(1).ok_or_else(|| Error::malformed("shuffle"))?;
                let mut operands = Ids::new();
                operands.extend([first.id, second.id]);
                operands.extend(Shuffle::from_bits(imm).components().iter().map(|&index| u32::from(index)));
                self.emit_ir(Op::VectorShuffle, ty, &operands)
            }
            IrOp::BtoF | IrOp::BtoI => self.bool_to_number(first, ty),
            IrOp::FtoB | IrOp::ItoB => self.number_to_bool(first, ty),
            IrOp::Bitcast => self.bitcast(first, ty),
            IrOp::Any | IrOp::All if first.ty == common::BOOL => Ok(first.id),
            IrOp::Dot if !self.is_vector(first.ty) => {
                let second = args.get(1).ok_or_else(|| Error::malformed("dot"))?;
                self.emit_ir(Op::FMul, ty, &[first.id, second.id])
            }
            IrOp::Dot if ty == common::scalar(Scalar::Bf16) => {
                self.w.requirements.capability(Capability::BFloat16DotProductKHR);
                self.by_table(op, args, ty)
            }
            IrOp::FconvertSaturated => {
                let id = self.by_table(op, args, ty)?;
                self.w.decorate(id, Decoration::SaturatedToLargestFloat8NormalConversionEXT, &[]);
                Ok(id)
            }
            IrOp::Fconvert | IrOp::Sconvert | IrOp::Uconvert => self.convert(op, first, ty),
            _ => self.by_table(op, args, ty),
        }
    }

    /// Checks that an instruction has the width: angles, exponentials, logarithms and derivatives have 32 bits at most. Asks for the
    /// extension by which interpolation and derivatives have 16 bits.
    #[inline(never)]
    pub(crate) fn check_width(&mut self, op: IrOp, ty: Type) -> Result<()> {
        let info = op.info();
        let is_wide = info.sig == Sig::Interpolate || info.effects.contains(Effects::DERIVATIVE);
        if is_wide && self.w.module.types.scalar_of(ty) == Some(Scalar::F16) {
            self.w.requirements.extension("SPV_AMD_gpu_shader_half_float");
        }
        let is_narrow = matches!(info.spirv, SpirvCode::Ext(11..=30) | SpirvCode::Core(207..=215));
        if is_narrow && self.w.module.types.scalar_of(ty).is_some_and(|scalar| scalar.width() == 64) {
            return Err(Error::unsupported(format!("`{}` of floats of 64 bits", op.mnemonic())));
        }
        Ok(())
    }

    /// Writes an op that its row in the op table describes completely.
    fn by_table(&mut self, op: IrOp, args: &[Arg], ty: Type) -> Result<u32> {
        let info = op.info();
        if let Some(number) = info.capability {
            self.w.requirements.capability_number(number);
        }
        let ids: Ids = args.iter().map(|arg| arg.id).collect();
        if has_width(info.spirv) {
            self.check_width(op, ty)?;
        }
        let ty = self.w.ty(ty)?;
        match info.spirv {
            SpirvCode::Core(number) => Ok(self.emit_list(number, ty, &ids)),
            SpirvCode::Ext(number) => Ok(self.emit_ext(u32::from(number), ty, &ids)),
            SpirvCode::None => Err(Error::malformed(format!("operation {}", op.mnemonic()))),
        }
    }

    pub(crate) fn is_matrix(&self, ty: Type) -> bool {
        matches!(self.w.module.types.get(ty), TypeData::Matrix { .. })
    }

    pub(crate) fn is_vector(&self, ty: Type) -> bool {
        matches!(self.w.module.types.get(ty), TypeData::Vector { .. } | TypeData::LongVector { .. })
    }

    fn swizzle(&mut self, vector: Arg, swizzle: Swizzle, ty: Type) -> Result<u32> {
        let chosen: SmallVec<[u32; 4]> = swizzle.components().iter().map(|&index| u32::from(index)).collect();
        if vector.ty == ty && chosen.iter().enumerate().all(|(index, &component)| index as u32 == component) {
            return Ok(vector.id);
        }
        match (self.is_vector(vector.ty), &*chosen) {
            (false, [_]) => Ok(vector.id),
            (false, many) => {
                let copies = Ids::from_elem(vector.id, many.len());
                self.emit_ir(Op::CompositeConstruct, ty, &copies)
            }
            (true, &[index]) => self.part_of(vector.id, index, ty),
            (true, many) => {
                let mut operands = Ids::new();
                operands.extend([vector.id, vector.id]);
                operands.extend(many.iter().copied());
                self.emit_ir(Op::VectorShuffle, ty, &operands)
            }
        }
    }

    /// Writes the part at an index of a composite.
    fn part_of(&mut self, composite: u32, index: u32, ty: Type) -> Result<u32> {
        let ty = self.w.ty(ty)?;
        Ok(self.emit_number(Op::CompositeExtract as u32 as u16, ty, &[composite, index]))
    }

    pub(crate) fn scalar_of(&self, ty: Type) -> Result<Scalar> {
        self.w
            .module
            .types
            .scalar_of(ty)
            .ok_or_else(|| Error::malformed("arithmetic on an operand that is not a number"))
    }

    fn bool_to_number(&mut self, value: Arg, ty: Type) -> Result<u32> {
        let scalar = self.scalar_of(ty)?;
        let one = FloatFormat::of(scalar).map_or(1, |format| format.encode(1.0));
        let one = self.w.splat_constant(ty, scalar, one)?;
        let zero = self.w.splat_constant(ty, scalar, 0)?;
        self.emit_ir(Op::Select, ty, &[value.id, one, zero])
    }

    fn number_to_bool(&mut self, value: Arg, ty: Type) -> Result<u32> {
        let scalar = self.scalar_of(value.ty)?;
        let zero = self.w.splat_constant(value.ty, scalar, 0)?;
        // Unordered, since NaN is not zero.
        let op = if scalar.is_float() { Op::FUnordNotEqual } else { Op::INotEqual };
        self.emit_ir(op, ty, &[value.id, zero])
    }

    fn bitcast(&mut self, value: Arg, ty: Type) -> Result<u32> {
        let (from, to) = (self.w.ty(value.ty)?, self.w.ty(ty)?);
        if from == to {
            return Ok(value.id);
        }
        let module = self.w.module;
        let is_resource = |ty| {
            matches!(module.types.get(ty), TypeData::Pointer { storage: vitrum_ir::Storage::Opaque, .. })
        };
        if is_resource(ty) || is_resource(value.ty) {
            return Err(Error::unsupported(crate::types::HANDLES));
        }
        let is_address =
            |ty| matches!(module.types.get(ty), TypeData::BufferReference { .. } | TypeData::Pointer { .. });
        let op = match (is_address(value.ty), is_address(ty)) {
            (true, false) if ty == common::U64 => Op::ConvertPtrToU,
            (false, true) if value.ty == common::U64 => Op::ConvertUToPtr,
            _ if module.types.get(ty) == TypeData::AccelerationStructure => {
                Op::ConvertUToAccelerationStructureKHR
            }
            _ => Op::Bitcast,
        };
        Ok(self.emit(op, to, &[value.id]))
    }

    /// Between widths; the signedness may change too, for which SPIR-V wants a bitcast when the width stays.
    fn convert(&mut self, op: IrOp, value: Arg, ty: Type) -> Result<u32> {
        if value.ty == ty {
            return Ok(value.id);
        }
        let (from, to) = (self.scalar_of(value.ty)?, self.scalar_of(ty)?);
        if from.width() == to.width() && op != IrOp::Fconvert {
            return self.bitcast(value, ty);
        }
        if op != IrOp::Uconvert || !to.is_signed() {
            return self.by_table(op, &[value], ty);
        }
        // The result of OpUConvert is unsigned: Vulkan and older versions insist.
        let unsigned = match to {
            Scalar::I8 => Scalar::U8,
            Scalar::I16 => Scalar::U16,
            Scalar::I64 => Scalar::U64,
            _ => Scalar::U32,
        };
        if let data @ TypeData::CooperativeMatrix { .. } = self.w.module.types.get(ty) {
            let (middle, ty) = (self.w.cooperative_matrix_type(data, unsigned)?, self.w.ty(ty)?);
            let id = self.emit(Op::UConvert, middle, &[value.id]);
            return Ok(self.emit(Op::Bitcast, ty, &[id]));
        }
        if let TypeData::LongVector { length, cooperative, .. } = self.w.module.types.get(ty) {
            let middle = self.w.long_vector_type(unsigned, length, cooperative)?;
            let ty = self.w.ty(ty)?;
            let id = self.emit(Op::UConvert, middle, &[value.id]);
            return Ok(self.emit(Op::Bitcast, ty, &[id]));
        }
        let size = self.w.module.types.vector_size(ty).unwrap_or(1);
        let middle = common::vector(unsigned, size).unwrap_or(common::scalar(unsigned));
        let id = self.by_table(op, &[value], middle)?;
        self.bitcast(Arg { id, ty: middle }, ty)
    }

    /// Writes an operation with two results: a struct in SPIR-V, taken apart at once.
    #[inline(never)]
    pub(crate) fn pair(&mut self, inst: Inst) -> Result<()> {
        let function = self.data;
        let op = function.insts[inst].op;
        let mut results = function.results(inst);
        let (Some(first), Some(second)) = (results.next(), results.next()) else {
            return Err(Error::malformed("an operation without its two results"));
        };
        let types = [function.values[first].ty, function.values[second].ty];
        let ids = [self.w.ty(types[0])?, self.w.ty(types[1])?];
        let operands = self.ids(function.operands(inst))?;
        let wide = |signed: bool| if signed { Op::SMulExtended } else { Op::UMulExtended };
        // SPIR-V gives the low half first.
        let swapped = matches!(op, IrOp::UmulExtended | IrOp::SmulExtended);
        let ty = self.w.pair_type(ids[usize::from(swapped)], ids[usize::from(!swapped)]);
        let pair = match (op.info().sig, op.info().spirv) {
            (Sig::Modf, _) => self.emit_ext(MODF_STRUCT, ty, &operands),
            (Sig::Frexp, _) => self.emit_ext(FREXP_STRUCT, ty, &operands),
            (_, SpirvCode::Core(number)) => {
                let opcode = Op::from_u32(u32::from(number)).ok_or_else(|| Error::malformed("opcode"))?;
                self.emit_plain(opcode, ty, &operands)
            }
            _ => self.emit_plain(wide(op == IrOp::SmulExtended), ty, &operands),
        };
        for (index, (value, ty)) in (0u32..).zip([(first, ids[0]), (second, ids[1])]) {
            let position = if swapped { 1 - index } else { index };
            let id = self.emit(Op::CompositeExtract, ty, &[pair, position]);
            self.define(value, id, true);
        }
        Ok(())
    }

    /// Interpolation functions take the address of the input.
    #[inline(never)]
    pub(crate) fn interpolate(&mut self, inst: Inst) -> Result<()> {
        self.w.requirements.capability(Capability::InterpolationFunction);
        let function = self.data;
        let args = self.args(function.operands(inst))?;
        let result =
            function.result(inst).ok_or_else(|| Error::malformed("an interpolation without result"))?;
        let id = self.by_table(function.insts[inst].op, &args, function.values[result].ty)?;
        self.define(result, id, true);
        Ok(())
    }
}
