//! Arrays that only ever hold one constant, on IR text.

mod common;

use common::printed_after;

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: i32 input location(0) flat\n\
         global @out: f32 output location(0)\n\nfn &main() -> void {{\n    %i: i32 = load @in\n{body}    return\n}}\n"
    );
    printed_after(passes, &text)
}

const VARIABLE: &str = "    %w: ptr<function, array<f32, 3>> = var\n";
const FILL: &str = "    store %w, array<f32, 3>(0.25f32, 0.5f32, 0.75f32)\n";
const READ: &str = "    %p: ptr<function, f32> = access %w, %i\n    %x: f32 = load %p\n    store @out, %x\n";

/// Checks that a body stays as it is.
#[track_caller]
fn stays(body: &str) {
    assert_eq!(after(&["promote_constants"], body), after(&[], body));
}

#[test]
fn arrays_that_are_stored_once_become_constants() {
    insta::assert_snapshot!(after(&["promote_constants"], &format!("{VARIABLE}{FILL}{READ}")));
}

#[test]
fn other_variables_stay() {
    let body = format!(
        "    %k: ptr<function, f32> = var 1.0f32\n{VARIABLE}{FILL}{READ}    %z: f32 = load %k\n    store @out, %z\n"
    );
    let printed = after(&["promote_constants"], &body);
    assert!(printed.contains("%k: ptr<function, f32> = var") && !printed.contains("%w"), "{printed}");
}

#[test]
fn parts_of_elements_are_taken() {
    let body = "    %w: ptr<function, array<array<vec2<f32>, 2>, 2>> = var null array<array<vec2<f32>, 2>, 2>
    %p: ptr<function, f32> = access %w, 1i32, %i, 1i32
    %x: f32 = load %p
    store @out, %x
    %q: ptr<function, f32> = access %w, 1i32, 1i32, 0i32
    %y: f32 = load %q
    store @out, %y
";
    insta::assert_snapshot!(after(&["promote_constants"], body));
}

#[test]
fn arrays_that_stay() {
    // It is stored to twice, or in part.
    stays(&format!("{VARIABLE}{FILL}{FILL}{READ}"));
    stays(&format!("{VARIABLE}{FILL}{READ}    store %p, 1.0f32\n"));
    // What is stored is not constant.
    stays(
        "    %w: ptr<function, array<f32, 2>> = var\n    %f: f32 = stof %i\n    \
         %a: array<f32, 2> = construct %f, 1.0f32\n    store %w, %a\n    \
         %p: ptr<function, f32> = access %w, %i\n    %x: f32 = load %p\n    store @out, %x\n",
    );
    // A row of an array of arrays would be copied.
    stays(
        "    %w: ptr<function, array<array<f32, 2>, 2>> = var null array<array<f32, 2>, 2>\n    \
         %p: ptr<function, f32> = access %w, %i, %i\n    %x: f32 = load %p\n    store @out, %x\n",
    );
    // Somebody else may look or write, or an address of a row is taken first.
    stays(&format!("{VARIABLE}{FILL}{}", READ.replace("= load %p", "= load.volatile %p")));
    stays(&format!("{VARIABLE}{}{READ}", FILL.replace("store", "store.volatile")));
    stays(
        "    %w: ptr<function, array<vec2<f32>, 2>> = var null array<vec2<f32>, 2>\n    \
         %row: ptr<function, vec2<f32>> = access %w, %i\n    %p: ptr<function, f32> = access %row, 1i32\n    \
         %x: f32 = load %p\n    store @out, %x\n",
    );
    // It nests too deep.
    let nested = |depth: usize| {
        let ty = (0..depth).fold("vec2<f32>".to_owned(), |ty, _| format!("array<{ty}, 1>"));
        let indices = "0i32, ".repeat(depth);
        format!(
            "    %w: ptr<function, {ty}> = var null {ty}\n    %p: ptr<function, f32> = access %w, {indices}%i\n    \
             %x: f32 = load %p\n    store @out, %x\n"
        )
    };
    assert!(!after(&["promote_constants"], &nested(7)).contains("var"));
    stays(&nested(8));
    // Other passes take it apart.
    let known = READ.replace("%w, %i", "%w, 1i32");
    stays(&format!("{VARIABLE}{FILL}{known}"));
}
