//! Hash table from the content of an item to its position in a list, for interning.
//!
//! Open addressing, in a table of positions whose length is a power of two. The items stay in their list alone: the
//! caller compares with what is there, so nothing is stored twice and no key has to be built to look something up.
//!
//! A shader chooses the items, and could choose them so that all want the same slot. The hash is therefore mixed by a
//! seed before bits are taken from it, and a table in which a free slot is far away takes the next seed.

use std::hash::{BuildHasher, Hash};

/// Positions of items in a list, by the items' hashes.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// As plain numbers, so that empty ones need no filling.
    slots: Vec<[u32; 3]>,
    count: usize,
    /// Number of times the slots were chosen anew.
    seed: u64,
}

/// A place in the table. The hash is kept, since it tells most items apart and spares hashing them when the table grows.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The lower and the upper half.
    hash: [u32; 2],
    /// One more than the position; 0 is an empty slot.
    position: u32,
}

/// The least number of slots.
const LEAST: usize = 64;

/// The number of slots that are kept for other entries.
const KEPT: usize = 1024;

/// Slots from the wanted one to the one that is free, at most. Chance alone never reaches this number.
const FARTHEST: usize = 128;

/// Seeds that are tried. Items whose whole hashes are equal stay together by any seed.
const MOST_SEEDS: u64 = 8;

/// Spreads each bit of a hash over all bits: both halves of a product of 128 bits.
#[inline]
pub fn mix(hash: u64) -> u64 {
    let product = u128::from(hash ^ 0x243f_6a88_85a3_08d3) * 0xbf58_476d_1ce4_e5b9;
    (product as u64) ^ (product >> 64) as u64
}

impl Slot {
    fn new(hash: u64, position: u32) -> Self {
        Self { hash: [hash as u32, (hash >> 32) as u32], position }
    }

    fn of([lower, upper, position]: [u32; 3]) -> Self {
        Self { hash: [lower, upper], position }
    }

    fn numbers(self) -> [u32; 3] {
        [self.hash[0], self.hash[1], self.position]
    }

    fn hash(self) -> u64 {
        u64::from(self.hash[0]) | u64::from(self.hash[1]) << 32
    }
}

impl Positions {
    /// The hash of an item, or of a key for items. Different scalars have different hashes.
    pub fn hash(item: &(impl Hash + ?Sized)) -> u64 {
        rustc_hash::FxBuildHasher.hash_one(item)
    }

    /// The slot that an item wants.
    fn wanted(&self, hash: u64) -> usize {
        // A multiple of the golden ratio differs from another one in all bits.
        mix(hash ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)) as usize
            & self.slots.len().saturating_sub(1)
    }

    /// The position of the item with this hash that is the one sought.
    pub fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut index = self.wanted(hash);
        let halves = Slot::new(hash, 0).hash;
        loop {
            let slot = Slot::of(*self.slots.get(index)?);
            let position = slot.position.checked_sub(1)?;
            if slot.hash == halves && is_it(position) {
                return Some(position);
            }
            index = (index + 1) & mask;
        }
    }

    /// The position of the item with this hash that is the one sought; if there is none, this position is added for it.
    #[inline]
    pub fn find_or_insert(
        &mut self,
        hash: u64,
        position: u32,
        mut is_it: impl FnMut(u32) -> bool,
    ) -> Option<u32> {
        self.make_room();
        let mask = self.slots.len().saturating_sub(1);
        let wanted = self.wanted(hash);
        let mut index = wanted;
        let entry = Slot::new(hash, position + 1);
        while let Some(numbers) = self.slots.get_mut(index) {
            let slot = Slot::of(*numbers);
            let Some(position) = slot.position.checked_sub(1) else {
                *numbers = entry.numbers();
                break;
            };
            if slot.hash == entry.hash && is_it(position) {
                return Some(position);
            }
            index = (index + 1) & mask;
        }
        self.count_entry(index.wrapping_sub(wanted) & mask);
        None
    }

    /// Makes room for so many more entries at once.
    pub fn reserve(&mut self, more: usize) {
        let least = (self.count + more).saturating_mul(4).div_ceil(3).max(LEAST);
        let length = least.checked_next_power_of_two().unwrap_or(0);
        if more > 0 && length > self.slots.len() {
            self.rebuild(length);
        }
    }

    /// Adds the position of an item that is not in the table.
    pub fn insert(&mut self, hash: u64, position: u32) {
        self.make_room();
        let distance = self.place(Slot::new(hash, position + 1));
        self.count_entry(distance);
    }

    /// Makes room for an entry: at most three quarters of the slots are in use, so that a search ends soon.
    #[inline]
    fn make_room(&mut self) {
        if (self.count + 1) * 4 > self.slots.len() * 3 {
            self.rebuild((self.slots.len() * 2).max(LEAST));
        }
    }

    /// Counts an entry that lies so far from the slot that it wants.
    #[inline]
    fn count_entry(&mut self, distance: usize) {
        self.count += 1;
        if distance > FARTHEST && self.seed < MOST_SEEDS {
            self.seed += 1;
            self.rebuild(self.slots.len());
        }
    }

    /// Removes all entries, and keeps the memory, unless it is so much that to fill it would cost more than the next entries.
    pub fn clear(&mut self) {
        let Self { slots, count, seed } = self;
        match slots.len() > KEPT {
            true => *slots = Vec::new(),
            false => slots.fill([0; 3]),
        }
        (*count, *seed) = (0, 0);
    }

    #[cold]
    #[inline(never)]
    fn rebuild(&mut self, length: usize) {
        let old = std::mem::replace(&mut self.slots, vec![[0; 3]; length]);
        for slot in old.into_iter().map(Slot::of).filter(|slot| slot.position != 0) {
            self.place(slot);
        }
    }

    /// Puts an entry into the first free slot from its own on; how far that is.
    fn place(&mut self, entry: Slot) -> usize {
        let mask = self.slots.len().saturating_sub(1);
        let wanted = self.wanted(entry.hash());
        let mut index = wanted;
        while let Some(numbers) = self.slots.get_mut(index) {
            if Slot::of(*numbers).position == 0 {
                *numbers = entry.numbers();
                break;
            }
            index = (index + 1) & mask;
        }
        index.wrapping_sub(wanted) & mask
    }
}

#[cfg(test)]
mod tests {
    use super::{FARTHEST, MOST_SEEDS, Positions, Slot, mix};

    #[test]
    fn added_items_are_found() {
        let mut positions = Positions::default();
        let items: Vec<String> = (0..1000).map(|index| index.to_string()).collect();
        for (position, item) in (0..).zip(&items) {
            let hash = Positions::hash(item);
            let is_it = |other: u32| items[other as usize] == *item;
            assert_eq!(positions.find(hash, is_it), None);
            match position % 2 {
                0 => positions.insert(hash, position),
                _ => assert_eq!(positions.find_or_insert(hash, position, is_it), None),
            }
            assert_eq!(positions.find_or_insert(hash, u32::MAX - 1, is_it), Some(position));
        }
        for (position, item) in (0..).zip(&items) {
            let found = positions.find(Positions::hash(item), |other| items[other as usize] == *item);
            assert_eq!(found, Some(position));
        }
        positions.clear();
        assert_eq!(positions.find(Positions::hash("1"), |_| true), None);
        let found = [5, 7].map(|position| positions.find_or_insert(3, position, |other| other == 5));
        assert_eq!((found, positions.find(3, |_| true)), ([None, Some(5)], Some(5)));
    }

    #[test]
    fn reserved_slots_suffice() {
        let mut positions = Positions::default();
        positions.insert(7, 0);
        positions.reserve(1000);
        let length = positions.slots.len();
        (1..=1000).for_each(|position| positions.insert(mix(u64::from(position)), position));
        assert_eq!((positions.slots.len(), positions.find(7, |_| true)), (length, Some(0)));
    }

    #[test]
    fn equal_hashes_do_no_harm() {
        let mut positions = Positions::default();
        for position in 0..1000 {
            positions.insert(7, position);
        }
        assert_eq!(positions.find(7, |position| position == 999), Some(999));
        assert_eq!(positions.find(8, |_| true), None);
        assert_eq!(positions.seed, MOST_SEEDS);
    }

    /// The farthest that an entry lies from the slot that it wants.
    fn farthest(hashes: &[u64]) -> usize {
        let mut positions = Positions::default();
        for (position, &hash) in (0..).zip(hashes) {
            positions.insert(hash, position);
        }
        for (position, &hash) in (0..).zip(hashes) {
            assert_eq!(positions.find(hash, |other| other == position), Some(position));
        }
        let mask = positions.slots.len() - 1;
        let slots = positions.slots.iter().map(|&slot| Slot::of(slot)).enumerate();
        let slots = slots.filter(|(_, slot)| slot.position != 0);
        slots.map(|(at, slot)| at.wrapping_sub(positions.wanted(slot.hash())) & mask).max().unwrap_or(0)
    }

    /// Hashes of scalars that agree in some bits, which a table would take if nothing mixed them.
    fn chosen(bits: std::ops::Range<u32>) -> Vec<u64> {
        let hashes = (0u64..).map(|word| Positions::hash(&(3u32, 0isize, word.wrapping_mul(0x9e37_79b1))));
        hashes.filter(|hash| (hash >> bits.start) & ((1 << bits.len()) - 1) == 5).take(1400).collect()
    }

    #[test]
    fn keys_chosen_against_the_hash_are_found_soon() {
        for bits in [0..9, 23..32, 32..41, 55..64] {
            let hashes = chosen(bits.clone());
            assert!(farthest(&hashes) < FARTHEST, "bits {bits:?}: {}", farthest(&hashes));
        }
    }

    #[test]
    fn keys_chosen_against_the_mixed_hash_are_found_soon() {
        // All want the first slot, as long as the table has no other seed.
        let hashes: Vec<u64> = (0u64..).filter(|&hash| mix(hash) & 0x3ff == 0).take(700).collect();
        assert!(farthest(&hashes) <= FARTHEST, "{}", farthest(&hashes));
    }
}
