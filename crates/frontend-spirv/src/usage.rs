//! Uses of memory and images that say what their types do not.

use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Decoration, Op, StorageClass};

use crate::body::heaps::is_untyped_access;
use crate::flow::holds_handle;
use crate::images::{compared, never_compared};
use crate::index::Index;
use crate::words::Inst;

const PRIVATE: u32 = StorageClass::Private as u32;

/// The most accesses from a pointer to its variable.
const MAX_CHAIN: usize = 64;

/// The uses of types and variables in a module.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    /// Types of sampled images, combinations, and variables of samplers, that are used to compare.
    pub(crate) compared: FxHashSet<u32>,
    /// Types of images that are read and never compared.
    pub(crate) never_compared: FxHashSet<u32>,
    /// Types of uniform memory that is written, or whose length is asked for: it is a buffer.
    pub(crate) buffers: FxHashSet<u32>,
    /// Types of images that do not say if they are for storage, and whose texels are read or written without a sampler.
    pub(crate) storage_images: FxHashSet<u32>,
    /// Those of them that are also looked into with a sampler. Their variables are two: one for each use.
    pub(crate) shared_images: FxHashSet<u32>,
    /// Combinations of an image and a sampler that something looks into. Others are taken apart again.
    pub(crate) sampled: FxHashSet<u32>,
    /// Struct types that are structs of their own: blocks, those of the interface with what is in them, and those that variables of blocks
    /// or addresses lead to.
    pub(crate) own_structs: FxHashSet<u32>,
    /// The types of the pointers behind the descriptors of buffers in descriptor heaps, by the struct and the member that they are in.
    pub(crate) described: FxHashMap<(u32, u32), u32>,
    /// The pointers that variables of handles stand for: all that is stored to them is loaded from there.
    pub(crate) aliases: FxHashMap<u32, u32>,
}

impl Usage {
    /// Finds the uses in a module.
    pub(crate) fn find(index: &Index<'_>) -> Self {
        let mut found =
            Self { compared: compared(index), never_compared: never_compared(index), ..Self::default() };
        found.own_structs = own_structs(index);
        found.aliases = aliases(index);
        for inst in &index.insts {
            let first = inst.words.first().and_then(|&id| index.def(id));
            if let Some(combined) = first.filter(|def| def.is(Op::SampledImage) && !inst.is(Op::Image)) {
                found.sampled.insert(combined.id);
            }
            match inst.known() {
                Some(
                    Op::Store | Op::CopyMemory | Op::CopyMemorySized | Op::AtomicStore | Op::AtomicFlagClear,
                ) => found.write(index, inst),
                Some(Op::ArrayLength) => found.write(index, inst),
                Some(Op::BufferPointerEXT) => {
                    let member = inst.words.first().and_then(|&id| member_of_heap(index, id));
                    found.described.extend(member.map(|member| (member, inst.ty)));
                }
                Some(op) if is_atomic(op) => found.write(index, inst),
                Some(Op::ImageRead | Op::ImageWrite | Op::ImageSparseRead) => found.texel(index, inst),
                _ => {}
            }
        }
        let combined = found.sampled.iter().filter_map(|&id| index.def(id));
        let images = combined.filter_map(|combined| index.def(*combined.words.first()?));
        found.shared_images =
            images.map(|image| image.ty).filter(|ty| found.storage_images.contains(ty)).collect();
        found
    }

    /// Notes that uniform memory at the first operand is written.
    fn write(&mut self, index: &Index<'_>, inst: &Inst<'_>) {
        let Some(&(mut id)) = inst.words.first() else { return };
        for _ in 0..MAX_CHAIN {
            let Some(def) = index.def(id) else { return };
            match def.known() {
                Some(Op::Variable | Op::FunctionParameter) => {
                    let Some(pointer) = index.def(def.ty).filter(|ty| ty.is(Op::TypePointer)) else { return };
                    if let &[class, pointee] = pointer.words
                        && class == StorageClass::Uniform as u32
                        && !index.has(index.innermost(pointee), Decoration::BufferBlock)
                    {
                        self.buffers.insert(index.innermost(pointee));
                    }
                    return;
                }
                Some(
                    Op::AccessChain
                    | Op::InBoundsAccessChain
                    | Op::PtrAccessChain
                    | Op::InBoundsPtrAccessChain
                    | Op::CopyObject,
                ) => {}
                _ => return,
            }
            let Some(&base) = def.words.first() else { return };
            id = base;
        }
    }

    /// Notes that a texel of an image is read or written.
    fn texel(&mut self, index: &Index<'_>, inst: &Inst<'_>) {
        let image = inst.words.first().and_then(|&id| index.def(id)).and_then(|image| index.def(image.ty));
        if let Some(image) = image.filter(|ty| ty.is(Op::TypeImage)) {
            let is_attachment = image.words.get(1) == Some(&(spirv::Dim::DimSubpassData as u32));
            if image.words.get(5) == Some(&0) && !is_attachment {
                self.storage_images.insert(image.id);
            }
        }
    }
}

/// The struct types that may not be one with others: what is said of a variable goes to the members of its struct, or they say it.
fn own_structs(index: &Index<'_>) -> FxHashSet<u32> {
    let mut found = FxHashSet::default();
    // Those in which there may be addresses, and all that is in them.
    let mut pending = Vec::new();
    for inst in &index.insts {
        match (inst.known(), inst.words) {
            (Some(Op::TypeStruct), _) if index.is_block(inst.id) => drop(found.insert(inst.id)),
            // Structs in descriptor heaps have offsets of their own.
            (Some(Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR), &[seen, ..]) => {
                pending.push(seen);
            }
            (Some(Op::TypePointer), &[class, pointee]) => match StorageClass::from_u32(class) {
                Some(
                    StorageClass::Function
                    | StorageClass::Private
                    | StorageClass::Uniform
                    | StorageClass::UniformConstant
                    | StorageClass::StorageBuffer
                    | StorageClass::PushConstant
                    | StorageClass::Workgroup,
                ) => {}
                _ => pending.push(pointee),
            },
            _ => {}
        }
    }
    for variable in &index.variables {
        let class = variable.words.first().copied().and_then(StorageClass::from_u32);
        let is_own = !matches!(class, Some(StorageClass::Private | StorageClass::UniformConstant));
        let pointee = index.def(variable.ty).and_then(|ty| ty.words.get(1).copied());
        found.extend(pointee.filter(|_| is_own).map(|pointee| index.innermost(pointee)));
    }
    let mut seen = FxHashSet::default();
    while let Some(id) = pending.pop() {
        let id = index.innermost(id);
        if let Some(def) = index.def(id).filter(|def| def.is(Op::TypeStruct) && seen.insert(id)) {
            pending.extend(def.words);
        }
    }
    found.extend(seen);
    found
}

/// The struct and the member that an address in a descriptor heap leads to, or to an element of.
fn member_of_heap(index: &Index<'_>, address: u32) -> Option<(u32, u32)> {
    let access = index.def(address).filter(is_untyped_access)?;
    let mut ty = *access.words.first()?;
    let mut member = None;
    for &id in access.from(2) {
        let def = index.def(ty)?;
        let mut part = 0;
        if def.is(Op::TypeStruct) {
            part = *index.def(id).filter(|constant| constant.is(Op::Constant))?.words.first()?;
            member = Some((ty, part));
        }
        ty = *def.words.get(part as usize)?;
    }
    member
}

/// The variables of handles to which nothing is stored but what one variable or parameter has, with that one.
fn aliases(index: &Index<'_>) -> FxHashMap<u32, u32> {
    let mut found: FxHashMap<u32, Option<u32>> = FxHashMap::default();
    let forget = |found: &mut FxHashMap<u32, Option<u32>>, inst: &Inst<'_>| {
        index.grammar.each_id(inst, |id| {
            found.remove(&id);
        });
    };
    for inst in &index.insts {
        let is_own = inst.is(Op::Variable) && is_copy(inst) && inst.words.len() == 1;
        if is_own && holds_handle(index, inst.ty) {
            found.insert(inst.id, None);
        }
        if found.is_empty() {
            continue;
        }
        let own = inst.words.first().and_then(|id| found.get(id).copied());
        match (inst.known(), own) {
            (Some(Op::Variable | Op::FunctionCall | Op::ExtInst), _)
            | (Some(Op::EntryPoint | Op::Name | Op::Decorate), _) => {}
            (Some(Op::Load | Op::ImageTexelPointer), Some(_)) => {}
            (Some(Op::Store), Some(known)) => {
                let loaded = inst.words.get(1).and_then(|&value| index.def(value));
                let source = loaded.filter(|it| it.is(Op::Load)).and_then(|it| it.words.first().copied());
                let variable = inst.words.first().and_then(|&id| index.def(id));
                let is_private = variable.is_some_and(|it| it.words.first() == Some(&PRIVATE));
                let source = source.and_then(|id| match found.get(&id) {
                    Some(&source) => source,
                    None => index.def(id).filter(|def| is_source(def, is_private)).map(|def| def.id),
                });
                let is_same = known.is_none() || known == source;
                if let (Some(source), true, Some(&id)) = (source, is_same, inst.words.first()) {
                    found.insert(id, Some(source));
                } else {
                    forget(&mut found, inst);
                }
            }
            _ => forget(&mut found, inst),
        }
    }
    found.into_iter().filter_map(|(id, source)| Some((id, source?))).collect()
}

/// True for variables that hold copies of handles, of what the application gives.
fn is_copy(variable: &Inst<'_>) -> bool {
    const COPIES: [u32; 2] = [StorageClass::Function as u32, PRIVATE];
    variable.words.first().is_some_and(|class| COPIES.contains(class))
}

/// True for what may be stored: other variables, and parameters where it is not seen elsewhere.
fn is_source(def: &Inst<'_>, is_private: bool) -> bool {
    match def.known() {
        Some(Op::Variable) => !is_copy(def),
        Some(Op::FunctionParameter) => !is_private,
        _ => false,
    }
}

/// True for the atomics that give what was in memory.
fn is_atomic(op: Op) -> bool {
    use Op as O;
    matches!(
        op,
        O::AtomicExchange
            | O::AtomicCompareExchange
            | O::AtomicIIncrement
            | O::AtomicIDecrement
            | O::AtomicIAdd
            | O::AtomicISub
            | O::AtomicSMin
            | O::AtomicUMin
            | O::AtomicSMax
            | O::AtomicUMax
            | O::AtomicAnd
            | O::AtomicOr
            | O::AtomicXor
            | O::AtomicFAddEXT
            | O::AtomicFMinEXT
            | O::AtomicFMaxEXT
    )
}
