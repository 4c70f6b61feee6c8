//! Loops that wait for other invocations, and volatile accesses, on IR text.

mod common;

use common::printed_after;
use vitrum_ir_text::parse;
use vitrum_passes::analysis::calls::Summaries;

const HEAD: &str = "stage compute\nentry &main\ndeclare #B\n\
    struct #B {\n    flag: i32\n    many: array<i32, 4>\n}\n\
    global @plain: #B buffer block(std430) set(0) binding(0)\n\
    global @coherent: #B buffer block(std430) set(0) binding(1) coherent\n\
    global @alone: #B buffer block(std430) set(0) binding(2) restrict readonly\n\
    global @fixed: #B uniform block(std140) set(0) binding(3)\n\
    global @shared: i32 shared\nglobal @own: i32 private = 0i32\n\
    global @image: image<2d, i32, storage, r32i> opaque set(0) binding(4)\n\
    global @texture: image<2d, i32> opaque set(0) binding(5)\n\
    global @done: i32 shared\n\
    global @seen: #B buffer block(std430) set(0) binding(6) restrict readonly coherent\n\
    global @same: image<2d, i32, storage, r32i> opaque set(0) binding(7) restrict readonly\n";

/// Number of times a word stands in what a pass leaves of a body.
#[track_caller]
fn left(pass: &str, body: &str, functions: &str, word: &str) -> usize {
    let text = format!("{HEAD}\nfn &main() -> void {{\n{body}    return\n}}\n{functions}");
    let printed = printed_after(&[pass], &text);
    let start = printed.find("fn &main").unwrap_or(0);
    let end = printed[start..].find("\n}").map_or(printed.len(), |end| start + end);
    printed[start..end].lines().filter(|line| line.contains(word)).count()
}

/// A loop that goes on while a value is zero.
fn while_zero(read: &str) -> String {
    format!(
        "    loop {{
{read}        %2: bool = ieq %1, 0i32
        if %2 {{
            merge
        }} else {{
            break
        }}
        continue
    }}
"
    )
}

#[track_caller]
fn loops_left(read: &str, functions: &str) -> usize {
    left("eliminate_dead_code", &while_zero(read), functions, "loop {")
}

fn block(global: &str, storage: &str) -> String {
    format!("        %p: ptr<{storage}, i32> = access @{global}, 0i32\n        %1: i32 = load %p\n")
}

#[test]
fn loops_that_wait_for_others_stay() {
    assert_eq!(loops_left(&block("coherent", "buffer"), ""), 1);
    assert_eq!(loops_left(&block("plain", "buffer"), ""), 1);
    assert_eq!(loops_left(&block("seen", "buffer"), ""), 1);
    assert_eq!(loops_left("        %1: i32 = load @shared\n", ""), 1);
    let image = "        %i: image<2d, i32, storage, r32i> = load @image
        %t: vec4<i32> = image_read %i, null vec2<i32>\n        %1: i32 = extract.0 %t\n";
    assert_eq!(loops_left(image, ""), 1);
    // By way of a variable, and of a branch within.
    let kept = "        %v: ptr<function, i32> = var\n        %x: i32 = load @shared\n        store %v, %x
        %1: i32 = load %v\n";
    assert_eq!(loops_left(kept, ""), 1);
    let branch = "        %x: i32 = load @shared\n        %c: bool = ieq %x, 3i32
        %1: i32 = if %c {\n            merge 1i32\n        } else {\n            merge 0i32\n        }\n";
    assert_eq!(loops_left(branch, ""), 1);
}

#[test]
fn loops_wait_in_functions_and_through_them() {
    let reads = "fn &get() -> i32 {\n    %1: i32 = load @shared\n    return %1\n}\n";
    assert_eq!(loops_left("        %1: i32 = call &get\n", reads), 1);
    let nested = "fn &get() -> i32 {\n    %1: i32 = call &inner\n    return %1\n}\n\
                  fn &inner() -> i32 {\n    %1: i32 = load @shared\n    return %1\n}\n";
    assert_eq!(loops_left("        %1: i32 = call &get\n", nested), 1);
    // A call of a function that waits has an effect, whether it reads itself or asks another one.
    for (read, more) in [("load @shared", ""), ("call &get", reads)] {
        let waits = while_zero(&format!("        %1: i32 = {read}\n"));
        let functions = format!("fn &wait() -> void {{\n{waits}    return\n}}\n{more}");
        assert_eq!(left("eliminate_dead_code", "    call &wait\n", &functions, "call"), 1);
    }
    let pure = "fn &get() -> i32 {\n    %1: i32 = load @own\n    return %1\n}\n";
    // What it writes is its caller's.
    let sets = "fn &set(%p: ptr<function, i32> out) -> void {\n    store %p, 1i32\n    return\n}\n";
    let called =
        "    %v: ptr<function, i32> = var\n    call &set %v\n    %1: i32 = load %v\n    store @done, %1\n";
    assert_eq!(left("eliminate_dead_code", called, sets, "call"), 1);
    let turns = while_zero("        %1: i32 = call &get\n");
    let functions = format!("fn &turn() -> void {{\n{turns}    return\n}}\n{pure}");
    assert_eq!(left("eliminate_dead_code", "    call &turn\n", &functions, "call"), 0);
    assert_eq!(loops_left("        %1: i32 = call &get\n", pure), 0);
}

#[test]
fn loops_that_compute_for_nothing_go() {
    assert_eq!(loops_left("        %1: i32 = load @own\n", ""), 0);
    assert_eq!(loops_left(&block("fixed", "uniform"), ""), 0);
    assert_eq!(loops_left(&block("alone", "buffer"), ""), 0);
    let texture = "        %i: image<2d, i32> = load @texture
        %t: vec4<i32> = image_fetch.lod %i, null vec2<i32>, 0i32\n        %1: i32 = extract.0 %t\n";
    assert_eq!(loops_left(texture, ""), 0);
    let image = "        %i: image<2d, i32, storage, r32i> = load @same
        %t: vec4<i32> = image_read %i, null vec2<i32>\n        %1: i32 = extract.0 %t\n";
    assert_eq!(loops_left(image, ""), 0);
    // What is read decides nothing: not how often the loop runs, even if another one inside waits for nothing.
    let sum = "    %s: i32 = loop 0i32, 0i32 (%i: i32, %a: i32) {
        %1: bool = slt %i, 4i32
        if %1 {\n            merge\n        } else {\n            break %a\n        }
        %p: ptr<buffer, i32> = access @plain, 1i32, %i
        %2: i32 = load %p\n        %3: i32 = iadd %a, %2\n        %4: i32 = iadd %i, 1i32\n        continue %4, %3\n    }\n";
    assert_eq!(left("eliminate_dead_code", sum, "", "loop"), 0);
}

#[test]
fn what_was_read_before_a_loop_is_read_again_in_it() {
    let before = "    %0: i32 = load @shared\n    store @done, %0\n";
    let body = format!("{before}{}", while_zero("        %1: i32 = load @shared\n"));
    assert_eq!(left("forward_memory", &body, "", "load @shared"), 2);
    // Nobody else writes its own memory.
    let own = "    %0: i32 = load @own\n    store @done, %0\n";
    let body = format!("{own}{}", while_zero("        %1: i32 = load @own\n"));
    assert_eq!(left("forward_memory", &body, "", "load @own"), 1);
    // By way of a branch within.
    let branch = "        %c: bool = ieq %0, 3i32\n        %1: i32 = if %c {\n            %x: i32 = load @shared\n            \
         merge %x\n        } else {\n            merge 0i32\n        }\n";
    let body = format!("{before}{}", while_zero(branch));
    assert_eq!(left("forward_memory", &body, "", "load @shared"), 2);
    // What decides nothing is known.
    let sum = format!(
        "{before}    loop 0i32 (%i: i32) {{
        %1: bool = slt %i, 4i32
        if %1 {{\n            merge\n        }} else {{\n            break\n        }}
        %2: i32 = load @shared\n        %3: i32 = iadd %i, 1i32
        %p: ptr<buffer, i32> = access @plain, 1i32, %i\n        store %p, %2\n        continue %3\n    }}\n"
    );
    // Buffers and shared variables are apart.
    assert_eq!(left("forward_memory", &sum, "", "load @shared"), 1);
}

#[test]
fn volatile_reads_of_images_stay() {
    for (flags, count) in [(".volatile", 1), ("", 0)] {
        let body = format!(
            "    %i: image<2d, i32, storage, r32i> = load @image\n    \
             %t: vec4<i32> = image_read{flags} %i, null vec2<i32>\n"
        );
        assert_eq!(left("eliminate_dead_code", &body, "", "image_read"), count);
        let function = format!("fn &look() -> void {{\n{body}    return\n}}\n");
        assert_eq!(left("eliminate_dead_code", "    call &look\n", &function, "call"), count);
    }
}

#[test]
fn functions_that_nobody_looked_at_may_do_anything() {
    let module = parse("stage compute\nentry &main\n\nfn &main() -> void {\n    return\n}\n").unwrap();
    let (function, _) = module.functions.iter().next().unwrap();
    assert!(!Summaries::default().function(function).is_silent());
}
