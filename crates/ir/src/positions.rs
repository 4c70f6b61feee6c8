//! Where the items of a list are, by content: the table behind whatever is interned.
//!
//! Open addressing, in a table of positions whose length is a power of two. The items stay in their list alone: the
//! caller compares with what is there, so nothing is stored twice and no key has to be built to look something up.

use std::hash::{BuildHasher, Hash};

/// Positions of items in a list, by the items' hashes.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    slots: Vec<Slot>,
    count: usize,
}

/// A place in the table. The hash is kept, since it tells most items apart and spares hashing them when the table grows.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u32,
    /// One more than the position; 0 is an empty slot.
    position: u32,
}

/// The least number of slots.
const LEAST: usize = 64;

impl Positions {
    /// The hash of an item, or of what is compared with items.
    pub fn hash(item: &(impl Hash + ?Sized)) -> u32 {
        rustc_hash::FxBuildHasher.hash_one(item) as u32
    }

    /// The position of the item with this hash that is the one sought.
    pub fn find(&self, hash: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut index = hash as usize & mask;
        loop {
            let slot = self.slots.get(index)?;
            let position = slot.position.checked_sub(1)?;
            if slot.hash == hash && is_it(position) {
                return Some(position);
            }
            index = (index + 1) & mask;
        }
    }

    /// Adds the position of an item that is not in the table.
    pub fn insert(&mut self, hash: u32, position: u32) {
        // At most three quarters are in use, so that a search ends soon.
        if (self.count + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        self.count += 1;
        place(&mut self.slots, Slot { hash, position: position + 1 });
    }

    /// Forgets all, and keeps the room.
    pub fn clear(&mut self) {
        self.slots.fill(Slot::default());
        self.count = 0;
    }

    fn grow(&mut self) {
        let mut slots = vec![Slot::default(); (self.slots.len() * 2).max(LEAST)];
        for &slot in self.slots.iter().filter(|slot| slot.position != 0) {
            place(&mut slots, slot);
        }
        self.slots = slots;
    }
}

/// Puts an entry into the first free slot from its own on.
fn place(slots: &mut [Slot], entry: Slot) {
    let mask = slots.len().saturating_sub(1);
    let mut index = entry.hash as usize & mask;
    while let Some(slot) = slots.get_mut(index) {
        if slot.position == 0 {
            *slot = entry;
            return;
        }
        index = (index + 1) & mask;
    }
}

#[cfg(test)]
mod tests {
    use super::Positions;

    #[test]
    fn what_was_added_is_found() {
        let mut positions = Positions::default();
        let items: Vec<String> = (0..1000).map(|index| index.to_string()).collect();
        for (position, item) in (0..).zip(&items) {
            let hash = Positions::hash(item);
            assert_eq!(positions.find(hash, |other| items[other as usize] == *item), None);
            positions.insert(hash, position);
        }
        for (position, item) in (0..).zip(&items) {
            let found = positions.find(Positions::hash(item), |other| items[other as usize] == *item);
            assert_eq!(found, Some(position));
        }
        positions.clear();
        assert_eq!(positions.find(Positions::hash("1"), |_| true), None);
    }

    #[test]
    fn equal_hashes_do_no_harm() {
        let mut positions = Positions::default();
        for position in 0..100 {
            positions.insert(7, position);
        }
        assert_eq!(positions.find(7, |position| position == 99), Some(99));
        assert_eq!(positions.find(8, |_| true), None);
    }
}
