//! Parameters that go, and those that stay, on IR text.

mod common;

use common::printed_after;

/// Runs the pass on functions of a fragment shader; gives the functions.
#[track_caller]
fn after(head: &str, functions: &str) -> String {
    let text = format!(
        "stage fragment\n{head}entry &main\nglobal @in: f32 input location(0)\nglobal @out: f32 output location(0)\n\
         global @scale: f32 private\n{functions}"
    );
    let printed = printed_after(&["trim_parameters"], &text);
    printed[printed.find("\nfn ").unwrap_or(0)..].to_string()
}

const CHAIN: &str = "
fn &main() -> void {
    %x: f32 = load @in
    %1: f32 = call &outer %x, 0.5f32, 1i32, @scale
    %2: f32 = call &outer %1, 0.5f32, 2i32, @scale
    store @out, %2
    return
}
fn &outer(%x: f32 in, %k: f32 in, %n: i32 in, %p: ptr<private, f32> inout) -> f32 {
    %1: f32 = call &inner %x, %k
    %2: f32 = load %p
    %3: f32 = fadd %1, %2
    return %3
}
fn &inner(%x: f32 in, %k: f32 in) -> f32 {
    %1: f32 = fmul %x, %k
    return %1
}
";

#[test]
fn constants_go_down_a_chain_of_calls() {
    let printed = after("", CHAIN);
    assert!(printed.contains("call &outer %x\n") && printed.contains("call &inner %x\n"), "{printed}");
    assert!(printed.contains("fn &outer(%x: f32 in) -> f32"), "{printed}");
    assert!(printed.contains("load @scale") && printed.contains("fmul %x, 0.5f32"), "{printed}");
}

#[test]
fn what_others_may_call_keeps_its_parameters() {
    let printed = after("library\n", CHAIN);
    assert!(printed.contains("call &outer %x, 0.5f32, 1i32, @scale"), "{printed}");
}

const DIFFERENT: &str = "
fn &main() -> void {
    %x: f32 = load @in
    %1: f32 = call &scaled %x, 0.5f32, undef f32
    %2: f32 = call &scaled %1, 0.25f32, undef f32
    store @out, %2
    return
}
fn &scaled(%x: f32 in, %k: f32 in, %u: f32 in) -> f32 {
    %1: f32 = fmul %x, %k
    %2: f32 = fsub %u, %u
    %3: f32 = fadd %1, %2
    return %3
}
";

#[test]
fn what_differs_and_what_is_undefined_stays() {
    let printed = after("", DIFFERENT);
    assert!(printed.contains("fn &scaled(%x: f32 in, %k: f32 in, %u: f32 in) -> f32"), "{printed}");
}

#[test]
fn what_is_marked_nonuniform_stays() {
    let marked = CHAIN.replace("&inner(%x: f32 in, %k: f32 in)", "&inner(%x: f32 in, %k: f32 nonuniform in)");
    let printed = after("", &marked);
    assert!(printed.contains("call &inner %x, 0.5f32"), "{printed}");
}
