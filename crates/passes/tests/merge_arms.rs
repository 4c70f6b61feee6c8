//! What both arms of a branch do is done once, on IR text.

mod common;

use common::printed_after;

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: f32 input location(0)\nglobal @uv: vec2<f32> input location(1)\n\
         global @tex: sampled<2d, f32> opaque set(0) binding(0)\nglobal @mem: f32 private\n\
         global @out: f32 output location(0)\nglobal @more: f32 output location(1)\n\nfn &main() -> void {{\n    \
         %x: f32 = load @in\n    %y: f32 = fadd %x, 1.0f32\n    %c: bool = flt %x, 0.5f32\n{body}    return\n}}\n"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("fn &main").unwrap_or(0)..].to_string()
}

/// A branch.
fn branch(then: &str, other: &str) -> String {
    let arm =
        |text: &str| text.split_inclusive('\n').map(|line| format!("        {line}")).collect::<String>();
    format!("    if %c {{\n{}        merge\n    }} else {{\n{}        merge\n    }}\n", arm(then), arm(other))
}

/// Checks that a body stays as it is.
#[track_caller]
fn stays(body: &str) {
    assert_eq!(after(&["merge_arms"], body), after(&[], body));
}

#[test]
fn equal_operations_go_in_front() {
    insta::assert_snapshot!(after(
        &["merge_arms"],
        &branch(
            "%1: f32 = sin %x\n%2: f32 = fmul %1, %1\nstore @out, %2\nstore @mem, 1.0f32\n",
            "%3: f32 = sin %x\n%4: f32 = fmul %3, %3\n%5: f32 = fadd %4, %y\nstore @more, %5\n",
        )
    ));
}

#[test]
fn equal_results_come_behind() {
    insta::assert_snapshot!(after(
        &["merge_arms"],
        "    %r: f32 = if %c {
        store @mem, 2.0f32
        %1: f32 = exp %x
        %2: f32 = sqrt %1
        %3: f32 = fmul %2, %y
        merge %3
    } else {
        %4: f32 = exp %y
        %5: f32 = sqrt %4
        %6: f32 = fmul %5, %y
        merge %6
    }
    store @out, %r
"
    ));
}

#[test]
fn stores_to_one_address_come_behind() {
    insta::assert_snapshot!(after(
        &["merge_arms"],
        &branch("store @out, %x\nstore @more, 1.0f32\n", "store @out, %y\nstore @more, 1.0f32\n")
    ));
}

#[test]
fn and_the_branch_becomes_a_selection() {
    insta::assert_snapshot!(after(
        &["merge_arms", "simplify_branches"],
        &branch("%1: f32 = fmul %x, %x\nstore @out, %1\n", "store @out, %y\n")
    ));
}

#[test]
fn branches_within_branches_share_with_those_around() {
    insta::assert_snapshot!(after(
        &["merge_arms"],
        &branch(
            "%d: bool = flt %y, 3.0f32
if %d {
    %1: f32 = sin %x
    store @out, %1
    store @mem, 1.0f32
    merge
} else {
    %2: f32 = sin %x
    store @more, %2
    merge
}
",
            "%3: f32 = sin %x\nstore @mem, %3\n",
        )
    ));
}

#[test]
fn what_stays() {
    // The votes are those of other groups.
    stays(&branch(
        "%1: bool = intrinsic.subgroup_any 3u32, %c\n%2: f32 = btof %1\nstore @out, %2\n",
        "%3: bool = intrinsic.subgroup_any 3u32, %c\n%4: f32 = btof %3\nstore @more, %4\n",
    ));
    // Derivatives have their own flow.
    stays(&branch("%1: f32 = dfdx %x\nstore @out, %1\n", "%3: f32 = dfdx %x\nstore @more, %3\n"));
    // What is read has changed by then.
    stays(&branch(
        "store @mem, 2.0f32\n%1: f32 = load @mem\nstore @out, %1\n",
        "store @mem, 3.0f32\n%3: f32 = load @mem\nstore @more, %3\n",
    ));
    let sample =
        "store @mem, 2.0f32\n%1: vec4<f32> = image_sample.lod %t, %uv, 0.0f32\n%2: f32 = extract.0 %1\n";
    stays(&format!(
        "    %t: sampled<2d, f32> = load @tex\n    %uv: vec2<f32> = load @uv\n{}",
        branch(
            &format!("{sample}store @out, %2\n"),
            &format!(
                "{}store @more, %5\n",
                sample.replace("%1", "%4").replace("%2", "%5").replace("2.0f32", "3.0f32")
            )
        )
    ));
    // One of them varies within a group.
    stays(&branch("%1: f32 = sin %x\nstore @out, %1\n", "%3: f32 nonuniform = sin %x\nstore @more, %3\n"));
    // Somebody else looks at what is stored.
    stays(&branch("store.volatile @mem, %x\n", "store.volatile @mem, %x\n"));
    // Another store comes behind.
    stays(&branch("store @mem, %x\nstore @out, %x\n", "store @out, 1.0f32\nstore @mem, %x\n"));
    // It would be larger, and no selection.
    stays(&branch("store @out, %x\nstore @mem, %y\n", "store @out, %y\n"));
    // Two operands differ.
    stays(
        "    %r: f32 = if %c {\n        %1: f32 = pow %x, 3.0f32\n        merge %1\n    } else {\n        %2: f32 = pow %y, 4.0f32\n        \
         merge %2\n    }\n    store @out, %r\n",
    );
    // They take operands of different types, or different numbers of them.
    let result = |ty: &str, then: &str, other: &str| {
        format!(
            "    %n: i32 = ftos %x\n    %u: u32 = ftou %x\n    %v: vec2<f32> = load @uv\n    %r: {ty} = if %c {{\n        \
             %1: {ty} = {then}\n        merge %1\n    }} else {{\n        %2: {ty} = {other}\n        merge %2\n    }}\n{}",
            if ty == "f32" {
                "    store @out, %r\n"
            } else {
                "    %s: f32 = extract.0 %r\n    store @out, %s\n"
            }
        )
    };
    stays(&result("f32", "bitcast %n", "bitcast %u"));
    stays(&result("vec3<f32>", "construct %y, %x, %x", "construct %v, %x"));
    // What varies within a group is marked where it is.
    stays(&result("f32", "sin %x", "sin %y").replace(": f32 = sin", ": f32 nonuniform = sin"));
    // It is used otherwise as well.
    stays(
        "    %r: f32 = if %c {\n        %1: f32 = exp %x\n        store @more, %1\n        merge %1\n    } else {\n        \
         %2: f32 = exp %y\n        merge %2\n    }\n    store @out, %r\n",
    );
}
