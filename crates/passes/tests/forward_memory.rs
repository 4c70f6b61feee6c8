//! `forward_memory` on IR text: before and after.

mod common;

use common::printed_after;

const COMPUTE: &str = "stage compute\nentry &main\n\
    struct #B {\n    a: vec4<f32>\n    b: array<f32, 8>\n}\n\
    global @one: #B buffer block(std430) set(0) binding(0)\n\
    global @two: #B buffer block(std430) set(0) binding(1)\n\
    global @alone: #B buffer block(std430) set(0) binding(2) restrict\n\
    global @said: #B buffer block(std430) set(0) binding(3) coherent\n\
    global @tile: array<f32, 64> shared\nglobal @mine: f32 private\n";
const FRAGMENT: &str = "stage fragment\nentry &main\n\
    global @x: f32 input location(0)\nglobal @n: i32 input location(1) flat\n\
    global @o: vec4<f32> output location(0)\n";

#[track_caller]
fn after(head: &str, body: &str) -> String {
    let text = format!("{head}\nfn &main() -> void {{\n{body}}}\n");
    let printed = printed_after(&["forward_memory", "eliminate_dead_code"], &text);
    let start = printed.find("-> void {\n").map_or(0, |at| at + 10);
    printed[start..printed.rfind('}').unwrap_or(printed.len())].to_string()
}

#[test]
fn loads_after_stores_and_loads() {
    insta::assert_snapshot!(after(
        COMPUTE,
        "    %a: ptr<buffer, vec4<f32>> = access @alone, 0i32
    %1: vec4<f32> = load %a
    %2: vec4<f32> = fadd %1, %1
    store %a, %2
    %p: ptr<buffer, f32> = access @alone, 0i32, 1i32
    %3: f32 = load %p
    %4: vec4<f32> = load %a
    %5: vec4<f32> = vector_times_scalar %4, %3
    store %a, %5
    return
"
    ));
}

#[test]
fn buffers_may_be_the_same_memory_unless_restricted() {
    insta::assert_snapshot!(after(
        COMPUTE,
        "    %a: ptr<buffer, vec4<f32>> = access @one, 0i32
    %b: ptr<buffer, vec4<f32>> = access @two, 0i32
    %c: ptr<buffer, vec4<f32>> = access @alone, 0i32
    %1: vec4<f32> = load %a
    %2: vec4<f32> = load %c
    store %b, %2
    %3: vec4<f32> = load %a
    %4: vec4<f32> = load %c
    %5: vec4<f32> = fadd %1, %3
    %6: vec4<f32> = fadd %5, %4
    store %b, %6
    return
"
    ));
}

#[test]
fn coherent_and_volatile_memory_is_left_alone() {
    let body = "    %a: ptr<buffer, vec4<f32>> = access @said, 0i32
    %1: vec4<f32> = load.coherent %a
    %2: vec4<f32> = load.coherent %a
    %3: vec4<f32> = fadd %1, %2
    store.coherent %a, %3
    store.coherent %a, %1
    %b: ptr<buffer, vec4<f32>> = access @alone, 0i32
    %4: vec4<f32> = load.volatile %b
    store %b, %4
    store.volatile %b, %3
    %5: vec4<f32> = load %b
    store %b, %5
    return
";
    insta::assert_snapshot!(after(COMPUTE, body));
}

#[test]
fn barriers_end_what_is_known_of_shared_memory() {
    insta::assert_snapshot!(after(
        COMPUTE,
        "    %p: ptr<shared, f32> = access @tile, 3i32
    store %p, 1.0f32
    store @mine, 2.0f32
    intrinsic.control_barrier 2u32, 2u32, 264u32
    %1: f32 = load %p
    %2: f32 = load %p
    %3: f32 = load @mine
    %4: f32 = fadd %1, %2
    %5: f32 = fadd %4, %3
    %q: ptr<shared, f32> = access @tile, 4i32
    store %q, %5
    store %q, %4
    return
"
    ));
}

#[test]
fn atomics_end_what_is_known_of_their_memory() {
    insta::assert_snapshot!(after(
        "stage compute\nentry &main\nglobal @n: u32 shared\nglobal @m: u32 shared\n",
        "    store @n, 1u32
    store @m, 2u32
    %0: u32 = atomic_iadd.scope2.semantics0 @n, 3u32
    %1: u32 = load @n
    %2: u32 = load @m
    %3: u32 = iadd %1, %2
    store @m, %3
    return
"
    ));
}

#[test]
fn dynamic_indices_may_meet() {
    insta::assert_snapshot!(after(
        FRAGMENT,
        "    %a: ptr<function, array<f32, 4>> = var
    %n: i32 = load @n
    %p: ptr<function, f32> = access %a, %n
    %q: ptr<function, f32> = access %a, 1i32
    store %q, 3.0f32
    %x: f32 = load @x
    store %p, %x
    %1: f32 = load %q
    %2: f32 = load %p
    %3: f32 = fadd %1, %2
    %4: vec4<f32> = splat %3
    store @o, %4
    return
"
    ));
}

#[test]
fn stores_that_are_covered_go_and_components_join() {
    insta::assert_snapshot!(after(
        FRAGMENT,
        "    %x: f32 = load @x
    store @o, null vec4<f32>
    %1: vec4<f32> = splat %x
    store @o, %1
    %p: ptr<output, f32> = access @o, 3i32
    store %p, 1.0f32
    %2: vec2<f32> = splat 0.5f32
    store_swizzle.yx @o, %2
    return
"
    ));
}

#[test]
fn barriers_leave_what_is_known_of_an_invocation_s_own_memory() {
    let text = after(
        COMPUTE,
        "    %p: ptr<shared, f32> = access @tile, 3i32\n    store @mine, 2.0f32\n    \
         intrinsic.control_barrier 2u32, 2u32, 264u32\n    %1: f32 = load @mine\n    store %p, %1\n    return\n",
    );
    assert!(text.contains("store %p, 2.0f32"), "{text}");
}

#[test]
fn components_beyond_a_vector_are_not_inserted() {
    let body = "    %v: ptr<function, vec2<f32>> = var\n    store %v, null vec2<f32>\n    \
                %p: ptr<function, f32> = access %v, 2i32\n    store %p, 1.0f32\n    %a: vec2<f32> = load %v\n    \
                %r: f32 = extract.1 %a\n    store @o, vec4<f32>(1.0f32, 1.0f32, 1.0f32, 1.0f32)\n    \
                %q: ptr<output, f32> = access @o, 1i32\n    store %q, %r\n    return\n";
    assert!(!after(FRAGMENT, body).contains("insert.2"), "{}", after(FRAGMENT, body));
}

#[test]
fn stores_that_are_looked_at_stay() {
    insta::assert_snapshot!(after(
        FRAGMENT,
        "    %n: i32 = load @n
    %b: bool = sgt %n, 3i32
    store @o, null vec4<f32>
    if %b {
        return
    } else {
        merge
    }
    %x: f32 = load @x
    %1: vec4<f32> = splat %x
    store @o, %1
    %2: vec4<f32> = load @o
    %3: vec4<f32> = fadd %2, %2
    if %b {
        %4: vec4<f32> = load @o
        store @o, %3
        merge
    } else {
        merge
    }
    %5: vec4<f32> = load @o
    store @o, %5
    return
"
    ));
}

#[test]
fn loops_forget_what_they_write() {
    insta::assert_snapshot!(after(
        FRAGMENT,
        "    %a: ptr<function, array<f32, 4>> = var
    %b: ptr<function, array<f32, 4>> = var
    %n: i32 = load @n
    %x: f32 = load @x
    %p: ptr<function, f32> = access %a, 0i32
    %q: ptr<function, f32> = access %b, 0i32
    %r: ptr<function, f32> = access %b, %n
    store %p, 3.0f32
    store %q, %x
    %e: i32 = loop 0i32 (%i: i32) {
        %1: f32 = load %p
        %2: f32 = load %q
        %3: f32 = fadd %1, %2
        store %r, %3
        %4: i32 = iadd %i, 1i32
        %5: bool = slt %4, %n
        if %5 {
            merge
        } else {
            break %4
        }
        continue %4
    }
    %6: f32 = load %p
    %7: f32 = load %q
    %8: f32 = fadd %6, %7
    %9: vec4<f32> = splat %8
    store @o, %9
    return
"
    ));
}

#[test]
fn what_returning_loses_is_not_stored() {
    insta::assert_snapshot!(after(
        COMPUTE,
        "    %1: f32 = load @mine
    %p: ptr<shared, f32> = access @tile, 0i32
    store %p, %1
    %2: f32 = fadd %1, 1.0f32
    store @mine, %2
    return
"
    ));
}

const SHARING: &str = "stage compute\nentry &main\n\
    declare #X\ndeclare #Y\ndeclare #B\nstruct #X {\n    x: u32\n}\nstruct #Y {\n    y: f32\n}\n\
    struct #B {\n    x: u32\n    y: u32\n    said: u32 volatile\n    v: vec4<u32> coherent\n}\n\
    global @a: #X shared block(std430)\nglobal @b: #Y shared block(std430)\nglobal @plain: u32 shared\n\
    global @many: array<#B, 4> buffer block(std430) set(0) binding(0)\n\
    global @alone: array<#B, 4> buffer block(std430) set(0) binding(1) restrict\n\
    global @image: image<2d, u32, storage, r32ui> opaque set(0) binding(2)\n\
    global @one: #B buffer block(std430) set(0) binding(3)\n\
    global @record: #B shader_record block(std430)\nglobal @i: u32 private\n";

/// Number of times a word stands in what the pass leaves of a body.
#[track_caller]
fn left(word: &str, body: &str) -> usize {
    let printed = after(SHARING, body);
    printed.lines().filter(|line| line.contains(word)).count()
}

#[test]
fn shared_blocks_are_the_same_memory() {
    let body = "    %x: ptr<shared, u32> = access @a, 0i32
    store %x, 1u32
    %y: ptr<shared, f32> = access @b, 0i32
    store %y, 2.0f32
    %1: u32 = load %x
    store %y, 3.0f32
    store %x, %1
    return
";
    assert_eq!(left("load", body), 1);
    assert_eq!(left("store", body), 4);
}

/// Stores to one element of an array of blocks, and then loads another one twice with a store to the first between.
fn elements(array: &str, first: &str, second: &str, parts: [&str; 2]) -> String {
    format!(
        "    %i: u32 = load @i
    %a: ptr<buffer, u32> = access @{array}, {first}, {}
    %b: ptr<buffer, u32> = access @{array}, {second}, {}
    store %a, 1u32
    %1: u32 = load %b
    store %a, 2u32
    %2: u32 = load %b
    %3: u32 = iadd %1, %2
    store %b, %3
    return
",
        parts[0], parts[1]
    )
}

#[test]
fn blocks_of_an_array_may_be_the_same_memory() {
    let same = ["0i32", "0i32"];
    // The elements may be bound at an offset to one another, so that other members meet.
    let other = ["0i32", "1i32"];
    for parts in [same, other] {
        for [first, second] in [["0i32", "1i32"], ["%i", "1i32"], ["0i32", "%i"]] {
            let body = elements("many", first, second, parts);
            assert_eq!((left("load %b", &body), left("store", &body)), (2, 3), "{body}");
        }
    }
    let body = elements("alone", "0i32", "1i32", same);
    assert_eq!((left("load %b", &body), left("store", &body)), (1, 2), "{body}");
    let body = elements("alone", "%i", "1i32", other);
    assert_eq!((left("load %b", &body), left("store", &body)), (1, 2), "{body}");
    // Members of one element are apart.
    let body = elements("many", "1i32", "1i32", other);
    assert_eq!((left("load %b", &body), left("store", &body)), (1, 2), "{body}");
}

#[test]
fn blocks_meet_across_classes_of_memory() {
    // An atomic operation on a texel, a load of a record, and a load of an image may touch any buffer.
    let texel = "    %p: ptr<buffer, u32> = access @one, 0i32
    store %p, 1u32
    %t: ptr<texel, u32> = texel_pointer @image, null vec2<i32>, 0i32
    %0: u32 = atomic_iadd.scope1.semantics0 %t, 3u32
    %1: u32 = load %p
    %2: u32 = iadd %1, 1u32
    store %p, %2
    return
";
    assert_eq!(left("load %p", texel), 1);
    let record = "    %p: ptr<buffer, u32> = access @one, 0i32
    store %p, 1u32
    %q: ptr<shader_record, u32> = access @record, 0i32
    %1: u32 = load %q
    store %p, %1
    return
";
    assert_eq!(left("store", record), 2);
    for inside in ["", "    if true {\n", ""] {
        let behind = if inside.is_empty() { "" } else { "    merge\n} else {\n    merge\n}\n" };
        let image = format!(
            "    %i: u32 = load @i
    %p: ptr<buffer, u32> = access @one, 0i32
    store %p, 1u32
    {inside}%t: image<2d, u32, storage, r32ui> = load @image
    %1: vec4<u32> = image_read %t, null vec2<i32>
    %2: u32 = extract.0 %1
    store @i, %2
    {behind}store %p, 2u32
    return
"
        );
        assert_eq!(left("store %p", &image), 2, "{image}");
    }
}

#[test]
fn members_are_volatile_or_coherent_by_themselves() {
    let body = "    %v: ptr<buffer, vec4<u32>> = access @one, 3i32
    store %v, null vec4<u32>
    store_swizzle.xy %v, vec2<u32>(1u32, 2u32)
    return
";
    assert_eq!(left("store", body), 2);
}

#[test]
fn booleans_in_buffers_stay_stored_because_any_word_but_zero_is_true() {
    let head = "stage compute\nentry &main\nstruct #B {\n    a: bool\n    b: i32\n}\n\
        global @one: #B buffer block(std430) set(0) binding(0)\n";
    let body = |member: &str, ty: &str| {
        format!(
            "    %p: ptr<buffer, {ty}> = access @one, {member}i32\n    %1: {ty} = load %p\n    store %p, %1\n    return\n"
        )
    };
    assert!(after(head, &body("0", "bool")).contains("store"));
    assert!(!after(head, &body("1", "i32")).contains("store"));
}
