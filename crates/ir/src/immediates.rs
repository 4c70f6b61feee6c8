//! Immediates of instructions with more than one part: memory access, image operands, swizzles, atomics.

use crate::module::{Qualifiers, flag_set};

flag_set! {
    /// Memory access of a load or store: the immediate of [`Op::Load`](crate::Op::Load) and
    /// [`Op::Store`](crate::Op::Store), and a part of that of
    /// [`Op::StoreSwizzle`](crate::Op::StoreSwizzle).
    MemoryAccess: u32 {
        VOLATILE "volatile" = 0,
        COHERENT "coherent" = 1,
        NON_PRIVATE "nonprivate" = 2,
        QUEUE_FAMILY_COHERENT "queue_family_coherent" = 3,
        WORKGROUP_COHERENT "workgroup_coherent" = 4,
        SUBGROUP_COHERENT "subgroup_coherent" = 5,
        SHADER_CALL_COHERENT "shader_call_coherent" = 6,
        DEVICE_COHERENT "device_coherent" = 7,
        NONTEMPORAL "nontemporal" = 8,
    }
}

impl MemoryAccess {
    /// The access of memory with these qualifiers.
    #[inline]
    pub fn of(qualifiers: Qualifiers) -> Self {
        const ROWS: &[(Qualifiers, MemoryAccess)] = &[
            (Qualifiers::VOLATILE, MemoryAccess::VOLATILE),
            (Qualifiers::COHERENT, MemoryAccess::COHERENT),
            (Qualifiers::NON_PRIVATE, MemoryAccess::NON_PRIVATE),
            (Qualifiers::QUEUE_FAMILY_COHERENT, MemoryAccess::QUEUE_FAMILY_COHERENT),
            (Qualifiers::WORKGROUP_COHERENT, MemoryAccess::WORKGROUP_COHERENT),
            (Qualifiers::SUBGROUP_COHERENT, MemoryAccess::SUBGROUP_COHERENT),
            (Qualifiers::SHADER_CALL_COHERENT, MemoryAccess::SHADER_CALL_COHERENT),
            (Qualifiers::DEVICE_COHERENT, MemoryAccess::DEVICE_COHERENT),
            (Qualifiers::NONTEMPORAL, MemoryAccess::NONTEMPORAL),
        ];
        let named = ROWS.iter().filter(|(qualifier, _)| qualifiers.contains(*qualifier));
        named.fold(Self::NONE, |access, row| access.union(row.1))
    }
}

flag_set! {
    /// Optional operands of image ops: their immediate. The operands come in the order of the flags, after image,
    /// coordinate and (for [`Op::ImageWrite`](crate::Op::ImageWrite)) texel.
    ///
    /// `PROJ`: the last component of the coordinate divides the others. `SPARSE`: a second result, the residency
    /// code, comes first. `GRAD` has two operands.
    ImageOperands: u32 {
        PROJ "proj" = 0,
        SPARSE "sparse" = 1,
        /// Reference to compare with.
        DREF "dref" = 2,
        /// Component to gather: an integer constant.
        COMPONENT "component" = 3,
        BIAS "bias" = 4,
        LOD "lod" = 5,
        /// Derivatives by x and y.
        GRAD "grad" = 6,
        /// Texel offset: constant or not.
        OFFSET "offset" = 7,
        /// Four texel offsets of a gather: a constant array.
        OFFSETS "offsets" = 8,
        SAMPLE "sample" = 9,
        MIN_LOD "min_lod" = 10,
        VOLATILE "volatile" = 11,
        COHERENT "coherent" = 12,
    }
}

impl ImageOperands {
    /// The number of operands that these flags add.
    pub fn operand_count(self) -> usize {
        let counted = Self::DREF.bits()
            | Self::COMPONENT.bits()
            | Self::BIAS.bits()
            | Self::LOD.bits()
            | Self::GRAD.bits()
            | Self::OFFSET.bits()
            | Self::OFFSETS.bits()
            | Self::SAMPLE.bits()
            | Self::MIN_LOD.bits();
        (self.bits() & counted).count_ones() as usize + usize::from(self.contains(Self::GRAD))
    }
}

/// Scopes, as SPIR-V numbers them.
pub mod scope {
    /// Not said: see [`super::AtomicAccess::UNSAID`].
    pub const UNSAID: u32 = 0;
    /// The device.
    pub const DEVICE: u32 = 1;
    /// The workgroup.
    pub const WORKGROUP: u32 = 2;
    /// The subgroup.
    pub const SUBGROUP: u32 = 3;
    /// One invocation.
    pub const INVOCATION: u32 = 4;
    /// The queue family; only Vulkan's memory model has it.
    pub const QUEUE_FAMILY: u32 = 5;
    /// The last one: the invocations of a call of a ray tracing shader.
    pub const LAST: u32 = 6;
}

/// Bits of memory semantics, as SPIR-V numbers them.
pub mod semantics {
    /// Acquire.
    pub const ACQUIRE: u32 = 0x2;
    /// Release.
    pub const RELEASE: u32 = 0x4;
    /// Acquire and release.
    pub const ACQUIRE_RELEASE: u32 = 0x8;
    /// Makes writes available.
    pub const MAKE_AVAILABLE: u32 = 0x2000;
    /// Makes writes visible.
    pub const MAKE_VISIBLE: u32 = 0x4000;
    /// Is volatile.
    pub const VOLATILE: u32 = 0x8000;
    /// The orders, of which there is one at most.
    pub const ORDERS: u32 = ACQUIRE | RELEASE | ACQUIRE_RELEASE;
    /// Memory that a shader can name: buffers, shared memory, images and outputs.
    pub const STORAGE: u32 = 0x40 | 0x100 | 0x800 | 0x1000;
    /// Memory of atomic counters, which barriers of OpenGL name too.
    pub const COUNTERS: u32 = 0x400;
    /// Bits that only Vulkan's memory model has: outputs, availability, visibility, volatility.
    pub const OF_VULKAN: u32 = 0x1000 | MAKE_AVAILABLE | MAKE_VISIBLE | VOLATILE;

    /// The reason why bits are no semantics, if they are none.
    pub const fn fault(bits: u32) -> Option<&'static str> {
        if bits & !(ORDERS | STORAGE | COUNTERS | OF_VULKAN) != 0 {
            Some("unknown bits")
        } else if (bits & ORDERS).count_ones() > 1 {
            Some("several orders")
        } else if bits & MAKE_AVAILABLE != 0 && bits & (RELEASE | ACQUIRE_RELEASE) == 0 {
            Some("writes made available without a release")
        } else if bits & MAKE_VISIBLE != 0 && bits & (ACQUIRE | ACQUIRE_RELEASE) == 0 {
            Some("writes made visible without an acquire")
        } else if bits & ORDERS != 0 && bits & (STORAGE | COUNTERS) == 0 {
            Some("an order without memory that it is about")
        } else {
            None
        }
    }
}

/// Scope and memory semantics of an atomic: its immediate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AtomicAccess {
    /// SPIR-V's `Scope` (1 device, 2 workgroup, 3 subgroup, 5 queue family), at most 15; [`AtomicAccess::UNSAID`] if the
    /// shader names none.
    pub scope: u8,
    /// SPIR-V's `MemorySemantics`, at most 28 bits.
    pub semantics: u32,
}

impl AtomicAccess {
    /// The scope that a shader means which names none: the device, or the queue family in Vulkan's memory model
    /// (`GL_KHR_memory_scope_semantics`, "Shader Memory Control Functions"). Barriers have it too.
    pub const UNSAID: u8 = 0;

    /// As an immediate.
    pub const fn bits(self) -> u32 {
        (self.scope as u32) << 28 | self.semantics & 0x0fff_ffff
    }

    /// From an immediate.
    pub const fn from_bits(bits: u32) -> Self {
        Self { scope: (bits >> 28) as u8, semantics: bits & 0x0fff_ffff }
    }
}

macro_rules! chosen_components {
    ($(#[$meta:meta])* $name:ident: $least:literal to 4, below $end:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name {
            count: u8,
            components: [u8; 4],
        }

        impl $name {
            #[doc = concat!("From indices below ", $end, "; `None` unless there are ", $least, " to 4 of them.")]
            pub fn new(components: &[u32]) -> Option<Self> {
                let fits = ($least..=4).contains(&components.len());
                if !fits || components.iter().any(|&index| index >= $end) {
                    return None;
                }
                let mut chosen = Self { count: components.len() as u8, components: [0; 4] };
                for (slot, &index) in chosen.components.iter_mut().zip(components) {
                    *slot = index as u8;
                }
                Some(chosen)
            }

            /// The chosen components.
            pub fn components(&self) -> &[u8] {
                self.components.get(..self.count as usize).unwrap_or(&[])
            }

            /// As an immediate.
            pub fn bits(self) -> u32 {
                let mut bits = u32::from(self.count);
                for (position, &index) in self.components().iter().enumerate() {
                    bits |= u32::from(index) << (4 + 4 * position);
                }
                bits
            }

            /// From an immediate; the count and the indices are forced into their bounds.
            pub fn from_bits(bits: u32) -> Self {
                let count = (bits & 15).clamp($least, 4) as u8;
                let mut components = [0; 4];
                for (position, slot) in components.iter_mut().enumerate().take(count as usize) {
                    *slot = (bits >> (4 + 4 * position) & ($end - 1)) as u8;
                }
                Self { count, components }
            }
        }
    };
}

chosen_components! {
    /// One to four components chosen from a vector, in order: the immediate of [`Op::Swizzle`](crate::Op::Swizzle).
    Swizzle: 1 to 4, below 4
}

chosen_components! {
    /// Two to four components chosen from two vectors laid end to end: the immediate of [`Op::Shuffle`](crate::Op::Shuffle).
    #[derive(Debug)]
    Shuffle: 2 to 4, below 8
}

impl Swizzle {
    /// True if no component is chosen twice.
    pub fn is_distinct(&self) -> bool {
        let mut seen = 0u32;
        self.components().iter().all(|&index| {
            let fresh = seen & 1 << index == 0;
            seen |= 1 << index;
            fresh
        })
    }
}

impl std::fmt::Display for Swizzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for &index in self.components() {
            f.write_str(["x", "y", "z", "w"][index as usize & 3])?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Swizzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// The immediate of [`Op::StoreSwizzle`](crate::Op::StoreSwizzle): which components are written, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwizzledStore {
    /// The components, in the order of those of the value.
    pub swizzle: Swizzle,
    /// The memory access.
    pub access: MemoryAccess,
}

impl SwizzledStore {
    /// The bits of a swizzle lie below this one.
    const ACCESS: u32 = 20;

    /// As an immediate.
    pub fn bits(self) -> u32 {
        self.swizzle.bits() | self.access.bits() << Self::ACCESS
    }

    /// From an immediate; fields out of bounds are clamped.
    pub fn from_bits(bits: u32) -> Self {
        Self { swizzle: Swizzle::from_bits(bits), access: MemoryAccess::from_bits(bits >> Self::ACCESS) }
    }
}
