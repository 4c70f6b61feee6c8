//! Tables beside an arena: one entry for each id.

use crate::constants::Constant;
use crate::names::Name;
use crate::types::Type;
use la_arena::{Arena, Idx, RawIdx};
use std::fmt::Debug;
use std::marker::PhantomData;

/// The number of an entry in an arena or an interner. Ids are dense: they count up from 0.
pub trait Id: Copy + Eq + Debug {
    /// Position in the arena or interner.
    fn index(self) -> usize;

    /// The id at a position below 2<sup>32</sup>, which need not exist.
    fn from_index(index: usize) -> Self;
}

/// Ids of interned items.
macro_rules! interned {
    ($($id:ident)*) => {
        $(impl Id for $id {
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }

            #[inline]
            fn from_index(index: usize) -> Self {
                Self(index as u32)
            }
        })*
    };
}

interned! { Type Constant Name }

impl<T> Id for Idx<T> {
    #[inline]
    fn index(self) -> usize {
        self.into_raw().into_u32() as usize
    }

    #[inline]
    fn from_index(index: usize) -> Self {
        Self::from_raw(RawIdx::from(index as u32))
    }
}

/// True if an arena has an entry for an id.
pub(crate) fn holds<T>(arena: &Arena<T>, id: Idx<T>) -> bool {
    id.index() < arena.len()
}

/// A value for each id of an arena, by position.
///
/// Reads and writes never panic: an id behind the end has no entry, or the default one where the method says so.
///
/// ```
/// use vitrum_ir::{FunctionData, Name, SideTable, Value, types::common};
///
/// let function = FunctionData::new(Name::EMPTY, common::VOID);
/// let mut uses: SideTable<Value, u32> = SideTable::filled(function.values.len(), 0);
/// for value in function.all_operands().iter().filter_map(|operand| operand.value()) {
///     *uses.entry(value) += 1;
/// }
/// assert!(uses.iter().all(|(value, &count)| uses.at(value) == count));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideTable<I, T> {
    values: Vec<T>,
    id: PhantomData<fn() -> I>,
}

impl<I, T> Default for SideTable<I, T> {
    fn default() -> Self {
        Self { values: Vec::new(), id: PhantomData }
    }
}

impl<I: Id, T> SideTable<I, T> {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty table with memory for `count` entries.
    pub fn with_capacity(count: usize) -> Self {
        Self { values: Vec::with_capacity(count), id: PhantomData }
    }

    /// The number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True if the table has no entry.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The entry of an id, if it has one.
    #[inline]
    pub fn get(&self, id: I) -> Option<&T> {
        self.values.get(id.index())
    }

    /// The entry of an id, if it has one, to change in place.
    #[inline]
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.values.get_mut(id.index())
    }

    /// Adds an entry at the end and gives its id.
    #[inline]
    pub fn push(&mut self, value: T) -> I {
        let id = I::from_index(self.values.len());
        self.values.push(value);
        id
    }

    /// All entries with their ids, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.values.iter().enumerate().map(|(index, value)| (I::from_index(index), value))
    }

    /// All entries, in order.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.values.iter()
    }

    /// All entries, in order, to change in place.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.values.iter_mut()
    }

    /// Reserves memory for exactly this many more entries.
    pub fn reserve_exact(&mut self, more: usize) {
        self.values.reserve_exact(more);
    }

    /// Removes all entries and keeps the memory.
    pub fn clear(&mut self) {
        self.values.clear();
    }
}

impl<I: Id, T: Clone> SideTable<I, T> {
    /// A table of `count` equal entries.
    #[inline]
    pub fn filled(count: usize, value: T) -> Self {
        Self { values: vec![value; count], id: PhantomData }
    }

    /// Makes all entries equal.
    pub fn fill(&mut self, value: T) {
        self.values.fill(value);
    }

    /// Drops entries from the end, or adds equal ones, until there are `count`.
    #[inline]
    pub fn resize(&mut self, count: usize, value: T) {
        self.values.resize(count, value);
    }
}

impl<I: Id, T: Copy + Default> SideTable<I, T> {
    /// The entry of an id; the default behind the end.
    #[inline]
    pub fn at(&self, id: I) -> T {
        self.values.get(id.index()).copied().unwrap_or_default()
    }
}

impl<I: Id, T: Clone + Default> SideTable<I, T> {
    /// Sets the entry of an id. The table grows by defaults up to it.
    #[inline]
    pub fn set(&mut self, id: I, value: T) {
        *self.entry(id) = value;
    }

    /// The entry of an id, to change in place. The table grows by defaults up to it.
    #[inline]
    pub fn entry(&mut self, id: I) -> &mut T {
        let index = id.index();
        if index < self.values.len() { &mut self.values[index] } else { self.grown(index) }
    }

    #[cold]
    #[inline(never)]
    fn grown(&mut self, index: usize) -> &mut T {
        if index > self.values.len() {
            self.values.resize(index, T::default());
        }
        self.values.push(T::default());
        &mut self.values[index]
    }
}

impl<I: Id, T> Extend<T> for SideTable<I, T> {
    fn extend<E: IntoIterator<Item = T>>(&mut self, values: E) {
        self.values.extend(values);
    }
}

impl<I: Id, T> FromIterator<T> for SideTable<I, T> {
    fn from_iter<E: IntoIterator<Item = T>>(values: E) -> Self {
        Self { values: values.into_iter().collect(), id: PhantomData }
    }
}

impl<I: Id, T> From<Vec<T>> for SideTable<I, T> {
    fn from(values: Vec<T>) -> Self {
        Self { values, id: PhantomData }
    }
}

/// A set of ids, as bits.
///
/// ```
/// use vitrum_ir::{Block, Id, IdSet};
///
/// let block = Block::from_index(70);
/// let mut seen = IdSet::with_capacity(100);
/// assert!(seen.insert(block) && !seen.insert(block));
/// assert!(seen.contains(block) && !seen.contains(Block::from_index(1000)));
/// assert_eq!(seen.iter().collect::<Vec<Block>>(), [block]);
/// ```
#[derive(Clone, Debug)]
pub struct IdSet<I> {
    words: Vec<u64>,
    id: PhantomData<fn() -> I>,
}

impl<I> Default for IdSet<I> {
    fn default() -> Self {
        Self { words: Vec::new(), id: PhantomData }
    }
}

impl<I: Id> IdSet<I> {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// The empty set, with memory for ids below a position.
    #[inline]
    pub fn with_capacity(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(64)], id: PhantomData }
    }

    /// True if the id is in the set.
    #[inline]
    pub fn contains(&self, id: I) -> bool {
        let index = id.index();
        self.words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// Adds an id; true if it was not in the set.
    #[inline]
    pub fn insert(&mut self, id: I) -> bool {
        let (index, bit) = (id.index() / 64, 1 << (id.index() % 64));
        if index >= self.words.len() {
            self.grow(index + 1);
        }
        let word = &mut self.words[index];
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Removes an id; true if it was in the set.
    #[inline]
    pub fn remove(&mut self, id: I) -> bool {
        let (index, bit) = (id.index() / 64, 1 << (id.index() % 64));
        let Some(word) = self.words.get_mut(index) else { return false };
        let was_there = *word & bit != 0;
        *word &= !bit;
        was_there
    }

    /// True if the set has no id.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Removes all ids and keeps the memory.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The ids of the set, in order.
    pub fn iter(&self) -> impl Iterator<Item = I> {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let rest = |word: &u64| Some(word & (word - 1)).filter(|&rest| rest != 0);
            let first = Some(word).filter(|&word| word != 0);
            std::iter::successors(first, rest)
                .map(move |word| I::from_index(64 * at + word.trailing_zeros() as usize))
        })
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, count: usize) {
        self.words.resize(count, 0);
    }
}

impl<I: Id> FromIterator<I> for IdSet<I> {
    fn from_iter<E: IntoIterator<Item = I>>(ids: E) -> Self {
        let mut set = Self::new();
        set.extend(ids);
        set
    }
}

impl<I: Id> Extend<I> for IdSet<I> {
    fn extend<E: IntoIterator<Item = I>>(&mut self, ids: E) {
        for id in ids {
            self.insert(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Id, IdSet, SideTable};
    use crate::types::Type;

    fn ty(index: usize) -> Type {
        Type::from_index(index)
    }

    #[test]
    fn reads_behind_the_end_find_nothing() {
        let mut table: SideTable<Type, u32> = SideTable::filled(2, 7);
        assert_eq!((table.get(ty(1)), table.get(ty(2))), (Some(&7), None));
        assert_eq!((table.at(ty(1)), table.at(ty(2))), (7, 0));
        assert_eq!(table.get_mut(ty(2)), None);
        assert_eq!(table.len(), 2);
    }

    #[test]
    fn writes_behind_the_end_grow_the_table_by_defaults() {
        let mut table: SideTable<Type, u32> = SideTable::new();
        table.set(ty(2), 5);
        *table.entry(ty(3)) += 1;
        assert_eq!(table.push(9), ty(4));
        assert!(table.values().eq(&[0, 0, 5, 1, 9]));
    }

    #[test]
    fn sets_hold_what_was_inserted_and_not_removed() {
        let inserted = [0, 63, 64, 65, 200];
        let mut set: IdSet<Type> = inserted.into_iter().map(ty).collect();
        assert!(set.remove(ty(64)) && !set.remove(ty(64)) && !set.remove(ty(4000)));
        assert!(!set.insert(ty(65)) && set.insert(ty(1)));
        let held: Vec<usize> = set.iter().map(Type::index).collect();
        assert_eq!(held, [0, 1, 63, 65, 200]);
        for index in 0..300 {
            assert_eq!(set.contains(ty(index)), held.contains(&index), "{index}");
        }
        set.clear();
        assert!(set.is_empty() && set.iter().next().is_none());
    }
}
