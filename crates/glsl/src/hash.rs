//! Hashing names, for tables that are built at compile time.

/// Numbers without a pattern, so that short names differ in many bits.
const SALT: [u64; 3] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d1];

/// A hash of a name, all bits of which count: a word at a time, which is one multiplication for most names.
#[inline]
pub const fn hash(name: &[u8]) -> u32 {
    let (mut first, mut last) = (0, 0);
    if let (Some(front), Some(back)) = (name.first_chunk(), name.last_chunk()) {
        first = u64::from_le_bytes(*front);
        last = u64::from_le_bytes(*back);
        // The bytes between the first and the last eight; up to 16 bytes there are none.
        let mut rest = name.split_at(8).1;
        while rest.len() > 8
            && let Some(word) = rest.first_chunk()
        {
            first = mix(first, u64::from_le_bytes(*word));
            rest = rest.split_at(8).1;
        }
    } else if let (Some(front), Some(back)) = (name.first_chunk(), name.last_chunk()) {
        first = u32::from_le_bytes(*front) as u64;
        last = u32::from_le_bytes(*back) as u64;
    } else if let [front, .., back] = name {
        // At most three bytes; the one between them is in the middle.
        first = *front as u64 | (name[name.len() / 2] as u64) << 8;
        last = *back as u64;
    } else if let [only] = name {
        first = *only as u64;
    }
    mix(first, last ^ SALT[2].wrapping_mul(name.len() as u64)) as u32
}

/// Both halves of a product.
const fn mix(a: u64, b: u64) -> u64 {
    let product = (a ^ SALT[0]) as u128 * (b ^ SALT[1]) as u128;
    product as u64 ^ (product >> 64) as u64
}

/// True if two names are equal.
pub const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::hash;
    use crate::builtins::all_rows;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn names_of_every_length_differ_by_any_byte() {
        for length in 0..40 {
            let name = vec![b'a'; length];
            let mut hashes = BTreeSet::from([hash(&name)]);
            for at in 0..length {
                let mut other = name.clone();
                other[at] = b'b';
                assert!(hashes.insert(hash(&other)), "byte {at} of {length}");
            }
            assert!(!hashes.contains(&hash(&vec![b'a'; length + 1])), "length {length}");
        }
    }

    #[test]
    fn names_of_functions_spread() {
        let names: BTreeSet<&str> = all_rows().iter().map(|row| row.name).collect();
        let mut slots = BTreeMap::new();
        for name in &names {
            *slots.entry(hash(name.as_bytes()) % 4096).or_insert(0) += 1;
        }
        assert!(slots.values().all(|&count| count < 6), "{slots:?}");
    }
}
