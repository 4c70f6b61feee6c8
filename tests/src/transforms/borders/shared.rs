//! Shared memory that the invocations of a workgroup store as a whole, or all but some of it.

use std::fmt::Write;

/// Stores to shared memory.
pub(super) struct Shared {
    pub(super) name: &'static str,
    /// Invocations along two axes.
    size: [u32; 2],
    declaration: &'static str,
    /// Element `i` of what is declared.
    element: &'static str,
    /// Statements in front of the barrier; `l` is the number of the invocation, and `g` that of the workgroup.
    code: &'static str,
    /// The values that each of two workgroups finds behind the barrier; a negative number is 0 that nothing stored.
    found: [&'static [i32]; 2],
}

const fn shared(
    name: &'static str,
    declaration: &'static str,
    code: &'static str,
    found: &'static [i32],
) -> Shared {
    Shared { name, size: [4, 1], declaration, element: "tile[i]", code, found: [found; 2] }
}

pub(super) const SHARED: &[Shared] = &[
    shared("nothing", "int tile[4]", "", &[-1; 4]),
    shared("behind_a_barrier", "int tile[5]", "barrier(); tile[3 - l] = 7 + l;", &[10, 9, 8, 7, -1]),
    shared("in_front_of_a_barrier", "int tile[5]", "tile[3 - l] = 7 + l; barrier();", &[10, 9, 8, 7, -1]),
    shared("as_many", "int tile[4]", "tile[l] = 7 + l;", &[7, 8, 9, 10]),
    shared("one_more", "int tile[5]", "tile[l] = 7 + l;", &[7, 8, 9, 10, -1]),
    shared("from_one_on", "int tile[5]", "tile[l + 1] = 7 + l;", &[-1, 7, 8, 9, 10]),
    shared("two_parts", "int tile[8]", "tile[l] = 7; tile[l + 4] = 8;", &[7, 7, 7, 7, 8, 8, 8, 8]),
    shared("two_parts_apart", "int tile[9]", "tile[l] = 7; tile[l + 5] = 8;", &[7, 7, 7, 7, -1, 8, 8, 8, 8]),
    shared("all_but_the_last", "int tile[4]", "if (l < 3) tile[l] = 7 + l;", &[7, 8, 9, -1]),
    shared("up_to_the_last", "int tile[4]", "if (l <= 3) tile[l] = 7 + l;", &[7, 8, 9, 10]),
    shared("all_but_the_first", "int tile[4]", "if (l != 0) tile[l] = 7 + l;", &[-1, 8, 9, 10]),
    shared("above_the_first", "int tile[4]", "if (l > 0) tile[l] = 7 + l;", &[-1, 8, 9, 10]),
    shared("one_invocation", "int tile[1]", "if (l == 0) tile[0] = 7;", &[7]),
    shared("no_invocation", "int tile[1]", "if (l == 4) tile[0] = 7;", &[-1]),
    shared("one_of_four", "int tile[4]", "if (l == 2) tile[l] = 7;", &[-1, -1, 7, -1]),
    shared("both_arms", "int tile[4]", "if (l < 2) tile[l] = 7; else tile[l] = 8;", &[7, 7, 8, 8]),
    shared("doubled", "int tile[8]", "tile[2 * l] = 7;", &[7, -1, 7, -1, 7, -1, 7, -1]),
    shared(
        "loop",
        "int tile[10]",
        "for (int i = l; i < 10; i += 4) tile[i] = i;",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    ),
    shared(
        "loop_too_short",
        "int tile[10]",
        "for (int i = l; i < 9; i += 4) tile[i] = i;",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, -1],
    ),
    shared(
        "loop_of_large_steps",
        "int tile[10]",
        "for (int i = l; i < 10; i += 5) tile[i] = i;",
        &[0, 1, 2, 3, -1, 5, 6, 7, 8, -1],
    ),
    shared(
        "loop_from_one_on",
        "int tile[6]",
        "for (int i = l + 1; i < 6; i += 4) tile[i] = i;",
        &[-1, 1, 2, 3, 4, 5],
    ),
    shared(
        "loop_with_continue",
        "int tile[8]",
        "for (int i = l; i < 8; i += 4) { if (i == 6) continue; tile[i] = i; }",
        &[0, 1, 2, 3, 4, 5, -1, 7],
    ),
    shared(
        "loop_with_break",
        "int tile[8]",
        "for (int i = l; i < 8; i += 4) { if (i == 5) break; tile[i] = i; }",
        &[0, 1, 2, 3, 4, -1, 6, 7],
    ),
    shared(
        "loop_with_branch",
        "int tile[8]",
        "for (int i = l; i < 8; i += 4) { if (i != 2) tile[i] = i; }",
        &[0, 1, -1, 3, 4, 5, 6, 7],
    ),
    shared(
        "loop_beside_its_counter",
        "int tile[9]",
        "for (int i = l; i < 8; i += 4) tile[i + 1] = i;",
        &[-1, 0, 1, 2, 3, 4, 5, 6, 7],
    ),
    shared(
        "loop_with_break_behind",
        "int tile[8]",
        "for (int i = l; i < 8; i += 4) { tile[i] = i; if (i == 1) break; }",
        &[0, 1, 2, 3, 4, -1, 6, 7],
    ),
    shared(
        "loop_with_counter_raised",
        "int tile[12]",
        "for (int i = l; i < 12; i += 4) { tile[i] = i; i += 4; }",
        &[0, 1, 2, 3, -1, -1, -1, -1, 8, 9, 10, 11],
    ),
    shared(
        "read_before",
        "int tile[4]",
        "early = tile[l ^ 1] & 0; barrier(); tile[l] = 7 + l;",
        &[7, 8, 9, 10],
    ),
    shared("component", "ivec2 tile[4]", "tile[l].x = 7;", &[7, 7, 7, 7]),
    Shared {
        name: "group_and_invocations",
        size: [4, 1],
        declaration: "int tile[4]",
        element: "tile[i]",
        code: "if (g == 0) { if (l < 4) tile[l] = 7; }",
        found: [&[7, 7, 7, 7], &[-1; 4]],
    },
    Shared {
        name: "part_of_each_row",
        size: [2, 2],
        declaration: "int tile[2][3]",
        element: "tile[i / 3][i % 3]",
        code: "tile[gl_LocalInvocationID.x][gl_LocalInvocationID.y] = 7;",
        found: [&[7, 7, -1, 7, 7, -1]; 2],
    },
    Shared {
        name: "another_array",
        size: [4, 1],
        declaration: "int tile[4], other[4]",
        element: "tile[i]",
        code: "other[l] = 7; if (g == 1) tile[l] = 8;",
        found: [&[-1; 4], &[8; 4]],
    },
    Shared {
        name: "one_of_two_groups",
        size: [4, 1],
        declaration: "int tile[4]",
        element: "tile[i]",
        code: "if (g == 0) tile[l] = 7;",
        found: [&[7, 7, 7, 7], &[-1; 4]],
    },
    Shared {
        name: "global_numbers",
        size: [4, 1],
        declaration: "int tile[8]",
        element: "tile[i]",
        code: "tile[gl_GlobalInvocationID.x] = 7;",
        found: [&[7, 7, 7, 7, -1, -1, -1, -1], &[-1, -1, -1, -1, 7, 7, 7, 7]],
    },
    Shared {
        name: "number_of_the_group",
        size: [4, 1],
        declaration: "int tile[2]",
        element: "tile[i]",
        code: "tile[g] = 7;",
        found: [&[7, -1], &[-1, 7]],
    },
    Shared {
        name: "one_of_two_axes",
        size: [2, 2],
        declaration: "int tile[4]",
        element: "tile[i]",
        code: "tile[gl_LocalInvocationID.x] = 7;",
        found: [&[7, 7, -1, -1]; 2],
    },
    Shared {
        name: "both_axes",
        size: [2, 2],
        declaration: "int tile[2][2]",
        element: "tile[i / 2][i % 2]",
        code: "tile[gl_LocalInvocationID.x][gl_LocalInvocationID.y] = 7;",
        found: [&[7; 4]; 2],
    },
    Shared {
        name: "diagonal",
        size: [2, 2],
        declaration: "int tile[2][2]",
        element: "tile[i / 2][i % 2]",
        code: "tile[gl_LocalInvocationID.x][gl_LocalInvocationID.x] = 7;",
        found: [&[7, -1, -1, 7]; 2],
    },
    Shared {
        name: "diagonal_of_an_index",
        size: [2, 1],
        declaration: "int tile[2][2]",
        element: "tile[i / 2][i % 2]",
        code: "tile[l][gl_LocalInvocationID.x] = 7;",
        found: [&[7, -1, -1, 7]; 2],
    },
    Shared {
        name: "one_column",
        size: [2, 1],
        declaration: "int tile[2][2]",
        element: "tile[i / 2][i % 2]",
        code: "tile[l][0] = 7;",
        found: [&[7, -1, 7, -1]; 2],
    },
    Shared {
        name: "one_axis_chosen_by_the_other",
        size: [2, 2],
        declaration: "int tile[2]",
        element: "tile[i]",
        code: "if (gl_LocalInvocationID.y < 1u) tile[gl_LocalInvocationID.x] = 7;",
        found: [&[7, 7]; 2],
    },
    Shared {
        name: "index_chosen_by_an_axis",
        size: [2, 2],
        declaration: "int tile[4]",
        element: "tile[i]",
        code: "if (gl_LocalInvocationID.y < 1u) tile[l] = 7;",
        found: [&[7, 7, -1, -1]; 2],
    },
    Shared {
        name: "axis_chosen_by_the_index",
        size: [2, 2],
        declaration: "int tile[2]",
        element: "tile[i]",
        code: "if (l < 1) tile[gl_LocalInvocationID.x] = 7;",
        found: [&[7, -1]; 2],
    },
];

pub(super) fn stored(row: &Shared) -> String {
    let count = row.found[0].len();
    let is_missing = row.found.iter().flat_map(|all| all.iter()).any(|&it| it < 0);
    let fault = if is_missing || row.name == "read_before" { "undefined" } else { "same" };
    let mut expected = String::new();
    for value in row.found.iter().flat_map(|all| all.iter()) {
        let _ = write!(expected, " {}", value.max(&0));
    }
    // Elements of vectors are dumped by their first component, and by the second one where it is stored.
    let element = if row.name == "component" { "tile[i].x + 0 * tile[i].y" } else { row.element };
    let fault = if row.name == "component" { "undefined" } else { fault };
    let [x, y] = row.size;
    format!(
        "#version 450\n// passes: promote_variables, initialize_shared_memory\n// groups: 2 1 1\n// expect buffer Result:{expected}\n\
         // without: {fault}\nlayout(local_size_x = {x}, local_size_y = {y}) in;\nshared {};\n\
         layout(std430, binding = 0) buffer Result {{ int r[]; }};\n\
         void main() {{\n    int l = int(gl_LocalInvocationIndex), g = int(gl_WorkGroupID.x), early = 0;\n    {}\n    \
         barrier();\n    if (l == 0) {{\n        for (int i = 0; i < {count}; ++i) r[g * {count} + i] = {element} + early;\n    \
         }}\n}}\n",
        row.declaration, row.code
    )
}
