//! Passes on IR text: before and after.

mod common;

use common::printed_after;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use vitrum_ir_text::parse;
use vitrum_passes::{Clock, RunOptions, run};

/// Runs passes on the body of a fragment shader's `main`, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: f32 input location(0)\nglobal @cond: i32 input location(1) flat\n\
         global @out: f32 output location(0)\n\nfn &main() -> void {{\n{body}}}\n"
    );
    let printed = printed_after(passes, &text);
    let start = printed.find("-> void {\n").map_or(0, |at| at + 10);
    printed[start..printed.rfind('}').unwrap_or(printed.len())].to_string()
}

const PROMOTE: &[&str] = &["promote_variables", "eliminate_dead_code"];

#[test]
fn a_loop_counter_becomes_a_parameter() {
    insta::assert_snapshot!(after(
        PROMOTE,
        "
    %i: ptr<function, i32> = var 0i32
    %sum: ptr<function, f32> mediump = var
    store %sum, 0.0f32
    loop {
        %0: i32 = load %i
        %1: bool = slt %0, 10i32
        if %1 {
            merge
        } else {
            break
        }
        %2: f32 mediump = load %sum
        %3: f32 = load @in
        %4: f32 mediump = fadd %2, %3
        store %sum, %4
        continue
    } continuing {
        %5: i32 = load %i
        %6: i32 = iadd %5, 1i32
        store %i, %6
        next
    }
    %7: f32 mediump = load %sum
    store @out, %7
    return
"
    ));
}

#[test]
fn arms_and_swizzled_stores() {
    insta::assert_snapshot!(after(
        PROMOTE,
        "
    %v: ptr<function, vec4<f32>> = var null vec4<f32>
    %c: i32 = load @cond
    %b: bool = ieq %c, 3i32
    %x: f32 = load @in
    if %b {
        %w: vec2<f32> = construct %x, %x
        store_swizzle.yx %v, %w
        merge
    } else {
        %p: ptr<function, f32> = access %v, 2i32
        store %p, %x
        merge
    }
    %q: ptr<function, f32> = access %v, 1i32
    %r: f32 = load %q
    store @out, %r
    return
"
    ));
}

#[test]
fn switch_with_fall_through() {
    insta::assert_snapshot!(after(
        PROMOTE,
        "
    %a: ptr<function, f32> = var 1.0f32
    %c: i32 = load @cond
    switch %c {
        case 0i32 {
            store %a, 2.0f32
            fallthrough
        }
        case 1i32 {
            %x: f32 = load %a
            %y: f32 = fmul %x, 3.0f32
            store %a, %y
            break
        }
        case default {
            break
        }
    }
    %r: f32 = load %a
    store @out, %r
    return
"
    ));
}

#[test]
fn loop_left_from_a_switch_and_by_return() {
    insta::assert_snapshot!(after(
        PROMOTE,
        "
    %a: ptr<function, f32> = var 1.0f32
    %c: i32 = load @cond
    loop {
        switch %c {
            case 0i32 {
                store %a, 2.0f32
                continue
            }
            case 1i32 {
                return
            }
            case default {
                break
            }
        }
        break
    } continuing {
        %x: f32 = load %a
        %b: bool = fgt %x, 4.0f32
        store %a, 5.0f32
        break_if %b () next
    }
    %r: f32 = load %a
    store @out, %r
    return
"
    ));
}

#[test]
fn a_variable_whose_address_goes_elsewhere_stays() {
    let body = "
    %a: ptr<function, array<f32, 4>> = var
    %c: i32 = load @cond
    %p: ptr<function, f32> = access %a, %c
    store %p, 1.0f32
    %q: ptr<function, f32> = access %a, 0i32
    %r: f32 = load %q
    store @out, %r
    return
";
    insta::assert_snapshot!(after(PROMOTE, body));
}

#[test]
fn dead_loops_parameters_and_stores_go() {
    insta::assert_snapshot!(after(
        &["eliminate_dead_code"],
        "
    %x: ptr<function, f32> = var
    store %x, 1.0f32
    %n: i32 = loop 0i32, 7i32 (%i: i32, %dead: i32) {
        %b: bool = slt %i, 3i32
        if %b {
            merge
        } else {
            break %i
        }
        %1: i32 = iadd %i, 1i32
        %2: i32 = iadd %dead, 1i32
        continue %1, %2
    }
    (%u: f32, %k: f32) = loop 0i32, 7i32 (%j: i32, %idle: i32) {
        %d: bool = slt %j, 3i32
        if %d {
            merge
        } else {
            break 1.0f32, 2.0f32
        }
        %3: i32 = iadd %j, 1i32
        %4: i32 = iadd %idle, 1i32
        continue %3, %4
    }
    store @out, %k
    return
"
    ));
}

#[test]
fn effects_stay() {
    let body = "
    %c: i32 = load @cond
    %b: bool = ieq %c, 0i32
    if %b {
        terminate
    } else {
        merge
    }
    loop {
        store @out, 1.0f32
        break
    }
    return
";
    let same = after(&["eliminate_dead_code"], body);
    assert!(same.contains("terminate") && same.contains("loop"), "{same}");
}

#[test]
fn constants_fold_and_branches_are_taken() {
    insta::assert_snapshot!(after(
        &["fold_constants"],
        "
    %a: f32 = fadd 1.0f32, 2.0f32
    %b: bool = flt %a, 5.0f32
    %r: f32 = if %b {
        %c: f32 = load @in
        %s: f32 = select %b, %c, %a
        merge %s
    } else {
        merge %a
    }
    store @out, %r
    if %b {
        return
    } else {
        merge
    }
    store @out, 0.0f32
    return
"
    ));
}

#[test]
fn undefined_operations_do_not_fold() {
    let same = after(
        &["fold_constants"],
        "    %a: i32 = sdiv 1i32, 0i32\n    %b: f32 = stof %a\n    store @out, %b\n    return\n",
    );
    assert!(same.contains("sdiv 1i32, 0i32"), "{same}");
}

const OUT_OF_SSA: &[&str] = &["lower_block_parameters"];

#[test]
fn a_loop_counter_becomes_a_variable_again() {
    insta::assert_snapshot!(after(
        OUT_OF_SSA,
        "
    %sum: f32 = loop 0i32, 0.0f32 (%i: i32, %s: f32 mediump) {
        %b: bool = slt %i, 10i32
        if %b {
            merge
        } else {
            break %s
        }
        %x: f32 = load @in
        %t: f32 mediump = fadd %s, %x
        continue %i, %t
    } continuing (%j: i32, %u: f32 mediump) {
        %n: i32 = iadd %j, 1i32
        next %n, %u
    }
    store @out, %sum
    return
"
    ));
}

#[test]
fn a_branch_of_which_one_arm_ends_the_invocation_gives_its_value_by_a_variable() {
    let text = "stage fragment
entry &main
global @in: f32 input location(0)
global @out: f32 output location(0)

fn &main() -> void {
    %x: f32 = load @in
    %c: bool = flt %x, 1.0f32
    %0: f32 = if %c {
        merge %x
    } else {
        terminate
    }
    store @out, %0
    return
}
";
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert!(vitrum_passes::has_block_parameters(&module));
    assert_eq!(vitrum_passes::lower_block_parameters(&mut module), 1);
}

#[test]
fn what_a_loop_gives_at_its_end_does_not_overwrite_what_it_reads() {
    // `%1` is read in every iteration of the loop within, at the end of which its successor is stored.
    insta::assert_snapshot!(after(
        OUT_OF_SSA,
        "
    %x: f32 = load @in
    loop 1.0f32 (%1: f32) {
        %7: bool = flt %1, 4.0f32
        if %7 {
            merge
        } else {
            break
        }
        %2: f32 = loop 0.0f32 (%5: f32) {
            store @out, %1
            %6: f32 = fadd %5, %x
            continue %6
        } continuing (%4: f32) {
            %8: bool = fge %4, 4.0f32
            break_if %8 (%4) next %4
        }
        continue %2
    } continuing (%3: f32) {
        next %3
    }
    return
"
    ));
}

#[test]
fn values_that_change_places_go_through_copies() {
    insta::assert_snapshot!(after(
        OUT_OF_SSA,
        "
    %x: f32 = load @in
    %r: f32 = loop 1.0f32, %x, 0i32 (%a: f32, %b: f32, %n: i32) {
        %c: bool = sgt %n, 7i32
        if %c {
            break %a
        } else {
            merge
        }
        %m: i32 = iadd %n, 1i32
        continue %b, %a, %m
    }
    store @out, %r
    return
"
    ));
}

#[test]
fn cases_get_their_parameters_from_dispatch_and_fallthrough() {
    insta::assert_snapshot!(after(
        OUT_OF_SSA,
        "
    %c: i32 = load @cond
    %x: f32 = load @in
    %r: f32 = switch %c, %x {
        case 0i32 (%p: f32) {
            %y: f32 = fmul %p, 2.0f32
            fallthrough %y
        }
        case default (%q: f32) {
            break %q
        }
    }
    store @out, %r
    return
"
    ));
}

#[test]
fn results_of_branches_with_effects_become_variables() {
    insta::assert_snapshot!(after(
        OUT_OF_SSA,
        "
    %c: i32 = load @cond
    %b: bool = ieq %c, 0i32
    (%r: f32, %s: f32) = if %b {
        store @out, 1.0f32
        merge 2.0f32, 3.0f32
    } else {
        %x: f32 = load @in
        merge %x, undef f32
    }
    %t: f32 = fadd %r, %s
    store @out, %t
    return
"
    ));
}

/// A `?:` is an expression of every target.
#[test]
fn branches_that_are_expressions_stay() {
    let body = "
    %0: i32 = load @cond
    %1: bool = ieq %0, 0i32
    %2: f32 = if %1 {
        %3: f32 = load @in
        %4: f32 = fneg %3
        merge %4
    } else {
        merge 1.0f32
    }
    store @out, %2
    return
";
    assert_eq!(after(OUT_OF_SSA, body), body.trim_start_matches('\n'));
}

#[test]
fn what_has_no_parameters_stays() {
    let body = "
    loop {
        %0: f32 = load @in
        %1: bool = flt %0, 1.0f32
        if %1 {
            break
        } else {
            merge
        }
        store @out, %0
        continue
    }
    return
";
    assert_eq!(after(OUT_OF_SSA, body), body.trim_start_matches('\n'));
}

#[test]
fn time_is_measured_only_by_the_clock_of_the_caller() {
    static NOW: AtomicU64 = AtomicU64::new(0);
    let text = "stage vertex\nentry &main\n\nfn &main() -> void {\n    return\n}\n";
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let mut times = |clock| {
        let options = RunOptions { clock, ..RunOptions::default() };
        // One pass over the module and one over each function.
        let report = run(&mut module, &["inline_functions", "combine"], options);
        let report = report.unwrap_or_else(|failure| panic!("{failure}"));
        report.passes.iter().map(|pass| pass.time).collect::<Vec<_>>()
    };
    assert_eq!(times(None), [Duration::ZERO; 2]);
    let tick: Clock = || Duration::from_secs(NOW.fetch_add(1, Ordering::Relaxed));
    assert!(times(Some(tick)).iter().all(|&time| time > Duration::ZERO));
}

#[test]
fn volatile_stores_of_dead_variables_stay() {
    let body = "    %v: ptr<function, f32> = var\n    store.volatile %v, 1.0f32\n    return\n";
    assert_eq!(after(&["eliminate_dead_code"], body), after(&[], body));
}

#[test]
fn functions_of_libraries_stay() {
    let text = "stage fragment\nlibrary\nentry &main\n\nfn &main() -> void {\n    return\n}\nfn &other() -> void {\n    return\n}\n";
    assert!(printed_after(&["eliminate_dead_functions"], text).contains("fn &other"));
    let alone = text.replace("library\n", "");
    assert!(!printed_after(&["eliminate_dead_functions"], &alone).contains("fn &other"));
}

#[test]
fn what_a_function_returns_is_not_what_a_branch_gives() {
    let text = "stage fragment
entry &main
global @in: f32 input location(0)
global @out: f32 output location(0)

fn &main() -> void {
    %x: f32 = load @in
    %0: i32 = call &f %x
    %1: f32 = stof %0
    store @out, %1
    return
}
fn &f(%x: f32 in) -> i32 {
    %c: bool = flt %x, 1.0f32
    %r: f32 = if %c {
        return 3i32
    } else {
        store @out, 2.0f32
        merge %x
    }
    %s: f32 = fadd %r, %r
    store @out, %s
    return 4i32
}
";
    let printed = printed_after(&["lower_block_parameters"], text);
    assert!(printed.contains("= var") && !printed.contains(", 3i32"), "{printed}");
}
