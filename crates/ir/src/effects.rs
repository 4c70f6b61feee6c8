//! Side effects of operations.

/// A set of effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects(u16);

impl Effects {
    /// None: the results depend on the operands alone.
    pub const PURE: Self = Self(0);
    /// Depends on memory.
    pub const READS: Self = Self(1);
    /// Changes memory or another state that other invocations or the API see: must be kept, in order.
    pub const WRITES: Self = Self(2);
    /// Depends on which invocations run it together: never moved across control flow.
    pub const CONVERGENT: Self = Self(4);
    /// Depends on the neighbours of a fragment's quad.
    pub const DERIVATIVE: Self = Self(8);
    /// May be undefined or fault for operands that a guard excludes: never moved above its guard.
    pub const NO_SPECULATE: Self = Self(16);
    /// Owns blocks.
    pub const CONTROL: Self = Self(32);
    /// Ends a block.
    pub const TERMINATOR: Self = Self(64);
    /// Makes a new place in memory: two of them are not one, but an unused one can go.
    pub const ALLOCATES: Self = Self(128);

    /// Both sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if all of `other` are in the set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// True if the results depend on the operands alone and equal operations can be merged wherever one
    /// dominates the other.
    pub const fn is_pure(self) -> bool {
        self.0 & !Self::NO_SPECULATE.0 == 0
    }

    /// True if an operation whose results nobody uses can be removed.
    pub const fn is_removable(self) -> bool {
        self.0 & (Self::WRITES.0 | Self::CONTROL.0 | Self::TERMINATOR.0) == 0
    }
}
