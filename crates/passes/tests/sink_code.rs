//! Operations that move into the only arm that needs them, on IR text.

mod common;

use common::printed_after;

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: f32 input location(0)\n\
         global @out: f32 output location(0)\n\nfn &main() -> void {{\n    %x: f32 = load @in\n    \
         %c: bool = flt %x, 0.5f32\n{body}    return\n}}\n"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("fn &main").unwrap_or(0)..].to_string()
}

/// Checks that a body stays as it is.
#[track_caller]
fn stays(body: &str) {
    assert_eq!(after(&["sink_code"], body), after(&[], body));
}

#[test]
fn operations_go_where_they_are_needed() {
    insta::assert_snapshot!(after(
        &["sink_code"],
        "    %1: f32 = sin %x
    %2: f32 = cos %1
    %3: f32 = exp %x
    %4: f32 = log %x
    if %c {
        store @out, %2
        if %c {
            store @out, %3
            merge
        } else {
            merge
        }
        merge
    } else {
        store @out, %4
        merge
    }
    store @out, %4
"
    ));
}

#[test]
fn operations_stay_out_of_loops() {
    insta::assert_snapshot!(after(
        &["sink_code"],
        "    %1: f32 = sin %x
    if %c {
        loop {
            store @out, %1
            if %c {
                break
            } else {
                merge
            }
            continue
        }
        merge
    } else {
        merge
    }
"
    ));
}

#[test]
fn what_stays() {
    let branch = "    if %c {\n        store @out, %1\n        merge\n    } else {\n        merge\n    }\n";
    // Its neighbours take part, or memory may change.
    stays(&format!("    %1: f32 = dfdx %x\n{branch}"));
    stays(&format!("    %1: f32 = load @in\n{branch}"));
    // Both arms need it.
    stays(
        "    %1: f32 = sin %x\n    if %c {\n        store @out, %1\n        merge\n    } else {\n        \
         %2: f32 = cos %1\n        store @out, %2\n        merge\n    }\n",
    );
    // The continuing block needs it.
    stays(
        "    loop 1.0f32 (%p: f32) {\n        %1: f32 = sin %p\n        if %c {\n            store @out, %1\n            \
         merge\n        } else {\n            break\n        }\n        continue\n    } continuing {\n        \
         next %1\n    }\n",
    );
}
