//! Constants: each once; specialisation constants and operations on them stay symbolic if SPIR-V can express them.
//!
//! SPIR-V allows integer and bool operations on specialisation constants, not float ones. What it does not
//! allow is computed at run time, at the head of every function that needs it.

use crate::error::{Error, Result};
use crate::interned::Key;
use crate::layout::Layout;
use crate::words::Ids;
use crate::writer::Writer;
use rustc_hash::FxHashMap;
use spirv::{Decoration, Op};
use vitrum_ir::fold::is_matrix_length;
use vitrum_ir::{
    Constant, ConstantKind, Length, Module, Op as IrOp, Scalar, SideTable, SpirvCode, Swizzle, Type,
    TypeData, types::common,
};

/// Constants that were written.
#[derive(Debug)]
pub(crate) struct ConstantTable {
    /// By IR constant; 0 is unknown.
    ids: SideTable<Constant, u32>,
    spec: FxHashMap<vitrum_ir::SpecConstant, u32>,
    /// Of the first numbers, as `int`: positions of members.
    small: [u32; 16],
}

impl ConstantTable {
    pub(crate) fn new(module: &Module, mut ids: SideTable<Constant, u32>) -> Self {
        ids.clear();
        ids.resize(module.constants.len(), 0);
        Self { ids, spec: FxHashMap::default(), small: [0; 16] }
    }

    /// The table of ids, for its memory.
    pub(crate) fn into_ids(self) -> SideTable<Constant, u32> {
        self.ids
    }
}

/// Stands for a constant that has to be computed at run time.
const RUN_TIME: u32 = u32::MAX;

impl<'m> Writer<'m> {
    /// The id of a constant that was written.
    #[inline]
    pub(crate) fn known_id(&self, constant: Constant) -> Option<u32> {
        Some(self.constants.ids.at(constant)).filter(|&id| id != 0 && id != RUN_TIME)
    }

    /// The id of a constant, or `None` if it has to be computed at run time.
    pub(crate) fn constant(&mut self, constant: Constant) -> Result<Option<u32>> {
        let known = self.constants.ids.at(constant);
        if known != 0 {
            return Ok((known != RUN_TIME).then_some(known));
        }
        let parts = self.constant_parts(constant);
        // The parts of most constants have no parts themselves.
        let is_flat = |&part: &Constant| {
            self.constants.ids.at(part) != 0 || part < constant && self.constant_parts(part).is_empty()
        };
        if parts.iter().all(is_flat) {
            for &part in parts.iter().rev() {
                if self.constants.ids.at(part) == 0 {
                    self.add_constant(part)?;
                }
            }
            return self.add_constant(constant);
        }
        // Operations on specialisation constants nest as deeply as the source: no recursion here.
        let mut stack = vec![constant];
        while let Some(&top) = stack.last() {
            let before = stack.len();
            for &part in self.constant_parts(top) {
                if part.index() >= top.index() {
                    return Err(Error::malformed("a constant contains itself"));
                }
                if self.constants.ids.at(part) == 0 {
                    stack.push(part);
                }
            }
            if stack.len() > before {
                continue;
            }
            stack.pop();
            self.add_constant(top)?;
        }
        self.constant(constant)
    }

    /// Writes a constant whose parts were written, and remembers it.
    fn add_constant(&mut self, constant: Constant) -> Result<Option<u32>> {
        let id = self.write_constant(constant)?;
        if let Some(slot) = self.constants.ids.get_mut(constant) {
            *slot = id.unwrap_or(RUN_TIME);
        }
        Ok(id)
    }

    /// The id of a constant that has to be known when the pipeline is made.
    pub(crate) fn known_constant(&mut self, constant: Constant) -> Result<u32> {
        self.constant(constant)?.ok_or_else(|| {
            Error::unsupported("this operation on specialisation constants outside of functions")
        })
    }

    /// A constant of the type that blocks of a layout have. Types are no deeper than [`Writer::laid`] takes.
    pub(crate) fn laid_constant(&mut self, constant: Constant, layout: Layout) -> Result<u32> {
        let data = self.module.constants.get(constant);
        let is_nested =
            matches!(self.module.types.get(data.ty), TypeData::Struct(_) | TypeData::Array { .. });
        if layout == Layout::None || !is_nested {
            return self.known_constant(constant);
        }
        let ty = self.laid(data.ty, layout)?;
        match &data.kind {
            ConstantKind::Null => Ok(self.intern_constant(Op::ConstantNull, ty, &[])),
            ConstantKind::Composite(parts) => {
                let parts = parts.iter().map(|&part| self.laid_constant(part, layout));
                let ids = parts.collect::<Result<Ids>>()?;
                let is_spec = self.module.constants.is_spec(constant);
                let op = if is_spec { Op::SpecConstantComposite } else { Op::ConstantComposite };
                Ok(self.intern_constant(op, ty, &ids))
            }
            _ => Err(Error::unsupported("this initialiser of a block")),
        }
    }

    pub(crate) fn constant_parts(&self, constant: Constant) -> &'m [Constant] {
        match &self.module.constants.get(constant).kind {
            ConstantKind::Composite(parts) => parts,
            ConstantKind::SpecOp { operands, .. } => operands,
            ConstantKind::Scalar(_)
            | ConstantKind::Null
            | ConstantKind::Undef
            | ConstantKind::Spec(_)
            | ConstantKind::Param(_) => &[],
        }
    }

    /// A constant of type `uint`.
    pub(crate) fn u32_constant(&mut self, value: u32) -> u32 {
        self.scalar_constant(Scalar::U32, u64::from(value))
    }

    /// A constant of type `int`.
    pub(crate) fn i32_constant(&mut self, value: i32) -> u32 {
        match self.constants.small.get(value as usize) {
            Some(&id) if id != 0 => return id,
            _ => {}
        }
        let id = self.scalar_constant(Scalar::I32, u64::from(value as u32));
        if let Some(slot) = self.constants.small.get_mut(value as usize) {
            *slot = id;
        }
        id
    }

    /// A scalar constant with these bits.
    pub(crate) fn scalar_constant(&mut self, scalar: Scalar, bits: u64) -> u32 {
        // A scalar type always can be written.
        let Ok(ty) = self.ty(common::scalar(scalar)) else { return 0 };
        if scalar == Scalar::Bool {
            let op = if bits != 0 { Op::ConstantTrue } else { Op::ConstantFalse };
            return self.intern_constant(op, ty, &[]);
        }
        match scalar_words(scalar, bits) {
            (low, Some(high)) => self.intern_constant(Op::Constant, ty, &[low, high]),
            (low, None) => self.intern_constant(Op::Constant, ty, &[low]),
        }
    }

    /// The all-zero constant of a type.
    pub(crate) fn null_constant(&mut self, ty: Type) -> Result<u32> {
        let id = self.ty(ty)?;
        Ok(self.intern_constant(Op::ConstantNull, id, &[]))
    }

    /// The undefined value of a type.
    pub(crate) fn undef(&mut self, ty: Type) -> Result<u32> {
        let id = self.ty(ty)?;
        Ok(self.intern_constant(Op::Undef, id, &[]))
    }

    /// The constant with `part` in every component of a vector (or itself, of a scalar).
    pub(crate) fn splat_constant(&mut self, ty: Type, scalar: Scalar, bits: u64) -> Result<u32> {
        let part = self.scalar_constant(scalar, bits);
        match self.module.types.get(ty) {
            TypeData::Vector { size, .. } => {
                let vector =
                    common::vector(scalar, u32::from(size)).ok_or_else(|| Error::malformed("vector size"))?;
                let id = self.ty(vector)?;
                Ok(self.intern_constant(Op::ConstantComposite, id, &Ids::from_elem(part, usize::from(size))))
            }
            TypeData::LongVector { length: length @ Length::Constant(count), cooperative, .. } => {
                let id = self.long_vector_type(scalar, length, cooperative)?;
                Ok(self.intern_constant(Op::ConstantComposite, id, &Ids::from_elem(part, count as usize)))
            }
            TypeData::LongVector { length: length @ Length::Spec(_), cooperative, .. } => {
                let id = self.long_vector_type(scalar, length, cooperative)?;
                self.requirements.capability(spirv::Capability::ReplicatedCompositesEXT);
                Ok(self.intern_constant(Op::ConstantCompositeReplicateEXT, id, &[part]))
            }
            _ => Ok(part),
        }
    }

    pub(crate) fn intern_constant(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        self.intern(Key { op, ty: Some(ty), operands, stride: 0 }).0
    }

    fn part_ids(&self, parts: &[Constant]) -> Option<Ids> {
        let id = |part: &Constant| self.constants.ids.get(*part).copied().filter(|&id| id != RUN_TIME);
        parts.iter().map(id).collect()
    }

    /// Writes a constant whose parts were written.
    fn write_constant(&mut self, constant: Constant) -> Result<Option<u32>> {
        let module = self.module;
        let data = module.constants.get(constant);
        match &data.kind {
            // An address becomes a pointer at run time.
            ConstantKind::Scalar(_) | ConstantKind::Null if self.is_reference(data.ty) => Ok(None),
            ConstantKind::Scalar(bits) => {
                let scalar =
                    module.types.scalar_of(data.ty).ok_or_else(|| Error::malformed("scalar constant"))?;
                Ok(Some(self.scalar_constant(scalar, *bits)))
            }
            ConstantKind::Null => self.null_constant(data.ty).map(Some),
            ConstantKind::Undef => self.undef(data.ty).map(Some),
            ConstantKind::Composite(parts) => {
                let Some(ids) = self.part_ids(parts) else { return Ok(None) };
                let ty = self.laid(data.ty, Layout::None)?;
                let spec = module.constants.is_spec(constant);
                // The one part stands for all components.
                let is_repeated =
                    matches!(module.types.get(data.ty), TypeData::LongVector { length: Length::Spec(_), .. });
                if is_repeated {
                    self.requirements.capability(spirv::Capability::ReplicatedCompositesEXT);
                }
                let op = match (spec, is_repeated) {
                    (false, false) => Op::ConstantComposite,
                    (true, false) => Op::SpecConstantComposite,
                    (false, true) => Op::ConstantCompositeReplicateEXT,
                    (true, true) => Op::SpecConstantCompositeReplicateEXT,
                };
                Ok(Some(self.intern_constant(op, ty, &ids)))
            }
            ConstantKind::Spec(spec) => self.spec_constant(*spec).map(Some),
            ConstantKind::Param(_) => Err(Error::malformed("number parameter")),
            ConstantKind::SpecOp { op, imm, operands } => {
                let Some(ids) = self.part_ids(operands) else { return Ok(None) };
                let types: Vec<Type> = operands.iter().map(|&part| module.constants.ty(part)).collect();
                self.spec_operation(*op, *imm, &ids, &types, data.ty)
            }
        }
    }

    fn is_reference(&self, ty: Type) -> bool {
        matches!(self.module.types.get(ty), TypeData::BufferReference { .. })
    }

    /// Writes the constants that the application may set, whether or not something uses them: its reflection finds them, and
    /// `remove_unused_resources` removes what may go.
    pub(crate) fn write_spec_constants(&mut self) -> Result<()> {
        let module = self.module;
        for (spec, _) in module.spec_constants.iter().filter(|row| row.1.id.is_some()) {
            self.spec_constant(spec)?;
        }
        Ok(())
    }

    pub(crate) fn spec_constant(&mut self, spec: vitrum_ir::SpecConstant) -> Result<u32> {
        if let Some(&id) = self.constants.spec.get(&spec) {
            return Ok(id);
        }
        let module = self.module;
        let data = &module.spec_constants[spec];
        let ty = self.ty(data.ty)?;
        let bits = module.constants.bits(data.default).unwrap_or(0);
        let scalar =
            module.types.scalar_of(data.ty).ok_or_else(|| Error::malformed("specialisation constant"))?;
        let id = self.id();
        match (scalar, scalar_words(scalar, bits)) {
            (Scalar::Bool, _) if bits != 0 => self.globals.push(Op::SpecConstantTrue, &[ty, id]),
            (Scalar::Bool, _) => self.globals.push(Op::SpecConstantFalse, &[ty, id]),
            (_, (low, Some(high))) => self.globals.push(Op::SpecConstant, &[ty, id, low, high]),
            (_, (low, None)) => self.globals.push(Op::SpecConstant, &[ty, id, low]),
        }
        self.name(id, module.names.get(data.name));
        if let Some(number) = data.id {
            self.decorate(id, Decoration::SpecId, &[number]);
        }
        self.constants.spec.insert(spec, id);
        Ok(id)
    }

    /// An operation that SPIR-V allows on specialisation constants, or `None`.
    fn spec_operation(
        &mut self,
        op: IrOp,
        imm: u32,
        ids: &[u32],
        types: &[Type],
        ty: Type,
    ) -> Result<Option<u32>> {
        let result = self.ty(ty)?;
        let (Some(&first), Some(&first_type)) = (ids.first(), types.first()) else { return Ok(None) };
        if is_matrix_length(op, imm) {
            let words = [Op::CooperativeMatrixLengthNV as u32, self.ty(first_type)?];
            return Ok(Some(self.intern_constant(Op::SpecConstantOp, result, &words)));
        }
        let vector = matches!(self.module.types.get(first_type), TypeData::Vector { .. });
        let scalar = self.module.types.scalar_of(ty);
        let operation = |opcode: Op, rest: &[u32]| {
            let mut words = vec![opcode as u32];
            words.extend_from_slice(rest);
            Some(words)
        };
        let words = match op {
            IrOp::BtoI => {
                let Some(scalar) = scalar else { return Ok(None) };
                let one = self.splat_constant(ty, scalar, 1)?;
                let zero = self.splat_constant(ty, scalar, 0)?;
                operation(Op::Select, &[first, one, zero])
            }
            IrOp::ItoB => {
                let Some(from) = self.module.types.scalar_of(first_type) else { return Ok(None) };
                let zero = self.splat_constant(first_type, from, 0)?;
                operation(Op::INotEqual, &[first, zero])
            }
            // The same bits with another signedness: adding 0 is allowed, a bitcast is not.
            IrOp::Bitcast => {
                let from = self.module.types.scalar_of(first_type);
                let (Some(from), Some(to)) = (from, scalar) else { return Ok(None) };
                if !from.is_integer() || !to.is_integer() || from.width() != to.width() {
                    return Ok(None);
                }
                let zero = self.splat_constant(first_type, from, 0)?;
                operation(Op::IAdd, &[first, zero])
            }
            IrOp::Swizzle => {
                let swizzle = Swizzle::from_bits(imm);
                let chosen: Vec<u32> = swizzle.components().iter().map(|&index| u32::from(index)).collect();
                match (vector, chosen.as_slice()) {
                    (false, [_]) => return Ok(Some(first)),
                    (false, many) => return Ok(Some(self.spec_composite(result, &vec![first; many.len()]))),
                    (true, &[index]) => operation(Op::CompositeExtract, &[first, index]),
                    (true, many) => operation(Op::VectorShuffle, &[&[first, first], many].concat()),
                }
            }
            IrOp::Splat => match self.module.types.get(ty) {
                TypeData::Vector { size, .. } => {
                    return Ok(Some(self.spec_composite(result, &vec![first; usize::from(size)])));
                }
                _ => None,
            },
            IrOp::Extract => operation(Op::CompositeExtract, &[first, imm]),
            IrOp::Insert => match ids.get(1) {
                Some(&part) => operation(Op::CompositeInsert, &[part, first, imm]),
                None => None,
            },
            _ => match op.info().spirv {
                SpirvCode::Core(number) if is_allowed_on_spec(number) => {
                    Op::from_u32(u32::from(number)).and_then(|opcode| operation(opcode, ids))
                }
                _ => None,
            },
        };
        Ok(words.map(|words| self.intern_constant(Op::SpecConstantOp, result, &words)))
    }

    /// A composite with specialised parts.
    pub(crate) fn spec_composite(&mut self, ty: u32, parts: &[u32]) -> u32 {
        self.intern_constant(Op::SpecConstantComposite, ty, parts)
    }
}

/// The words of a scalar: narrow signed integers are sign-extended to a word.
fn scalar_words(scalar: Scalar, bits: u64) -> (u32, Option<u32>) {
    match scalar {
        Scalar::I8 => (i32::from(bits as i8) as u32, None),
        Scalar::I16 => (i32::from(bits as i16) as u32, None),
        _ if scalar.width() == 64 => (bits as u32, Some((bits >> 32) as u32)),
        _ => (bits as u32, None),
    }
}

/// Opcodes that `OpSpecConstantOp` may hold in a shader, apart from those about composites.
fn is_allowed_on_spec(opcode: u16) -> bool {
    matches!(
        opcode,
        114 | 115 | 126 | 128 | 130 | 132 | 134 | 135 | 137 | 138 | 139 | 164..=179 | 194..=200
    )
}

#[cfg(test)]
mod tests {
    use super::scalar_words;
    use vitrum_ir::Scalar;

    #[test]
    fn narrow_integers_are_extended() {
        assert_eq!(scalar_words(Scalar::I8, 0xff), (u32::MAX, None));
        assert_eq!(scalar_words(Scalar::U8, 0xff), (0xff, None));
        assert_eq!(scalar_words(Scalar::F64, 1 << 32), (0, Some(1)));
    }
}
