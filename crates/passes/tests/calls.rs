//! Calls that go or are shared, and those that stay, on IR text.

mod common;

use common::printed_after;
use vitrum_ir::print;
use vitrum_ir_text::parse;
use vitrum_passes::{PIPELINES, RunOptions, run_pipeline};

/// Runs passes on a fragment shader that calls `&f` three times, twice with the same argument; gives `&main`.
#[track_caller]
fn main_after(passes: &[&str], head: &str, body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: f32 input location(0)\nglobal @out: f32 output location(0)\n\
         global @other: f32 output location(1)\n{head}\n\
         fn &main() -> void {{\n    %x: f32 = load @in\n    %1: f32 = call &f %x\n    %2: f32 = call &f 2.0f32\n    \
         %3: f32 = call &f %x\n    store @out, %1\n    store @other, %3\n    return\n}}\n\
         fn &f(%x: f32 in) -> f32 {{\n{body}}}\n"
    );
    let printed = printed_after(passes, &text);
    let start = printed.find("fn &main").unwrap_or(0);
    let end = printed[start..].find("\n}").map_or(printed.len(), |end| start + end);
    printed[start..end].to_string()
}

#[track_caller]
fn calls_left(pass: &str, head: &str, body: &str) -> usize {
    main_after(&[pass], head, body).matches("call &f").count()
}

const PURE: &str = "    %1: f32 = sin %x\n    return %1\n";

#[test]
fn calls_for_nothing_go() {
    assert_eq!(calls_left("eliminate_dead_code", "", PURE), 2);
}

#[test]
fn equal_calls_are_shared() {
    assert_eq!(calls_left("combine", "", PURE), 2);
    let reads = "    %1: f32 = load @u\n    %2: f32 = fmul %x, %1\n    return %2\n";
    let uniform =
        "declare #B\nstruct #B {\n    a: f32\n}\nglobal @b: #B uniform block(std140) set(0) binding(0)";
    let member = "    %p: ptr<uniform, f32> = access @b, 0i32\n    %1: f32 = load %p\n    return %1\n";
    assert_eq!(calls_left("combine", uniform, member), 2);
    assert_eq!(calls_left("combine", "global @u: f32 private", reads), 3);
    // Its own variables are nobody's business.
    let own = "    %v: ptr<function, f32> = var\n    store %v, %x\n    %1: f32 = load %v\n    return %1\n";
    assert_eq!(calls_left("combine", "", own), 2);
}

#[test]
fn who_looks_on_sees_the_same() {
    let writes = "    store @p, %x\n    %1: f32 = fmul %x, 1.0f32\n    %2: f32 = call &g %1\n    return %2\n}\n\n\
                  fn &g(%x: f32 in) -> f32 {\n    store @p, %x\n    %1: f32 = fadd %x, 3.0f32\n    return %1\n";
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: f32 input location(0)\nglobal @out: f32 output location(0)\n\
         global @p: f32 private\n\nfn &f(%x: f32 in) -> f32 {{\n{writes}}}\n\n\
         fn &main() -> void {{\n    %x: f32 = load @in\n    %1: f32 = call &f %x\n    %2: f32 = call &g 2.0f32\n    \
         %3: f32 = fadd %1, %2\n    store @out, %3\n    return\n}}\n"
    );
    for pipeline in PIPELINES {
        let printed = |verify: bool| {
            let mut module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let options = RunOptions { verify, rounds: 4, ..RunOptions::default() };
            run_pipeline(&mut module, pipeline, options).unwrap_or_else(|failure| panic!("{failure}"));
            print(&module)
        };
        assert_eq!(printed(true), printed(false), "{}", pipeline.name);
    }
}

#[test]
fn calls_with_effects_stay() {
    let writes = "    store @p, %x\n    return %x\n";
    let ends = "    %1: bool = fgt %x, 1.0f32\n    if %1 {\n        terminate\n    } else {\n        merge\n    }\n    return %x\n";
    let volatile = "    %1: f32 = load.volatile @p\n    return %1\n";
    for body in [writes, ends, volatile] {
        for pass in ["eliminate_dead_code", "combine"] {
            assert_eq!(calls_left(pass, "global @p: f32 private", body), 3, "{pass}:\n{body}");
        }
    }
}

#[test]
fn calls_that_depend_on_who_else_runs_them_are_not_shared() {
    let vote = "    %1: bool = fgt %x, 1.0f32\n    %2: vec4<u32> = intrinsic.ballot_khr %1\n    %3: u32 = extract.0 %2\n    \
                %4: f32 = utof %3\n    return %4\n";
    assert_eq!(calls_left("combine", "", vote), 3);
}
