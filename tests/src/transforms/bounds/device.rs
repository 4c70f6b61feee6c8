//! Indices out of bounds that `bound_indices.device=robust` leaves to the device, which has `robustBufferAccess` and
//! `robustImageAccess`.

use std::fmt::Write;

use super::{FETCHED, STORED, TRIED, image_shader, indices, shader, shapes};

/// Kinds of memory that a robust device bounds: arrays without a length in storage blocks.
const OF_DEVICE: [&str; 5] = [
    "storage_runtime_array",
    "storage_runtime_vectors",
    "storage_runtime_rows",
    "storage_runtime_structs",
    "runtime_of_blocks",
];

/// Tests of memory that is left to a device with `robustBufferAccess`. By Vulkan, a read gives zero or what lies in the buffer, and
/// a write may change another part of the buffer; guards show one that changes more.
pub(in crate::transforms) fn sources() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for shape in shapes().into_iter().filter(|shape| OF_DEVICE.contains(&shape.name)) {
        for &op in shape.ops {
            for turn in 0..TRIED {
                let (name, value, index) = indices(shape.length)[(all.len() + 2 * turn) % 6];
                let name = format!("{}/{}_{}_device.{}", shape.name, op.name(), name, shape.stage);
                let end = 10 + shape.parts.len();
                let mut behind =
                    format!("    result[0] = int(result[0] == 0 || result[0] >= 10 && result[0] < {end});\n");
                for (at, part) in shape.parts.iter().enumerate() {
                    let before = 10 + at as i64;
                    let _ = writeln!(
                        behind,
                        "    result[{}] = int({part} == {before} || {part} == {});",
                        at + 1,
                        op.after(before)
                    );
                }
                let ones = vec!["1"; shape.parts.len() + 1].join(" ");
                let header = format!(
                    "// options: set bound_indices.device=robust\n// device: robust\n\
                     // expect buffer Result: {ones}\n"
                );
                all.push((name, shader(&shape, op, (value, index), &header, &behind)));
            }
        }
    }
    all
}

/// Tests of texels that are left to a device with `robustImageAccess`: a read gives zero, and nothing is written. Texel buffers
/// are buffers, of which a read may give something else and a write may change it, and what an atomic operation gives is not said. Levels are bounded
/// in any case.
pub(in crate::transforms) fn image_sources() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (images, ops) in [(FETCHED, &["fetch"][..]), (STORED, &["load", "store", "atomic"])] {
        for image in images.iter().filter(|image| image.name != "level") {
            for &op in ops {
                let (name, value, _) = indices(image.length)[all.len() % 5];
                let name = format!("{op}/{}_{name}_device.comp", image.name);
                let is_buffer = image.kind == "Buffer";
                let texels: Vec<String> = match is_buffer {
                    true => vec!["_".to_owned(); image.count as usize],
                    false if image.kind == "2DMS" => vec!["1".to_owned(); image.count as usize],
                    false => (1..=image.count).map(|at| at.to_string()).collect(),
                };
                let (result, behind) = match (op, is_buffer) {
                    ("atomic", _) => ("_", String::new()),
                    (_, true) => ("1", format!(" result = int(result >= 0 && result <= {});", image.count)),
                    (_, false) => ("0", String::new()),
                };
                let fault = if op == "store" { "same" } else { "undefined" };
                let header = format!(
                    "// options: set bound_indices.device=robust\n// device: robust\n\
                     // expect image t: {}\n// expect buffer Result: {result}\n// without: {fault}\n",
                    texels.join(" ")
                );
                all.push((name, image_shader(image, op, value, &header, &behind)));
            }
        }
    }
    all
}
