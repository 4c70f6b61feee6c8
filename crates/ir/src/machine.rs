//! Memory, inputs and outputs as machines see them: operations on offsets and slots, and the slots that a type takes.
//!
//! Lowerings for hardware replace loads and stores by intrinsics of this form. A block, image or texture has an index, memory
//! an offset in bytes, an input or output a slot of four components with 32 bits each. The module keeps its globals; the
//! decoration `slot` of each says where its first part is.

use crate::BuiltIn;
use crate::intrinsic::Intrinsic;
use crate::layout::Layouts;
use crate::module::{GlobalData, LayoutRule, Module, Qualifiers, Stage, Storage, named_enum};
use crate::ops::Op;
use crate::types::{Length, Scalar, Type, TypeData};

named_enum! {
    /// A kind of memory that is addressed by offset.
    Space {
        /// Loose uniforms, one behind the other.
        Uniform "uniform",
        /// Uniform blocks, by index.
        UniformBlock "uniform_block",
        /// Storage blocks, by index.
        Storage "storage",
        /// Push constants.
        Push "push",
        /// Shared by a workgroup.
        Shared "shared",
        /// Of one invocation.
        Scratch "scratch",
        /// Behind addresses of 64 bits.
        Global "global",
    }
}

/// A kind of access of memory by offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// `([index], offset, alignment, access) -> value`
    Load,
    /// The same of volatile memory.
    LoadVolatile,
    /// `(value, [index], offset, mask, alignment, access)`
    Store,
    /// `([index], offset, order) -> value`
    AtomicLoad,
    /// `(value, [index], offset, order)`
    AtomicStore,
    /// `(operation, value, [index], offset, order, [comparator]) -> old value`
    Atomic,
}

/// The operations of atomics on memory by offset and on texels, by number.
pub const MEMORY_ATOMICS: &[Op] = &[
    Op::AtomicExchange,
    Op::AtomicCompareExchange,
    Op::AtomicIadd,
    Op::AtomicIsub,
    Op::AtomicSmin,
    Op::AtomicUmin,
    Op::AtomicSmax,
    Op::AtomicUmax,
    Op::AtomicAnd,
    Op::AtomicOr,
    Op::AtomicXor,
    Op::AtomicFmin,
    Op::AtomicFmax,
    Op::AtomicFadd,
];

macro_rules! accesses {
    ($($space:ident: $($access:ident $intrinsic:ident),+;)*) => {
        /// Every access of every kind of memory.
        const ACCESSES: &[(Space, Access, Intrinsic)] =
            &[$($((Space::$space, Access::$access, Intrinsic::$intrinsic)),+),*];
    };
}

accesses! {
    Uniform: Load LoadUniform;
    UniformBlock: Load LoadUniformBlock;
    Storage: Load LoadStorage, LoadVolatile LoadVolatileStorage, Store StoreStorage, AtomicLoad AtomicLoadStorage,
        AtomicStore AtomicStoreStorage, Atomic AtomicStorage;
    Push: Load LoadPush;
    Shared: Load LoadShared, LoadVolatile LoadVolatileShared, Store StoreShared, AtomicLoad AtomicLoadShared,
        AtomicStore AtomicStoreShared, Atomic AtomicShared;
    Scratch: Load LoadScratch, Store StoreScratch;
    Global: Load LoadGlobal, LoadVolatile LoadVolatileGlobal, Store StoreGlobal, AtomicLoad AtomicLoadGlobal,
        AtomicStore AtomicStoreGlobal, Atomic AtomicGlobal;
}

impl Space {
    /// The intrinsic for an access. Memory that is only read, or read by one invocation, lacks some.
    pub fn intrinsic(self, access: Access) -> Option<Intrinsic> {
        ACCESSES.iter().find(|row| (row.0, row.1) == (self, access)).map(|row| row.2)
    }

    /// True if an index chooses a block.
    pub fn is_indexed(self) -> bool {
        matches!(self, Self::UniformBlock | Self::Storage)
    }
}

impl Intrinsic {
    /// The memory by offset that it accesses, and how.
    pub fn memory(self) -> Option<(Space, Access)> {
        ACCESSES.iter().find(|row| row.2 == self).map(|row| (row.0, row.1))
    }
}

impl Access {
    /// The position of the first operand of the address: the index, or else the offset.
    pub fn address(self) -> usize {
        match self {
            Self::Load | Self::LoadVolatile | Self::AtomicLoad => 0,
            Self::Store | Self::AtomicStore => 1,
            Self::Atomic => 2,
        }
    }
}

/// Components of a slot.
pub const SLOT: u32 = 4;

/// The most slots of a variable that are looked at: more than any device has.
const MOST_SLOTS: u32 = 1 << 12;

/// A part of 32 bits, or less, of an input or output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The slot, counted from the first of the variable.
    pub slot: u32,
    /// The component in the slot.
    pub component: u32,
    /// The indices that lead to the scalar from the type, or from the element of a variable with one for each vertex.
    pub path: Vec<u32>,
    /// The type of the scalar.
    pub scalar: Scalar,
    /// The word of a scalar of 64 bits: 0 or 1.
    pub word: u32,
}

/// Slots of the inputs and outputs of a module.
#[derive(Debug)]
pub struct Slots<'m> {
    module: &'m Module,
    layouts: Layouts<'m>,
}

impl<'m> Slots<'m> {
    /// Those of a module.
    pub fn new(module: &'m Module) -> Self {
        Self { module, layouts: Layouts::new(module, LayoutRule::Std430) }
    }

    /// The number of slots of a type: one for up to four components of 32 bits, for each column and each element.
    pub fn count(&mut self, ty: Type) -> u32 {
        // Types may be nested deeply, so the parts wait on a stack of their own, each with a factor.
        let mut count = 0u32;
        let mut pending = vec![(ty, 1u32)];
        while let Some((ty, times)) = pending.pop() {
            match self.module.types.get(ty) {
                TypeData::Array { element, length } => {
                    pending.push((element, times.saturating_mul(self.layouts.count(length))));
                }
                TypeData::Struct(_) => {
                    pending.extend(self.module.members(ty).iter().map(|member| (member.ty, times)));
                }
                TypeData::Matrix { scalar, columns, rows } => {
                    let column = words(scalar) * u32::from(rows);
                    let all = times.saturating_mul(u32::from(columns));
                    count = count.saturating_add(all.saturating_mul(column.div_ceil(SLOT)));
                }
                _ => {
                    let size = self.module.types.vector_size(ty).unwrap_or(1);
                    let scalar = self.module.types.scalar_of(ty).unwrap_or(Scalar::U32);
                    let slots = (words(scalar) * size).div_ceil(SLOT);
                    count = count.saturating_add(times.saturating_mul(slots));
                }
            }
        }
        count
    }

    /// The number of elements of an array.
    pub fn length(&mut self, length: Length) -> u32 {
        self.layouts.count(length)
    }

    /// The number of slots of a member of a block, or of a variable as a whole.
    pub fn count_of(&mut self, ty: Type, builtin: Option<BuiltIn>) -> u32 {
        match self.module.types.get(ty) {
            TypeData::Array { length, .. } if is_compact(builtin) => {
                self.layouts.count(length).div_ceil(SLOT)
            }
            _ => self.count(ty),
        }
    }

    /// The first location of a variable: its own, or that of the first member of a block.
    pub fn location(&mut self, data: &GlobalData) -> Option<u32> {
        self.spread(data).map(|(first, _)| first).or(data.decorations.location)
    }

    /// The slot of each member of a block, counted from the first of the block.
    pub fn members(&mut self, data: &GlobalData) -> Vec<u32> {
        let (first, members) = self.spread(data).unwrap_or_default();
        if members.is_empty() {
            return self.packed(data, 0);
        }
        members.into_iter().map(|location| location - first).collect()
    }

    /// The least location of the members of a block, and those of all, if the author chose some.
    fn spread(&mut self, data: &GlobalData) -> Option<(u32, Vec<u32>)> {
        let ty = self.own_type(data);
        let members = self.module.members(ty);
        let is_chosen = data.decorations.location.is_some()
            || members.iter().any(|member| member.decorations.location.is_some());
        if data.block.is_none() || members.is_empty() || !is_chosen {
            return None;
        }
        let all = self.packed(data, data.decorations.location.unwrap_or(0));
        Some((all.iter().copied().min()?, all))
    }

    /// The location of each member of a block: its own, or that behind the member before.
    fn packed(&mut self, data: &GlobalData, first: u32) -> Vec<u32> {
        let ty = self.own_type(data);
        let module = self.module;
        let mut next = first;
        let members = module.members(ty).iter().map(|member| {
            let location = member.decorations.location.unwrap_or(next);
            next = location.saturating_add(self.count_of(member.ty, member.decorations.builtin));
            location
        });
        members.collect()
    }

    /// The type of a variable, without the array over vertices or primitives.
    pub fn own_type(&self, data: &GlobalData) -> Type {
        match is_arrayed(self.module, data) {
            true => self.module.types.element(data.ty).unwrap_or(data.ty),
            false => data.ty,
        }
    }

    /// The number of slots that a variable takes.
    pub fn of_variable(&mut self, data: &GlobalData) -> u32 {
        let ty = self.own_type(data);
        let inner = self.module.types.innermost(ty);
        match (data.block, self.module.types.get(inner)) {
            (Some(_), TypeData::Struct(_)) if inner == ty => {
                let module = self.module;
                let members = module.members(ty).iter().zip(self.members(data));
                let ends = members.map(|(member, slot)| {
                    slot.saturating_add(self.count_of(member.ty, member.decorations.builtin))
                });
                ends.max().unwrap_or(0)
            }
            _ => self.count_of(ty, data.decorations.builtin),
        }
    }

    /// The components of a variable in the order of its slots.
    pub fn cells(&mut self, data: &GlobalData) -> Vec<Cell> {
        let ty = self.own_type(data);
        let component = data.decorations.component.unwrap_or(0);
        let mut cells = Vec::new();
        match self.module.types.get(ty) {
            TypeData::Struct(_) if data.block.is_some() => {
                let module = self.module;
                let places = self.members(data);
                for ((member, slot), index) in module.members(ty).iter().zip(places).zip(0..) {
                    let component = member.decorations.component.unwrap_or(0);
                    let builtin = member.decorations.builtin;
                    self.push_cells(&mut cells, member.ty, builtin, slot, component, &[index]);
                }
            }
            _ => self.push_cells(&mut cells, ty, data.decorations.builtin, 0, component, &[]),
        }
        cells
    }

    fn push_cells(
        &mut self,
        cells: &mut Vec<Cell>,
        ty: Type,
        builtin: Option<BuiltIn>,
        slot: u32,
        component: u32,
        path: &[u32],
    ) {
        if let TypeData::Array { element, length } = self.module.types.get(ty)
            && is_compact(builtin)
        {
            let scalar = self.module.types.scalar_of(element).unwrap_or(Scalar::F32);
            for index in 0..self.layouts.count(length).min(MOST_SLOTS) {
                let path = [path, &[index]].concat();
                cells.push(Cell {
                    slot: slot + index / SLOT,
                    component: index % SLOT,
                    path,
                    scalar,
                    word: 0,
                });
            }
            return;
        }
        let mut pending = vec![(ty, slot, path.to_vec())];
        while let Some((ty, slot, path)) = pending.pop() {
            if slot > MOST_SLOTS {
                continue;
            }
            let inner = |index: u32| [&path[..], &[index]].concat();
            match self.module.types.get(ty) {
                TypeData::Array { element, length } => {
                    let each = self.count(element);
                    for index in (0..self.layouts.count(length).min(MOST_SLOTS)).rev() {
                        pending.push((
                            element,
                            slot.saturating_add(each.saturating_mul(index)),
                            inner(index),
                        ));
                    }
                }
                TypeData::Struct(_) => {
                    let mut next = slot;
                    let start = pending.len();
                    for (member, index) in self.module.members(ty).iter().zip(0..) {
                        pending.push((member.ty, next, inner(index)));
                        next = next.saturating_add(self.count(member.ty));
                    }
                    pending[start..].reverse();
                }
                TypeData::Matrix { scalar, columns, rows } => {
                    let each = (words(scalar) * u32::from(rows)).div_ceil(SLOT);
                    for column in 0..u32::from(columns) {
                        let path = inner(column);
                        vector_cells(cells, scalar, u32::from(rows), slot + each * column, component, &path);
                    }
                }
                TypeData::Scalar(scalar) => {
                    scalar_cells(cells, scalar, slot, component, &path);
                }
                TypeData::Vector { scalar, size } => {
                    vector_cells(cells, scalar, u32::from(size), slot, component, &path);
                }
                _ => {}
            }
        }
    }
}

fn scalar_cells(cells: &mut Vec<Cell>, scalar: Scalar, slot: u32, component: u32, path: &[u32]) {
    for word in 0..words(scalar) {
        let at = component + word;
        let (slot, component) = (slot + at / SLOT, at % SLOT);
        cells.push(Cell { slot, component, path: path.to_vec(), scalar, word });
    }
}

fn vector_cells(cells: &mut Vec<Cell>, scalar: Scalar, size: u32, slot: u32, component: u32, path: &[u32]) {
    for index in 0..size {
        let path = [path, &[index]].concat();
        scalar_cells(cells, scalar, slot, component + index * words(scalar), &path);
    }
}

/// The components of a slot that a scalar takes.
pub fn words(scalar: Scalar) -> u32 {
    scalar.width().div_ceil(32)
}

/// True if the elements of a built-in array are components of slots that follow one another.
pub fn is_compact(builtin: Option<BuiltIn>) -> bool {
    use BuiltIn::{ClipDistance, CullDistance, TessLevelInner, TessLevelOuter};
    matches!(builtin, Some(ClipDistance | CullDistance | TessLevelInner | TessLevelOuter))
}

/// True if an input or output has an element for each vertex or primitive.
pub fn is_arrayed(module: &Module, data: &GlobalData) -> bool {
    crate::verify::is_arrayed(module, data.storage, &data.decorations)
}

/// True if a built-in variable is an input from the pipeline itself, not from the stage before.
pub fn is_system_value(module: &Module, data: &GlobalData) -> bool {
    use BuiltIn::{
        ClipDistance, ClipVertex, Compatibility, CullDistance, Layer, PointSize, Position, PrimitiveId,
        TessLevelInner, TessLevelOuter, ViewportIndex,
    };
    let is_varying = |builtin| match builtin {
        Position | PointSize | ClipDistance | CullDistance | ClipVertex | Layer | ViewportIndex
        | TessLevelInner | TessLevelOuter | Compatibility => true,
        PrimitiveId => module.stage == Stage::Fragment,
        _ => false,
    };
    data.storage == Storage::Input
        && data.decorations.builtin.is_some_and(|builtin| !is_varying(builtin))
        && !data.decorations.qualifiers.contains(Qualifiers::PATCH)
}
