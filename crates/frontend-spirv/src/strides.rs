//! Strides and offsets that no layout rule gives. In memory, an array with such a stride has structs as elements, of the element and what
//! is between it and the next one; a matrix is such an array of its columns, or of its rows; and a struct within a block has members
//! between its own. Values have none of this: a load or store of a whole object goes to its parts.
//!
//! The types of memory are found before anything is read, since one type can be in blocks of several rules.

use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Decoration, Op, StorageClass};
use vitrum_ir::layout::{Extent, Layouts};
use vitrum_ir::{
    FunctionData, LayoutRule, Member, Module, Qualifiers, Scalar, Stage, Storage, Struct, StructData, Type,
    TypeData, types::common,
};

use crate::error::Error;
use crate::index::Index;
use crate::layout::RULES;
use crate::lines::Lines;
use crate::pointers::Pointers;
use crate::reader::Reader;
use crate::types::MAX_DEPTH;
use crate::words::Inst;

/// The rounds in which blocks of other rules than scalar are tried.
const ROUNDS: u32 = 4;

/// The most types whose memory is not as a rule gives it.
const MAX_ODD: usize = 1 << 10;

/// A stride or offsets that a rule does not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Odd {
    /// The stride of an array.
    Array(u32),
    /// The stride of a matrix, or of those in an array, which is a member of a struct.
    Matrix(u32, u32),
    /// The offsets of a struct.
    Struct(u32),
}

/// The types whose memory is not as a rule gives it.
#[derive(Debug, Default)]
pub(crate) struct Strides {
    pub(crate) odd: FxHashSet<Odd>,
    /// The structs that have such a type within.
    structs: FxHashSet<u32>,
    /// True if they were looked for.
    pub(crate) are_known: bool,
}

/// A struct of an element and what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Padded {
    Element,
    /// A column of a matrix.
    Column,
    /// A row.
    Row,
}

/// The types of memory that a module has.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// The types that objects of other types have, with the lines of the matrices in them.
    types: FxHashMap<(u32, Line), Type>,
    structs: FxHashMap<u32, Struct>,
    /// Those that values do not have.
    pub(crate) strided: FxHashSet<Type>,
    /// The structs of an element and padding.
    pub(crate) padded: FxHashMap<Struct, Padded>,
    /// The positions of members in structs with padding.
    places: FxHashMap<Struct, Vec<u32>>,
    /// True if a block was found whose layout no rule gives.
    pub(crate) is_odd: bool,
}

/// The lines of a matrix: the bytes from one to the next, and if they are rows.
type Line = Option<(u32, bool)>;

impl Strides {
    /// Finds them for all blocks of a module.
    pub(crate) fn find(index: &Index<'_>, lines: &Lines) -> Self {
        let roots = blocks(index);
        let found = Self::of(index, lines, &roots, &FxHashSet::default());
        let left = found.left(index, lines, &roots);
        if left.is_empty() {
            return found;
        }
        // Nothing is padded for what lies in the tail of an array, as Direct3D has it.
        let other = Self::of(index, lines, &roots, &left);
        if other.left(index, lines, &roots).len() < left.len() { other } else { found }
    }

    /// Finds them, where some blocks have the layout of Direct3D.
    fn of(index: &Index<'_>, lines: &Lines, roots: &[u32], direct: &FxHashSet<u32>) -> Self {
        let mut found = Self { are_known: true, ..Self::default() };
        for round in 0..=ROUNDS {
            let rules = if round == ROUNDS { &[LayoutRule::Scalar][..] } else { &RULES[..] };
            let more = found.more(index, lines, roots, rules, direct);
            if more.is_empty() {
                break;
            }
            if more.len() + found.odd.len() > MAX_ODD {
                break;
            }
            found.odd.extend(more);
            found.structs = structs(index, &found.odd);
        }
        found
    }

    /// Does something with a reader that has the constants of a module.
    fn with_reader<T: Default>(
        &self,
        index: &Index<'_>,
        lines: &Lines,
        then: impl FnOnce(&mut Reader<'_, '_>) -> T,
    ) -> T {
        let pointers = Pointers::default();
        let mut module = Module::new(Stage::Compute);
        // Constants are folded in the context of a function.
        let name = module.names.intern("");
        module.functions.alloc(FunctionData::new(name, common::VOID));
        let mut reader = Reader::new(index, &pointers, lines, self, module, FxHashSet::default());
        if reader.read_constants().is_err() { T::default() } else { then(&mut reader) }
    }

    /// The blocks that have no rule.
    fn left(&self, index: &Index<'_>, lines: &Lines, roots: &[u32]) -> FxHashSet<u32> {
        self.with_reader(index, lines, |reader| {
            let at = |id| index.def(id).map_or(0, |def| def.at);
            let mut left = roots.to_vec();
            left.retain(|&id| reader.layout_rule(id, at(id), LayoutRule::Std430).is_err());
            left.into_iter().collect()
        })
    }

    /// The strides and offsets that the rule does not give that fits best.
    fn more(
        &self,
        index: &Index<'_>,
        lines: &Lines,
        roots: &[u32],
        rules: &[LayoutRule],
        direct: &FxHashSet<u32>,
    ) -> Vec<Odd> {
        self.with_reader(index, lines, |reader| {
            let mut more = Vec::new();
            for &id in roots {
                let at = index.def(id).map_or(0, |def| def.at);
                if reader.layout_rule(id, at, LayoutRule::Std430).is_ok() {
                    continue;
                }
                let Ok(ty) = reader.memory_type(id, at) else { continue };
                let is_direct = direct.contains(&id);
                let rules = if is_direct { &[LayoutRule::Direct3d] } else { rules };
                let choices = rules.iter().filter_map(|&rule| {
                    let odd: Vec<Odd> = reader
                        .misfits(id, ty, false, rule)
                        .into_iter()
                        .map(|row| row.0)
                        .collect::<Option<_>>()?;
                    odd.iter().any(|odd| !self.odd.contains(odd)).then_some(odd)
                });
                let best = choices.min_by_key(Vec::len).unwrap_or_default();
                // Padding within changes the size of all around it.
                more.extend(if is_direct { innermost(index, &best) } else { best });
            }
            more
        })
    }
}

/// The types of the blocks of a module: of those that are marked, of buffers, and of what addresses lead to.
fn blocks(index: &Index<'_>) -> Vec<u32> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let of_memory = [
        StorageClass::Uniform,
        StorageClass::StorageBuffer,
        StorageClass::PushConstant,
        StorageClass::ShaderRecordBufferKHR,
    ];
    for inst in index.insts.iter().take_while(|inst| !inst.is(Op::Function)) {
        let target = match (inst.known(), inst.words) {
            (Some(Op::TypeStruct), _) if index.is_block(inst.id) => Some(inst.id),
            (Some(Op::TypePointer), &[class, target])
                if class == StorageClass::PhysicalStorageBuffer as u32 =>
            {
                Some(target)
            }
            (Some(Op::Variable), &[class, ..]) if of_memory.iter().any(|&known| known as u32 == class) => {
                index.def(inst.ty).and_then(|pointer| pointer.words.get(1).copied())
            }
            _ => None,
        };
        found.extend(target.filter(|&id| seen.insert(id)));
    }
    found
}

/// Those of some odd types that have no other one within.
fn innermost(index: &Index<'_>, odd: &[Odd]) -> Vec<Odd> {
    let of = |odd: &Odd| match *odd {
        Odd::Array(id) | Odd::Struct(id) | Odd::Matrix(id, _) => id,
    };
    let ids: FxHashSet<u32> = odd.iter().map(of).collect();
    // The types that are odd or have an odd one within, and those that have one within.
    let (mut types, mut outer) = (FxHashSet::default(), FxHashSet::default());
    for inst in index.insts.iter().take_while(|inst| !inst.is(Op::Function)) {
        let parts = match inst.known() {
            Some(Op::TypeArray | Op::TypeRuntimeArray) => inst.words.get(..1).unwrap_or(&[]),
            Some(Op::TypeStruct) => inst.words,
            _ => continue,
        };
        let is_outer = parts.iter().any(|part| types.contains(part));
        if is_outer {
            outer.insert(inst.id);
        }
        if is_outer || ids.contains(&inst.id) {
            types.insert(inst.id);
        }
    }
    odd.iter().copied().filter(|odd| !outer.contains(&of(odd))).collect()
}

/// The structs that have an odd type within. Types come before those that have them.
fn structs(index: &Index<'_>, odd: &FxHashSet<Odd>) -> FxHashSet<u32> {
    let mut found = FxHashSet::default();
    let mut types = FxHashSet::default();
    for inst in index.insts.iter().take_while(|inst| !inst.is(Op::Function)) {
        let within = |position: usize| inst.words.get(position).is_some_and(|id| types.contains(id));
        match inst.known() {
            Some(Op::TypeArray | Op::TypeRuntimeArray) if odd.contains(&Odd::Array(inst.id)) || within(0) => {
                types.insert(inst.id);
            }
            Some(Op::TypeStruct) => {
                let is_odd =
                    |position| odd.contains(&Odd::Matrix(inst.id, position as u32)) || within(position);
                if odd.contains(&Odd::Struct(inst.id)) || (0..inst.words.len()).any(is_odd) {
                    found.insert(inst.id);
                    types.insert(inst.id);
                }
            }
            _ => {}
        }
    }
    found
}

impl<'w> Reader<'_, 'w> {
    /// The type that an object of a type has in a storage.
    pub(crate) fn stored_type(&mut self, storage: Storage, id: u32, at: u32) -> Result<Type, Error> {
        match storage {
            Storage::Uniform
            | Storage::Buffer
            | Storage::PushConstant
            | Storage::ShaderRecord
            | Storage::PhysicalBuffer
            | Storage::Shared => self.memory_type(id, at),
            _ => self.ty(id, at),
        }
    }

    /// The type that an object of a type has in the memory of a block.
    pub(crate) fn memory_type(&mut self, id: u32, at: u32) -> Result<Type, Error> {
        self.memory_type_of(id, at, None)
    }

    fn memory_type_of(&mut self, id: u32, at: u32, line: Line) -> Result<Type, Error> {
        if self.strides.odd.is_empty() {
            return self.ty(id, at);
        }
        if let Some(&known) = self.memory.types.get(&(id, line)) {
            return Ok(known);
        }
        if self.depth >= MAX_DEPTH {
            return Err(Error::too_large(at, format!("types nested more than {MAX_DEPTH} deep")));
        }
        let def = self.index.def_for(id, at)?;
        self.depth += 1;
        let ty = self.new_memory_type(def, line);
        self.depth -= 1;
        let ty = ty?;
        self.memory.types.insert((id, line), ty);
        Ok(ty)
    }

    fn new_memory_type(&mut self, def: Inst<'w>, line: Line) -> Result<Type, Error> {
        let (ty, is_strided) = match (def.known(), line) {
            (Some(Op::TypeMatrix), Some((stride, is_row))) => {
                let matrix = self.ty(def.id, def.at)?;
                let ty = self.lines_type(matrix, stride, is_row);
                (ty, ty != matrix)
            }
            (Some(Op::TypeArray | Op::TypeRuntimeArray), _) => {
                let own = self.memory_type_of(def.word(0)?, def.at, line)?;
                let mut element = own;
                if self.strides.odd.contains(&Odd::Array(def.id))
                    && let Some(stride) = self.index.decoration(def.id, None, Decoration::ArrayStride)
                {
                    element = self.padded(element, stride, Padded::Element);
                }
                let data = match def.is(Op::TypeArray) {
                    true => TypeData::Array { element, length: self.length(def.word(1)?, def.at)? },
                    false => TypeData::RuntimeArray { element },
                };
                (self.module.types.intern(data), element != own || self.memory.strided.contains(&own))
            }
            (Some(Op::TypeStruct), _) if self.strides.structs.contains(&def.id) => {
                let own = self.memory_struct(def)?;
                (self.module.types.intern(TypeData::Struct(own)), true)
            }
            _ => (self.ty(def.id, def.at)?, false),
        };
        if is_strided {
            self.memory.strided.insert(ty);
        }
        Ok(ty)
    }

    /// The struct that a struct is in memory.
    pub(crate) fn memory_struct(&mut self, def: Inst<'w>) -> Result<Struct, Error> {
        if !self.strides.structs.contains(&def.id) {
            return self.struct_of(def);
        }
        if let Some(&known) = self.memory.structs.get(&def.id) {
            return Ok(known);
        }
        let name = self.name_of(def.id, "Struct");
        let name = self.module.names.intern(&name);
        let own = self.module.structs.alloc(StructData::new(name, Vec::new()));
        self.memory.structs.insert(def.id, own);
        let mut types = Vec::with_capacity(def.words.len());
        let mut lines = Vec::with_capacity(def.words.len());
        for (position, &id) in (0u32..).zip(def.words) {
            let mut line = None;
            if self.strides.odd.contains(&Odd::Matrix(def.id, position)) {
                let stride = self.index.decoration(def.id, Some(position), Decoration::MatrixStride);
                let mut rows = self.index.decorations(def.id, Some(position));
                let is_row = rows.any(|row| row.is(Decoration::RowMajor));
                line = stride.map(|stride| (stride, is_row));
            }
            let ty = self.memory_type_of(id, def.at, line)?;
            types.push(ty);
            lines.push(line.is_some() && self.memory.strided.contains(&ty));
        }
        let mut members = self.members_of(def, &types)?;
        for (member, _) in members.iter_mut().zip(lines).filter(|row| row.1) {
            member.decorations.qualifiers.remove(Qualifiers::ROW_MAJOR);
        }
        let is_raised = self.raise_row_major(&def, &mut members);
        self.row_major.extend(is_raised.map(|is_raised| ((own, def.id), is_raised)));
        self.module.structs[own].members = members;
        if self.strides.odd.contains(&Odd::Struct(def.id)) {
            self.fill_gaps(own, def.id);
        }
        Ok(own)
    }

    /// The array of the lines of a matrix.
    fn lines_type(&mut self, matrix: Type, stride: u32, is_row: bool) -> Type {
        let TypeData::Matrix { scalar, columns, rows } = self.module.types.get(matrix) else { return matrix };
        let (count, size) = if is_row { (rows, columns) } else { (columns, rows) };
        let line = self.module.types.vector(scalar, u32::from(size));
        let kind = if is_row { Padded::Row } else { Padded::Column };
        let padded = self.padded(line, stride, kind);
        if padded == line { matrix } else { self.module.types.array(padded, u32::from(count)) }
    }

    /// The struct of an element and what is between it and the next; the element if there is nothing.
    fn padded(&mut self, element: Type, stride: u32, kind: Padded) -> Type {
        let mut layouts = Layouts::new(&self.module, LayoutRule::Scalar);
        let extent = layouts.extent(element, false);
        if extent.size >= stride || extent.size.checked_next_multiple_of(extent.align.max(1)) == Some(stride)
        {
            return element;
        }
        let gap = self.gap(extent.size, stride, stride, element);
        let value = Member::new(self.module.names.intern("value"), element);
        let members = std::iter::once(value).chain(gap).collect::<Vec<_>>();
        let name = self.module.names.intern("Padded");
        let own = self.module.structs.alloc(StructData::new(name, members));
        self.memory.padded.insert(own, kind);
        self.module.types.intern(TypeData::Struct(own))
    }

    /// Members that take the bytes from one offset to another, as words, or as vectors where they end at such.
    fn gap(&mut self, start: u32, end: u32, stride: u32, beside: Type) -> Vec<Member> {
        let mut members = Vec::new();
        let mut add = |module: &mut Module, ty: Type, count: u32| {
            if count == 0 {
                return;
            }
            let number = members.len();
            let name = if number == 0 { "padding".to_owned() } else { format!("padding_{number}") };
            let ty = if count == 1 { ty } else { module.types.array(ty, count) };
            members.push(Member::new(module.names.intern(&name), ty));
        };
        let bytes = end.saturating_sub(start);
        if !start.is_multiple_of(4) || !bytes.is_multiple_of(4) {
            let unit = self.smallest(beside);
            let width = unit.width() / 8;
            // Others are a misfit.
            if width != 0 && start.is_multiple_of(width) && bytes.is_multiple_of(width) {
                add(&mut self.module, common::scalar(unit), bytes / width);
            }
            return members;
        }
        let first = start.next_multiple_of(16).saturating_sub(start).min(bytes);
        if !stride.is_multiple_of(16) && bytes > 12 {
            add(&mut self.module, common::U32, bytes / 4);
            return members;
        }
        for _ in 0..first / 4 {
            add(&mut self.module, common::U32, 1);
        }
        add(&mut self.module, common::UVEC4, (bytes - first) / 16);
        for _ in 0..(bytes - first) % 16 / 4 {
            add(&mut self.module, common::U32, 1);
        }
        members
    }

    /// The smallest scalar in a type.
    fn smallest(&self, ty: Type) -> Scalar {
        let mut found = Scalar::U32;
        let mut pending = vec![ty];
        let mut seen = FxHashSet::default();
        while let Some(ty) = pending.pop() {
            let ty = self.module.types.innermost(ty);
            if !seen.insert(ty) {
                continue;
            }
            pending.extend(self.module.members(ty).iter().map(|member| member.ty));
            if let Some(scalar) = self.module.types.scalar_of(ty).filter(|own| own.width() < found.width()) {
                found = scalar;
            }
        }
        found
    }

    /// Puts members into a struct where its offsets leave more than a rule does.
    fn fill_gaps(&mut self, own: Struct, def: u32) {
        let members = std::mem::take(&mut self.module.structs[own].members);
        let mut layouts = Layouts::new(&self.module, LayoutRule::Scalar);
        let extents: Vec<Extent> = members.iter().map(|member| layouts.extent(member.ty, false)).collect();
        let mut filled: Vec<Member> = Vec::with_capacity(members.len());
        let mut places = Vec::with_capacity(members.len());
        let mut end = 0u32;
        for (position, (member, extent)) in (0u32..).zip(members.into_iter().zip(extents)) {
            let offset = self.index.decoration(def, Some(position), Decoration::Offset).unwrap_or(end);
            if end.checked_next_multiple_of(extent.align.max(1)).is_some_and(|next| next < offset) {
                let mut gap = self.gap(end, offset, 16, member.ty);
                for (number, member) in gap.iter_mut().enumerate() {
                    member.name = self.module.names.intern(&format!("padding_{}", filled.len() + number));
                }
                filled.extend(gap);
            }
            places.push(filled.len() as u32);
            end = offset.saturating_add(extent.size);
            filled.push(member);
        }
        self.module.structs[own].members = filled;
        self.memory.places.insert(own, places);
    }

    /// The position of a member in a struct of memory.
    pub(crate) fn member_place(&self, own: Struct, position: u32) -> u32 {
        match self.memory.places.get(&own) {
            Some(places) => places.get(position as usize).copied().unwrap_or(u32::MAX),
            None => position,
        }
    }

    /// The way in which the elements of an array are padded.
    pub(crate) fn padding_of(&self, ty: Type) -> Option<Padded> {
        match self.module.types.get(ty) {
            TypeData::Struct(own) => self.memory.padded.get(&own).copied(),
            _ => None,
        }
    }
}
