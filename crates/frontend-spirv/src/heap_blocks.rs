//! Blocks of descriptor heaps (`SPV_EXT_descriptor_heap`). Their offsets and strides are computed from the sizes of descriptors, which
//! only the device knows.
//!
//! A module is compared with the layout rule of such blocks by numbers: each kind of descriptor is given several made-up sizes, and the
//! module and the rule give the same for all of them.

use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Decoration, Op, StorageClass};
use vitrum_ir::layout::{Layouts, is_row_major};
use vitrum_ir::{LayoutRule, Member, Storage, Struct, StructData, Type, TypeData, types::common};

use crate::body::heaps::Buffer;
use crate::error::Error;
use crate::reader::Reader;
use crate::types::MAX_DEPTH;
use crate::words::Inst;

/// The number of sizes that descriptors are given.
const TRIALS: usize = 8;

/// A number of bytes for each of the sizes that descriptors are given.
type Bytes = [u64; TRIALS];

/// The size and alignment of a type.
#[derive(Clone, Copy, Debug)]
struct Extent {
    size: Bytes,
    align: Bytes,
}

/// The sizes that are tried for a descriptor that is no array and has no size of its own.
const SIZES: [u32; 11] = [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// Facts about ids that are known already.
#[derive(Default)]
struct Known {
    /// The values of constants.
    bytes: FxHashMap<u32, Bytes>,
    /// The extents of structs.
    extents: FxHashMap<u32, Extent>,
}

impl<'w> Reader<'_, 'w> {
    /// The type of a member that is a descriptor of a buffer, or an array of such; none for others. Its uses say which block it leads to.
    pub(crate) fn described(&mut self, def: Inst<'w>, position: u32) -> Result<Option<Type>, Error> {
        let id = def.word(position as usize)?;
        let inner = self.index.def_for(self.innermost(id), def.at)?;
        if !inner.is(Op::TypeBufferEXT) {
            return Ok(None);
        }
        let buffer = match self.usage.described.get(&(def.id, position)) {
            Some(&pointer) => {
                let pointer = self.index.def_for(pointer, def.at)?;
                self.heap_buffer(pointer)?
            }
            None => self.unused_buffer(inner)?,
        };
        let TypeData::Struct(block) = self.module.types.get(buffer.ty) else { return Ok(None) };
        let (layout, storage) = (buffer.rule, buffer.storage);
        let descriptor = self.module.types.intern(TypeData::Descriptor { block, layout, storage });
        self.arrays_of(id, descriptor, def.at).map(Some)
    }

    /// A made-up block behind a descriptor that nothing follows.
    fn unused_buffer(&mut self, descriptor: Inst<'w>) -> Result<Buffer, Error> {
        let is_uniform = descriptor.word(0)? == StorageClass::Uniform as u32;
        let name = self.module.names.intern(if is_uniform { "UnusedUniforms" } else { "UnusedBuffer" });
        let known = self.module.structs.iter().find(|row| row.1.name == name).map(|row| row.0);
        let block = known.unwrap_or_else(|| {
            let member = Member::new(self.module.names.intern("unused"), common::U32);
            self.module.structs.alloc(StructData::new(name, vec![member]))
        });
        let ty = self.module.types.intern(TypeData::Struct(block));
        Ok(match is_uniform {
            true => Buffer { ty, storage: Storage::Uniform, rule: LayoutRule::Std140 },
            false => Buffer { ty, storage: Storage::Buffer, rule: LayoutRule::Std430 },
        })
    }

    /// The arrays that a type is, with another type within.
    fn arrays_of(&mut self, id: u32, inner: Type, at: u32) -> Result<Type, Error> {
        let mut lengths = Vec::new();
        let mut next = id;
        while let Some(def) = self.index.def(next).filter(|_| lengths.len() < MAX_DEPTH as usize) {
            match def.known() {
                Some(Op::TypeArray) => lengths.push(Some(self.length(def.word(1)?, at)?)),
                Some(Op::TypeRuntimeArray) => lengths.push(None),
                _ => break,
            }
            next = def.word(0)?;
        }
        Ok(lengths.into_iter().rev().fold(inner, |element, length| {
            self.module.types.intern(match length {
                Some(length) => TypeData::Array { element, length },
                None => TypeData::RuntimeArray { element },
            })
        }))
    }

    /// Gives the members of a block of a heap, and of the structs in it, the offsets and sizes of descriptors that do not follow from the
    /// layout rule.
    pub(crate) fn lay_out_heap_block(&mut self, block: Inst<'w>) -> Result<(), Error> {
        self.extent_in_heap(block.id, None, &mut Known::default(), 0).map(drop)
    }

    /// The extent of a type in a heap. A member has it, or it is a struct or an element.
    fn extent_in_heap(
        &mut self,
        id: u32,
        member: Option<(Struct, u32)>,
        known: &mut Known,
        depth: u32,
    ) -> Result<Extent, Error> {
        let def = self.index.def_for(id, 0)?;
        if depth >= MAX_DEPTH {
            return Err(Error::too_large(def.at, format!("types nested more than {MAX_DEPTH} deep")));
        }
        if !self.holds_descriptor(id) {
            return self.extent_of_data(def, member);
        }
        match def.known() {
            Some(Op::TypeArray | Op::TypeRuntimeArray) => {
                let element = def.word(0)?;
                let stride =
                    self.said(id, None, [Decoration::ArrayStride, Decoration::ArrayStrideIdEXT], known);
                let mut own = self.extent_in_heap(element, member, known, depth + 1)?;
                let Some(stride) = stride else {
                    return Err(def.unsupported("an array in a descriptor heap whose stride is not known"));
                };
                if stride != rounded_up(own.size, own.align) {
                    let size = constant(stride).filter(|_| self.is_descriptor(element));
                    let (Some((own_struct, position)), Some(size)) = (member, size) else {
                        return Err(
                            def.unsupported(format!("the array stride of %{id} in a descriptor heap"))
                        );
                    };
                    self.size_of_descriptor(own_struct, position, size);
                    own = Extent { size: stride, align: stride };
                }
                let count = match def.words.get(1) {
                    Some(&length) => self.bytes_of(length, known, 0).unwrap_or([0; TRIALS]),
                    None => [0; TRIALS],
                };
                let size = both(stride, count, u64::saturating_mul);
                Ok(Extent { size, align: own.align })
            }
            Some(Op::TypeStruct) => {
                if let Some(&extent) = known.extents.get(&id) {
                    return Ok(extent);
                }
                let extent = self.extent_of_struct(def, known, depth)?;
                known.extents.insert(id, extent);
                Ok(extent)
            }
            _ => {
                let own = member
                    .and_then(|(own, position)| self.module.structs[own].members.get(position as usize));
                let size = match own.and_then(|member| member.decorations.heap) {
                    Some(size) => [u64::from(size); TRIALS],
                    None => made_up(id),
                };
                Ok(Extent { size, align: size })
            }
        }
    }

    fn extent_of_struct(&mut self, def: Inst<'w>, known: &mut Known, depth: u32) -> Result<Extent, Error> {
        let own = self.struct_of(def)?;
        let offsets = [Decoration::Offset, Decoration::OffsetIdEXT];
        let mut extents = Vec::with_capacity(def.words.len());
        let mut said = Vec::with_capacity(def.words.len());
        for (position, &word) in (0..).zip(def.words) {
            extents.push(self.extent_in_heap(word, Some((own, position)), known, depth + 1)?);
            let offset = self.said(def.id, Some(position), offsets, known);
            said.push(offset.ok_or_else(|| {
                def.unsupported(format!(
                    "member {position} of %{}, whose offset in a heap is not known,",
                    def.id
                ))
            })?);
        }
        let (mut end, mut align) = ([0; TRIALS], [1; TRIALS]);
        let rows = def.words.iter().zip(&said).zip(&extents);
        for (position, ((&word, &offset), &(mut extent))) in rows.enumerate() {
            // Sizes of descriptors show in what lies behind them.
            let next = said.get(position + 1).zip(extents.get(position + 1));
            if let Some((&next, behind)) = next.filter(|_| self.is_descriptor(word)) {
                let fits = |own: Extent| {
                    let is_here = offset == rounded_up(end, own.align) || constant(offset).is_some();
                    is_here && next == rounded_up(sum(offset, own.size), behind.align)
                };
                let stated =
                    |size: u32| Extent { size: [u64::from(size); TRIALS], align: [u64::from(size); TRIALS] };
                if !fits(extent)
                    && let Some(&size) = SIZES.iter().find(|&&size| fits(stated(size)))
                {
                    extent = stated(size);
                    self.size_of_descriptor(own, position as u32, size);
                }
            }
            if offset != rounded_up(end, extent.align) {
                let Some(number) = constant(offset) else {
                    let what = format!("the offset of member {position} of %{} in a descriptor heap", def.id);
                    return Err(def.unsupported(what));
                };
                if let Some(member) = self.module.structs[own].members.get_mut(position) {
                    member.decorations.offset = Some(number);
                }
            }
            self.check_matrix(def, own, position as u32)?;
            end = sum(offset, extent.size);
            align = both(align, extent.align, u64::max);
        }
        Ok(Extent { size: rounded_up(end, align), align })
    }

    /// Checks that the lines of a member that is a matrix are as far from each other as the rule says.
    fn check_matrix(&self, def: Inst<'w>, own: Struct, position: u32) -> Result<(), Error> {
        let said = self.index.decoration(def.id, Some(position), Decoration::MatrixStride);
        let (Some(said), Some(member)) = (said, self.module.structs[own].members.get(position as usize))
        else {
            return Ok(());
        };
        let mut layouts = Layouts::new(&self.module, LayoutRule::Scalar);
        let stride = self.line_stride(&mut layouts, member.ty, is_row_major(member, false));
        match stride == Some(said) {
            true => Ok(()),
            false => {
                Err(def.unsupported(format!("the matrix stride {said} of member {position} of %{}", def.id)))
            }
        }
    }

    /// The extent of data without descriptors.
    fn extent_of_data(&mut self, def: Inst<'w>, member: Option<(Struct, u32)>) -> Result<Extent, Error> {
        let ty = self.memory_type(def.id, def.at)?;
        let rule = LayoutRule::Scalar;
        let own = member.and_then(|(own, position)| self.module.structs[own].members.get(position as usize));
        let row_major = own.is_some_and(|member| is_row_major(member, false));
        if !self.misfits(def.id, ty, row_major, rule).is_empty() {
            self.state_offsets(def.id, ty);
        }
        if let Some((_, what)) = self.misfits(def.id, ty, row_major, rule).into_iter().next() {
            return Err(def.unsupported(what));
        }
        let mut layouts = Layouts::new(&self.module, rule);
        let (size, align) = (layouts.size(ty, row_major), layouts.align(ty, row_major));
        Ok(Extent { size: [u64::from(size); TRIALS], align: [u64::from(align); TRIALS] })
    }

    fn size_of_descriptor(&mut self, own: Struct, position: u32, size: u32) {
        if let Some(member) = self.module.structs[own].members.get_mut(position as usize) {
            member.decorations.heap = Some(size);
        }
    }

    /// True for the type of a descriptor.
    fn is_descriptor(&self, id: u32) -> bool {
        let def = self.index.def(id);
        def.is_some_and(|def| {
            def.is(Op::TypeBufferEXT) || def.known().is_some_and(crate::flow::makes_handles)
        })
    }

    fn holds_descriptor(&self, id: u32) -> bool {
        let mut waiting = vec![id];
        let mut seen = FxHashSet::default();
        while let Some(id) = waiting.pop() {
            let inner = self.innermost(id);
            if self.is_descriptor(inner) {
                return true;
            }
            let members = self.index.def(inner).filter(|def| def.is(Op::TypeStruct) && seen.insert(inner));
            waiting.extend(members.iter().flat_map(|def| def.words));
        }
        false
    }

    /// The number of bytes that one of two decorations says: the first by a number, the second by a constant.
    fn said(&self, id: u32, member: Option<u32>, by: [Decoration; 2], known: &mut Known) -> Option<Bytes> {
        match self.index.decoration(id, member, by[0]) {
            Some(number) => Some([u64::from(number); TRIALS]),
            None => self.bytes_of(self.index.decoration(id, member, by[1])?, known, 0),
        }
    }

    /// The value of a constant.
    fn bytes_of(&self, id: u32, known: &mut Known, depth: u32) -> Option<Bytes> {
        if let Some(&bytes) = known.bytes.get(&id) {
            return Some(bytes);
        }
        let def = self.index.def(id).filter(|_| depth < MAX_DEPTH)?;
        let bytes = match (def.known()?, def.words) {
            (Op::Constant | Op::SpecConstant, &[number]) => [u64::from(number); TRIALS],
            (Op::ConstantSizeOfEXT, &[ty]) => made_up(ty),
            (Op::SpecConstantOp, &[op, ref operands @ ..]) => {
                let mut values = [[0; TRIALS]; 3];
                for (value, &operand) in values.iter_mut().zip(operands) {
                    *value = self.bytes_of(operand, known, depth + 1)?;
                }
                let mut bytes = [0; TRIALS];
                for (at, value) in bytes.iter_mut().enumerate() {
                    *value =
                        computed(op, values.map(|operand| operand[at])).filter(|_| operands.len() <= 3)?;
                }
                bytes
            }
            _ => return None,
        };
        known.bytes.insert(id, bytes);
        Some(bytes)
    }
}

/// The result of an operation on unsigned numbers of 32 bits.
fn computed(op: u32, [a, b, c]: [u64; 3]) -> Option<u64> {
    let bits = |value: u64| value & u64::from(u32::MAX);
    Some(match Op::from_u32(op)? {
        Op::IAdd => bits(a.wrapping_add(b)),
        Op::ISub => bits(a.wrapping_sub(b)),
        Op::IMul => bits(a.wrapping_mul(b)),
        Op::UDiv => a.checked_div(b)?,
        Op::UMod => a.checked_rem(b)?,
        Op::BitwiseAnd => a & b,
        Op::BitwiseOr => a | b,
        Op::Not => bits(!a),
        Op::ShiftLeftLogical => bits(a.checked_shl(u32::try_from(b).ok()?)?),
        Op::ShiftRightLogical => a.checked_shr(u32::try_from(b).ok()?)?,
        Op::UGreaterThan => u64::from(a > b),
        Op::UGreaterThanEqual => u64::from(a >= b),
        Op::ULessThan => u64::from(a < b),
        Op::ULessThanEqual => u64::from(a <= b),
        Op::IEqual => u64::from(a == b),
        Op::INotEqual => u64::from(a != b),
        Op::Select => {
            if a != 0 {
                b
            } else {
                c
            }
        }
        _ => return None,
    })
}

/// Sizes for a kind of descriptor, by the id of its type: small and large ones, which rounding up to some alignment tells apart.
fn made_up(id: u32) -> Bytes {
    let mut state = u64::from(id) + 1;
    std::array::from_fn(|trial| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        1 + (state >> 33) % (16 << trial)
    })
}

/// The number that all sizes give.
fn constant(bytes: Bytes) -> Option<u32> {
    u32::try_from(bytes[0]).ok().filter(|_| bytes.iter().all(|&other| other == bytes[0]))
}

fn both(a: Bytes, b: Bytes, combine: fn(u64, u64) -> u64) -> Bytes {
    std::array::from_fn(|at| combine(a[at], b[at]))
}

fn sum(a: Bytes, b: Bytes) -> Bytes {
    both(a, b, u64::saturating_add)
}

fn rounded_up(bytes: Bytes, align: Bytes) -> Bytes {
    both(bytes, align, |bytes, align| bytes.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX))
}
