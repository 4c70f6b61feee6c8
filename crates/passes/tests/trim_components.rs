//! Components that nothing wants, on IR text.

mod common;

use common::printed_after;

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: f32 input location(0)\nglobal @vec: vec3<f32> input location(1)\n\
         global @out: f32 output location(0)\nglobal @all: vec3<f32> output location(1)\n\nfn &main() -> void {{\n    \
         %x: f32 = load @in\n    %v: vec3<f32> = load @vec\n{body}    return\n}}\n"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("fn &main").unwrap_or(0)..].to_string()
}

/// Checks that a body stays as it is.
#[track_caller]
fn stays(body: &str) {
    assert_eq!(after(&["trim_components"], body), after(&[], body));
}

/// A loop that multiplies a vector, of which some components are read behind.
fn product(behind: &str) -> String {
    format!(
        "    %s: f32 = sin %x
    %start: vec3<f32> = construct %x, %x, %s
    %end: vec3<f32> = loop %start (%p: vec3<f32>) {{
        %1: f32 = extract.0 %p
        %2: bool = flt %1, 0.0f32
        if %2 {{
            break %p
        }} else {{
            merge
        }}
        %3: f32 = cos %x
        %put: vec3<f32> = insert.2 %p, %3
        continue
    }} continuing {{
        %next: vec3<f32> = fmul %put, %v
        next %next
    }}
{behind}"
    )
}

#[test]
fn components_that_only_keep_themselves_go() {
    insta::assert_snapshot!(after(
        &["trim_components", "eliminate_dead_code"],
        &product("    %y: f32 = extract.1 %end\n    store @out, %y\n")
    ));
}

#[test]
fn what_stays() {
    // All are wanted.
    stays(&product("    store @all, %end\n"));
    // Which one is not known before.
    stays(&product("    %n: i32 = ftos %x\n    %y: f32 = extract_dynamic %end, %n\n    store @out, %y\n"));
    // The length is that of all components.
    stays(&product("    %w: vec3<f32> = normalize %end\n    %y: f32 = extract.1 %w\n    store @out, %y\n"));
}
