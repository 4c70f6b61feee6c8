//! The effects of every operation and intrinsic, said a second time by classes of names.
//!
//! A pass trusts the effects in the tables, and a forgotten one shows only in a shader that uses that operation in just the
//! wrong place. The classes follow the SPIR-V specification: which instructions access memory, and which are tangled with
//! the other invocations ("Tangled Instruction").

use vitrum_ir::{Effects, Intrinsic, Op};

/// A class of operations: the names start with one of these, except for the names in the second list.
struct Class {
    starts: &'static [&'static str],
    except: &'static [&'static str],
    effects: &'static [Effects],
}

const READS: Effects = Effects::READS;
const WRITES: Effects = Effects::WRITES;
const CONVERGENT: Effects = Effects::CONVERGENT;
const DERIVATIVE: Effects = Effects::DERIVATIVE;
const NO_SPECULATE: Effects = Effects::NO_SPECULATE;

const fn class(
    starts: &'static [&'static str],
    except: &'static [&'static str],
    effects: &'static [Effects],
) -> Class {
    Class { starts, except, effects }
}

const OPS: &[Class] = &[
    class(&["sdiv", "udiv", "srem", "smod", "umod"], &[], &[NO_SPECULATE]),
    class(&["extract_dynamic", "insert_dynamic"], &[], &[NO_SPECULATE]),
    class(&["dfdx", "dfdy", "fwidth"], &[], &[CONVERGENT, DERIVATIVE]),
    class(
        &["image_sample", "image_gather", "image_query_lod"],
        &["image_samples"],
        &[READS, CONVERGENT, DERIVATIVE],
    ),
    class(&["image_fetch", "image_read"], &[], &[READS, NO_SPECULATE]),
    class(&["image_size", "image_levels", "image_samples"], &[], &[READS]),
    class(&["image_write", "store"], &[], &[WRITES]),
    class(&["interpolate_at", "array_length"], &[], &[READS]),
    class(&["load"], &[], &[READS, NO_SPECULATE]),
    class(&["atomic_"], &[], &[READS, WRITES]),
    class(&["call", "intrinsic"], &[], &[READS, WRITES, CONVERGENT, NO_SPECULATE]),
    class(&["var"], &[], &[Effects::ALLOCATES]),
    class(&["if", "loop", "switch"], &[], &[Effects::CONTROL]),
    class(
        &[
            "merge",
            "continue",
            "break",
            "next",
            "fallthrough",
            "return",
            "terminate",
            "unreachable",
            "ignore_intersection",
            "terminate_ray",
            "emit_mesh_tasks",
        ],
        &[],
        &[Effects::TERMINATOR],
    ),
];

const INTRINSICS: &[Class] = &[
    class(&["emit_vertex", "emit_stream_vertex"], &[], &[READS, WRITES]),
    class(
        &["end_primitive", "end_stream_primitive", "set_mesh_outputs", "write_packed_primitive_indices_4x8"],
        &[],
        &[WRITES],
    ),
    class(
        &["control_barrier", "begin_interlock", "begin_ordering", "end_interlock"],
        &[],
        &[READS, WRITES, CONVERGENT],
    ),
    class(&["memory_barrier", "read_clock", "report_intersection", "abort"], &[], &[READS, WRITES]),
    class(&["demote", "assume_true", "debug_printf"], &[], &[WRITES]),
    class(
        &[
            "is_helper",
            "color_attachment_read",
            "depth_attachment_read",
            "stencil_attachment_read",
            "fragment_mask_fetch",
            "fragment_fetch",
            "samples_identical",
            "sparse_texels_resident",
            "image_sample_weighted",
            "image_box_filter",
            "image_block_match_",
        ],
        &[],
        &[READS],
    ),
    class(&["image_gather_", "image_footprint"], &[], &[READS, CONVERGENT, DERIVATIVE]),
    class(
        &["subgroup_", "quad_", "ballot_", "first_invocation_", "read_invocation_", "vote_"],
        &[],
        &[CONVERGENT],
    ),
    class(&["ray_query_get_"], &[], &[READS]),
    class(&["ray_query_is_", "hit_object_is_", "fetch_micro_triangle_"], &[], &[READS]),
    class(&["hit_object_get_"], &["hit_object_get_attributes"], &[READS]),
    class(&["hit_object_record_", "hit_object_get_attributes", "hit_object_set_"], &[], &[READS, WRITES]),
    class(
        &["hit_object_trace_", "hit_object_execute_", "hit_object_reorder_", "reorder_thread_"],
        &[],
        &[READS, WRITES, CONVERGENT],
    ),
    class(&["ray_query_"], &["ray_query_get_", "ray_query_is_"], &[READS, WRITES]),
    class(&["trace_ray", "execute_callable", "spirv"], &[], &[READS, WRITES, CONVERGENT]),
    class(&["interpolate_at_vertex"], &[], &[READS]),
    class(&["tensor_read", "tensor_size"], &[], &[READS]),
    class(&["tensor_write"], &[], &[READS, WRITES]),
    class(&["cooperative_matrix_load"], &["cooperative_matrix_load_tensor"], &[READS, CONVERGENT]),
    class(
        &["cooperative_matrix_load_tensor", "cooperative_matrix_reduce", "cooperative_matrix_per_element"],
        &[],
        &[READS, WRITES, CONVERGENT, NO_SPECULATE],
    ),
    class(&["array_slice"], &[], &[NO_SPECULATE]),
    class(&["cooperative_matrix_store"], &[], &[WRITES, CONVERGENT]),
    class(
        &[
            "cooperative_matrix_mul_add",
            "cooperative_matrix_convert",
            "cooperative_matrix_coordinate",
            "cooperative_matrix_from_array",
            "cooperative_matrix_to_array",
        ],
        &[],
        &[CONVERGENT],
    ),
    class(&["cooperative_vector_load", "cooperative_vector_matrix_mul"], &[], &[READS]),
    class(&["cooperative_vector_store"], &[], &[WRITES]),
    class(&["cooperative_vector_outer_product", "cooperative_vector_reduce_sum"], &[], &[READS, WRITES]),
    class(&["load_volatile_"], &[], &[READS, WRITES]),
    class(&["load_"], &["load_volatile_", "load_input", "load_interpolated_input"], &[READS, NO_SPECULATE]),
    class(&["load_input", "load_interpolated_input", "barycentric", "size_storage"], &[], &[READS]),
    class(&["store_"], &[], &[WRITES]),
    class(&["atomic_"], &[], &[READS, WRITES]),
];

fn expected(classes: &[Class], name: &str) -> Result<Effects, String> {
    let starts = |list: &[&str]| list.iter().any(|start| name.starts_with(start));
    let fitting: Vec<&Class> =
        classes.iter().filter(|class| starts(class.starts) && !starts(class.except)).collect();
    match fitting.as_slice() {
        [] => Ok(Effects::PURE),
        [class] => Ok(class.effects.iter().fold(Effects::PURE, |all, &effect| all.union(effect))),
        _ => Err(format!("{name} is in {} classes", fitting.len())),
    }
}

fn check(classes: &[Class], rows: impl Iterator<Item = (&'static str, Effects)>) {
    let wrong: Vec<String> = rows
        .filter_map(|(name, effects)| match expected(classes, name) {
            Ok(expected) if expected == effects => None,
            Ok(expected) => Some(format!("{name}: {effects:?} in the table, {expected:?} by its class")),
            Err(reason) => Some(reason),
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn operations_have_the_effects_of_their_class() {
    check(OPS, Op::ALL.iter().map(|op| (op.mnemonic(), op.effects())));
    check(OPS, Op::ALL.iter().map(|op| (op.mnemonic(), op.info().effects)));
}

#[test]
fn intrinsics_have_the_effects_of_their_class() {
    check(INTRINSICS, Intrinsic::ALL.iter().map(|intrinsic| (intrinsic.name(), intrinsic.info().effects)));
}
