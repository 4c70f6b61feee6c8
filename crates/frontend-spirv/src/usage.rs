//! Uses of memory and images that say what their types do not.

use rustc_hash::FxHashSet;
use spirv::{Decoration, Op, StorageClass};

use crate::images::{compared, never_compared};
use crate::index::Index;
use crate::words::Inst;

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
    /// Struct types that are structs of their own: blocks, those of the interface with what is in them, and those that variables of blocks
    /// or addresses lead to.
    pub(crate) own_structs: FxHashSet<u32>,
}

impl Usage {
    /// Finds the uses in a module.
    pub(crate) fn find(index: &Index<'_>) -> Self {
        let mut found =
            Self { compared: compared(index), never_compared: never_compared(index), ..Self::default() };
        found.own_structs = own_structs(index);
        for inst in &index.insts {
            match inst.known() {
                Some(
                    Op::Store | Op::CopyMemory | Op::CopyMemorySized | Op::AtomicStore | Op::AtomicFlagClear,
                ) => found.write(index, inst),
                Some(Op::ArrayLength) => found.write(index, inst),
                Some(op) if is_atomic(op) => found.write(index, inst),
                Some(Op::ImageRead | Op::ImageWrite | Op::ImageSparseRead) => found.texel(index, inst),
                _ => {}
            }
        }
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
