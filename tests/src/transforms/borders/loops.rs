//! Loops that end, and loops that seem to.

/// A loop: its name, the integers `n` and `start`, its code, and how often `r` is counted up.
pub(super) type Loop = (&'static str, [i32; 2], &'static str, u32);

/// The iterations of a loop that does not end.
const LIMIT: u32 = 20;

pub(super) const LOOPS: &[Loop] = &[
    ("up_by_one", [30, 0], "for (int i = 0; i < n; ++i) ++r;", 30),
    ("up_to_the_greatest", [i32::MAX, i32::MAX - 9], "for (int i = start; i <= n; ++i) ++r;", LIMIT),
    ("up_to_below_the_greatest", [i32::MAX, i32::MAX - 9], "for (int i = start; i < n; ++i) ++r;", 9),
    ("up_over_the_greatest", [i32::MAX - 1, i32::MAX - 8], "for (int i = start; i < n; i += 3) ++r;", LIMIT),
    ("up_to_the_greatest_constant", [0, 0], "for (int i = 2147483640; i <= 2147483647; ++i) ++r;", LIMIT),
    ("up_over_the_greatest_constant", [0, 0], "for (int i = 2147483640; i < 2147483647; i += 2) ++r;", LIMIT),
    ("up_to_just_the_greatest", [0, 0], "for (int i = 2147483641; i < 2147483647; i += 2) ++r;", 3),
    ("up_to_the_greatest_unsigned", [0, 0], "for (uint i = 4294967290u; i <= 4294967295u; ++i) ++r;", LIMIT),
    ("unsigned_down_to_zero", [0, 0], "for (uint i = 3u; i >= 0u; --i) ++r;", LIMIT),
    ("unsigned_down_to_one", [0, 0], "for (uint i = 30u; i >= 1u; --i) ++r;", 30),
    ("unsigned_down_over_zero", [0, 0], "for (uint i = 7u; i >= 1u; i -= 2u) ++r;", LIMIT),
    ("down_to_the_least", [0, 0], "for (int i = -2147483640; i >= -2147483647 - 1; --i) ++r;", LIMIT),
    ("down_to_the_least_that_is_given", [i32::MIN, 0], "for (int i = 5; i >= n; --i) ++r;", LIMIT),
    ("steps_over_an_odd_number", [7, 0], "for (int i = 0; i != n; i += 2) ++r;", LIMIT),
    ("end_that_flees", [5, 0], "for (int i = 0; i != n; ++i) { ++r; ++n; }", LIMIT),
    ("continue_without_a_step", [7, 0], "for (int i = 0; i < 5;) { ++r; if (n == 7) continue; ++i; }", LIMIT),
    ("continue_with_a_step", [7, 0], "for (int i = 0; i < 30; ++i) { ++r; if (n == 7) continue; ++n; }", 30),
    ("counter_that_is_reset", [0, 0], "for (int i = 0; i < 5; ++i) { ++r; if (i == 3) i = 0; }", LIMIT),
    ("step_of_nothing", [0, 0], "for (int i = 0; i < 5; i += n) ++r;", LIMIT),
    ("step_back", [-1, 0], "for (int i = 0; i < 5; i += n) ++r;", LIMIT),
    ("down_where_up_is_tested", [0, 0], "for (int i = 0; i < 5; --i) ++r;", LIMIT),
    ("up_where_down_is_tested", [0, 0], "for (int i = 5; i > 0; ++i) ++r;", LIMIT),
    ("negative_shifted", [0, 0], "for (int i = -8; i != 0; i >>= 1) ++r;", LIMIT),
    ("negative_shifted_below_zero", [0, 0], "for (int i = -8; i < 0; i >>= 1) ++r;", LIMIT),
    ("positive_shifted", [8, 0], "for (int i = n; i > 0; i >>= 1) ++r;", 4),
    ("unsigned_shifted", [0, 0], "for (uint i = 0x80000000u; i != 0u; i >>= 1) ++r;", 32),
    ("unsigned_shifted_at_least_zero", [0, 0], "for (uint i = 8u; i >= 0u; i >>= 1) ++r;", LIMIT),
    ("shifted_by_nothing", [0, 0], "for (int i = 8; i > 0; i >>= n) ++r;", LIMIT),
    ("doubled_up_to_the_last_power", [1 << 30, 0], "for (int i = 1 << 20; i < n; i *= 2) ++r;", 10),
    ("doubled_up_to_the_last_power_itself", [1 << 29, 0], "for (int i = 1 << 20; i <= n; i <<= 1) ++r;", 10),
    ("unsigned_doubled", [i32::MIN, 0], "for (uint i = 1u << 20; i < uint(n); i <<= 1) ++r;", 11),
    ("multiplied_by_eight", [1 << 29, 0], "for (int i = 4; i < n; i *= 8) ++r;", 9),
    ("divided_by_one", [8, 0], "for (int i = n; i > 0; i /= 1) ++r;", LIMIT),
    ("negative_divided", [-8, 0], "for (int i = n; i != 0; i /= 2) ++r;", 4),
    ("divided_above_minus_one", [8, 0], "for (int i = n; i > -1; i /= 2) ++r;", LIMIT),
    (
        "test_behind_a_continue",
        [7, 0],
        "int i = 0; while (true) { ++r; if (n == 7) continue; if (i >= 3) break; ++i; }",
        LIMIT,
    ),
    (
        "test_within_a_branch",
        [1, 0],
        "int i = 0; while (true) { ++r; ++i; if (n == 0) { if (i >= 3) break; } }",
        LIMIT,
    ),
    ("one_of_two_conditions", [7, 0], "for (int i = 0; i < 5 || n == 7; ++i) ++r;", LIMIT),
    ("both_conditions", [7, 0], "for (int i = 0; i < 30 && n == 7; ++i) ++r;", 30),
    (
        "break_of_a_switch",
        [0, 0],
        "int i = 0; while (true) { ++r; switch (i) { case 3: break; default: ++i; } }",
        LIMIT,
    ),
    (
        "values_that_are_exchanged",
        [0, 1],
        "for (int i = n, j = start; i < 5;) { ++r; int t = i; i = j; j = t; }",
        LIMIT,
    ),
    ("byte_below_256", [0, 0], "for (uint8_t i = uint8_t(250); int(i) < 256; ++i) ++r;", LIMIT),
    ("short_below_its_end", [0, 0], "for (int16_t i = int16_t(32760); int(i) < 32768; ++i) ++r;", LIMIT),
    (
        "unsigned_read_as_signed",
        [0, 0],
        "for (uint i = 2147483640u; int(i) != 5 && int(i) <= 2147483647; ++i) ++r;",
        LIMIT,
    ),
];

pub(super) fn bounded(&(_, [n, start], code, count): &Loop) -> String {
    let fault = if count == LIMIT { "limit" } else { "same" };
    format!(
        "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n// passes: promote_variables, bound_loops\n\
         // options: set bound_loops.limit={LIMIT}\n// steps: 5000\n// buffer Data: {n} {start}\n\
         // expect buffer Result: {count}\n// without: {fault}\n\
         layout(std430, binding = 0) buffer Data {{ int n, start; }};\n\
         layout(std430, binding = 1) buffer Result {{ int r; }};\nvoid main() {{ {code} }}\n"
    )
}
