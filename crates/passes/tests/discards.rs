//! Where and how fragments are discarded, on IR text.

mod common;

use common::printed_after;

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nstruct #B {{\n    n: f32\n}}\nglobal @in: f32 input location(0)\n\
         global @helper: bool input builtin(helper_invocation)\n\
         global @b: #B buffer block(std430) set(0) binding(0)\nglobal @out: f32 output location(0)\n\n\
         fn &main() -> void {{\n    %x: f32 = load @in\n    %p: ptr<buffer, f32> = access @b, 0i32\n{body}    return\n}}\n"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("fn &main").unwrap_or(0)..].to_string()
}

#[track_caller]
fn stays(pass: &str, body: &str) {
    assert_eq!(after(&[pass], body), after(&[], body));
}

/// A discard by a condition on `%x`.
fn discard(condition: &str, what: &str) -> String {
    format!("    if {condition} {{\n        {what}\n    }} else {{\n        merge\n    }}\n")
}

const DEMOTE: &str = "intrinsic.demote\n        merge";

#[test]
fn discards_go_up_over_what_nobody_sees() {
    let end = discard("%c", "terminate");
    let pure = "    %1: f32 = sin %x\n    %2: f32 = fadd %x, 1.0f32\n    %c: bool = flt %2, 0.5f32\n    %3: f32 = load %p\n";
    insta::assert_snapshot!(after(
        &["hoist_discards"],
        &format!("{pure}{end}    store @out, %1\n    store @out, %3\n")
    ));
}

#[test]
fn what_others_do_comes_behind() {
    insta::assert_snapshot!(after(
        &["hoist_discards"],
        "    %1: f32 = sin %x
    %c: bool = flt %x, 0.5f32
    %r: f32 = if %c {
        terminate
    } else {
        %2: f32 = fadd %1, %x
        merge %2
    }
    %d: bool = fgt %r, 7.0f32
    if %d {
        terminate
    } else {
        store @out, %r
        merge
    }
    %e: bool = fgt %x, 8.0f32
    if %e {
        terminate
    } else {
        merge
    }
    %f: bool = fgt %x, 9.0f32
    if %f {
        terminate
    } else {
        merge
    }
"
    ));
}

#[test]
fn demoting_goes_over_derivatives() {
    let body = format!(
        "    %c: bool = flt %x, 0.5f32\n    %1: f32 = dfdx %x\n{}    store @out, %1\n",
        discard("%c", DEMOTE)
    );
    insta::assert_snapshot!(after(&["hoist_discards"], &body));
}

#[test]
fn what_discards_stay_behind() {
    let condition = "    %c: bool = flt %x, 0.5f32\n";
    let end = discard("%c", "terminate");
    let demote = discard("%c", DEMOTE);
    let rest = "    store @out, %1\n";
    // What is stored is there, whatever comes of the fragment.
    stays(
        "hoist_discards",
        &format!("{condition}    %1: f32 = fadd %x, 1.0f32\n    store %p, %1\n{end}{rest}"),
    );
    stays(
        "hoist_discards",
        &format!("{condition}    %1: f32 = fadd %x, 1.0f32\n    store %p, %1\n{demote}{rest}"),
    );
    // A derivative wants its neighbours.
    stays("hoist_discards", &format!("{condition}    %1: f32 = dfdx %x\n{end}{rest}"));
    // Everybody sees an atomic, and a load that is volatile.
    stays(
        "hoist_discards",
        &format!("{condition}    %1: f32 = atomic_exchange.scope1.semantics0 %p, 1.0f32\n{end}{rest}"),
    );
    stays("hoist_discards", &format!("{condition}    %1: f32 = load.volatile %p\n{end}{rest}"));
    // Whether it is demoted, it is told.
    let asks = "    %h: bool = load @helper\n    %1: f32 = select %h, 1.0f32, %x\n";
    let told = after(&["hoist_discards"], &format!("{condition}{asks}{demote}{rest}"));
    assert!(told.contains("@helper\n    if"), "{told}");
    let two = "    %c: bool = flt %x, 0.5f32\n    %d: bool = fgt %x, 2.0f32\n";
    let between = format!("{}    %h: bool = load @helper\n{}", discard("%c", DEMOTE), discard("%d", DEMOTE));
    let told =
        after(&["hoist_discards"], &format!("{two}{between}    %1: f32 = select %h, 1.0f32, %x\n{rest}"));
    assert!(told.find("intrinsic.demote") < told.find("load @helper"), "{told}");
    // Not everybody else comes behind it, or takes the same along.
    let returns = "    if %c {\n        terminate\n    } else {\n        return\n    }\n    unreachable\n";
    let done = after(
        &["hoist_discards"],
        &format!(
            "{condition}    %1: f32 = sin %x\n    store @out, %1\n{}",
            returns.replace("    unreachable\n", "")
        ),
    );
    assert!(done.find("sin") < done.find("if %c"), "{done}");
    let leaves = discard("%c", "intrinsic.demote\n        return");
    stays("hoist_discards", &format!("{condition}    %1: f32 = sin %x\n{leaves}{rest}"));
    let gives = format!(
        "    %r: f32 = if %c {{\n        {DEMOTE} 1.0f32\n    }} else {{\n        merge 2.0f32\n    }}\n"
    );
    stays("hoist_discards", &format!("{condition}    %1: f32 = sin %x\n{gives}    store @out, %r\n{rest}"));
    // A branch without a discard.
    let nothing = discard("%c", "store @out, 1.0f32\n        merge");
    stays("hoist_discards", &format!("{condition}    %1: f32 = fadd %x, 1.0f32\n{nothing}{rest}"));
}

#[test]
fn discards_of_different_kinds_stay_apart() {
    let two = "    %c: bool = flt %x, 0.5f32\n    %d: bool = fgt %x, 2.0f32\n";
    let ends = |condition: &str| discard(condition, "terminate");
    let are_one = |first: &str, second: &str| {
        after(&["hoist_discards"], &format!("{two}{first}{second}")).contains("or %c, %d")
    };
    assert!(are_one(&ends("%c"), &ends("%d")));
    assert!(!are_one(&ends("%c"), &discard("%d", DEMOTE)));
    // The others do something in between.
    let busy = "    if %c {\n        intrinsic.demote\n        merge\n    } else {\n        store %p, %x\n        merge\n    }\n";
    assert!(!are_one(busy, &discard("%d", DEMOTE)));
    // The author says how one of them is to be compiled.
    assert!(!are_one(&ends("%c dont_flatten"), &ends("%d")));
    // The first gives something.
    let gives = "    %r: f32 = if %c {\n        terminate\n    } else {\n        merge 2.0f32\n    }\n";
    let done = after(&["hoist_discards"], &format!("{two}{gives}{}    store @out, %r\n", ends("%d")));
    assert_eq!(done.matches("terminate").count(), 2, "{done}");
}

#[test]
fn discards_become_demotions() {
    let condition = "    %c: bool = flt %x, 0.5f32\n";
    let rest = "    %1: f32 = dfdx %x\n    store @out, %1\n";
    insta::assert_snapshot!(after(
        &["demote_discards"],
        &format!("{condition}{}{rest}", discard("%c", "terminate"))
    ));
    // It might not come to the end of a loop.
    let turns = "    loop {\n        if %c {\n            break\n        } else {\n            merge\n        }\n        continue\n    }\n";
    stays("demote_discards", &format!("{condition}{}{turns}{rest}", discard("%c", "terminate")));
    // Atomics give it nothing.
    let counts = "    %2: f32 = atomic_exchange.scope1.semantics0 %p, 1.0f32\n    store @out, %2\n";
    stays("demote_discards", &format!("{condition}{}{counts}", discard("%c", "terminate")));
}

#[test]
fn discards_stay_that_guard_what_may_go_wrong() {
    let guard = format!("    %c: bool = flt %x, 0.5f32\n{}", discard("%c", "terminate"));
    let rest = "    %1: f32 = dfdx %x\n    store @out, %1\n";
    let index = "    %i: i32 = ftos %x\n";
    let table = "    %t: ptr<function, array<f32, 4>> = var null array<f32, 4>\n";
    let unsafe_behind = [
        format!("{table}{index}    %q: ptr<function, f32> = access %t, %i\n    %2: f32 = load %q\n"),
        format!("{table}{index}    %q: ptr<function, f32> = access %t, %i\n    store %q, %x\n"),
        format!("{table}    %q: ptr<function, f32> = access %t, 9i32\n    store %q, %x\n"),
        format!("{index}    %2: i32 = sdiv 7i32, %i\n"),
        format!("{index}    %2: i32 = smod 7i32, 0i32\n"),
        format!("{index}    %v: vec4<f32> = splat %x\n    %2: f32 = extract_dynamic %v, %i\n"),
        "    if %c {\n        unreachable\n    } else {\n        merge\n    }\n".to_owned(),
    ];
    for behind in unsafe_behind {
        stays("demote_discards", &format!("{guard}{behind}{rest}"));
        // What comes before was never guarded.
        let done = after(&["demote_discards"], &format!("{}{guard}{rest}", behind.replace("%c", "false")));
        assert!(done.contains("intrinsic.demote"), "{done}");
    }
    let safe_behind = [
        format!("{table}    %q: ptr<function, f32> = access %t, 3i32\n    store %q, %x\n"),
        format!("{index}    %2: i32 = sdiv %i, 7i32\n"),
        "    %2: f32 = load %p\n    store %p, %x\n".to_owned(),
    ];
    for behind in safe_behind {
        let done = after(&["demote_discards"], &format!("{guard}{behind}{rest}"));
        assert!(done.contains("intrinsic.demote"), "{done}");
    }
}

#[test]
fn helpers_are_asked_again_after_a_demotion() {
    // Of the loads before and behind a demotion, neither stands for the other, in the entry point or in what it calls.
    let ask = |name: &str| format!("    %{name}: bool = load @helper\n");
    let sum = "    %1: bool = and %a, %b\n    %2: f32 = btof %1\n    store @out, %2\n";
    let demotes = format!("    %c: bool = flt %x, 0.5f32\n{}", discard("%c", DEMOTE));
    let body = format!("{}{demotes}{}{sum}", ask("a"), ask("b"));
    let all: Vec<&str> = vitrum_passes::PASSES.iter().map(|pass| pass.name).collect();
    for passes in all.iter().map(|&pass| vec![pass]).chain([all.clone()]) {
        let done = after(&passes, &body);
        let at = |text: &str, from: usize| done[from..].find(text).map(|at| at + from);
        let first = at("load @helper", 0).unwrap_or_else(|| panic!("{passes:?}: {done}"));
        let demote = at("intrinsic.demote", 0).unwrap_or_else(|| panic!("{passes:?}: {done}"));
        assert!(first < demote && at("load @helper", demote).is_some(), "{passes:?}: {done}");
    }
    let called = format!("{}    call &leave %x\n{}{sum}", ask("a"), ask("b"));
    let inner = format!("    return\n}}\nfn &leave(%x: f32 in) -> void {{\n{demotes}");
    for pass in ["combine", "forward_memory", "hoist_code", "merge_arms", "hoist_discards"] {
        assert_eq!(after(&[pass], &format!("{called}{inner}")).matches("load @helper").count(), 2, "{pass}");
    }
}
