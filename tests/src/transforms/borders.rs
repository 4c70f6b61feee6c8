//! The borders of proofs, from tables: shaders in which a proof that is off by one, that forgets how a type wraps or that takes a
//! changed value for the old one, would leave something alone that is out of bounds, does not end or is not stored.

mod changed;
mod indices;
mod loops;
mod shared;

use changed::{CHANGED, SIZED};
use indices::{FIXED, Index, LENGTH};
use loops::{LOOPS, bounded};
use shared::{SHARED, stored};

/// The shader for a use of indices, which reads or writes.
fn index(row: &Index, writes: bool, length: &str) -> String {
    let mut data: Vec<i64> = (0..LENGTH).map(|at| 10 + at).collect();
    let mut found = Vec::new();
    let mut fault = "same";
    for (k, &value) in (0..).zip(row.values) {
        let Some(index) = (row.taken)(value) else {
            found.push(-1);
            continue;
        };
        if !(0..LENGTH).contains(&index) {
            fault = "undefined";
        }
        let element = if (0..LENGTH).contains(&index) { index } else { LENGTH - 1 } as usize;
        if writes {
            data[element] = 50 + k;
        }
        found.push(if writes { -1 } else { data[element] });
    }
    let list = |all: &[i64]| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let values: Vec<i64> = row.values.iter().map(|&value| value.into()).collect();
    let at = if writes { "data[n] = 50 + k" } else { "result[k] = data[n]" };
    format!(
        "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n// passes: promote_variables, bound_indices\n\
         // buffer Index: {}\n// buffer Data: 10 11 12 13\n// expect buffer Data: {}\n// expect buffer Result: {}\n\
         // without: {fault}\n\
         layout(std430, binding = 0) buffer Index {{ int index[]; }};\n\
         layout(std430, binding = 1) buffer Data {{ int data[{length}]; }};\n\
         layout(std430, binding = 2) buffer Result {{ int result[]; }};\n#define AT(n) {at}\n\
         int g;\nvoid bump() {{ g += 1; }}\nvoid twice(inout int j) {{ j *= 2; }}\n\
         void main() {{\n    for (int k = 0; k < {}; ++k) {{\n        int i = index[k];\n        result[k] = -1;\n        \
         {}\n    }}\n}}\n",
        list(&values),
        list(&data),
        list(&found),
        row.values.len(),
        row.code
    )
}

/// The pass, the name and the source of each test.
pub(super) fn sources() -> Vec<(&'static str, String, String)> {
    let mut all = Vec::new();
    for writes in [false, true] {
        let op = if writes { "write" } else { "read" };
        for row in FIXED.iter().chain(CHANGED) {
            all.push(("bound_indices", format!("border/{}_{op}.comp", row.name), index(row, writes, "4")));
        }
        for row in SIZED {
            all.push(("bound_indices", format!("border/{}_{op}.comp", row.name), index(row, writes, "")));
        }
    }
    for row in LOOPS {
        all.push(("bound_loops", format!("border/{}.comp", row.0), bounded(row)));
    }
    for row in SHARED {
        all.push(("initialize_shared_memory", format!("border/{}.comp", row.name), stored(row)));
    }
    all
}
