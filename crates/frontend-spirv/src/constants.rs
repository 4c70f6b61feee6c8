//! Constants, in the order of the module, so that none is read by recursion.

use rustc_hash::FxHashMap;
use spirv::{Decoration, Op};
use vitrum_ir::fold::{Tables, fold_constants};
use vitrum_ir::{
    Builder, Constant, ConstantData, ConstantKind, Cursor, Operand, Origin, Scalar, Span, SpecConstantData,
    Type, TypeData,
};

use crate::body::operations::Evaluation;
use crate::error::Error;
use crate::reader::Reader;
use crate::words::Inst;

impl<'w> Reader<'_, 'w> {
    /// Reads the constants of the module. One that cannot be read is missed where it is used.
    pub(crate) fn read_constants(&mut self) -> Result<(), Error> {
        self.find_shared_ids()?;
        for position in 0..self.index.insts.len() {
            let Some(&inst) = self.index.insts.get(position) else { break };
            if inst.is(Op::Function) {
                break;
            }
            if let Some(Ok(constant)) = self.new_constant(inst).transpose() {
                self.constants.insert(inst.id, constant);
            }
        }
        Ok(())
    }

    /// Finds ids of specialisation constants that have several defaults, so that they cannot be one.
    fn find_shared_ids(&mut self) -> Result<(), Error> {
        let mut seen: FxHashMap<u32, Inst<'w>> = FxHashMap::default();
        for position in 0..self.index.spec_constants.len() {
            let Some(&inst) = self.index.spec_constants.get(position) else { break };
            let Some(id) = self.index.decoration(inst.id, None, Decoration::SpecId) else { continue };
            let Some(&first) = seen.get(&id) else {
                seen.insert(id, inst);
                continue;
            };
            let (own, other) = (self.ty(inst.ty, inst.at)?, self.ty(first.ty, inst.at)?);
            let width = |ty: Type| self.as_scalar(ty).map(Scalar::width);
            let differs = (first.op, first.words) != (inst.op, inst.words) || width(own) != width(other);
            if differs {
                self.apart.insert(id);
            }
        }
        Ok(())
    }

    /// The constant of an id.
    pub(crate) fn constant(&mut self, id: u32, at: u32) -> Result<Constant, Error> {
        if let Some(&constant) = self.constants.get(&id) {
            return Ok(constant);
        }
        let def = self.index.def_for(id, at)?;
        // Those that are there were read before anything that uses them: the reason is asked for again.
        let constant = self.new_constant(def)?;
        constant.ok_or_else(|| Error::invalid(at, format!("%{id} is no constant")))
    }

    /// The constant that an instruction makes; none if it makes none.
    fn new_constant(&mut self, inst: Inst<'w>) -> Result<Option<Constant>, Error> {
        let Some(op) = inst.known() else { return Ok(None) };
        let is_one = matches!(
            op,
            Op::ConstantTrue
                | Op::ConstantFalse
                | Op::Constant
                | Op::ConstantComposite
                | Op::ConstantCompositeReplicateEXT
                | Op::ConstantNull
                | Op::Undef
                | Op::SpecConstantTrue
                | Op::SpecConstantFalse
                | Op::SpecConstant
                | Op::SpecConstantComposite
                | Op::SpecConstantCompositeReplicateEXT
                | Op::SpecConstantOp
        );
        if !is_one {
            return Ok(None);
        }
        let ty = self.ty(inst.ty, inst.at)?;
        let constant = match op {
            Op::ConstantTrue => self.module.constants.bool(true),
            Op::ConstantFalse => self.module.constants.bool(false),
            Op::Constant => self.literal(inst, ty)?,
            Op::ConstantNull => self.module.constants.null(ty),
            Op::Undef => self.module.constants.undef(ty),
            Op::ConstantComposite | Op::SpecConstantComposite => {
                let parts = inst.words.iter().map(|&id| self.part(id, inst.at));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                self.module.constants.composite(ty, &parts)
            }
            Op::ConstantCompositeReplicateEXT | Op::SpecConstantCompositeReplicateEXT => {
                let part = self.part(inst.word(0)?, inst.at)?;
                if matches!(self.module.types.get(ty), TypeData::LongVector { .. }) {
                    let mut tables = Tables::of(&mut self.module);
                    let splat = fold_constants(&mut tables, vitrum_ir::Op::Splat, &[part], 0, ty);
                    return splat.map(Some).ok_or_else(|| inst.unsupported("a vector of unknown length"));
                }
                let count =
                    self.parts(ty).ok_or_else(|| inst.unsupported("a composite of unknown length"))?;
                self.module.constants.composite(ty, &vec![part; count])
            }
            Op::SpecConstantTrue => {
                let default = self.module.constants.bool(true);
                self.specialised(inst, ty, default)?
            }
            Op::SpecConstantFalse => {
                let default = self.module.constants.bool(false);
                self.specialised(inst, ty, default)?
            }
            Op::SpecConstant => {
                let default = self.literal(inst, ty)?;
                self.specialised(inst, ty, default)?
            }
            _ => self.operation(inst, ty)?,
        };
        Ok(Some(constant))
    }

    /// A part of a composite, which stands in front of it.
    fn part(&self, id: u32, at: u32) -> Result<Constant, Error> {
        let part = self.constants.get(&id).copied();
        part.ok_or_else(|| Error::invalid(at, format!("%{id} is no constant that can be a part")))
    }

    /// The number of parts of a composite.
    fn parts(&self, ty: Type) -> Option<usize> {
        Some(match self.module.types.get(ty) {
            TypeData::Vector { size, .. } => usize::from(size),
            TypeData::Matrix { columns, .. } => usize::from(columns),
            TypeData::Array { .. } => {
                self.module.types.length(ty).filter(|&length| length <= MAX_REPLICATED)? as usize
            }
            TypeData::Struct(id) => self.module.structs[id].members.len(),
            TypeData::CooperativeMatrix { .. } => 1,
            _ => return None,
        })
    }

    /// A number from its literal.
    fn literal(&mut self, inst: Inst<'w>, ty: Type) -> Result<Constant, Error> {
        let scalar = self.as_scalar(ty).filter(|&scalar| scalar != Scalar::Bool);
        let scalar = scalar.ok_or_else(|| inst.invalid("a literal of a type that is no number"))?;
        let low = u64::from(inst.word(0)?);
        let bits = match scalar.width() {
            64 => low | u64::from(inst.word(1)?) << 32,
            width => low & ((1 << width) - 1),
        };
        Ok(self.module.constants.scalar(scalar, bits))
    }

    fn specialised(&mut self, inst: Inst<'w>, ty: Type, default: Constant) -> Result<Constant, Error> {
        let name = crate::reader::word(self.index.name(inst.id));
        let id = self.index.decoration(inst.id, None, Decoration::SpecId);
        let is_apart = id.is_some_and(|id| self.apart.contains(&id));
        let is_alike = |known: &SpecConstantData| !is_apart || (known.ty, known.default) == (ty, default);
        let is_it = |known: &SpecConstantData| id.is_some() && known.id == id && is_alike(known);
        let known = self.module.spec_constants.iter().find(|(_, known)| is_it(known));
        if let Some((spec, own)) = known.map(|(spec, known)| (spec, known.ty)) {
            let shared = ConstantData { ty: own, kind: ConstantKind::Spec(spec) };
            let shared = self.module.constants.intern(shared);
            if own == ty {
                return Ok(shared);
            }
            let mut tables = Tables::of(&mut self.module);
            let cast = fold_constants(&mut tables, vitrum_ir::Op::Bitcast, &[shared], 0, ty);
            return cast.ok_or_else(|| inst.unsupported("a specialisation constant of two types"));
        }
        let name = self.module.names.intern(&name);
        let data = SpecConstantData { name, id, ty, default, origin: Origin::default() };
        let spec = self.module.spec_constants.alloc(data);
        Ok(self.module.constants.intern(ConstantData { ty, kind: ConstantKind::Spec(spec) }))
    }

    fn has_undefined_part(&self, operand: Operand) -> bool {
        let kind = |constant| &self.module.constants.get(constant).kind;
        operand.constant().is_some_and(|constant| match kind(constant) {
            ConstantKind::Undef => true,
            ConstantKind::Composite(parts) => {
                parts.iter().any(|&part| matches!(kind(part), ConstantKind::Undef))
            }
            _ => false,
        })
    }

    /// An operation on constants, folded or kept.
    fn operation(&mut self, inst: Inst<'w>, ty: Type) -> Result<Constant, Error> {
        let inner = inst.inner()?;
        if inner.is(Op::CooperativeMatrixLengthNV) {
            let matrix = self.ty(inner.word(0)?, inst.at)?;
            return Ok(self.module.constants.matrix_length(matrix));
        }
        let context = self.context().ok_or_else(|| inst.invalid("no entry point"))?;
        let mut undefined = FxHashMap::default();
        for &id in inner.words {
            if self.index.def(id).is_some_and(|def| def.is(Op::Undef)) {
                undefined.insert(id, self.constant(id, inst.at)?);
            }
        }
        let lookup = |id: u32| self.constants.get(&id).or_else(|| undefined.get(&id)).copied();
        let mut operands = Vec::new();
        let mut literals = Vec::new();
        // Indices of composites are numbers.
        let ids = match inner.known() {
            Some(Op::CompositeExtract) => 1,
            Some(Op::CompositeInsert | Op::VectorShuffle) => 2,
            _ => inner.words.len(),
        };
        for (position, &word) in inner.words.iter().enumerate() {
            if position < ids {
                let constant = lookup(word);
                let constant = constant.ok_or_else(|| {
                    inst.unsupported(format!("an operation on %{word}, which is no constant,"))
                })?;
                operands.push(constant.into());
            } else {
                literals.push(word);
            }
        }
        // Without a block, what does not fold is dropped, and its result is undefined.
        let mut cursor = Cursor { function: context, block: None, span: Span::default(), precise: false };
        let mut builder = Builder::new(&mut self.module, &mut cursor);
        let evaluation = Evaluation { inst: inner, ty, precision: vitrum_ir::Precision::None };
        let result = evaluation.of(&mut builder, &operands, &literals)?;
        let constant = result.and_then(|operand| operand.constant());
        // A result may be undefined where an operand is.
        let has_undefined = operands.iter().any(|operand| self.has_undefined_part(*operand));
        let is_known = |&constant: &Constant| {
            has_undefined || !matches!(self.module.constants.get(constant).kind, ConstantKind::Undef)
        };
        constant.filter(is_known).ok_or_else(|| inst.unsupported(format!("{} on constants", inner.name())))
    }
}

/// The most parts of an array that is given by one of them.
const MAX_REPLICATED: u32 = 1 << 16;
