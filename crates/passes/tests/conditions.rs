//! What branches say of their conditions, on IR text.

mod common;

use common::printed_after;

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: f32 input location(0)\nglobal @cond: i32 input location(1) flat\n\
         global @out: f32 output location(0)\n\nfn &main() -> void {{\n{}{body}    return\n}}\n",
        "    %x: f32 = load @in\n    %n: i32 = load @cond\n    %c: bool = sgt %n, 4i32\n    %d: bool = flt %x, 0.5f32\n"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("0.5f32\n").map_or(0, |at| at + 7)..].to_string()
}

/// Checks that a body stays as it is.
#[track_caller]
fn stays(body: &str) {
    assert_eq!(after(&["propagate_conditions"], body), after(&[], body));
}

const PASSES: &[&str] = &["propagate_conditions", "combine", "eliminate_dead_code"];

#[test]
fn conditions_hold_in_the_arms() {
    insta::assert_snapshot!(after(
        PASSES,
        "
    %e: bool = and %c, %d
    if %e {
        if %c {
            store @out, 1.0f32
            merge
        } else {
            store @out, 2.0f32
            merge
        }
        merge
    } else {
        %1: f32 = select %e, 3.0f32, %x
        store @out, %1
        merge
    }
    %not: bool = not %d
    if %not {
        %2: bool = fuge %x, 0.5f32
        %3: bool = fgt %x, 0.5f32
        %4: f32 = select %2, 4.0f32, 5.0f32
        %5: f32 = select %3, 6.0f32, 7.0f32
        store @out, %4
        store @out, %5
        merge
    } else {
        merge
    }
"
    ));
}

#[test]
fn what_equals_a_constant_is_it() {
    insta::assert_snapshot!(after(
        PASSES,
        "
    %1: bool = ieq %n, 3i32
    if %1 {
        %2: i32 = imul %n, %n
        %3: f32 = stof %2
        store @out, %3
        merge
    } else {
        %4: bool = sle %n, 4i32
        %5: bool = sge %n, 4i32
        if %4 {
            if %5 {
                %6: f32 = stof %n
                store @out, %6
                merge
            } else {
                merge
            }
            merge
        } else {
            merge
        }
        merge
    }
    %7: bool = feq %x, 2.0f32
    if %7 {
        store @out, %x
        merge
    } else {
        merge
    }
    switch %n {
        case 1i32 {
            %8: f32 = stof %n
            store @out, %8
            break
        }
        case 5i32 {
            %9: f32 = stof %n
            store @out, %9
            fallthrough
        }
        case 6i32 {
            %10: f32 = stof %n
            store @out, %10
            break
        }
        case default {
            break
        }
    }
"
    ));
}

#[test]
fn an_arm_that_leaves_says_what_holds_behind() {
    insta::assert_snapshot!(after(
        PASSES,
        "
    loop {
        if %c {
            merge
        } else {
            break
        }
        %1: bool = sle %n, 4i32
        %2: f32 = select %1, 1.0f32, 2.0f32
        store @out, %2
        continue
    }
    if %d {
        return
    } else {
        merge
    }
    %3: f32 = select %d, 3.0f32, %x
    store @out, %3
"
    ));
}

#[test]
fn what_does_not_follow_stays() {
    // Behind the branch either may be.
    stays(
        "    if %c {\n        merge\n    } else {\n        merge\n    }\n    %1: f32 = select %c, 1.0f32, %x\n    store @out, %1\n",
    );
    // What is not less may be no number.
    stays(
        "    if %d {\n        merge\n    } else {\n        %1: bool = fge %x, 0.5f32\n        %2: f32 = select %1, 1.0f32, %x\n        store @out, %2\n        merge\n    }\n",
    );
    // Zero is equal to the other zero.
    stays(
        "    %1: bool = feq %x, 0.0f32\n    if %1 {\n        store @out, %x\n        merge\n    } else {\n        merge\n    }\n",
    );
    // What varies within a group is not the constant for all of it.
    stays(
        "    %e: bool nonuniform = slt %n, 3i32\n    if %e {\n        %1: f32 = select %e, 3.0f32, %x\n        store @out, %1\n        merge\n    } else {\n        merge\n    }\n",
    );
    stays(
        "    %m: i32 nonuniform = iadd %n, 1i32\n    %1: bool = ieq %m, 3i32\n    if %1 {\n        %2: f32 = stof %m\n        store @out, %2\n        merge\n    } else {\n        merge\n    }\n",
    );
    stays(
        "    %m: i32 nonuniform = iadd %n, 1i32\n    switch %m {\n        case 1i32 {\n            %1: f32 = stof %m\n            store @out, %1\n            break\n        }\n        case default {\n            break\n        }\n    }\n",
    );
    // What is compared coarsely may be another number.
    stays(
        "    %y: f32 mediump = fadd %x, 1.0f32\n    %1: bool = feq %y, 2.0f32\n    if %1 {\n        store @out, %y\n        merge\n    } else {\n        merge\n    }\n",
    );
    // One side of `and` may be true where the whole is not.
    stays(
        "    %1: bool = and %c, %d\n    if %1 {\n        merge\n    } else {\n        %2: f32 = select %c, 1.0f32, %x\n        store @out, %2\n        merge\n    }\n",
    );
}
