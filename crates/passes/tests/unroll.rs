//! Loops whose iterations come one behind the other, on IR text.

mod common;

use common::printed_after;

/// Runs passes on a fragment shader, verifying each; gives what follows the given declarations.
#[track_caller]
fn after(passes: &[&str], text: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: f32 input location(0)\nglobal @cond: i32 input location(1) flat\n\
         global @out: f32 output location(0)\n{text}"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("location(0)\n\n").map_or(0, |at| at + 12)..].to_string()
}

const UNROLL: &[&str] = &["unroll_loops", "combine", "eliminate_dead_code"];

/// Checks that a body of `main` stays as it is.
#[track_caller]
fn stays(body: &str) {
    let text = format!("\nfn &main() -> void {{\n{body}    return\n}}\n");
    assert_eq!(after(&["unroll_loops"], &text), after(&[], &text));
}

#[test]
fn small_loops_go() {
    insta::assert_snapshot!(after(
        UNROLL,
        "
fn &main() -> void {
    %a: f32 = load @in
    (%r: f32, %n: i32) = loop 0i32, 0.0f32 (%i: i32, %s: f32) {
        %1: bool = slt %i, 3i32
        if %1 {
            merge
        } else {
            break %s, %i
        }
        %2: f32 = fadd %s, %a
        continue
    } continuing {
        %3: i32 = iadd %i, 1i32
        next %3, %2
    }
    store @out, %r
    %f: f32 = stof %n
    store @out, %f
    %e: f32 = loop 0i32, %a (%j: i32, %t: f32) {
        %4: f32 = fmul %t, %t
        %5: i32 = iadd %j, 2i32
        continue %4, %5
    } continuing (%u: f32, %k: i32) {
        %6: bool = sge %k, 4i32
        break_if %6 (%u) next %k, %u
    }
    store @out, %e
    return
}
"
    ));
}

#[test]
fn loops_that_run_once_go() {
    insta::assert_snapshot!(after(
        UNROLL,
        "
fn &main() -> void {
    %a: f32 = load @in
    %c: i32 = load @cond
    %0: bool = sgt %c, 4i32
    %1: bool = flt %a, 1.0f32
    %r: f32 = loop %a (%s: f32) {
        if %0 {
            store @out, 1.0f32
            break %s
        } else {
            if %1 {
                merge
            } else {
                break 2.0f32
            }
            merge
        }
        %2: f32 = fadd %s, 4.0f32
        store @out, %2
        break %2
    }
    store @out, %r
    %q: f32 = loop 7i32 (%i: i32) {
        %3: bool = slt %i, 3i32
        if %3 {
            merge
        } else {
            break 3.0f32
        }
        store @out, 4.0f32
        continue
    } continuing {
        %4: i32 = iadd %i, 1i32
        next %4
    }
    store @out, %q
    return
}
"
    ));
}

#[test]
fn loops_that_end_after_their_first_iteration_go_however_they_are_left() {
    insta::assert_snapshot!(after(
        UNROLL,
        "
fn &main() -> void {
    %a: f32 = load @in
    %1: bool = flt %a, 0.1f32
    %2: bool = flt %a, 0.2f32
    %r: f32 = loop {
        if %1 {
            break 0.0f32
        } else {
            merge
        }
        store @out, %a
        if %2 {
            break 1.0f32
        } else {
            merge
        }
        %3: f32 = fadd %a, 2.0f32
        continue %3
    } continuing (%p: f32) {
        break_if true (%p) next
    }
    store @out, %r
    return
}
"
    ));
}

#[test]
fn every_way_to_the_next_iteration_is_one() {
    insta::assert_snapshot!(after(
        UNROLL,
        "
fn &main() -> void {
    %a: f32 = load @in
    %c: i32 = load @cond
    %r: f32 = loop 0i32, 0.0f32 (%i: i32, %s: f32) {
        %1: bool = slt %i, 2i32
        if %1 {
            merge
        } else {
            break %s
        }
        %2: bool = ieq %c, %i
        %x: f32 = if %2 {
            continue %s
        } else {
            %3: f32 = fadd %s, %a
            merge %3
        }
        %4: f32 = fmul %x, %x
        continue %4
    } continuing (%t: f32) {
        %5: i32 = iadd %i, 1i32
        next %5, %t
    }
    store @out, %r
    return
}
"
    ));
}

#[test]
fn loops_over_arrays_make_values() {
    insta::assert_snapshot!(after(
        &[
            "unroll_loops",
            "combine",
            "split_variables",
            "promote_variables",
            "combine",
            "eliminate_dead_code"
        ],
        "
fn &main() -> void {
    %v: ptr<function, array<f32, 4>> = var
    %a: f32 = load @in
    loop 0i32 (%i: i32) {
        %1: bool = slt %i, 4i32
        if %1 {
            merge
        } else {
            break
        }
        %2: f32 = stof %i
        %3: f32 = fmul %2, %a
        %4: f32 = sin %3
        %p: ptr<function, f32> = access %v, %i
        store %p, %4
        continue
    } continuing {
        %5: i32 = iadd %i, 1i32
        next %5
    }
    %q: ptr<function, f32> = access %v, 2i32
    %6: f32 = load %q
    store @out, %6
    return
}
"
    ));
}

/// A loop that looks for a number among so many, which it is left with early.
fn search(most: u32, work: &str) -> String {
    format!(
        "
fn &main() -> void {{
    %a: f32 = load @in
    %c: i32 = load @cond
    %r: i32 = loop 0i32 (%i: i32) {{
        %1: bool = slt %i, {most}i32
        if %1 {{
            merge
        }} else {{
            break -1i32
        }}
        %2: bool = ieq %c, %i
        if %2 {{
            break %i
        }} else {{
            merge
        }}
{work}        continue
    }} continuing {{
        %9: i32 = iadd %i, 1i32
        next %9
    }}
    %f: f32 = stof %r
    store @out, %f
    return
}}
"
    )
}

#[test]
fn loops_that_are_left_early_go() {
    insta::assert_snapshot!(after(UNROLL, &search(2, "")));
    // What many leave from within nests too deep; they stay in a loop that is run once.
    let array = "        %p: ptr<function, f32> = access %v, %i
        store %p, %a
";
    let text =
        search(20, array).replace("    %a: f32", "    %v: ptr<function, array<f32, 20>> = var\n    %a: f32");
    let unrolled = after(UNROLL, &text);
    assert!(unrolled.contains("loop {") && !unrolled.contains("continue"), "{unrolled}");
    assert_eq!(unrolled.matches("ieq %c").count(), 20, "{unrolled}");
}

#[test]
fn loops_left_by_their_end_and_early_go() {
    insta::assert_snapshot!(after(
        UNROLL,
        "
fn &main() -> void {
    %c: i32 = load @cond
    %r: i32 = loop 0i32 (%i: i32) {
        %2: bool = ieq %c, %i
        if %2 {
            break %i
        } else {
            merge
        }
        %3: i32 = iadd %i, 1i32
        continue %3
    } continuing (%n: i32) {
        %4: bool = sge %n, 2i32
        break_if %4 (-1i32) next %n
    }
    %f: f32 = stof %r
    store @out, %f
    return
}
"
    ));
}

#[test]
fn loops_left_early_that_stay() {
    let stays = |text: &str| assert_eq!(after(&["unroll_loops"], text), after(&[], text));
    // They would become larger.
    let work = "        %3: f32 = stof %i\n        %4: f32 = sin %3\n        store @out, %4\n";
    stays(&search(9, work));
    // The author asks for it.
    stays(&search(2, "").replace("loop 0i32 (", "loop 0i32 dont_unroll ("));
    // What goes on stands in a switch.
    let switch = "        switch %c {\n        case 5i32 {\n            continue\n        }\n        case default {\n            break\n        }\n        }\n";
    stays(&search(2, switch));
    // The value that goes around is another one for each invocation.
    stays(&search(2, "").replace("(%i: i32)", "(%i: i32 nonuniform)"));
}

#[test]
fn loops_left_by_an_if_with_results_keep_the_results() {
    insta::assert_snapshot!(after(
        UNROLL,
        "
fn &main() -> void {
    %a: f32 = load @in
    %r: f32 = loop 0i32, %a (%i: i32, %s: f32) {
        %1: bool = slt %i, 2i32
        %m: f32 = if %1 {
            %2: f32 = sin %s
            merge %2
        } else {
            break %s
        }
        %3: i32 = iadd %i, 1i32
        continue
    } continuing {
        %4: f32 = cos %m
        next %3, %4
    }
    store @out, %r
    return
}
"
    ));
}

#[test]
fn iterations_that_end_the_invocation_end_it() {
    let text = "
fn &main() -> void {
    %a: f32 = load @in
    loop 0i32 (%i: i32) {
        %1: bool = slt %i, 1i32
        if %1 {
            store @out, %a
            terminate
        } else {
            break
        }
        continue
    } continuing {
        %9: i32 = iadd %i, 1i32
        next %9
    }
    store @out, 2.0f32
    return
}
";
    let done = after(UNROLL, text);
    assert!(done.contains("terminate"), "{done}");
}

#[test]
fn loops_that_stay() {
    let turn =
        "        continue\n    } continuing {\n        %9: i32 = iadd %i, 1i32\n        next %9\n    }\n";
    let decide = "        %1: bool = slt %i, 8i32\n        if %1 {\n            merge\n        } else {\n            break\n        }\n";
    let work = "        %2: f32 = stof %i\n        %3: f32 = fmul %2, %a\n        %4: f32 = sin %3\n        store @out, %4\n";
    let start = "    %a: f32 = load @in\n    loop 0i32 (%i: i32) {\n";
    // It would become larger.
    stays(&format!("{start}{decide}{work}{turn}"));
    // It is left in another way as well.
    let other = "        %5: bool = flt %a, 1.0f32\n        if %5 {\n            break\n        } else {\n            merge\n        }\n";
    stays(&format!("{start}{decide}{other}{turn}"));
    // The author asks for it.
    let asked = "    loop 0i32 dont_unroll (%i: i32) {\n";
    let text = format!("{asked}{decide}{turn}");
    stays(&text);
    stays(
        "    %a: f32 = load @in\n    %b: bool = flt %a, 1.0f32\n    loop dont_unroll {\n        if %b {\n            break\n        } else {\n            merge\n        }\n        continue\n    } continuing {\n        break_if true () next\n    }\n",
    );
    // What goes on stands in a switch.
    stays(
        "    %n: i32 = load @cond\n    %b: bool = slt %n, 1i32\n    loop {\n        if %b {\n            break\n        } else {\n            merge\n        }\n        switch %n {\n            case 5i32 {\n                continue\n            }\n            case default {\n                store @out, 1.0f32\n                break\n            }\n        }\n        continue\n    } continuing {\n        break_if true () next\n    }\n",
    );
    stays(&format!("    %n: i32 = load @cond\n    loop 0i32 (%i: i32) {{\n{}        switch %n {{\n            case 5i32 {{\n                continue\n            }}\n            case default {{\n                store @out, 1.0f32\n                break\n            }}\n        }}\n{turn}    }}\n", decide.replace("8i32", "1i32")).replace("    }\n    }\n", "    }\n"));
    // Nobody knows how often.
    let unknown = "    %n: i32 = load @cond\n    loop %n (%i: i32) {\n";
    stays(&format!("{unknown}{decide}{turn}"));
}
