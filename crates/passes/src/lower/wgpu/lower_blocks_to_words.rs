//! Blocks whose members or bindings WGSL has no types or places for become arrays of words, and their accesses those of words.
//!
//! ```text
//! block #B { a: u8, b: array<u8> }                         block #B { words: array<u32> }
//! global @b: #B buffer block(std430)
//! %0: ptr<buffer, u8> = access @b, 1i32, %i         =>     %0: u32 = iadd %i, 1u32          %1: u32 = lshr %0, 2u32
//! %1: u8 = load %0                                         %2: u32 = load (access @b, 0i32, %1)
//!                                                          %3: u32 = lshr %2, (8 * (%0 & 3))   %4: u8 = uconvert (%3 & 255)
//! block #U { a: array<f32, 5> } uniform block(scalar)      block #U { words: array<vec4<u32>, 2> }
//! %5: f32 = load (access @u, 0i32, %i)                     %6: f32 = bitcast (load (access @u, 0i32, %i >> 2, %i & 3))
//! ```
//!
//! Lowered are blocks with integers of 8 bits, and uniform blocks in which arrays, structs, vectors or matrices do not lie where
//! WGSL has them in the address space `uniform` (`scalar` and `std430` layouts). Numbers of 8 and 16 bits are written by two
//! atomics, of which the first clears their bits and the second sets them, so that others may write the rest of the word meanwhile;
//! who reads them meanwhile may see zero. Vectors of them that fill a word are written as a whole. A block takes whole words, and a uniform block whole vectors of four: the buffer must be
//! as long, and the length of an array at its end counts whole words of the buffer.
//!
//! Lowered are also storage blocks that share a binding, and uniform blocks likewise, since WGSL has no two variables there: all of
//! them become the one with the most words.
//!
//! GLSL has no word for the layout of Direct3D's constant buffers, and no places of members within structs. Blocks in it, or with
//! structs whose members have offsets or rows of their own, are lowered, too, by a pass of their own (`lower_block_layouts`).
//!
//! Volatile 8-bit memory, and atomics on signed and floating-point numbers whose order or sum words do not have, are refused.
//!
//! Tint: `DecomposeUniformAccess`, `DecomposeStorageAccess` (for HLSL and Metal); naga: its HLSL writer for storage buffers;
//! NIR: `nir_lower_explicit_io` with `nir_lower_mem_access_bit_sizes`; ANGLE and spirv-opt: none.

use super::check_wgpu::sharing;
use super::pad_blocks::{close, is_dense, is_shared};
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::hardware::emit::{component, number, unsigned};
use crate::hardware::lower_access_sizes::{self, AccessSizes};
use crate::hardware::lower_explicit_memory::lower_blocks;
use crate::hardware::pieces::{Piece, add};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::layout::Layouts;
use vitrum_ir::machine::{Access, MEMORY_ATOMICS, Space};
use vitrum_ir::{
    Decorations, Global, Inst, Intrinsic, LayoutRule, Length, Member, Module, Op, Operand, Precision,
    Qualifiers, Scalar, Storage, Struct, StructData, Type, TypeData, types::common,
};

/// The size of a word in bytes, and that of a vector of four.
const WORD: u32 = 4;
const VECTOR: u32 = 16;

/// The blocks that are lowered, by their kinds of memory and indices; push constants have index 0.
type Blocks = FxHashMap<(Space, u32), Global>;

/// True if a block has places that WGSL lacks, or shares its binding.
pub(crate) fn is_needed(module: &Module, _: &Settings) -> bool {
    module.global_ids().any(|global| is_lowered(module, global)) || !aliases(module).is_empty()
}

/// True if a block has a layout that GLSL has no words for.
pub(crate) fn has_foreign_layout(module: &Module, _: &Settings) -> bool {
    module.global_ids().any(|global| is_laid_out_otherwise(module, global))
}

fn is_laid_out_otherwise(module: &Module, global: Global) -> bool {
    is_block(module, global)
        && (module.globals[global].block == Some(LayoutRule::Direct3d)
            || has_inner_layout(module, module.globals[global].ty))
}

/// True if structs within a block have layouts of their own.
fn has_inner_layout(module: &Module, block: Type) -> bool {
    let has_layout = |member: &Member| {
        let it = &member.decorations;
        it.offset.or(it.align).is_some() || it.qualifiers.contains(Qualifiers::ROW_MAJOR)
    };
    let inner = module.members(block).iter().filter_map(|member| struct_in(module, member.ty));
    structs_within(module, inner).iter().any(|&id| module.structs[id].members.iter().any(has_layout))
}

/// The struct that a type is, or an array of such.
fn struct_in(module: &Module, ty: Type) -> Option<Struct> {
    match module.types.get(module.types.innermost(ty)) {
        TypeData::Struct(id) => Some(id),
        _ => None,
    }
}

/// Some structs, and those within them.
fn structs_within(module: &Module, structs: impl Iterator<Item = Struct>) -> FxHashSet<Struct> {
    let mut found = FxHashSet::default();
    let mut open: Vec<Struct> = structs.collect();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            let members = module.structs[id].members.iter();
            open.extend(members.filter_map(|member| struct_in(module, member.ty)));
        }
    }
    found
}

/// The blocks that share a binding, where all of them lie in one kind of memory.
fn aliases(module: &Module) -> Vec<Vec<Global>> {
    let mut groups = sharing(module);
    groups.retain(|globals| {
        let kind = globals.first().map(|&it| module.globals[it].storage);
        globals.iter().all(|&it| is_block(module, it) && Some(module.globals[it].storage) == kind)
    });
    groups
}

/// True for a block that is no array of blocks.
fn is_block(module: &Module, global: Global) -> bool {
    let data = &module.globals[global];
    let is_known = matches!(data.storage, Storage::Uniform | Storage::Buffer | Storage::PushConstant);
    data.block.is_some() && is_known && module.types.array_depth(data.ty) == 0
}

/// True for a block, no array of such, with integers of 8 bits, or uniforms where WGSL has none.
fn is_lowered(module: &Module, global: Global) -> bool {
    let data = &module.globals[global];
    is_block(module, global)
        && (has_bytes(module, data.ty) || data.storage == Storage::Uniform && is_dense(module, global))
}

/// True if there are integers of 8 bits in a block.
fn has_bytes(module: &Module, block: Type) -> bool {
    let is_byte = |member: &Member| {
        let scalar = module.types.scalar_of(module.types.innermost(member.ty));
        matches!(scalar, Some(Scalar::I8 | Scalar::U8))
    };
    let structs = structs_within(module, struct_in(module, block).into_iter());
    structs.iter().any(|&id| module.structs[id].members.iter().any(is_byte))
}

/// Lowers the blocks that WGSL has no places for; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut chosen: FxHashSet<Global> =
        module.global_ids().filter(|&global| is_lowered(module, global)).collect();
    let aliases = aliases(module);
    chosen.extend(aliases.iter().flatten());
    lower(module, session, chosen, aliases)
}

/// Lowers the blocks whose layout GLSL has no words for; gives the number of changes.
pub(crate) fn run_on_layouts(module: &mut Module, session: &mut Session) -> usize {
    let chosen = module.global_ids().filter(|&global| is_laid_out_otherwise(module, global)).collect();
    let changes = lower(module, session, chosen, Vec::new());
    if changes > 0 {
        drop_inner_layouts(module);
    }
    changes
}

/// Takes layouts from the members of structs that are in no block any more.
fn drop_inner_layouts(module: &mut Module) {
    let blocks = module.globals.values().filter(|global| global.block.is_some());
    let blocks = blocks.filter_map(|global| struct_in(module, global.ty));
    let behind = module.types.iter().filter_map(|(_, data)| match data {
        TypeData::BufferReference { block, .. } | TypeData::Descriptor { block, .. } => Some(block),
        _ => None,
    });
    let kept = structs_within(module, blocks.chain(behind));
    for (id, data) in module.structs.iter_mut() {
        for member in data.members.iter_mut().filter(|_| !kept.contains(&id)) {
            let decorations = &mut member.decorations;
            (decorations.offset, decorations.align) = (None, None);
            decorations.qualifiers.remove(Qualifiers::ROW_MAJOR);
        }
    }
}

fn lower(
    module: &mut Module,
    session: &mut Session,
    mut chosen: FxHashSet<Global>,
    mut aliases: Vec<Vec<Global>>,
) -> usize {
    chosen.retain(|_| session.may_change());
    aliases.retain(|globals| globals.iter().all(|global| chosen.contains(global)));
    if chosen.is_empty() {
        return 0;
    }
    let (mut blocks, mut changes) = match lower_blocks(module, session, &chosen) {
        Ok(found) => found,
        Err((span, message)) => {
            session.refuse(span, message);
            return 0;
        }
    };
    let sizes = AccessSizes { sizes: vec![WORD], natural: true, width: 8 * WORD };
    changes += lower_access_sizes::run_with(module, session, &sizes);
    let mut old = Vec::new();
    let mut lowered: Vec<Global> = blocks.values().copied().collect();
    lowered.sort_unstable();
    for global in lowered {
        old.push(module.globals[global].ty);
        retype(module, global);
    }
    close(module, old.into_iter());
    for globals in &aliases {
        if let Some(whole) = join(module, globals) {
            blocks.values_mut().filter(|it| globals.contains(it)).for_each(|it| *it = whole);
        }
    }
    for function in module.code_ids() {
        changes += rewrite_in(module, function, session, |rewriter, inst| access(rewriter, inst, &blocks));
    }
    changes + blocks.len()
}

/// Makes one block of words of several that share a binding: gives the one with the most, of which more may be done now.
fn join(module: &mut Module, globals: &[Global]) -> Option<Global> {
    let words = |global: &Global| {
        let members = match module.types.get(module.globals[*global].ty) {
            TypeData::Struct(id) => module.structs[id].members.first(),
            _ => None,
        };
        let ty = members.map(|member| member.ty)?;
        Some(module.types.length(ty).unwrap_or(u32::MAX))
    };
    let whole = globals.iter().copied().max_by_key(words)?;
    for kept in [Qualifiers::READONLY, Qualifiers::WRITEONLY] {
        let is_kept = globals.iter().all(|&it| qualifiers(module, it).contains(kept));
        if !is_kept {
            without(module, whole, kept);
        }
    }
    Some(whole)
}

/// The qualifiers of a block of words and of its member.
fn qualifiers(module: &Module, global: Global) -> Qualifiers {
    let data = &module.globals[global];
    let of_member = match module.types.get(data.ty) {
        TypeData::Struct(id) => module.structs[id].members.first().map(|it| it.decorations.qualifiers),
        _ => None,
    };
    data.decorations.qualifiers.union(of_member.unwrap_or(Qualifiers::NONE))
}

/// Takes a qualifier from a block of words, and from its member.
fn without(module: &mut Module, global: Global, qualifier: Qualifiers) {
    module.globals[global].decorations.qualifiers.remove(qualifier);
    if let TypeData::Struct(id) = module.types.get(module.globals[global].ty) {
        for member in &mut module.structs[id].members {
            member.decorations.qualifiers.remove(qualifier);
        }
    }
}

/// Gives a block its words.
fn retype(module: &mut Module, global: Global) {
    let data = &module.globals[global];
    let (storage, old) = (data.storage, data.ty);
    let (Some(rule), TypeData::Struct(id)) = (data.block, module.types.get(old)) else { return };
    let row_major = data.decorations.qualifiers.contains(Qualifiers::ROW_MAJOR);
    let size = Layouts::new(module, rule).members(old, row_major).extent.size;
    let members = &module.structs[id].members;
    let is_open =
        members.last().is_some_and(|last| matches!(module.types.get(last.ty), TypeData::RuntimeArray { .. }));
    let (element, bytes) =
        if storage == Storage::Uniform { (common::UVEC4, VECTOR) } else { (common::U32, WORD) };
    let words = match is_open {
        true => TypeData::RuntimeArray { element },
        false => TypeData::Array { element, length: Length::Constant(size.div_ceil(bytes).max(1)) },
    };
    // A decoration of all members is one of the words.
    let all = members.iter().map(|member| member.decorations.qualifiers);
    let mut qualifiers = all.reduce(|a, b| a.intersection(b)).unwrap_or(Qualifiers::NONE);
    for major in [Qualifiers::ROW_MAJOR, Qualifiers::COLUMN_MAJOR] {
        qualifiers.remove(major);
    }
    let ty = module.types.intern(words);
    let name = module.names.intern("words");
    let decorations = Decorations { qualifiers, ..Decorations::default() };
    let member = Member { decorations, ..Member::new(name, ty) };
    let data = StructData { members: vec![member], ..module.structs[id].clone() };
    let id = if is_shared(module, global, id) {
        module.structs.alloc(data)
    } else {
        module.structs[id] = data;
        id
    };
    let ty = module.types.intern(TypeData::Struct(id));
    let pointer = module.types.pointer(storage, ty);
    let rule = if storage == Storage::Uniform { LayoutRule::Std140 } else { LayoutRule::Std430 };
    let instance = module.names.intern("memory");
    let data = &mut module.globals[global];
    (data.ty, data.pointer, data.block) = (ty, pointer, Some(rule));
    // In GLSL, members of blocks without a name are global, and all have the same name here.
    if data.name.is_empty() {
        data.name = instance;
    }
    for major in [Qualifiers::ROW_MAJOR, Qualifiers::COLUMN_MAJOR] {
        data.decorations.qualifiers.remove(major);
    }
}

/// Replaces an access of a block by offset.
fn access(rewriter: &mut Rewriter<'_>, inst: Inst, blocks: &Blocks) -> Action {
    let Some(intrinsic) = rewriter.function.intrinsic(inst) else { return Action::Keep };
    let operands = rewriter.function.operands(inst).to_vec();
    if intrinsic == Intrinsic::SizeStorage {
        let Some(global) = block(rewriter, Space::Storage, operands.first().copied(), blocks) else {
            return Action::Keep;
        };
        let first: Operand = rewriter.module.constants.i32(0).into();
        let words = rewriter.access(global, &[first]);
        let length = rewriter.push(Op::ArrayLength, &[words], 0, common::U32, Precision::None);
        let four = number(rewriter, WORD);
        let size = unsigned(rewriter, Op::Imul, &[length, four]);
        return rewriter.replace(inst, size);
    }
    let Some((space, how)) = intrinsic.memory() else { return Action::Keep };
    let at = how.address();
    let index = operands.get(at).copied().filter(|_| space.is_indexed());
    let Some(global) = block(rewriter, space, index, blocks) else { return Action::Keep };
    let position = at + usize::from(space.is_indexed());
    let Some(&offset) = operands.get(position) else { return Action::Keep };
    let done = match how {
        Access::Load | Access::LoadVolatile => load(rewriter, inst, global, offset),
        Access::Store => store(rewriter, inst, global, offset),
        Access::AtomicLoad | Access::AtomicStore | Access::Atomic => {
            atomic(rewriter, inst, global, offset, how)
        }
    };
    done.unwrap_or_else(|| {
        rewriter.refuse(inst, "words have no such atomic or volatile access, and the target has no place for other members of the block");
        Action::Keep
    })
}

/// The lowered block that an index of a kind of memory means.
fn block(rewriter: &Rewriter<'_>, space: Space, index: Option<Operand>, blocks: &Blocks) -> Option<Global> {
    let index = match index {
        Some(index) => rewriter.module.constant_index(index)?,
        None => 0,
    };
    blocks.get(&(space, index)).copied()
}

/// The address of the word at an offset.
fn word(rewriter: &mut Rewriter<'_>, global: Global, offset: Operand) -> Operand {
    let first: Operand = rewriter.module.constants.i32(0).into();
    let two = number(rewriter, 2);
    let word = unsigned(rewriter, Op::Lshr, &[offset, two]);
    if rewriter.module.globals[global].storage != Storage::Uniform {
        return rewriter.access(global, &[first, word]);
    }
    let three = number(rewriter, 3);
    let vector = unsigned(rewriter, Op::Lshr, &[word, two]);
    let component = unsigned(rewriter, Op::Iand, &[word, three]);
    rewriter.access(global, &[first, vector, component])
}

/// The bits of a value of 32 bits with another type.
fn cast(rewriter: &mut Rewriter<'_>, value: Operand, ty: Type, precision: Precision) -> Operand {
    if rewriter.ty(value) == ty { value } else { rewriter.push(Op::Bitcast, &[value], 0, ty, precision) }
}

/// The address of each word of a load or store: of components of 32 bits, or of smaller ones that fill a word together.
fn words(
    rewriter: &mut Rewriter<'_>,
    piece: &Piece,
    global: Global,
    offset: Operand,
) -> Option<Vec<Operand>> {
    let bits = 8 * WORD;
    let count = if piece.scalar.width() == bits { piece.count } else { 1 };
    let all = 1u32.checked_shl(piece.count)? - 1;
    let fills = piece.scalar.width() * piece.count == bits && piece.mask == all;
    (piece.scalar != Scalar::Bool && (piece.scalar.width() == bits || fills)).then(|| {
        (0..count)
            .map(|index| {
                let offset = if index == 0 { offset } else { add(rewriter, offset, WORD * index) };
                word(rewriter, global, offset)
            })
            .collect()
    })
}

/// The access mode of a load or store by offset.
fn mode(rewriter: &Rewriter<'_>, piece: &Piece) -> u32 {
    piece.operands.last().and_then(|&bits| rewriter.module.as_int(bits)).unwrap_or(0) as u32
}

fn load(rewriter: &mut Rewriter<'_>, inst: Inst, global: Global, offset: Operand) -> Option<Action> {
    let piece = Piece::of(rewriter, inst)?;
    let mode = mode(rewriter, &piece);
    let is_small = piece.scalar.width() < 8 * WORD;
    let part = if is_small { piece.ty } else { common::scalar(piece.scalar) };
    let mut parts = Vec::new();
    for place in words(rewriter, &piece, global, offset)? {
        let bits = rewriter.push(Op::Load, &[place], mode, common::U32, Precision::None);
        parts.push(cast(rewriter, bits, part, piece.precision));
    }
    let value = match parts[..] {
        [one] => one,
        _ => rewriter.push(Op::Construct, &parts, 0, piece.ty, piece.precision),
    };
    Some(rewriter.replace_named(inst, value))
}

fn store(rewriter: &mut Rewriter<'_>, inst: Inst, global: Global, offset: Operand) -> Option<Action> {
    let piece = Piece::of(rewriter, inst)?;
    let &value = piece.operands.first()?;
    let mode = mode(rewriter, &piece);
    let is_small = piece.scalar.width() < 8 * WORD;
    for (index, place) in (0..).zip(words(rewriter, &piece, global, offset)?) {
        if is_small || piece.mask & (1 << index) != 0 {
            let part = if is_small { value } else { component(rewriter, value, index) };
            let bits = cast(rewriter, part, common::U32, Precision::None);
            rewriter.push_effect(Op::Store, &[place, bits], mode);
        }
    }
    Some(Action::Remove)
}

fn atomic(
    rewriter: &mut Rewriter<'_>,
    inst: Inst,
    global: Global,
    offset: Operand,
    how: Access,
) -> Option<Action> {
    let operands = rewriter.function.operands(inst).to_vec();
    let storage = rewriter.module.globals[global].storage;
    let behind = how.address() + 1 + usize::from(storage != Storage::PushConstant);
    let order = rewriter.module.as_int(*operands.get(behind)?)? as u32;
    let result = rewriter.function.result(inst).map(|value| rewriter.function.values[value]);
    let ty = match how {
        Access::AtomicStore => rewriter.ty(*operands.first()?),
        _ => result?.ty,
    };
    if rewriter.module.types.scalar_of(ty)?.width() != 8 * WORD {
        return None;
    }
    let place = word(rewriter, global, offset);
    let bits = |rewriter: &mut Rewriter<'_>, at: usize| {
        operands.get(at).map(|&value| cast(rewriter, value, common::U32, Precision::None))
    };
    let old = match how {
        Access::AtomicLoad => rewriter.push(Op::AtomicLoad, &[place], order, common::U32, Precision::None),
        Access::AtomicStore => {
            let value = bits(rewriter, 0)?;
            rewriter.push_effect(Op::AtomicStore, &[place, value], order);
            return Some(Action::Remove);
        }
        _ => {
            let op = rewriter.module.constant_index(*operands.first()?)?;
            let op = *MEMORY_ATOMICS.get(op as usize)?;
            // Sums, bits and exchanges are the same for numbers with and without a sign.
            let is_bits = match op {
                Op::AtomicExchange => true,
                Op::AtomicFadd | Op::AtomicFmin | Op::AtomicFmax | Op::AtomicSmin | Op::AtomicSmax => false,
                _ => rewriter.module.types.scalar_of(ty)?.is_integer(),
            };
            if !is_bits {
                return None;
            }
            let mut new = vec![place, bits(rewriter, 1)?];
            new.extend(bits(rewriter, behind + 1));
            rewriter.push(op, &new, order, common::U32, Precision::None)
        }
    };
    let old = cast(rewriter, old, ty, Precision::None);
    Some(rewriter.replace_named(inst, old))
}
