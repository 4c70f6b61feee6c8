//! Indices that change, counters, and lengths that only the run knows.

use super::indices::{Index, when};

/// Indices whose conditions are spoilt by what comes between them and the access.
pub(super) const CHANGED: &[Index] = &[
    Index {
        name: "changed_variable",
        code: "int j = i; if (uint(j) < 4u) { j += index[k]; AT(j); }",
        values: &[1, 2],
        taken: |i| when((0..4).contains(&i), 2 * i),
    },
    Index {
        name: "changed_by_a_function",
        code: "g = i; if (uint(g) < 4u) { bump(); AT(g); }",
        values: &[0, 3],
        taken: |i| when((0..4).contains(&i), i + 1),
    },
    Index {
        name: "changed_in_memory",
        code: "if (uint(index[k]) < 4u) { index[k] += 1; AT(index[k]); }",
        values: &[0, 3],
        taken: |i| when((0..4).contains(&i), i + 1),
    },
    Index {
        name: "changed_by_an_argument",
        code: "int j = i; if (uint(j) < 4u) { twice(j); AT(j); }",
        values: &[1, 2],
        taken: |i| when((0..4).contains(&i), 2 * i),
    },
    Index {
        name: "behind_a_continue",
        code: "if (i >= 4) continue; AT(i);",
        values: &[3, -1, 4],
        taken: |i| when(i < 4, i),
    },
    Index {
        name: "behind_two_continues",
        code: "if (i < 0) continue; if (i > 4) continue; AT(i);",
        values: &[-1, 3, 4, 5],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "behind_an_arm_that_comes_back",
        code: "int j = i; if (uint(i) >= 4u) { if (i == 9) continue; } AT(j);",
        values: &[3, 4, 9],
        taken: |i| when(i != 9, i),
    },
    Index {
        name: "counter_to_the_length",
        code: "for (int n = 0; n <= 4; ++n) if (index[k] == n) AT(n);",
        values: &[3, 4, 5],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "counter_below_the_length",
        code: "for (int n = 0; n < 4; ++n) if (index[k] == n) AT(n);",
        values: &[3, 4],
        taken: |i| when((0..4).contains(&i), i),
    },
    Index {
        name: "counter_from_the_length",
        code: "for (int n = 4; n > 0; --n) if (index[k] == n) AT(n);",
        values: &[1, 4],
        taken: |i| when((1..=4).contains(&i), i),
    },
    Index {
        name: "counter_below_zero",
        code: "for (int n = 3; n >= -1; --n) if (index[k] == n) AT(n);",
        values: &[3, -1],
        taken: |i| when((-1..4).contains(&i), i),
    },
    Index {
        name: "counter_that_wraps_at_its_end",
        code: "for (uint n = 3u; n < 4u; --n) if (index[k] == int(n)) AT(n);",
        values: &[3, 0, 4],
        taken: |i| when((0..4).contains(&i), i),
    },
    Index {
        name: "counter_by_steps",
        code: "for (int n = 0; n < 5; n += 2) if (index[k] == n) AT(n);",
        values: &[2, 4],
        taken: |i| when(i == 2 || i == 4, i),
    },
    Index {
        name: "counter_by_larger_steps",
        code: "for (int n = 0; n < 5; n += 3) if (index[k] == n) AT(n);",
        values: &[3, 0, 4],
        taken: |i| when(i == 0 || i == 3, i),
    },
    Index {
        name: "counter_tested_behind",
        code: "int n = 0; do { if (index[k] == n) AT(n); ++n; } while (n <= 4);",
        values: &[3, 4],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "chosen_in_a_loop",
        code: "int best = -1; for (int n = 0; n < 4; ++n) if (index[k] == n) best = n; if (best >= 0) AT(best);",
        values: &[0, 3, -1, 4],
        taken: |i| when((0..4).contains(&i), i),
    },
    Index {
        name: "chosen_one_behind",
        code: "int best = -1; for (int n = 0; n < 4; ++n) if (index[k] == n) best = n + 1; if (best >= 0) AT(best);",
        values: &[0, 3, -1],
        taken: |i| when((0..4).contains(&i), i + 1),
    },
    Index {
        name: "chosen_up_to_the_length",
        code: "int best = -1; for (int n = 0; n <= 4; ++n) if (index[k] == n) best = n; if (best >= 0) AT(best);",
        values: &[0, 3, 4, 5],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "chosen_from_elsewhere",
        code: "int best = 0; for (int n = 0; n < 4; ++n) if (n == 2) best = i; AT(best);",
        values: &[3, 4, -1],
        taken: |i| when(true, i),
    },
    Index {
        name: "chosen_under_its_own_test",
        code: "int best = 0; while (best < 4) { if (best == i) break; best = i; } AT(best);",
        values: &[2, 4, 7],
        taken: |i| when(true, i),
    },
    Index {
        name: "chosen_after_one_out_of_bounds",
        code: "int best = 4; for (int n = 0; n < 4; ++n) if (index[k] == n) best = n; AT(best);",
        values: &[3, 9],
        taken: |i| when(true, if i < 4 { i } else { 4 }),
    },
    Index {
        name: "chosen_in_two_loops",
        code: "int best = -1, last = 3; for (int n = 0; n < 4; ++n) { if (n == 9) continue; \
               for (int m = 0; m < 2; ++m) { if (index[k] == n) best = last; else if (m == 7) best = n; } last = n; } \
               if (best >= 0) AT(best);",
        values: &[0, 1, 3, 4],
        taken: |i| when((0..4).contains(&i), (i + 3) % 4),
    },
    Index {
        name: "chosen_in_two_loops_behind_the_counter",
        code: "int best = -1, last = 3; for (int n = 0; n < 4; ++n) { \
               for (int m = 0; m < 2; ++m) if (index[k] == n) best = last; last = n + 2; } if (best >= 0) AT(best);",
        values: &[0, 1, 3, 4],
        taken: |i| when((0..4).contains(&i), if i == 0 { 3 } else { i + 1 }),
    },
    Index {
        name: "counter_behind_its_loop",
        code: "int n = 0; for (; n < 4; ++n) if (index[k] == n) break; AT(n);",
        values: &[3, 9],
        taken: |i| when(true, if (0..4).contains(&i) { i } else { 4 }),
    },
    Index {
        name: "counter_raised_within",
        code: "for (int n = 0; n < 4; ++n) if (index[k] == n) { ++n; AT(n); }",
        values: &[2, 3],
        taken: |i| when((0..4).contains(&i), i + 1),
    },
    Index {
        name: "counter_tested_in_the_middle",
        code: "int n = 0; while (true) { if (index[k] == n) AT(n); if (n >= 4) break; ++n; }",
        values: &[3, 4],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "counter_raised_on_one_way",
        code: "for (int n = 0; n < 4; ++n) { if (i > 2) { ++n; } if (index[k] == n) AT(n); }",
        values: &[1, 3],
        taken: |i| when(i == 1 || i == 3, i),
    },
    Index {
        name: "counter_and_what_is_added_before",
        code: "for (int n = 0, m = 1; n < 4; ++n, ++m) if (index[k] == m) AT(m);",
        values: &[3, 4, 0],
        taken: |i| when((1..=4).contains(&i), i),
    },
    Index {
        name: "counter_up_to_another",
        code: "for (int n = 0; n < 4; ++n) for (int m = 0; m <= n; ++m) if (index[k] == n + m) AT(n + m);",
        values: &[3, 6],
        taken: |i| when((0..=6).contains(&i), i),
    },
];

/// Indices in an array without a length, of which there are four elements.
pub(super) const SIZED: &[Index] = &[
    Index {
        name: "below_the_length_alone",
        code: "if (i < data.length()) AT(i);",
        values: &[3, -1],
        taken: |i| when(i < 4, i),
    },
    Index {
        name: "within_the_length",
        code: "if (i >= 0 && i < data.length()) AT(i);",
        values: &[3, -1, 4],
        taken: |i| when((0..4).contains(&i), i),
    },
    Index {
        name: "at_most_the_length",
        code: "if (i >= 0 && i <= data.length()) AT(i);",
        values: &[3, 4],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "unsigned_below_the_length",
        code: "if (uint(i) < uint(data.length())) AT(i);",
        values: &[3, 4, -1],
        taken: |i| when((0..4).contains(&i), i),
    },
    Index {
        name: "unsigned_at_most_the_length",
        code: "if (uint(i) <= uint(data.length())) AT(i);",
        values: &[3, 4],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "behind_one_below_the_length",
        code: "if (i >= 0 && i < data.length()) AT(i + 1);",
        values: &[2, 3],
        taken: |i| when((0..4).contains(&i), i + 1),
    },
    Index {
        name: "below_one_more",
        code: "if (i >= 0 && i < data.length() + 1) AT(i);",
        values: &[3, 4],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "at_most_one_less",
        code: "if (i >= 0 && i <= data.length() - 1) AT(i);",
        values: &[3, 4],
        taken: |i| when((0..4).contains(&i), i),
    },
    Index {
        name: "below_less_than_nothing",
        code: "if (uint(i) < uint(data.length()) - 5u) AT(i);",
        values: &[3, 7],
        taken: |i| when(i >= 0, i),
    },
    Index {
        name: "at_most_less_than_nothing",
        code: "if (uint(i) <= uint(data.length()) - 5u) AT(i);",
        values: &[3, 4],
        taken: |i| when(i >= 0, i),
    },
    Index {
        name: "below_what_wraps_twice",
        code: "if (i >= 0 && i < data.length() - 0x7fffffff - 0x7fffffff) AT(i);",
        values: &[3, 4, 5],
        taken: |i| when((0..6).contains(&i), i),
    },
    Index {
        name: "below_the_length_of_another",
        code: "if (uint(i) < uint(index.length())) AT(i);",
        values: &[3, 4, 2, 1, 0],
        taken: |i| when((0..5).contains(&i), i),
    },
    Index {
        name: "smallest_with_the_last",
        code: "AT(min(i, data.length() - 1));",
        values: &[9, -1],
        taken: |i| when(true, i.min(3)),
    },
    Index {
        name: "smallest_with_the_length",
        code: "AT(min(uint(i), uint(data.length())));",
        values: &[3, 9],
        taken: |i| when(true, i.min(4)),
    },
    Index {
        name: "clamped_to_the_last",
        code: "AT(clamp(i, 0, data.length() - 1));",
        values: &[9, -1],
        taken: |i| when(true, i.clamp(0, 3)),
    },
    Index {
        name: "clamped_to_the_length",
        code: "AT(clamp(i, 0, data.length()));",
        values: &[-1, 9],
        taken: |i| when(true, i.clamp(0, 4)),
    },
    Index {
        name: "counter_to_the_last",
        code: "for (int n = 0; n < data.length(); ++n) if (index[k] == n) AT(n);",
        values: &[3, 4],
        taken: |i| when((0..4).contains(&i), i),
    },
    Index {
        name: "counter_one_too_far",
        code: "for (int n = 0; n <= data.length(); ++n) if (index[k] == n) AT(n);",
        values: &[3, 4],
        taken: |i| when((0..=4).contains(&i), i),
    },
    Index {
        name: "counter_from_the_end",
        code: "for (int n = data.length(); n > 0; --n) if (index[k] == n) AT(n);",
        values: &[1, 4],
        taken: |i| when((1..=4).contains(&i), i),
    },
    Index {
        name: "bytes_below_the_length",
        code: "if (uint8_t(i) < uint8_t(data.length())) AT(i);",
        values: &[3, 258],
        taken: |i| when((i & 255) < 4, i),
    },
];
