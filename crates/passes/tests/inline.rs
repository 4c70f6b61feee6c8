//! Inlining and what belongs to it, on IR text.

mod common;

use common::printed_after;

/// Runs passes on functions of a fragment shader, verifying each; gives the functions.
#[track_caller]
fn after(passes: &[&str], functions: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\nglobal @in: f32 input location(0)\nglobal @cond: i32 input location(1) flat\n\
         global @out: f32 output location(0)\n{functions}"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("\nfn ").unwrap_or(0)..].to_string()
}

const INLINE: &[&str] = &["inline_functions", "eliminate_dead_functions", "eliminate_dead_code"];

const EARLY: &str = "
fn &main() -> void {
    %x: f32 = load @in
    %1: f32 = call &early %x
    store @out, %1
    return
}
fn &early(%x: f32 mediump in) -> f32 mediump {
    %a: bool = fgt %x, 1.0f32
    if %a {
        return 1.0f32
    } else {
        merge
    }
    %b: f32 mediump = sin %x
    %c: bool = fgt %b, 0.5f32
    %d: f32 mediump = if %c {
        %e: bool = fgt %b, 0.75f32
        if %e {
            store @out, %b
            return %b
        } else {
            merge
        }
        terminate
    } else {
        merge 2.0f32
    }
    %f: f32 mediump = fadd %d, %b
    return %f
}
";

#[test]
fn early_returns_become_arms() {
    insta::assert_snapshot!(after(&["unify_returns"], EARLY));
}

#[test]
fn a_function_called_once_is_inlined() {
    insta::assert_snapshot!(after(INLINE, EARLY));
}

#[test]
fn functions_that_never_return_end_the_invocation() {
    let text = "
fn &main() -> void {
    %x: f32 = load @in
    %a: bool = fgt %x, 1.0f32
    if %a {
        call &stop
        merge
    } else {
        merge
    }
    store @out, %x
    return
}
fn &stop() -> void {
    store @out, 1.0f32
    terminate
}
";
    let done = after(INLINE, text);
    assert!(done.contains("terminate") && !done.contains("call"), "{done}");
}

#[test]
fn returns_leave_loops_with_a_flag() {
    insta::assert_snapshot!(after(
        INLINE,
        "
fn &main() -> void {
    %c: i32 = load @cond
    %1: i32 = call &find %c
    %2: f32 = stof %1
    store @out, %2
    return
}
fn &find(%x: i32 in) -> i32 {
    loop 0i32 (%i: i32) {
        switch %x {
            case 3i32 {
                return %i
            }
            case default {
                break
            }
        }
        %1: bool = sgt %i, %x
        if %1 {
            break
        } else {
            merge
        }
        continue
    } continuing {
        %2: i32 = iadd %i, 1i32
        %3: bool = sgt %2, 9i32
        break_if %3 () next %2
    }
    return -1i32
}
"
    ));
}

#[test]
fn a_large_function_called_twice_stays() {
    let text = "
fn &main() -> void {
    %x: f32 = load @in
    %1: f32 = call &large %x
    %2: f32 = call &large %1
    store @out, %2
    return
}

fn &large(%x: f32 in) -> f32 {
    %0: f32 = sin %x
    %1: f32 = cos %0
    %2: f32 = pow %1, %x
    %3: f32 = atan2 %2, %0
    %4: f32 = exp2 %3
    return %4
}
";
    assert_eq!(after(INLINE, text), after(&[], text));
    assert!(!after(&["inline_everything"], text).contains("call"));
}

#[test]
fn constant_arguments_and_addresses_count() {
    let text = "
fn &main() -> void {
    %v: ptr<function, f32> = var
    call &chosen %v, 1i32
    call &chosen %v, 2i32
    %1: f32 = load %v
    store @out, %1
    return
}
fn &chosen(%to: ptr<function, f32> out, %how: i32 in) -> void {
    %1: bool = ieq %how, 1i32
    if %1 {
        store %to, 4.0f32
        merge
    } else {
        %2: f32 = load %to
        %3: f32 = fadd %2, 4.0f32
        store %to, %3
        merge
    }
    return
}
";
    insta::assert_snapshot!(after(
        &[
            "inline_functions",
            "fold_constants",
            "promote_variables",
            "fold_constants",
            "eliminate_dead_code",
            "eliminate_dead_functions"
        ],
        text
    ));
}

#[test]
fn long_code_behind_two_open_arms_is_not_copied() {
    let text = "
fn &main() -> void {
    %x: f32 = load @in
    %1: f32 = call &two %x
    store @out, %1
    return
}
fn &two(%x: f32 in) -> f32 {
    %a: bool = fgt %x, 1.0f32
    if %a {
        %b: bool = fgt %x, 2.0f32
        if %b {
            return 1.0f32
        } else {
            merge
        }
        merge
    } else {
        merge
    }
    %0: f32 = sin %x
    %1: f32 = cos %0
    %2: f32 = pow %1, %x
    %3: f32 = atan2 %2, %0
    %4: f32 = exp2 %3
    return %4
}
";
    assert!(after(INLINE, text).contains("call &two"));
}

#[test]
fn savings_are_found_in_time_where_each_operation_uses_the_last_one_twice() {
    let sums: String = (0..64).map(|at| format!("    %{}: f32 = fadd %{at}, %{at}\n", at + 1)).collect();
    let functions = format!(
        "
fn &main() -> void {{
    %1: f32 = call &f 1.0f32
    %2: f32 = call &f 2.0f32
    %3: f32 = fadd %1, %2
    store @out, %3
    return
}}
fn &f(%0: f32 in) -> f32 {{
{sums}    return %64
}}
"
    );
    assert!(after(INLINE, &functions).contains("fadd %0, %0"));
}
