//! The rows of all tables by name, in a hash table built at compile time.

use super::pattern::Direction;
use super::table::Row;
use super::{
    amd, amd_images, bits, gpu_shader4, half_textures, hit_objects, image_processing, integers, math, memory,
    rays, sparse, subgroups, textures,
};
use crate::hash::{hash, same};

pub(super) const TABLES: [&[Row]; 14] = [
    math::ROWS,
    bits::ROWS,
    textures::ROWS,
    gpu_shader4::ROWS,
    sparse::ROWS,
    half_textures::ROWS,
    memory::ROWS,
    subgroups::ROWS,
    rays::ROWS,
    amd::ROWS,
    amd_images::ROWS,
    integers::ROWS,
    image_processing::ROWS,
    hit_objects::ROWS,
];

const COUNT: usize = {
    let mut sum = 0;
    let mut table = 0;
    while table < TABLES.len() {
        sum += TABLES[table].len();
        table += 1;
    }
    sum
};

/// A power of two, so that a mask maps a hash to a slot; at most half of the slots are used.
const SLOTS: usize = (COUNT * 2).next_power_of_two();

/// The rows of a name, as a range, and how its functions take their arguments.
#[derive(Clone, Copy)]
struct Slot {
    start: u16,
    end: u16,
    /// Bit `i` is set if a row takes argument `i` as a place.
    places: u16,
    /// Bit `i` is set if a row takes argument `i` by value.
    values: u16,
}

/// The functions of a name.
#[derive(Clone, Copy, Debug)]
pub struct Functions {
    /// The rows, in table order; none for an unknown name.
    pub rows: &'static [Row],
    /// Bit `i` is set if a row takes argument `i` as a place.
    pub places: u64,
    /// Bit `i` is set if a row takes argument `i` by value.
    pub values: u64,
}

impl Functions {
    /// Those of an unknown name.
    pub const NONE: Self = Self { rows: &[], places: 0, values: 0 };
}

struct Index {
    rows: [Row; COUNT],
    slots: [Slot; SLOTS],
}

/// Concatenates all tables.
const fn concatenate() -> [Row; COUNT] {
    let mut rows = [TABLES[0][0]; COUNT];
    let (mut count, mut table) = (0, 0);
    while table < TABLES.len() {
        let mut index = 0;
        while index < TABLES[table].len() {
            rows[count] = TABLES[table][index];
            count += 1;
            index += 1;
        }
        table += 1;
    }
    rows
}

/// Groups rows by name.
const fn build() -> Index {
    const NONE: u16 = u16::MAX;
    let all = concatenate();
    // The first and last row of each slot, and for each row the next one of the same name.
    let mut first = [NONE; SLOTS];
    let mut last = [NONE; SLOTS];
    let mut next = [NONE; COUNT];
    let mut row = 0;
    while row < COUNT {
        let name = all[row].name.as_bytes();
        let mut slot = hash(name) as usize & (SLOTS - 1);
        while first[slot] != NONE && !same(all[first[slot] as usize].name.as_bytes(), name) {
            slot = (slot + 1) & (SLOTS - 1);
        }
        if first[slot] == NONE {
            first[slot] = row as u16;
        } else {
            next[last[slot] as usize] = row as u16;
        }
        last[slot] = row as u16;
        row += 1;
    }
    let mut rows = all;
    let mut slots = [Slot { start: 0, end: 0, places: 0, values: 0 }; SLOTS];
    let (mut count, mut slot) = (0, 0);
    while slot < SLOTS {
        slots[slot].start = count;
        let mut row = first[slot];
        while row != NONE {
            rows[count as usize] = all[row as usize];
            let (places, values) = masks(&all[row as usize]);
            slots[slot].places |= places;
            slots[slot].values |= values;
            count += 1;
            row = next[row as usize];
        }
        slots[slot].end = count;
        slot += 1;
    }
    Index { rows, slots }
}

/// The arguments that a row takes as places, and those by value: bits of their numbers.
const fn masks(row: &Row) -> (u16, u16) {
    let (mut places, mut values, mut index) = (0, 0, 0);
    while index < row.params.len() {
        match row.params[index].direction {
            Direction::In => values |= 1 << index,
            Direction::Out | Direction::Ref => places |= 1 << index,
        }
        index += 1;
    }
    (places, values)
}

static INDEX: Index = build();

/// The rows of a function, in table order; empty for an unknown name.
pub fn functions(name: &str) -> &'static [Row] {
    functions_of(name).rows
}

/// The functions of a name.
pub fn functions_of(name: &str) -> Functions {
    let mut slot = hash(name.as_bytes()) as usize;
    loop {
        let Some(&Slot { start, end, places, values }) = INDEX.slots.get(slot & (SLOTS - 1)) else {
            return Functions::NONE;
        };
        let rows = INDEX.rows.get(usize::from(start)..usize::from(end)).unwrap_or(&[]);
        match rows.first() {
            // At most half of the slots are used, so an empty one ends the search.
            None => return Functions::NONE,
            Some(row) if row.name == name => {
                return Functions { rows, places: u64::from(places), values: u64::from(values) };
            }
            Some(_) => slot += 1,
        }
    }
}

/// Every row.
pub const fn all_rows() -> &'static [Row] {
    &INDEX.rows
}
