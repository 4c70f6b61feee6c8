//! Side tables in the text arena, reused for each function.

use crate::ast::TextArena;
use bumpalo::collections::Vec as BumpVec;
use std::cell::OnceCell;
use std::marker::PhantomData;
use vitrum_ir::Id;

/// A value for each id of an arena, like [`vitrum_ir::SideTable`].
#[derive(Debug)]
pub(crate) struct BumpTable<'a, I, T> {
    rows: BumpVec<'a, T>,
    id: PhantomData<fn() -> I>,
}

impl<'a, I: Id, T: Copy + Default> BumpTable<'a, I, T> {
    /// An empty table with memory for `count` entries.
    pub(crate) fn with_capacity(arena: TextArena<'a>, count: usize) -> Self {
        Self { rows: arena.list_of(count), id: PhantomData }
    }

    /// Resets the table to `count` default values.
    pub(crate) fn reset(&mut self, count: usize) {
        self.rows.clear();
        self.rows.resize(count, T::default());
    }

    /// The entry of an id, if it has one.
    #[inline]
    pub(crate) fn get(&self, id: I) -> Option<&T> {
        self.rows.get(id.index())
    }

    /// The entry of an id, if it has one, mutably.
    #[inline]
    pub(crate) fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.rows.get_mut(id.index())
    }

    /// The entry of an id; the default for ids without one.
    #[inline]
    pub(crate) fn at(&self, id: I) -> T {
        self.rows.get(id.index()).copied().unwrap_or_default()
    }

    /// Sets the entry of an id, if it has one.
    #[inline]
    pub(crate) fn set(&mut self, id: I, value: T) {
        if let Some(slot) = self.rows.get_mut(id.index()) {
            *slot = value;
        }
    }
}

/// A value for each id of an arena, computed on first use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BumpCells<'a, I, T> {
    cells: &'a [OnceCell<T>],
    id: PhantomData<fn() -> I>,
}

impl<'a, I: Id, T> BumpCells<'a, I, T> {
    /// Empty cells for `count` ids.
    pub(crate) fn new(arena: TextArena<'a>, count: usize) -> Self {
        let cells = arena.memory().alloc_slice_fill_with(count, |_| OnceCell::new());
        Self { cells, id: PhantomData }
    }

    /// The cell of an id, if it has one.
    #[inline]
    pub(crate) fn get(&self, id: I) -> Option<&'a OnceCell<T>> {
        self.cells.get(id.index())
    }
}
