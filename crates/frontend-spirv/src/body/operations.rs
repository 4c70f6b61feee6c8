//! Operations on values. SPIR-V has integers of either signedness wherever bits alone count; the IR wants one type.

use spirv::{GlslStd450Op, Op};
use vitrum_ir::{
    Builder, Class, IntegerFunction, Op as IrOp, Operand, Precision, Scalar, Shuffle, Sig, SpirvCode,
    Swizzle, Type, TypeData, types::common,
};

use crate::error::Error;
use crate::words::Inst;

/// An operation without effects, on values that are there.
pub(crate) struct Evaluation<'w> {
    pub(crate) inst: Inst<'w>,
    /// The type of its result.
    pub(crate) ty: Type,
    pub(crate) precision: Precision,
}

/// The operation of the IR for an opcode.
pub(crate) fn core_op(number: u16) -> Option<IrOp> {
    IrOp::from_spirv(SpirvCode::Core(number))
}

/// The operation of the IR for an instruction of the set GLSL.std.450.
pub(crate) fn extended_op(number: u32) -> Option<IrOp> {
    IrOp::from_spirv(SpirvCode::Ext(u8::try_from(number).ok()?))
}

/// A type with components of this signedness, and otherwise the same.
pub(crate) fn with_sign(builder: &mut Builder<'_>, ty: Type, signed: bool) -> Type {
    let Some(own) = builder.module.types.scalar_of(ty).filter(|scalar| scalar.is_integer()) else {
        return ty;
    };
    let scalar = own.with_sign(signed);
    if scalar == own {
        return ty;
    }
    if let TypeData::CooperativeMatrix { scope, rows, columns, usage, .. } = builder.module.types.get(ty) {
        let data = TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage };
        return builder.module.types.intern(data);
    }
    builder.module.types.with_scalar(ty, scalar).unwrap_or(ty)
}

/// The operand as a type that differs from its own in signedness, if at all; or in width, for counts.
pub(crate) fn cast(builder: &mut Builder<'_>, operand: Operand, ty: Type) -> Operand {
    let own = builder.ty(operand);
    if own == ty {
        return operand;
    }
    let width = |builder: &Builder<'_>, ty| builder.module.types.scalar_of(ty).map(Scalar::width);
    let op = if width(builder, own) == width(builder, ty) { IrOp::Bitcast } else { IrOp::Sconvert };
    let precision = builder.precision(operand);
    builder.emit(op, &[operand], 0, ty, precision)
}

/// The operand as `int`, or as a vector of these.
pub(crate) fn signed(builder: &mut Builder<'_>, operand: Operand) -> Operand {
    let own = builder.ty(operand);
    let ty = builder.module.types.with_scalar(own, Scalar::I32).unwrap_or(own);
    cast(builder, operand, ty)
}

/// A type as a class of components has it.
pub(crate) fn of_class(builder: &mut Builder<'_>, ty: Type, class: Class) -> Type {
    match class {
        Class::Signed => with_sign(builder, ty, true),
        Class::Unsigned => with_sign(builder, ty, false),
        Class::Bool | Class::Int | Class::Float | Class::Numeric | Class::FloatOrMatrix => ty,
    }
}

/// The operand as a class of components has it.
pub(crate) fn classed(builder: &mut Builder<'_>, operand: Operand, class: Class) -> Operand {
    let own = builder.ty(operand);
    let ty = of_class(builder, own, class);
    cast(builder, operand, ty)
}

/// True if the components of a type are integers.
fn is_int(builder: &Builder<'_>, ty: Type) -> bool {
    builder.module.types.scalar_of(ty).is_some_and(Scalar::is_integer)
}

impl Evaluation<'_> {
    /// The result; none if it is another kind of operation.
    pub(crate) fn of(
        &self,
        builder: &mut Builder<'_>,
        operands: &[Operand],
        literals: &[u32],
    ) -> Result<Option<Operand>, Error> {
        let inst = &self.inst;
        let [first, second] = [operands.first().copied(), operands.get(1).copied()];
        let missing = || inst.invalid(format!("{} lacks an operand", inst.name()));
        let need = |operand: Option<Operand>| operand.ok_or_else(missing);
        Ok(Some(match inst.known() {
            Some(Op::CopyObject) => need(first)?,
            Some(Op::CompositeConstruct) => match operands {
                [first, rest @ ..]
                    if rest.iter().all(|part| part == first)
                        && matches!(builder.module.types.get(builder.ty(*first)), TypeData::Scalar(_))
                        && matches!(builder.module.types.get(self.ty), TypeData::Vector { .. }) =>
                {
                    builder.splat(self.ty, *first, self.precision)
                }
                _ => builder.construct(self.ty, operands, self.precision),
            },
            Some(Op::CompositeConstructReplicateEXT) => self.replicate(builder, need(first)?)?,
            Some(Op::CompositeExtract) => self.extract(builder, need(first)?, literals)?,
            Some(Op::CompositeInsert) => self.insert(builder, need(first)?, need(second)?, literals)?,
            Some(Op::VectorShuffle) => self.shuffle(builder, need(first)?, need(second)?, literals)?,
            Some(Op::VectorExtractDynamic) => {
                let operands = [need(first)?, need(second)?];
                builder.emit(IrOp::ExtractDynamic, &operands, 0, self.ty, self.precision)
            }
            Some(
                Op::Bitcast | Op::ConvertPtrToU | Op::ConvertUToPtr | Op::ConvertUToAccelerationStructureKHR,
            ) => {
                let first = need(first)?;
                if builder.ty(first) == self.ty {
                    first
                } else {
                    builder.emit(IrOp::Bitcast, &[first], 0, self.ty, self.precision)
                }
            }
            // Only short vectors are scaled by one operation.
            Some(Op::VectorTimesScalar)
                if matches!(builder.module.types.get(self.ty), TypeData::LongVector { .. }) =>
            {
                let factor = builder.splat(self.ty, need(second)?, self.precision);
                builder.op(IrOp::Fmul, &[need(first)?, factor], self.precision)
            }
            Some(Op::FmaKHR) => return self.by_table(builder, IrOp::Fma, operands),
            Some(Op::CopyLogical) => self.copy(builder, need(first)?)?,
            Some(Op::QuantizeToF16) => self.quantize(builder, need(first)?)?,
            _ => match core_op(inst.op) {
                Some(op) => return self.by_table(builder, op, operands),
                None => return Ok(self.of_integers(builder, operands)),
            },
        }))
    }

    /// An operation of the table; none if it is one of control, memory or images.
    pub(crate) fn by_table(
        &self,
        builder: &mut Builder<'_>,
        op: IrOp,
        operands: &[Operand],
    ) -> Result<Option<Operand>, Error> {
        let mut operands = operands.to_vec();
        let result = match op.info().sig {
            Sig::Unary(class) | Sig::Binary(class) | Sig::Ternary(class) => {
                self.alike(builder, class, &mut operands)
            }
            Sig::Compare(class) => {
                self.alike_compared(builder, class, &mut operands);
                self.ty
            }
            Sig::Shift | Sig::BitExtract | Sig::BitInsert | Sig::BitQuery => {
                self.bits(builder, op, &mut operands)
            }
            Sig::Convert(from, to) => {
                for operand in &mut operands {
                    *operand = classed(builder, *operand, from);
                }
                of_class(builder, self.ty, to)
            }
            Sig::Ldexp => {
                if let Some(exponent) = operands.get_mut(1) {
                    let own = builder.ty(*exponent);
                    let ty = builder.module.types.with_scalar(own, Scalar::I32).unwrap_or(own);
                    *exponent = cast(builder, *exponent, ty);
                }
                self.ty
            }
            Sig::Select => {
                let chosen = if is_int(builder, self.ty) { 1 } else { operands.len() };
                for operand in operands.iter_mut().skip(chosen) {
                    *operand = cast(builder, *operand, self.ty);
                }
                self.ty
            }
            Sig::Pack => self.packed(builder, op, &mut operands),
            Sig::InsertDynamic
            | Sig::Test(_)
            | Sig::Reduce
            | Sig::Dot
            | Sig::Length
            | Sig::Distance
            | Sig::Cross
            | Sig::Refract
            | Sig::VectorTimesScalar
            | Sig::MatrixTimesScalar
            | Sig::VectorTimesMatrix
            | Sig::MatrixTimesVector
            | Sig::MatrixTimesMatrix
            | Sig::OuterProduct
            | Sig::Transpose
            | Sig::Determinant
            | Sig::Inverse => self.ty,
            _ => return Ok(None),
        };
        let value = builder.emit(op, &operands, 0, result, self.precision);
        Ok(Some(cast(builder, value, self.ty)))
    }

    /// A function on integers that is several operations; none for other instructions.
    fn of_integers(&self, builder: &mut Builder<'_>, operands: &[Operand]) -> Option<Operand> {
        let mut rows = IntegerFunction::OPCODES.iter();
        let &(function, [signed, unsigned]) = rows.find(|row| row.1.contains(&self.inst.op))?;
        let is_signed = signed == self.inst.op && signed != unsigned;
        let mut cast_to = |operand| {
            let own = builder.ty(operand);
            let ty = with_sign(builder, own, is_signed);
            cast(builder, operand, ty)
        };
        let operands: Vec<Operand> = operands.iter().map(|&operand| cast_to(operand)).collect();
        let value = builder.integer_function(function, &operands, self.precision)?;
        Some(cast(builder, value, self.ty))
    }

    /// Casts operands that are all of the type of the result, which is given back as the class has it.
    fn alike(&self, builder: &mut Builder<'_>, class: Class, operands: &mut [Operand]) -> Type {
        for operand in operands {
            *operand = match class {
                Class::Int if is_int(builder, self.ty) => cast(builder, *operand, self.ty),
                class => classed(builder, *operand, class),
            };
        }
        of_class(builder, self.ty, class)
    }

    /// Casts operands that are all of one type.
    fn alike_compared(&self, builder: &mut Builder<'_>, class: Class, operands: &mut [Operand]) {
        for operand in operands.iter_mut() {
            *operand = classed(builder, *operand, class);
        }
        if let (Class::Int, [first, second]) = (class, operands) {
            let ty = builder.ty(*first);
            *second = cast(builder, *second, ty);
        }
    }

    /// Casts the operands of an operation on bits, and gives the type of its result in the IR.
    fn bits(&self, builder: &mut Builder<'_>, op: IrOp, operands: &mut [Operand]) -> Type {
        if op.info().sig == Sig::BitQuery {
            if let Some(operand) =
                operands.first_mut().filter(|_| matches!(op, IrOp::FindSmsb | IrOp::FindUmsb))
            {
                let own = builder.ty(*operand);
                let ty = with_sign(builder, own, op == IrOp::FindSmsb);
                *operand = cast(builder, *operand, ty);
            }
            return builder.module.types.with_scalar(self.ty, Scalar::I32).unwrap_or(self.ty);
        }
        let result = match op {
            IrOp::Ashr | IrOp::SbitExtract => with_sign(builder, self.ty, true),
            IrOp::Lshr | IrOp::UbitExtract => with_sign(builder, self.ty, false),
            _ => self.ty,
        };
        let bases = if op.info().sig == Sig::BitInsert { 2 } else { 1 };
        for base in operands.iter_mut().take(bases) {
            *base = cast(builder, *base, result);
        }
        if matches!(op.info().sig, Sig::BitExtract | Sig::BitInsert) {
            for number in operands.iter_mut().skip(bases) {
                *number = signed(builder, *number);
            }
        }
        result
    }

    /// Casts the operand of a packing, and gives the type of its result in the IR.
    fn packed(&self, builder: &mut Builder<'_>, op: IrOp, operands: &mut [Operand]) -> Type {
        let (Some(operand), Some((from, to))) = (operands.first_mut(), vitrum_ir::typing::pack_types(op))
        else {
            return self.ty;
        };
        if is_int(builder, from) {
            *operand = cast(builder, *operand, from);
        }
        if is_int(builder, to) { to } else { self.ty }
    }

    /// A composite whose parts are all the same.
    fn replicate(&self, builder: &mut Builder<'_>, part: Operand) -> Result<Operand, Error> {
        let types = &builder.module.types;
        let count = match types.get(self.ty) {
            TypeData::Vector { .. } | TypeData::LongVector { .. } | TypeData::CooperativeMatrix { .. } => {
                return Ok(builder.splat(self.ty, part, self.precision));
            }
            TypeData::Matrix { columns, .. } => Some(usize::from(columns)),
            TypeData::Array { .. } => types.length(self.ty).map(|length| length as usize),
            TypeData::Struct(id) => Some(builder.module.structs[id].members.len()),
            _ => None,
        };
        let count = count.filter(|&count| count <= MAX_COPIED);
        let count = count.ok_or_else(|| self.inst.unsupported("a composite of unknown or great length"))?;
        Ok(builder.construct(self.ty, &vec![part; count], self.precision))
    }

    /// The part that indices lead to.
    fn extract(
        &self,
        builder: &mut Builder<'_>,
        mut from: Operand,
        indices: &[u32],
    ) -> Result<Operand, Error> {
        for &index in indices {
            self.check_index(builder, from, index)?;
            from = builder.extract(from, index, self.precision);
        }
        Ok(from)
    }

    fn check_index(&self, builder: &Builder<'_>, composite: Operand, index: u32) -> Result<(), Error> {
        let types = &builder.module.types;
        let ty = builder.ty(composite);
        let count = match types.get(ty) {
            TypeData::Vector { size, .. } => Some(u32::from(size)),
            TypeData::Matrix { columns, .. } => Some(u32::from(columns)),
            TypeData::Array { .. } => types.length(ty).or(Some(u32::MAX)),
            TypeData::Struct(id) => Some(builder.module.structs[id].members.len() as u32),
            TypeData::LongVector { .. } | TypeData::CooperativeMatrix { .. } => Some(u32::MAX),
            _ => None,
        };
        match count {
            Some(count) if index < count => Ok(()),
            Some(count) => {
                Err(self.inst.invalid(format!("the index {index} into a composite of {count} parts")))
            }
            None => Err(self.inst.invalid("an index into what is no composite")),
        }
    }

    /// A composite with the part that indices lead to replaced.
    fn insert(
        &self,
        builder: &mut Builder<'_>,
        part: Operand,
        into: Operand,
        indices: &[u32],
    ) -> Result<Operand, Error> {
        let mut around = vec![into];
        for &index in indices {
            let inner = around.last().copied().unwrap_or(into);
            self.check_index(builder, inner, index)?;
            if around.len() < indices.len() {
                around.push(builder.extract(inner, index, self.precision));
            }
        }
        let mut value = part;
        for (&composite, &index) in around.iter().zip(indices).rev() {
            let ty = builder.ty(composite);
            value = builder.emit(IrOp::Insert, &[composite, value], index, ty, self.precision);
        }
        Ok(value)
    }

    fn shuffle(
        &self,
        builder: &mut Builder<'_>,
        first: Operand,
        second: Operand,
        components: &[u32],
    ) -> Result<Operand, Error> {
        let size = |operand: Operand| {
            let ty = builder.ty(operand);
            builder
                .module
                .types
                .vector_size(ty)
                .ok_or_else(|| self.inst.invalid("OpVectorShuffle of no vectors"))
        };
        let (left, right) = (size(first)?, size(second)?);
        // An undefined component may be any.
        let chosen: Vec<u32> =
            components.iter().map(|&index| if index == u32::MAX { 0 } else { index }).collect();
        if chosen.iter().any(|&index| index >= left + right) {
            return Err(self.inst.invalid("a component that neither vector of OpVectorShuffle has"));
        }
        let too_many = || self.inst.unsupported(format!("a shuffle of {} components", chosen.len()));
        let of_one = |from: u32, operand: Operand| {
            let components: Vec<u32> = chosen.iter().map(|&index| index - from).collect();
            Swizzle::new(&components).map(|swizzle| (operand, swizzle)).ok_or_else(too_many)
        };
        let is_same = first == second;
        if is_same || chosen.iter().all(|&index| index < left) {
            let chosen: Vec<u32> =
                chosen.iter().map(|&index| if index >= left { index - left } else { index }).collect();
            let swizzle = Swizzle::new(&chosen).ok_or_else(too_many)?;
            return Ok(builder.swizzle(first, swizzle, self.precision));
        }
        if chosen.iter().all(|&index| index >= left) {
            let (operand, swizzle) = of_one(left, second)?;
            return Ok(builder.swizzle(operand, swizzle, self.precision));
        }
        let shuffle = Shuffle::new(&chosen).ok_or_else(too_many)?;
        if left == right {
            return Ok(builder.emit(
                IrOp::Shuffle,
                &[first, second],
                shuffle.bits(),
                self.ty,
                self.precision,
            ));
        }
        let mut parts = Vec::with_capacity(chosen.len());
        for &index in &chosen {
            let (from, index) = if index < left { (first, index) } else { (second, index - left) };
            parts.push(builder.extract(from, index, self.precision));
        }
        Ok(builder.construct(self.ty, &parts, self.precision))
    }

    /// The same parts as another type has them, which differs in layout alone.
    fn copy(&self, builder: &mut Builder<'_>, from: Operand) -> Result<Operand, Error> {
        self.copy_as(builder, from, self.ty, 0)
    }

    fn copy_as(
        &self,
        builder: &mut Builder<'_>,
        from: Operand,
        to: Type,
        depth: u32,
    ) -> Result<Operand, Error> {
        let own = builder.ty(from);
        if own == to {
            return Ok(from);
        }
        let count = match (builder.module.types.get(own), builder.module.types.get(to)) {
            (TypeData::Struct(from), TypeData::Struct(to)) => {
                let count = |id: vitrum_ir::Struct| builder.module.structs[id].members.len();
                Some(count(from)).filter(|&parts| parts == count(to))
            }
            (TypeData::Array { .. }, TypeData::Array { .. }) => {
                let length = builder.module.types.length(own);
                length.filter(|_| length == builder.module.types.length(to)).map(|length| length as usize)
            }
            _ => None,
        };
        let count = count.filter(|&count| count <= MAX_COPIED && depth < 100);
        let count = count.ok_or_else(|| self.inst.unsupported("a copy between these types"))?;
        let mut parts = Vec::with_capacity(count);
        for index in 0..count as u32 {
            let part = builder.extract(from, index, Precision::None);
            let ty = vitrum_ir::typing::part_type(builder.module, to, index).unwrap_or(common::VOID);
            parts.push(self.copy_as(builder, part, ty, depth + 1)?);
        }
        Ok(builder.construct(to, &parts, Precision::None))
    }

    /// A float with the precision of 16 bits.
    fn quantize(&self, builder: &mut Builder<'_>, from: Operand) -> Result<Operand, Error> {
        let size = builder.module.types.vector_size(self.ty).unwrap_or(1);
        let zero = builder.module.constants.f32(0.0);
        let mut parts = Vec::new();
        for index in 0..size {
            let part = if size == 1 { from } else { builder.extract(from, index, self.precision) };
            let pair = builder.construct(common::VEC2, &[part, zero.into()], self.precision);
            let packed = builder.op(IrOp::PackHalf2x16, &[pair], Precision::None);
            let pair = builder.op(IrOp::UnpackHalf2x16, &[packed], self.precision);
            parts.push(builder.extract(pair, 0, self.precision));
        }
        match parts.as_slice() {
            &[one] => Ok(one),
            many => Ok(builder.construct(self.ty, many, self.precision)),
        }
    }
}

/// The most parts of a composite that is copied part by part.
const MAX_COPIED: usize = 1 << 12;

/// Two results of one operation, in the order of the members of the struct that SPIR-V gives.
pub(crate) fn pair(
    builder: &mut Builder<'_>,
    inst: &Inst<'_>,
    operands: &[Operand],
    precision: Precision,
) -> Option<[Operand; 2]> {
    // The IR gives the high half first.
    let (op, swapped) = match inst.known()? {
        Op::IAddCarry => (IrOp::UaddCarry, false),
        Op::ISubBorrow => (IrOp::UsubBorrow, false),
        Op::UMulExtended => (IrOp::UmulExtended, true),
        Op::SMulExtended => (IrOp::SmulExtended, true),
        Op::ExtInst => match GlslStd450Op::from_u32(inst.words.get(1).copied()?)? {
            GlslStd450Op::ModfStruct | GlslStd450Op::Modf => (IrOp::Modf, false),
            GlslStd450Op::FrexpStruct | GlslStd450Op::Frexp => (IrOp::Frexp, false),
            _ => return None,
        },
        _ => return None,
    };
    let signed = op == IrOp::SmulExtended;
    let wanted = |builder: &mut Builder<'_>, operand| match op {
        IrOp::Modf | IrOp::Frexp => operand,
        _ => {
            let ty = builder.ty(operand);
            let ty = with_sign(builder, ty, signed);
            cast(builder, operand, ty)
        }
    };
    let operands: Vec<Operand> = operands.iter().map(|&operand| wanted(builder, operand)).collect();
    let [first, second] = builder.op_pair(op, &operands, precision);
    Some(if swapped { [second, first] } else { [first, second] })
}
