//! Values that are constant in whatever is executed, on IR text.

mod common;

use common::printed_after;

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: i32 input location(0) flat\n\
         global @out: i32 output location(0)\n\nfn &main() -> void {{\n    %n: i32 = load @in\n{body}    return\n}}\n"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("fn &main").unwrap_or(0)..].to_string()
}

const PASSES: &[&str] = &["propagate_constants", "combine", "eliminate_dead_code"];

#[test]
fn what_nothing_changes_around_a_loop_is_constant() {
    insta::assert_snapshot!(after(
        PASSES,
        "    %m: i32 = loop 0i32, 2i32 (%i: i32, %k: i32) {
        %1: bool = sgt %i, %n
        if %1 {
            break %k
        } else {
            merge
        }
        %2: bool = ine %k, 2i32
        %3: i32 = if %2 {
            merge 5i32
        } else {
            merge %k
        }
        store @out, %i
        continue %3
    } continuing (%c: i32) {
        %4: i32 = iadd %i, 1i32
        next %4, %c
    }
    store @out, %m
"
    ));
}

#[test]
fn values_that_vary_within_a_group_stay() {
    let body = "    %0: bool = sgt %n, 0i32
    %s: i32 nonuniform = if %0 {
        merge 1i32
    } else {
        merge 1i32
    }
    store @out, %s
";
    assert_eq!(after(&["propagate_constants"], body), after(&[], body));
}

#[test]
fn cases_that_are_not_taken_say_nothing() {
    insta::assert_snapshot!(after(
        PASSES,
        "    %0: bool = sgt %n, 0i32
    %s: i32 = if %0 {
        merge 1i32
    } else {
        %1: i32 = iadd 0i32, 1i32
        merge %1
    }
    %r: i32 = switch %s, 7i32 {
        case 1i32 (%a: i32) {
            fallthrough %a
        }
        case 2i32 (%b: i32) {
            store @out, %b
            break %b
        }
        case default (%c: i32) {
            break 3i32
        }
    }
    store @out, %r
"
    ));
}

#[test]
fn what_varies_stays() {
    for body in [
        // The loop changes it.
        "    %m: i32 = loop 0i32 (%i: i32) {
        %1: bool = sgt %i, %n
        if %1 {
            break %i
        } else {
            merge
        }
        continue
    } continuing {
        %4: i32 = iadd %i, 1i32
        next %4
    }
    store @out, %m
",
        // The arms differ.
        "    %0: bool = sgt %n, 0i32
    %s: i32 = if %0 {
        merge 1i32
    } else {
        merge 2i32
    }
    store @out, %s
",
    ] {
        assert_eq!(after(&["propagate_constants"], body), after(&[], body));
    }
}

#[test]
fn switches_on_constants_go() {
    let switch = |selector: &str| {
        let body = format!(
            "    %b: bool = sgt %n, 3i32
    (%r: i32, %q: i32) = switch {selector}, 7i32 {{
        case 1i32 (%a: i32) {{
            store @out, %a
            fallthrough %a
        }}
        case 2i32 (%c: i32) {{
            store @out, 9i32
            if %b {{
                break %c, 1i32
            }} else {{
                merge
            }}
            store @out, %n
            break %n, 2i32
        }}
        case 4i32 (%d: i32) {{
            %e: i32 = iadd %d, %n
            fallthrough %e
        }}
        case default (%f: i32) {{
            break %f, 3i32
        }}
    }}
    store @out, %r
    store @out, %q
"
        );
        after(&["fold_constants", "eliminate_dead_code"], &body)
    };
    insta::assert_snapshot!(switch("1i32"));
    insta::assert_snapshot!(switch("5i32"));
    // What is handed on is made by the case.
    assert!(switch("4i32").contains("switch"));
}
