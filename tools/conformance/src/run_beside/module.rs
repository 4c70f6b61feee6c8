//! The interface of a SPIR-V module as the module itself declares it, whoever made it: what is bound where, how blocks lie in
//! memory, and what goes in and out.
//!
//! Both modules of a comparison are read by this reader and not by `vitrum-reflect`, which knows only one of them.

use std::collections::{BTreeMap, HashMap, HashSet};

use rspirv::binary::Assemble;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{self, BuiltIn, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

use super::products::in_one_order;
use crate::instructions::Instructions;

/// Elements of an array that has no length.
pub(crate) const RUNTIME_ELEMENTS: usize = 256;

/// Descriptors of an array that has no length.
pub(crate) const RUNTIME_DESCRIPTORS: u32 = 4;

/// The most numbers of a block, or places of an interface.
const MOST_LEAVES: usize = 1 << 16;

/// Structs and arrays within each other at most.
const DEEPEST: usize = 32;

/// A kind of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Float,
    Int,
    Uint,
    /// An address of a buffer.
    Address,
}

/// The type of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ImageType {
    pub(crate) kind: Kind,
    /// Bits of a component.
    pub(crate) bits: u32,
    pub(crate) dim: spirv::Dim,
    pub(crate) depth: bool,
    pub(crate) arrayed: bool,
    pub(crate) multisampled: bool,
    /// True if it is read and written, not sampled.
    pub(crate) storage: bool,
    pub(crate) format: spirv::ImageFormat,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Bool,
    Number { kind: Kind, bits: u32 },
    Vector { element: u32, count: u32 },
    Matrix { column: u32, count: u32 },
    Image(ImageType),
    SampledImage(u32),
    Sampler,
    Array { element: u32, length: u32 },
    RuntimeArray { element: u32 },
    Struct(Vec<u32>),
    Pointer { storage: u32, to: u32 },
    Other,
}

/// A variable of the module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    pub(crate) id: u32,
    pub(crate) ty: u32,
    pub(crate) storage: StorageClass,
}

/// A number within a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Leaf {
    pub(crate) offset: usize,
    pub(crate) kind: Kind,
    pub(crate) bytes: usize,
    /// A hash of the names and indices that lead to it.
    pub(crate) path: u64,
    /// The block to which an address leads.
    pub(crate) to: Option<u32>,
}

/// A scalar or vector of an interface.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) location: u32,
    pub(crate) component: u32,
    pub(crate) kind: Kind,
    pub(crate) bits: u32,
    pub(crate) rows: u32,
    /// A hash of the names and indices that lead to it.
    pub(crate) path: u64,
    pub(crate) patch: bool,
    /// The second input of blending.
    pub(crate) second: bool,
}

/// A specialisation constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SpecConstant {
    pub(crate) number: u32,
    /// None for a Boolean.
    pub(crate) kind: Option<Kind>,
    pub(crate) default: u32,
    /// True if the size of a type or of a workgroup depends on it.
    pub(crate) sizes: bool,
}

/// A decoration with its first operand.
type Decorated = (u32, Option<u32>);

/// The parts of a module that are read.
pub(crate) struct Module {
    pub(crate) words: Vec<u32>,
    instructions: Instructions,
    pub(crate) model: ExecutionModel,
    types: HashMap<u32, Type>,
    names: HashMap<u32, String>,
    member_names: HashMap<(u32, u32), String>,
    /// By id and member: decorations with their operand.
    decorations: HashMap<(u32, Option<u32>), Vec<Decorated>>,
    constants: HashMap<u32, u32>,
    pub(crate) variables: Vec<Variable>,
    modes: BTreeMap<u32, Vec<u32>>,
    pub(crate) specs: Vec<SpecConstant>,
    /// Every word of a function: an overestimate of what is used.
    used: HashSet<u32>,
    /// Variables of samplers and images that are used to compare.
    comparing: HashSet<u32>,
    /// Members that some instruction refers to: variable, member, and whether an index comes before it.
    accessed: HashSet<(u32, u32, bool)>,
    /// The workgroup's size is a constant of its own.
    pub(crate) sized_by_constant: bool,
    /// Results of float arithmetic.
    arithmetic: Vec<u32>,
}

/// One step of FNV-1a over text.
pub(crate) fn hash(seed: u64, text: &str) -> u64 {
    text.bytes().chain([0xff]).fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// One step over a number.
pub(crate) fn hash_number(seed: u64, number: u64) -> u64 {
    let mixed = (seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 29)
}

impl Module {
    /// Reads a module.
    ///
    /// # Errors
    /// If it is not well-formed, or has not one entry point.
    pub(crate) fn read(words: Vec<u32>) -> Result<Self, String> {
        let instructions = Instructions::parse(&words)?;
        let is_entry = |it: &&Instruction| it.class.opcode == Op::EntryPoint;
        let models = instructions.list.iter().filter(is_entry).filter_map(|it| it.operands.first());
        let [Operand::ExecutionModel(model)] = models.collect::<Vec<_>>()[..] else {
            return Err("not one entry point".to_owned());
        };
        let mut module = Self {
            words,
            model: *model,
            types: HashMap::new(),
            names: HashMap::new(),
            member_names: HashMap::new(),
            decorations: HashMap::new(),
            constants: HashMap::new(),
            variables: Vec::new(),
            modes: BTreeMap::new(),
            specs: Vec::new(),
            used: HashSet::new(),
            comparing: HashSet::new(),
            accessed: HashSet::new(),
            sized_by_constant: false,
            arithmetic: Vec::new(),
            instructions: instructions.clone(),
        };
        let mut walk = Walk::default();
        instructions.list.iter().for_each(|instruction| module.instruction(instruction, &mut walk));
        module.find_comparing(&walk);
        module.find_sizing(&walk);
        Ok(module)
    }

    fn instruction(&mut self, instruction: &Instruction, walk: &mut Walk) {
        let op = instruction.class.opcode;
        let words = instruction.assemble();
        let operands = words.get(1..).unwrap_or_default();
        let word = |index: usize| operands.get(index).copied().unwrap_or(0);
        let text = || match instruction.operands.last() {
            Some(Operand::LiteralString(text)) => text.clone(),
            _ => String::new(),
        };
        if walk.in_function {
            self.used.extend(operands);
        }
        match op {
            Op::ExecutionMode | Op::ExecutionModeId => {
                self.modes.insert(word(1), operands.get(2..).unwrap_or_default().to_vec());
            }
            Op::Name => {
                self.names.insert(word(0), text());
            }
            Op::MemberName => {
                self.member_names.insert((word(0), word(1)), text());
            }
            Op::Decorate => {
                let key = (word(0), None);
                self.decorations.entry(key).or_default().push((word(1), operands.get(2).copied()));
                if word(1) == Decoration::BuiltIn as u32 && word(2) == BuiltIn::WorkgroupSize as u32 {
                    self.sized_by_constant = true;
                    walk.sizes.push(word(0));
                }
            }
            Op::MemberDecorate => {
                let key = (word(0), Some(word(1)));
                self.decorations.entry(key).or_default().push((word(2), operands.get(3).copied()));
            }
            Op::Constant => {
                self.constants.insert(word(1), word(2));
            }
            Op::ConstantTrue | Op::ConstantFalse => {
                self.constants.insert(word(1), u32::from(op == Op::ConstantTrue));
            }
            Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse => {
                let default =
                    if op == Op::SpecConstant { word(2) } else { u32::from(op == Op::SpecConstantTrue) };
                self.constants.insert(word(1), default);
                if let Some(number) = self.decoration(word(1), None, Decoration::SpecId) {
                    let (kind, wide) = match self.types.get(&word(0)) {
                        Some(Type::Number { kind, bits }) => (Some(*kind), *bits != 32),
                        _ => (None, false),
                    };
                    walk.specs.push(word(1));
                    self.specs.push(SpecConstant { number, kind, default, sizes: wide });
                }
            }
            Op::SpecConstantComposite => {
                walk.depends.push((word(1), operands[2.min(operands.len())..].to_vec()))
            }
            Op::SpecConstantOp => walk.depends.push((word(1), operands[3.min(operands.len())..].to_vec())),
            Op::Variable => {
                let storage = StorageClass::from_u32(word(2)).unwrap_or(StorageClass::Generic);
                if storage != StorageClass::Function
                    && let Some(Type::Pointer { to, .. }) = self.types.get(&word(0))
                {
                    self.variables.push(Variable { id: word(1), ty: *to, storage });
                }
            }
            Op::Function => walk.in_function = true,
            Op::Load | Op::AccessChain | Op::InBoundsAccessChain => {
                walk.roots.insert(word(1), word(2));
                // Of blocks by vertex, the vertex comes first.
                let members = operands.get(3..5.min(operands.len())).unwrap_or_default();
                let members = members.iter().zip([false, true]);
                for (member, arrayed) in members.filter(|_| op != Op::Load) {
                    self.accessed
                        .extend(self.constants.get(member).map(|&member| (word(2), member, arrayed)));
                }
            }
            Op::SampledImage => {
                walk.sampled.insert(word(1), [word(2), word(3)]);
            }
            Op::ImageSampleDrefImplicitLod
            | Op::ImageSampleDrefExplicitLod
            | Op::ImageSampleProjDrefImplicitLod
            | Op::ImageSampleProjDrefExplicitLod
            | Op::ImageDrefGather => walk.comparing.push(word(2)),
            Op::FNegate
            | Op::FAdd
            | Op::FSub
            | Op::FMul
            | Op::FDiv
            | Op::FRem
            | Op::FMod
            | Op::VectorTimesScalar
            | Op::MatrixTimesScalar
            | Op::VectorTimesMatrix
            | Op::MatrixTimesVector
            | Op::MatrixTimesMatrix
            | Op::OuterProduct
            | Op::Dot => self.arithmetic.push(word(1)),
            Op::ExtInst if walk.in_function => self.arithmetic.push(word(1)),
            _ => self.declare(op, operands, walk),
        }
    }

    fn declare(&mut self, op: Op, operands: &[u32], walk: &mut Walk) {
        let word = |index: usize| operands.get(index).copied().unwrap_or(0);
        let ty = match op {
            Op::TypeBool => Type::Bool,
            Op::TypeInt => {
                Type::Number { kind: if word(2) == 1 { Kind::Int } else { Kind::Uint }, bits: word(1) }
            }
            Op::TypeFloat => Type::Number { kind: Kind::Float, bits: word(1) },
            Op::TypeVector => Type::Vector { element: word(1), count: word(2) },
            Op::TypeMatrix => Type::Matrix { column: word(1), count: word(2) },
            Op::TypeImage => {
                let (kind, bits) = match self.types.get(&word(1)) {
                    Some(Type::Number { kind, bits }) => (*kind, *bits),
                    _ => (Kind::Float, 32),
                };
                Type::Image(ImageType {
                    kind,
                    bits,
                    dim: spirv::Dim::from_u32(word(2)).unwrap_or(spirv::Dim::Dim2D),
                    depth: word(3) == 1,
                    arrayed: word(4) == 1,
                    multisampled: word(5) == 1,
                    storage: word(6) == 2,
                    format: spirv::ImageFormat::from_u32(word(7)).unwrap_or(spirv::ImageFormat::Unknown),
                })
            }
            Op::TypeSampledImage => Type::SampledImage(word(1)),
            Op::TypeSampler => Type::Sampler,
            Op::TypeArray => {
                walk.sizes.push(word(2));
                Type::Array { element: word(1), length: self.constants.get(&word(2)).copied().unwrap_or(0) }
            }
            Op::TypeRuntimeArray => Type::RuntimeArray { element: word(1) },
            Op::TypeStruct => Type::Struct(operands.get(1..).unwrap_or_default().to_vec()),
            Op::TypePointer => Type::Pointer { storage: word(1), to: word(2) },
            Op::TypeVoid | Op::TypeFunction | Op::TypeForwardPointer => return,
            _ if (Op::TypeOpaque as u32..=Op::TypePipe as u32).contains(&(op as u32)) => Type::Other,
            Op::TypeAccelerationStructureKHR | Op::TypeRayQueryKHR => Type::Other,
            _ => return,
        };
        self.types.insert(word(0), ty);
    }

    fn find_comparing(&mut self, walk: &Walk) {
        let of_both = walk.comparing.iter().flat_map(|id| walk.sampled.get(id).copied().unwrap_or([*id; 2]));
        for mut id in of_both {
            for _ in 0..DEEPEST {
                match walk.roots.get(&id) {
                    Some(&root) => id = root,
                    None => break,
                }
            }
            self.comparing.insert(id);
        }
    }

    fn find_sizing(&mut self, walk: &Walk) {
        let mut open = walk.sizes.clone();
        let mut seen = HashSet::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                open.extend(
                    walk.depends.iter().filter(|row| row.0 == id).flat_map(|row| row.1.iter().copied()),
                );
            }
        }
        seen.extend(self.mode(ExecutionMode::LocalSizeId).unwrap_or_default());
        let sizing = self.specs.iter().zip(&walk.specs).filter(|(_, id)| seen.contains(id));
        // One number may be that of several constants.
        let numbers: HashSet<u32> = sizing.map(|(spec, _)| spec.number).collect();
        for spec in &mut self.specs {
            spec.sizes |= numbers.contains(&spec.number);
        }
    }

    pub(crate) fn ty(&self, id: u32) -> &Type {
        self.types.get(&id).unwrap_or(&Type::Other)
    }

    /// The operand of a decoration, 0 if it has none.
    pub(crate) fn decoration(&self, id: u32, member: Option<u32>, decoration: Decoration) -> Option<u32> {
        let all = self.decorations.get(&(id, member))?;
        all.iter().find(|row| row.0 == decoration as u32).map(|row| row.1.unwrap_or(0))
    }

    /// A name, without what tells that a compiler made it.
    pub(crate) fn name(&self, id: u32) -> &str {
        let name = self.names.get(&id).map_or("", String::as_str);
        name.strip_prefix("gl_").or_else(|| name.strip_prefix("made_")).unwrap_or(name)
    }

    /// The type without arrays, and how many there are; 0 if some length is not known.
    pub(crate) fn element(&self, mut ty: u32) -> (u32, u32) {
        let mut count = 1u32;
        for _ in 0..DEEPEST {
            match self.ty(ty) {
                Type::Array { element, length } => {
                    count = count.saturating_mul(*length);
                    ty = *element;
                }
                Type::RuntimeArray { element } => {
                    count = count.saturating_mul(RUNTIME_DESCRIPTORS);
                    ty = *element;
                }
                _ => break,
            }
        }
        (ty, count)
    }

    /// The same module with all float arithmetic decorated with `NoContraction`, so that a driver may neither contract nor
    /// reassociate, and with products of matrices in one order; none if the module says itself where it may not.
    pub(crate) fn exact(&self) -> Option<Vec<u32>> {
        let no_contraction = Decoration::NoContraction as u32;
        if self.decorations.values().flatten().any(|row| row.0 == no_contraction) {
            return None;
        }
        let mut made = self.instructions.clone();
        let at = made.list.iter().position(|it| it.class.opcode.is_type())?;
        let decorate = |&id: &u32| {
            let operands = vec![Operand::IdRef(id), Operand::Decoration(Decoration::NoContraction)];
            Instruction::new(Op::Decorate, None, None, operands)
        };
        made.list.splice(at..at, self.arithmetic.iter().map(decorate));
        in_one_order(&mut made);
        Some(made.assemble())
    }

    /// True if a function refers to a variable.
    pub(crate) fn uses(&self, variable: u32) -> bool {
        self.used.contains(&variable)
    }

    /// True if a sampler or image is used to compare.
    pub(crate) fn compares(&self, variable: u32) -> bool {
        self.comparing.contains(&variable)
    }

    /// True if a variable is a storage block that some function refers to.
    pub(crate) fn is_storage_block(&self, variable: &Variable) -> bool {
        let element = self.element(variable.ty).0;
        self.uses(variable.id)
            && matches!(self.ty(element), Type::Struct(_))
            && (variable.storage == StorageClass::StorageBuffer
                || variable.storage == StorageClass::Uniform
                    && self.decoration(element, None, Decoration::BufferBlock).is_some())
    }

    /// The size of a workgroup, constants with their defaults.
    pub(crate) fn local_size(&self) -> Option<[u32; 3]> {
        let constant = |id: &u32| self.constants.get(id).copied().unwrap_or(1);
        let size: Vec<u32> =
            match (self.mode(ExecutionMode::LocalSize), self.mode(ExecutionMode::LocalSizeId)) {
                (Some(size), _) => size.to_vec(),
                (None, Some(ids)) => ids.iter().map(constant).collect(),
                (None, None) => return None,
            };
        size.try_into().ok()
    }

    /// The words of the module with shared memory that begins as zeros: a run whose workgroup is smaller than the shader
    /// expects reads what none of its invocations wrote, and that must not differ between modules. Blocks with a layout have
    /// no initializers.
    pub(crate) fn cleared(&self) -> Vec<u32> {
        self.with_cleared(self.instructions.clone())
    }

    fn with_cleared(&self, mut made: Instructions) -> Vec<u32> {
        let is_plain = |it: &&Variable| {
            it.storage == StorageClass::Workgroup && self.decoration(it.ty, None, Decoration::Block).is_none()
        };
        for variable in self.variables.iter().filter(is_plain) {
            let at = made.list.iter().position(|it| it.result_id == Some(variable.id));
            if let Some(at) = at.filter(|&at| made.list[at].operands.len() == 1) {
                let zero = made.id();
                made.list[at].operands.push(Operand::IdRef(zero));
                made.list.insert(
                    at,
                    Instruction::new(Op::ConstantNull, Some(variable.ty), Some(zero), Vec::new()),
                );
            }
        }
        made.assemble()
    }

    /// Likewise, with a workgroup of one invocation; none where a constant says how large it is.
    pub(crate) fn alone(&self) -> Option<Vec<u32>> {
        let mut made = self.instructions.clone();
        let size = Operand::ExecutionMode(ExecutionMode::LocalSize);
        let sizes = [&size, &Operand::ExecutionMode(ExecutionMode::LocalSizeId)];
        let is_size = |it: &&mut Instruction| it.operands.get(1).is_some_and(|mode| sizes.contains(&mode));
        let mode = made.list.iter_mut().find(is_size).filter(|_| !self.sized_by_constant)?;
        let operands = [mode.operands.first()?.clone(), size.clone()].into_iter();
        let operands = operands.chain([1; 3].map(Operand::LiteralBit32)).collect();
        *mode = Instruction::new(Op::ExecutionMode, None, None, operands);
        Some(self.with_cleared(made))
    }

    /// The operands of an execution mode.
    pub(crate) fn mode(&self, mode: ExecutionMode) -> Option<&[u32]> {
        self.modes.get(&(mode as u32)).map(Vec::as_slice)
    }

    /// The numbers of a block, and its size in bytes.
    ///
    /// # Errors
    /// If it is too large, or something in it has no layout.
    pub(crate) fn leaves(&self, ty: u32) -> Result<(Vec<Leaf>, usize), String> {
        let mut leaves = Vec::new();
        let size = self.add_leaves(ty, Spot { offset: 0, path: 0, matrix: None, depth: 0 }, &mut leaves)?;
        Ok((leaves, size))
    }

    fn add_leaves(&self, ty: u32, spot: Spot, leaves: &mut Vec<Leaf>) -> Result<usize, String> {
        if spot.depth > DEEPEST || leaves.len() > MOST_LEAVES {
            return Err("a block is too large".to_owned());
        }
        let inner = |offset, path| Spot { offset, path, depth: spot.depth + 1, ..spot };
        match self.ty(ty) {
            Type::Number { kind, bits } => {
                let bytes = (*bits / 8) as usize;
                leaves.push(Leaf { offset: spot.offset, kind: *kind, bytes, path: spot.path, to: None });
                Ok(bytes)
            }
            &Type::Pointer { to, .. } => {
                let (offset, path) = (spot.offset, spot.path);
                leaves.push(Leaf { offset, kind: Kind::Address, bytes: 8, path, to: Some(to) });
                Ok(8)
            }
            &Type::Vector { element, count } => {
                let mut size = 0;
                for index in 0..u64::from(count) {
                    let step = match spot.matrix {
                        Some((stride, true)) => stride,
                        _ => self.scalar_bytes(element),
                    };
                    let at = step * index as usize;
                    size = at
                        + self.add_leaves(
                            element,
                            inner(spot.offset + at, hash_number(spot.path, index)),
                            leaves,
                        )?;
                }
                Ok(size)
            }
            &Type::Matrix { column, count } => {
                let Some((stride, row_major)) = spot.matrix else {
                    return Err("a matrix has no stride".to_owned());
                };
                let Type::Vector { element, count: rows } = *self.ty(column) else {
                    return Err("a matrix has no columns".to_owned());
                };
                for index in 0..u64::from(count) {
                    let step = if row_major { self.scalar_bytes(element) } else { stride };
                    let at = spot.offset + step * index as usize;
                    self.add_leaves(column, inner(at, hash_number(spot.path, index)), leaves)?;
                }
                Ok(stride * if row_major { rows } else { count } as usize)
            }
            Type::Array { .. } | Type::RuntimeArray { .. } => {
                let (element, count) = match *self.ty(ty) {
                    Type::Array { element, length } => (element, length as usize),
                    Type::RuntimeArray { element } => (element, RUNTIME_ELEMENTS),
                    _ => (ty, 0),
                };
                let stride = self.decoration(ty, None, Decoration::ArrayStride);
                let stride = stride.ok_or("an array has no stride")? as usize;
                for index in 0..count {
                    let path = hash_number(spot.path, index as u64);
                    self.add_leaves(element, inner(spot.offset + stride * index, path), leaves)?;
                }
                Ok(stride * count)
            }
            Type::Struct(members) => {
                let mut size = 0;
                for (index, &member) in (0..).zip(members) {
                    let of = |decoration| self.decoration(ty, Some(index), decoration);
                    let at = of(Decoration::Offset).ok_or("a member has no offset")? as usize;
                    let matrix = of(Decoration::MatrixStride)
                        .map(|stride| (stride as usize, of(Decoration::RowMajor).is_some()));
                    let name = self.member_names.get(&(ty, index)).map_or("", String::as_str);
                    let spot = Spot { matrix, ..inner(spot.offset + at, hash(spot.path, name)) };
                    size = size.max(at + self.add_leaves(member, spot, leaves)?);
                }
                Ok(size)
            }
            Type::Bool | Type::Image(_) | Type::SampledImage(_) | Type::Sampler | Type::Other => {
                Err("a block holds something without a layout".to_owned())
            }
        }
    }

    fn scalar_bytes(&self, ty: u32) -> usize {
        if let Type::Number { bits, .. } = self.ty(ty) { (*bits / 8) as usize } else { 4 }
    }

    /// The scalars and vectors of inputs or outputs that are no built-ins. With `per_vertex` the outer dimension of what is
    /// not a patch's is left out.
    ///
    /// # Errors
    /// If one has no location, or a type that no interface has.
    pub(crate) fn places(&self, storage: StorageClass, per_vertex: bool) -> Result<Vec<Place>, String> {
        let mut places = Vec::new();
        for variable in self.variables.iter().filter(|it| it.storage == storage) {
            let of = |decoration| self.decoration(variable.id, None, decoration);
            if of(Decoration::BuiltIn).is_some() || !self.uses(variable.id) {
                continue;
            }
            let mut ty = variable.ty;
            let mut patch = of(Decoration::Patch).is_some();
            let is_block = |ty: u32| {
                self.decoration(ty, None, Decoration::Block).is_some()
                    && matches!(self.ty(ty), Type::Struct(_))
            };
            let element = self.element(ty).0;
            if is_block(element) {
                patch |= self.decoration(element, Some(0), Decoration::Patch).is_some();
                if self.decoration(element, Some(0), Decoration::BuiltIn).is_some() {
                    continue;
                }
            }
            if let (true, false, Type::Array { element, .. } | Type::RuntimeArray { element }) =
                (per_vertex, patch, self.ty(ty))
            {
                ty = *element;
            }
            let name = if is_block(element) { self.name(element) } else { self.name(variable.id) };
            let mut spot = Going {
                location: of(Decoration::Location),
                component: of(Decoration::Component).unwrap_or(0),
                path: hash(0, name),
                patch,
                second: of(Decoration::Index) == Some(1),
                depth: 0,
            };
            self.add_places(ty, &mut spot, &mut places)?;
        }
        places.sort_by_key(|place| (place.patch, place.location, place.component, place.second));
        Ok(places)
    }

    fn add_places(&self, ty: u32, going: &mut Going, places: &mut Vec<Place>) -> Result<(), String> {
        if going.depth > DEEPEST || places.len() > MOST_LEAVES {
            return Err("an interface is too large".to_owned());
        }
        going.depth += 1;
        let path = going.path;
        match self.ty(ty) {
            Type::Number { .. } | Type::Vector { .. } => {
                let (scalar, rows) = match self.ty(ty) {
                    Type::Vector { element, count } => (*element, *count),
                    _ => (ty, 1),
                };
                let Type::Number { kind, bits } = *self.ty(scalar) else {
                    return Err("an interface has Booleans".to_owned());
                };
                let location = going.location.ok_or("an interface has no location")?;
                let Going { component, patch, second, .. } = *going;
                places.push(Place { location, component, kind, bits, rows, path, patch, second });
                going.location = Some(location + if bits == 64 && rows > 2 { 2 } else { 1 });
            }
            &Type::Matrix { column, count } => {
                for index in 0..u64::from(count) {
                    going.path = hash_number(path, index);
                    self.add_places(column, going, places)?;
                }
            }
            &Type::Array { element, length } => {
                for index in 0..u64::from(length) {
                    going.path = hash_number(path, index);
                    self.add_places(element, going, places)?;
                }
            }
            Type::Struct(members) => {
                for (index, &member) in (0..).zip(members) {
                    if let Some(location) = self.decoration(ty, Some(index), Decoration::Location) {
                        going.location = Some(location);
                    }
                    let component = going.component;
                    if let Some(own) = self.decoration(ty, Some(index), Decoration::Component) {
                        going.component = own;
                    }
                    let name = self.member_names.get(&(ty, index)).map_or("", String::as_str);
                    going.path = hash(path, name);
                    self.add_places(member, going, places)?;
                    going.component = component;
                }
            }
            _ => return Err("an interface has a type of another kind".to_owned()),
        }
        going.depth -= 1;
        going.path = path;
        Ok(())
    }

    /// The built-ins of an interface that the module refers to, with the count of elements of an array.
    pub(crate) fn built_ins(&self, storage: StorageClass) -> Vec<(BuiltIn, u32)> {
        let mut found = Vec::new();
        let number = |ty: u32| self.element(ty).1;
        for variable in self.variables.iter().filter(|it| it.storage == storage && self.uses(it.id)) {
            let built_in =
                self.decoration(variable.id, None, Decoration::BuiltIn).and_then(BuiltIn::from_u32);
            found.extend(built_in.map(|it| (it, number(variable.ty))));
            let block = self.element(variable.ty).0;
            let Type::Struct(members) = self.ty(block) else { continue };
            let arrayed = block != variable.ty;
            for (index, &member) in (0..).zip(members) {
                let built_in = self.decoration(block, Some(index), Decoration::BuiltIn);
                if let Some(built_in) = built_in.and_then(BuiltIn::from_u32)
                    && self.accessed.contains(&(variable.id, index, arrayed))
                {
                    found.push((built_in, number(member)));
                }
            }
        }
        found
    }
}

/// A spot within a block.
#[derive(Clone, Copy)]
struct Spot {
    offset: usize,
    path: u64,
    /// Stride, and whether rows lie one after the other.
    matrix: Option<(usize, bool)>,
    depth: usize,
}

/// A spot within an interface.
struct Going {
    location: Option<u32>,
    component: u32,
    path: u64,
    patch: bool,
    second: bool,
    depth: usize,
}

/// Notes taken while a module is read.
#[derive(Default)]
struct Walk {
    in_function: bool,
    /// The base of each load and access.
    roots: HashMap<u32, u32>,
    /// Variables sampled with a comparison.
    comparing: Vec<u32>,
    /// Images and samplers that are joined.
    sampled: HashMap<u32, [u32; 2]>,
    /// Ids that sizes depend on.
    sizes: Vec<u32>,
    /// Ids with the words that make them.
    depends: Vec<(u32, Vec<u32>)>,
    /// Ids of specialisation constants with a number, in order.
    specs: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use rspirv::spirv::{BuiltIn, StorageClass};
    use vitrum::{Options, Stage};

    use super::{Kind, Module};

    fn read(stage: Stage, text: &str) -> Module {
        let text = format!("#version 450\n{text}");
        let words = vitrum::compile(&text, &Options::new(stage)).ok().and_then(|it| it.spirv().ok());
        Module::read(words.unwrap_or_default()).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn blocks_have_numbers_at_their_offsets() {
        let module = read(
            Stage::Compute,
            "struct S { vec3 a; float b; };\nlayout(binding = 0, std430) buffer B { layout(row_major) mat2x3 m; S s[2]; uint r[]; };\n\
             void main() { r[0] = uint(m[0][0] + s[1].b); }\n",
        );
        let block = module.variables.iter().find(|it| it.storage == StorageClass::StorageBuffer);
        let (leaves, size) =
            block.map(|it| module.leaves(it.ty)).unwrap_or_else(|| panic!("no block")).unwrap_or_default();
        let offsets: Vec<usize> = leaves.iter().take(15).map(|leaf| leaf.offset).collect();
        assert_eq!(offsets, [0, 8, 16, 4, 12, 20, 32, 36, 40, 44, 48, 52, 56, 60, 64]);
        assert_eq!(leaves.get(14).map(|leaf| leaf.kind), Some(Kind::Uint));
        assert_eq!(size, 64 + 4 * super::RUNTIME_ELEMENTS);
    }

    #[test]
    fn interfaces_have_a_place_for_each_vector() {
        let module = read(
            Stage::Vertex,
            "layout(location = 1) in mat2 m;\nlayout(location = 5) out B { vec3 a; layout(location = 6, component = 1) float b[2]; } o;\n\
             void main() { gl_Position = vec4(m[0], m[1]); o.a = vec3(1.0); o.b[1] = 2.0; }\n",
        );
        let at = |storage| -> Vec<(u32, u32, u32)> {
            let places = module.places(storage, false).unwrap_or_default();
            places.iter().map(|place| (place.location, place.component, place.rows)).collect()
        };
        assert_eq!(at(StorageClass::Input), [(1, 0, 2), (2, 0, 2)]);
        assert_eq!(at(StorageClass::Output), [(5, 0, 3), (6, 1, 1), (7, 1, 1)]);
        assert_eq!(module.built_ins(StorageClass::Output), [(BuiltIn::Position, 1)]);
    }

    #[test]
    fn constants_that_sizes_depend_on_are_known() {
        let module = read(
            Stage::Compute,
            "layout(constant_id = 1) const int length = 4;\nlayout(constant_id = 2) const int other = 4;\n\
             layout(local_size_x_id = 3) in;\nlayout(binding = 0) buffer B { int b[]; };\nshared int s[length * 2];\n\
             void main() { s[0] = other; b[0] = s[length]; }\n",
        );
        let mut sizes: Vec<(u32, bool)> = module.specs.iter().map(|spec| (spec.number, spec.sizes)).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [(1, true), (2, false), (3, true)]);
        assert_eq!(module.local_size(), Some([1, 1, 1]));
    }

    #[test]
    fn a_workgroup_becomes_one_invocation() {
        let module = read(Stage::Compute, "layout(local_size_x = 4, local_size_z = 2) in;\nvoid main() {}\n");
        assert_eq!(module.local_size(), Some([4, 1, 2]));
        let alone = module.alone().and_then(|words| Module::read(words).ok());
        assert_eq!(alone.and_then(|module| module.local_size()), Some([1, 1, 1]));
    }

    #[test]
    fn shared_variables_begin_as_zeros() {
        let text = "layout(binding = 0) buffer B { int b[]; };\nshared int a[4], c;\nvoid main() { b[0] = a[1] + c; }\n";
        let module = read(Stage::Compute, text);
        let made = module.cleared();
        assert_eq!(made.len(), module.words.len() + 2 * 4);
        assert_eq!(made.get(3).copied(), module.words.get(3).map(|bound| bound + 2));
        assert!(Module::read(made).is_ok());
    }

    #[test]
    fn decorations_are_added_unless_the_module_has_some() {
        let text = "layout(location = 0) in vec4 a;\nlayout(location = 0) out vec4 b;\nvoid main() { b = a * a + a; }\n";
        let module = read(Stage::Fragment, text);
        let exact = module.exact().unwrap_or_default();
        assert_eq!(exact.len(), module.words.len() + 2 * 3);
        assert!(Module::read(exact).is_ok_and(|module| module.exact().is_none()));
    }
}
