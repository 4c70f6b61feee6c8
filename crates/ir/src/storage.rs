//! The table of storage classes: stages, contents, and which variables can be in them.

use crate::module::{Storage, flag_set};
use crate::stages::Stages;

flag_set! {
    /// Facts of a storage class that hold or not.
    StorageTraits: u8 {
        /// Globals can be in it.
        GLOBAL "global" = 0,
        /// Its variables are blocks with a layout rule.
        BLOCK "block" = 1,
        /// A block can be in it.
        MAY_BLOCK "may_block" = 2,
        /// A variable can have a value at start.
        INITIALIZED "initialized" = 3,
        /// A variable can be an array of unknown length.
        RUNTIME_ARRAY "runtime_array" = 4,
        /// The last member of a block can be an array of unknown length.
        RUNTIME_MEMBER "runtime_member" = 5,
        /// The shader can write it.
        WRITABLE "writable" = 6,
        /// Invocations share it, and atomics access it.
        SHARED "shared" = 7,
    }
}

/// The contents that variables of a storage class can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// No handles.
    Data,
    /// Data that other stages and the host see: numbers, and bools that are built in.
    Interface,
    /// Handles, perhaps in arrays, or structs that hold some.
    Opaque,
    /// Not a handle itself, though a struct may hold some.
    Uniform,
    /// Atomic counters.
    Counter,
}

/// The row of a storage class in the table.
#[derive(Clone, Copy, Debug)]
pub struct StorageInfo {
    /// The stages that have it.
    pub stages: Stages,
    /// Facts that hold or not.
    pub traits: StorageTraits,
    /// The contents of its variables.
    pub content: Content,
}

macro_rules! storages {
    ($( $variant:ident [$($stage:ident)+] $content:ident $($flag:ident)* ; )*) => {
        static STORAGES: &[(Storage, StorageInfo)] = &[$( (Storage::$variant, StorageInfo {
            stages: Stages::NONE$(.or(Stages::$stage))+,
            traits: StorageTraits::NONE$(.union(StorageTraits::$flag))*,
            content: Content::$content,
        }) ),*];
    };
}

// In the order of the enum.
storages! {
    Function [ALL] Data MAY_BLOCK WRITABLE;
    Private [ALL] Data GLOBAL INITIALIZED WRITABLE;
    Input [ALL] Interface GLOBAL MAY_BLOCK RUNTIME_ARRAY;
    Output [VERTEX TESSELLATION GEOMETRY FRAGMENT TASK MESH] Interface GLOBAL MAY_BLOCK INITIALIZED RUNTIME_ARRAY WRITABLE;
    Uniform [ALL] Uniform GLOBAL MAY_BLOCK INITIALIZED RUNTIME_ARRAY RUNTIME_MEMBER;
    Opaque [ALL] Opaque GLOBAL RUNTIME_ARRAY;
    Buffer [ALL] Data GLOBAL BLOCK RUNTIME_ARRAY RUNTIME_MEMBER WRITABLE SHARED;
    PushConstant [ALL] Data GLOBAL BLOCK;
    Shared [ALL] Data GLOBAL MAY_BLOCK INITIALIZED WRITABLE SHARED;
    PhysicalBuffer [ALL] Data MAY_BLOCK RUNTIME_MEMBER WRITABLE SHARED;
    AtomicCounter [ALL] Counter GLOBAL SHARED;
    Texel [ALL] Data MAY_BLOCK WRITABLE SHARED;
    TaskPayload [TASK MESH] Data GLOBAL MAY_BLOCK WRITABLE SHARED;
    RayPayload [RAY_GENERATION ANY_HIT CLOSEST_HIT MISS] Data GLOBAL MAY_BLOCK WRITABLE;
    IncomingRayPayload [ANY_HIT CLOSEST_HIT MISS] Data GLOBAL MAY_BLOCK WRITABLE;
    HitAttribute [INTERSECTION ANY_HIT CLOSEST_HIT] Data GLOBAL MAY_BLOCK WRITABLE;
    CallableData [RAY_GENERATION CLOSEST_HIT MISS CALLABLE] Data GLOBAL MAY_BLOCK WRITABLE;
    IncomingCallableData [CALLABLE] Data GLOBAL MAY_BLOCK WRITABLE;
    ShaderRecord [RAY_TRACING] Data GLOBAL BLOCK RUNTIME_MEMBER WRITABLE;
    HitObjectAttribute [RAY_GENERATION CLOSEST_HIT MISS] Data GLOBAL MAY_BLOCK WRITABLE;
    TileImage [FRAGMENT] Opaque GLOBAL;
    PixelLocal [FRAGMENT] Data GLOBAL MAY_BLOCK WRITABLE;
    Spirv [ALL] Data GLOBAL MAY_BLOCK WRITABLE SHARED;
}

impl Storage {
    /// Its row of the table.
    pub fn info(self) -> &'static StorageInfo {
        &STORAGES[self as usize].1
    }

    /// True if a fact of the table holds.
    pub fn is(self, fact: StorageTraits) -> bool {
        self.info().traits.contains(fact)
    }
}

/// A set of storage classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Storages(u32);

impl Storages {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The set of these.
    pub const fn of(all: &[Storage]) -> Self {
        let mut set = 0;
        let mut index = 0;
        while index < all.len() {
            set |= 1 << all[index] as u32;
            index += 1;
        }
        Self(set)
    }

    /// True if a storage class is in the set.
    pub const fn has(self, storage: Storage) -> bool {
        self.0 >> storage as u32 & 1 != 0
    }

    /// True if some are in both sets.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds those of another set; true if some were not there.
    pub fn insert(&mut self, other: Self) -> bool {
        let old = self.0;
        self.0 |= other.0;
        self.0 != old
    }

    /// The storage classes in the set.
    pub fn iter(self) -> impl Iterator<Item = Storage> {
        Storage::ALL.iter().map(|row| row.0).filter(move |&storage| self.has(storage))
    }
}

#[cfg(test)]
mod tests {
    use super::STORAGES;
    use crate::module::Storage;

    #[test]
    fn rows_are_in_the_order_of_the_enum() {
        assert_eq!(STORAGES.len(), Storage::ALL.len());
        assert!(STORAGES.iter().zip(Storage::ALL).all(|(row, storage)| row.0 == storage.0));
    }
}
