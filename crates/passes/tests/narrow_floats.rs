//! Half precision, on IR text.

mod common;

use common::printed_after;

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after_with(declarations: &str, passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @x: f32 input location(0)\nglobal @v: vec2<f32> input location(1)\n\
         {declarations}global @out: f32 output location(0)\n\nfn &main() -> void {{\n    \
         %x: f32 mediump = load @x\n    %v: vec2<f32> mediump = load @v\n{body}    return\n}}\n"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("fn &main").unwrap_or(0)..].to_string()
}

#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    after_with("", passes, body)
}

#[test]
fn operations_are_done_in_half_precision() {
    insta::assert_snapshot!(after(
        &["narrow_floats", "combine", "eliminate_dead_code"],
        "    %1: vec2<f32> mediump = vector_times_scalar %v, %x
    %2: vec2<f32> mediump = fadd %1, vec2<f32>(1.0f32, 0.5f32)
    %3: f32 mediump = extract.1 %2
    %4: f32 mediump = fmax %3, 0.0f32
    %5: f32 mediump = sin %4
    store @out, %5
"
    ));
}

#[test]
fn what_loops_and_branches_pass_on_is_halved() {
    insta::assert_snapshot!(after(
        &["narrow_floats", "combine", "eliminate_dead_code"],
        "    %r: f32 mediump = loop %x, 0i32 (%s: f32 mediump, %i: i32) {
        %c: bool = slt %i, 4i32
        if %c {
            merge
        } else {
            break %s
        }
        %d: bool = sgt %i, 1i32
        %t: f32 mediump = if %d {
            %1: f32 mediump = fmul %s, %x
            merge %1
        } else {
            merge 1.0f32
        }
        continue %t
    } continuing (%u: f32 mediump) {
        %n: i32 = iadd %i, 1i32
        next %u, %n
    }
    store @out, %r
"
    ));
}

#[test]
fn what_stays_single() {
    let stays = |body: &str| assert_eq!(after(&["narrow_floats"], body), after(&[], body));
    let sum = "    %1: f32 mediump = fadd %x, 1.0f32\n    store @out, %1\n";
    assert!(after(&["narrow_floats"], sum).contains("f16"));
    // The author asks for all digits.
    stays(&sum.replace("mediump", "highp"));
    stays(&sum.replace("mediump =", "mediump precise ="));
    // It is another value for each invocation.
    stays(&sum.replace("mediump =", "mediump nonuniform ="));
    // A half is no such number.
    stays(&sum.replace("1.0f32", "100000.0f32"));
    stays(&sum.replace("1.0f32", "0.0000001f32"));
    // More digits are needed than come out, or the neighbours matter.
    stays(&sum.replace("fadd %x, 1.0f32", "pow %x, 2.0f32"));
    stays(&sum.replace("fadd %x, 1.0f32", "dfdx %x"));
    // Nothing is computed.
    stays("    %1: f32 mediump = extract.1 %v\n    store @out, %1\n");
    // What goes round is part of the sum that wants all digits.
    stays(
        "    %s: f32 mediump = loop 0.0f32 (%a: f32 mediump) {
        %b: f32 mediump precise = fadd %a, %x
        %c: bool = fgt %b, 9.0f32
        if %c {
            break %b
        } else {
            merge
        }
        continue %b
    }
    store @out, %s
",
    );
    // Other shaders have to come to the same.
    let invariant = "global @position: vec4<f32> output location(3) invariant\n";
    assert_eq!(after_with(invariant, &["narrow_floats"], sum), after_with(invariant, &[], sum));
}
