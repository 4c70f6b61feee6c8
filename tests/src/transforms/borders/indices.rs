//! Indices in an array of fixed length.

/// A use of an index, under conditions that are just enough or just not.
pub(super) struct Index {
    pub(super) name: &'static str,
    /// Statements with `AT(n)`, which accesses an element, and an integer `i`.
    pub(super) code: &'static str,
    /// Values of `i`.
    pub(super) values: &'static [i32],
    /// The index that the last `AT` gets for a value; none if there is none.
    pub(super) taken: fn(i32) -> Option<i64>,
}

/// Elements of the array; they hold 10, 11, 12 and 13.
pub(super) const LENGTH: i64 = 4;

/// An index if something holds.
pub(super) fn when(holds: bool, index: i32) -> Option<i64> {
    holds.then_some(index.into())
}

/// Indices in an array of four elements.
pub(super) const FIXED: &[Index] = &[
    Index { name: "below_alone", code: "if (i < 4) AT(i);", values: &[3, 4, -1], taken: |i| when(i < 4, i) },
    Index {
        name: "at_most",
        code: "if (i >= 0 && i <= 4) AT(i);",
        values: &[0, 3, 4, 5],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "within",
        code: "if (i >= 0 && i < 4) AT(i);",
        values: &[0, 3, 4, -1],
        taken: |i| when((0..4).contains(&i), i),
    },
    Index {
        name: "other_than",
        code: "if (i != 4) AT(i);",
        values: &[3, 4, 5, -1],
        taken: |i| when(i != 4, i),
    },
    Index {
        name: "from_minus_one",
        code: "if (i > -2 && i < 4) AT(i);",
        values: &[-2, -1, 3],
        taken: |i| when((-1..4).contains(&i), i),
    },
    Index {
        name: "not_outside",
        code: "if (!(i > 4 || i < 0)) AT(i);",
        values: &[-1, 3, 4],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "one_of_two",
        code: "if (i >= 0 || i < 4) AT(i);",
        values: &[3, 4, -1],
        taken: |i| when(true, i),
    },
    Index {
        name: "unsigned_below",
        code: "if (uint(i) < 4u) AT(i);",
        values: &[3, 4, -1],
        taken: |i| when((0..4).contains(&i), i),
    },
    Index {
        name: "unsigned_at_most",
        code: "if (uint(i) <= 4u) AT(i);",
        values: &[3, 4, -1],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "unsigned_or_one_more",
        code: "if (uint(i) < 4u || i == 4) AT(i);",
        values: &[3, 4, 5],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "other_arm",
        code: "if (uint(i) >= 4u) ; else AT(i);",
        values: &[3, 4],
        taken: |i| when((0..4).contains(&i), i),
    },
    Index {
        name: "other_arm_above",
        code: "if (uint(i) > 4u) ; else AT(i);",
        values: &[3, 4, 5],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "reversed",
        code: "if (i < 4) AT(3 - i);",
        values: &[3, 0, -1],
        taken: |i| when(i < 4, 3 - i),
    },
    Index {
        name: "next",
        code: "if (uint(i) < 4u) AT(i + 1);",
        values: &[2, 3],
        taken: |i| when((0..4).contains(&i), i + 1),
    },
    Index {
        name: "before",
        code: "if (uint(i) < 4u) AT(i - 1);",
        values: &[0, 3],
        taken: |i| when((0..4).contains(&i), i - 1),
    },
    Index {
        name: "doubled",
        code: "if (uint(i) < 2u) AT(2 * i);",
        values: &[0, 1, 2],
        taken: |i| when((0..2).contains(&i), 2 * i),
    },
    Index {
        name: "doubled_too_far",
        code: "if (uint(i) < 3u) AT(2 * i);",
        values: &[1, 2],
        taken: |i| when((0..3).contains(&i), 2 * i),
    },
    Index {
        name: "doubled_and_one",
        code: "if (uint(i) <= 1u) AT(2 * i + 2);",
        values: &[0, 1],
        taken: |i| when((0..2).contains(&i), 2 * i + 2),
    },
    Index {
        name: "sum_that_wraps",
        code: "if (i >= 0) { int j = i + 1; if (j < 4) AT(j); }",
        values: &[2, i32::MAX],
        taken: |i| when(i >= 0 && i.wrapping_add(1) < 4, i.wrapping_add(1)),
    },
    Index {
        name: "product_that_wraps",
        code: "if (uint(i) < 65537u) { int j = i * 65535; if (j < 4) AT(j); }",
        values: &[0, 65536, 40000],
        taken: |i| when((0..65537).contains(&i) && i.wrapping_mul(65535) < 4, i.wrapping_mul(65535)),
    },
    Index {
        name: "difference_that_wraps",
        code: "uint u = uint(i); if (u < 4u) { u = u - 1u; AT(u); }",
        values: &[1, 0],
        taken: |i| when((0..4).contains(&i), i - 1),
    },
    Index { name: "masked", code: "AT(i & 3);", values: &[7, -1], taken: |i| when(true, i & 3) },
    Index { name: "masked_too_far", code: "AT(i & 4);", values: &[3, 4, -1], taken: |i| when(true, i & 4) },
    Index {
        name: "masked_by_a_negative",
        code: "AT(i & -4);",
        values: &[3, -1],
        taken: |i| when(true, i & -4),
    },
    Index {
        name: "combined_bits",
        code: "AT((i & 1) | 2);",
        values: &[0, 1],
        taken: |i| when(true, i & 1 | 2),
    },
    Index {
        name: "combined_bits_too_far",
        code: "AT((i & 1) | 4);",
        values: &[0, 1],
        taken: |i| when(true, i & 1 | 4),
    },
    Index {
        name: "unsigned_remainder",
        code: "AT(uint(i) % 4u);",
        values: &[7, -1],
        taken: |i| Some((i as u32 % 4).into()),
    },
    Index {
        name: "unsigned_remainder_too_far",
        code: "AT(uint(i) % 5u);",
        values: &[3, 4],
        taken: |i| Some((i as u32 % 5).into()),
    },
    Index {
        name: "absolute_least",
        code: "int j = abs(i); if (j < 4) AT(j);",
        values: &[-3, i32::MIN],
        taken: |i| when(i.wrapping_abs() < 4, i.wrapping_abs()),
    },
    Index {
        name: "sign",
        code: "AT(sign(i) + 1);",
        values: &[-9, 0, 9],
        taken: |i| when(true, i.signum() + 1),
    },
    Index { name: "sign_below", code: "AT(sign(i));", values: &[9, -9], taken: |i| when(true, i.signum()) },
    Index {
        name: "signed_shift",
        code: "AT(i >> 30);",
        values: &[i32::MAX, -1],
        taken: |i| when(true, i >> 30),
    },
    Index {
        name: "unsigned_shift",
        code: "AT(uint(i) >> 30);",
        values: &[i32::MAX, -1],
        taken: |i| Some((i as u32 >> 30).into()),
    },
    Index {
        name: "unsigned_shift_too_far",
        code: "AT(uint(i) >> 29);",
        values: &[i32::MAX, -1],
        taken: |i| Some((i as u32 >> 29).into()),
    },
    Index {
        name: "highest_bit",
        code: "AT(findMSB(i & 31));",
        values: &[0, 8, 31],
        taken: |i| when(true, 31 - (i & 31).leading_zeros() as i32),
    },
    Index {
        name: "count_of_bits",
        code: "AT(bitCount(i & 15));",
        values: &[7, 15],
        taken: |i| when(true, (i & 15).count_ones() as i32),
    },
    Index {
        name: "bit_field",
        code: "AT(bitfieldExtract(uint(i), 3, 2));",
        values: &[-1, 8],
        taken: |i| Some((i as u32 >> 3 & 3).into()),
    },
    Index {
        name: "signed_bit_field",
        code: "AT(bitfieldExtract(i, 3, 3));",
        values: &[8, 24, -1],
        taken: |i| when(true, i << 26 >> 29),
    },
    Index { name: "smallest", code: "AT(min(i, 3));", values: &[9, -1], taken: |i| when(true, i.min(3)) },
    Index {
        name: "smallest_unsigned",
        code: "AT(min(uint(i), 3u));",
        values: &[9, -1],
        taken: |i| Some((i as u32).min(3).into()),
    },
    Index {
        name: "clamped",
        code: "AT(clamp(i, 0, 3));",
        values: &[9, -1],
        taken: |i| when(true, i.clamp(0, 3)),
    },
    Index {
        name: "clamped_too_far",
        code: "AT(clamp(i, 0, 4));",
        values: &[9, -1],
        taken: |i| when(true, i.clamp(0, 4)),
    },
    Index {
        name: "clamped_too_low",
        code: "AT(clamp(i, -1, 3));",
        values: &[9, -1],
        taken: |i| when(true, i.clamp(-1, 3)),
    },
    Index {
        name: "chosen",
        code: "int j = i < 4 ? i : 0; AT(j);",
        values: &[3, -1, 4],
        taken: |i| when(true, if i < 4 { i } else { 0 }),
    },
    Index {
        name: "chosen_other",
        code: "int j = uint(i) < 4u ? i : 4; AT(j);",
        values: &[3, 9],
        taken: |i| when(true, if (0..4).contains(&i) { i } else { 4 }),
    },
    Index {
        name: "case",
        code: "switch (i) { case 1: case 4: AT(i); break; default: AT(0); }",
        values: &[1, 4, 9],
        taken: |i| when(true, if i == 1 || i == 4 { i } else { 0 }),
    },
    Index {
        name: "all_components",
        code: "if (all(lessThan(uvec2(i, 0), uvec2(4)))) AT(i);",
        values: &[3, 4],
        taken: |i| when((0..4).contains(&i), i),
    },
    Index {
        name: "any_component",
        code: "if (any(lessThan(uvec2(i, 0), uvec2(4)))) AT(i);",
        values: &[3, 4],
        taken: |i| when(true, i),
    },
    Index {
        name: "byte",
        code: "uint8_t b = uint8_t(i); if (b < uint8_t(4)) AT(i);",
        values: &[3, 256],
        taken: |i| when((i & 255) < 4, i),
    },
    Index {
        name: "signed_byte",
        code: "int8_t b = int8_t(i); if (b < int8_t(4)) AT(int(b));",
        values: &[259, 128],
        taken: |i| when(i32::from(i as i8) < 4, i32::from(i as i8)),
    },
    Index {
        name: "sum_of_bytes",
        code: "uint8_t b = uint8_t(i) + uint8_t(250); AT(uint(b));",
        values: &[6, 9, 10, 5],
        taken: |i| when(true, (i + 250) & 255),
    },
    Index {
        name: "low_half",
        code: "int64_t l = int64_t(i) << 32; if (int(l) < 4) AT(i);",
        values: &[3, 4],
        taken: |i| when(true, i),
    },
];
