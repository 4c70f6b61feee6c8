//! Branches that become selections, and globals that become variables, on IR text.

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

const SIMPLIFY: &[&str] = &["simplify_branches", "eliminate_dead_code"];

/// Checks that a body of `main` stays as it is.
#[track_caller]
fn stays(passes: &[&str], body: &str) {
    let text = format!("\nfn &main() -> void {{\n{body}    return\n}}\n");
    assert_eq!(after(passes, &text), after(&[], &text));
}

#[test]
fn cheap_arms_become_selections() {
    insta::assert_snapshot!(after(
        SIMPLIFY,
        "
fn &main() -> void {
    %x: f32 = load @in
    %c: bool = fgt %x, 1.0f32
    %d: bool = flt %x, 0.0f32
    %n: bool = not %c
    %1: f32 = if %n {
        %2: f32 = fadd %x, 1.0f32
        merge %2
    } else {
        %3: f32 = if %d {
            %4: f32 = load @in
            merge %4
        } else {
            merge 2.0f32
        }
        merge %3
    }
    %5: bool = if %c {
        merge %d
    } else {
        merge false
    }
    %6: bool = if %5 {
        merge false
    } else {
        merge true
    }
    %7: bool = if %6 {
        merge true
    } else {
        %8: bool = feq %x, 7.0f32
        merge %8
    }
    (%9: f32, %10: f32) = if %7 {
        store @out, %1
        merge %x, 1.0f32
    } else {
        merge %x, %1
    }
    store @out, %9
    store @out, %10
    return
}
"
    ));
}

#[test]
fn what_may_not_run_for_nothing_stays() {
    // A derivative depends on who runs it, a division by zero is undefined, a buffer may end before the index.
    for body in [
        "    %2: f32 = dfdx %x\n        merge %2\n",
        "    %2: i32 = load @cond\n        %3: i32 = sdiv 5i32, %2\n        %4: f32 = stof %3\n        merge %4\n",
        "    store @out, 1.0f32\n        merge 2.0f32\n",
    ] {
        stays(
            SIMPLIFY,
            &format!(
                "    %x: f32 = load @in\n    %c: bool = fgt %x, 1.0f32\n    %1: f32 = if %c {{\n    {body}    }} else \
                 {{\n        merge 1.0f32\n    }}\n    store @out, %1\n"
            ),
        );
    }
}

#[test]
fn arrays_are_not_selected() {
    stays(
        SIMPLIFY,
        "    %x: f32 = load @in
    %c: bool = fgt %x, 1.0f32
    %a: array<f32, 2> = if %c {
        merge null array<f32, 2>
    } else {
        merge array<f32, 2>(1.0f32, 2.0f32)
    }
    %0: f32 = extract.1 %a
    store @out, %0
",
    );
}

#[test]
fn long_arms_stay() {
    stays(
        SIMPLIFY,
        "    %x: f32 = load @in
    %c: bool = fgt %x, 1.0f32
    %0: f32 = if %c {
        %1: f32 = sin %x
        %2: f32 = cos %1
        %3: f32 = pow %2, %x
        merge %3
    } else {
        merge 1.0f32
    }
    store @out, %0
",
    );
}

const LOCALIZE: &[&str] = &["localize_globals", "eliminate_dead_code"];

#[test]
fn private_globals_become_variables() {
    insta::assert_snapshot!(after(
        LOCALIZE,
        "struct #Pair {
    a: f32
    b: vec2<f32>
}
global @pair: #Pair private
global @start: f32 private = 3.0f32
global @seen: #Pair private
global @idle: f32 private
global @shared: f32 private

fn &main() -> void {
    %x: f32 = load @in
    %a: ptr<private, f32> = access @pair, 0i32
    %b: ptr<private, f32> = access @pair, 1i32, 1i32
    store %a, %x
    store %b, %x
    %c: f32 = load @start
    store %a, %c
    %d: ptr<private, vec2<f32>> = access @seen, 1i32
    store_swizzle.x %d, %c
    store @shared, %x
    call &show
    %e: f32 = load %b
    store @out, %e
    return
}

fn &show() -> void {
    %x: f32 = load @shared
    store @out, %x
    %d: ptr<private, f32> = access @seen, 0i32
    store %d, %x
    return
}
"
    ));
}

#[test]
fn a_global_whose_address_goes_on_stays() {
    let text = "global @kept: f32 private

fn &main() -> void {
    call &write @kept
    %1: f32 = load @kept
    store @out, %1
    return
}

fn &write(%to: ptr<private, f32> out) -> void {
    store %to, 1.0f32
    return
}
";
    assert_eq!(after(LOCALIZE, text), after(&[], text));
}

const SPLIT: &[&str] = &["split_variables", "eliminate_dead_code"];

#[test]
fn structs_and_arrays_are_split() {
    insta::assert_snapshot!(after(
        SPLIT,
        "struct #Inner {
    list: array<f32, 2>
    many: array<f32, 9>
}
struct #Outer {
    x: f32
    inner: #Inner
}

fn &main() -> void {
    %i: i32 = load @cond
    %v: ptr<function, #Outer> = var null #Outer
    %x: ptr<function, f32> = access %v, 0i32
    %a: ptr<function, f32> = access %v, 1i32, 0i32, 1i32
    %b: ptr<function, f32> = access %v, 1i32, 1i32, %i
    store %x, 1.0f32
    store %a, 2.0f32
    store %b, 3.0f32
    %whole: #Outer = load %v
    %in: #Inner = extract.1 %whole
    %many: array<f32, 9> = extract.1 %in
    %1: f32 = extract.2 %many
    store @out, %1
    %c: f32 = load %b
    store @out, %c
    return
}
"
    ));
}

#[test]
fn what_is_indexed_or_passed_on_is_not_split() {
    let text = "struct #Pair {
    a: f32
    b: f32
}

fn &main() -> void {
    %i: i32 = load @cond
    %v: ptr<function, array<f32, 3>> = var
    %a: ptr<function, f32> = access %v, 0i32
    %b: ptr<function, f32> = access %v, %i
    store %a, 1.0f32
    store %b, 2.0f32
    %p: ptr<function, #Pair> = var
    %c: ptr<function, f32> = access %p, 0i32
    store %c, 2.0f32
    call &use %p
    return
}

fn &use(%p: ptr<function, #Pair> inout) -> void {
    %c: ptr<function, f32> = access %p, 0i32
    %x: f32 = load %c
    store @out, %x
    return
}
";
    assert_eq!(after(&["split_variables"], text), after(&[], text));
}

#[test]
fn results_that_are_always_the_same_are_known() {
    insta::assert_snapshot!(after(
        SIMPLIFY,
        "
fn &main() -> void {
    %x: f32 = load @in
    %i: i32 = load @cond
    %c: bool = fgt %x, 1.0f32
    (%1: bool, %2: f32, %3: f32) = loop 0i32 (%n: i32) {
        %4: bool = sgt %n, %i
        if %4 {
            break true, %x, 1.0f32
        } else {
            merge
        }
        %5: i32 = iadd %n, 1i32
        store @out, 1.0f32
        %6: bool = sgt %5, 64i32
        if %6 {
            break undef bool, %x, 2.0f32
        } else {
            continue %5
        }
        unreachable
    }
    (%7: f32, %8: f32) = switch %i {
        case default {
            store @out, %2
            break 3.0f32, %3
        }
        case 1i32 {
            %9: f32 = load @in
            store @out, %9
            break 3.0f32, undef f32
        }
    }
    if %1 {
        store @out, %7
        merge
    } else {
        store @out, %8
        merge
    }
    store @out, %8
    return
}
"
    ));
}

#[test]
fn results_made_within_stay() {
    stays(
        SIMPLIFY,
        "    %0: f32 = load @in
    %1: i32 = load @cond
    %2: f32 = loop 0i32 (%3: i32) {
        %4: i32 = iadd %3, 1i32
        %5: f32 = stof %4
        store @out, %5
        %6: bool = sgt %4, %1
        if %6 {
            break %5
        } else {
            merge
        }
        continue %4
    }
    %7: f32 = switch %1 {
        case default {
            store @out, %2
            break %0
        }
        case 1i32 {
            store @out, %0
            break %2
        }
    }
    store @out, %7
",
    );
}

/// A branch on what is in a uniform, or in an input, with so many additions in its arm.
fn branch(condition: &str, count: usize) -> String {
    let mut arm = String::from("        %a0: f32 = fadd %x, 1.0f32\n");
    for at in 1..count {
        arm += &format!("        %a{at}: f32 = fadd %a{}, %x\n", at - 1);
    }
    format!(
        "struct #U {{\n    k: f32\n}}\nglobal @u: #U uniform block(std140) set(0) binding(0)\n\nfn &main() -> void {{\n    \
         %x: f32 = load @in\n    %p: ptr<uniform, f32> = access @u, 0i32\n    %k: f32 = load %p\n    \
         %uniform: bool = fgt %k, 1.0f32\n    %varying: bool = fgt %x, 1.0f32\n    %r: f32 = if {condition} {{\n{arm}        \
         merge %a{}\n    }} else {{\n        merge %x\n    }}\n    store @out, %r\n    return\n}}\n",
        count - 1
    )
}

#[test]
fn branches_of_which_all_take_one_arm_stay() {
    const FLATTEN: &str = "flatten_divergent_branches";
    let is_flat = |pass, text: &str| !after(&[pass], text).contains("if %");
    // What is next to nothing is done for nothing either way.
    assert!(is_flat(FLATTEN, &branch("%uniform", 1)));
    assert!(
        !is_flat(FLATTEN, &branch("%uniform", 4)) && is_flat("simplify_branches", &branch("%uniform", 4))
    );
    assert!(
        is_flat(FLATTEN, &branch("%varying", 12)) && !is_flat("simplify_branches", &branch("%varying", 12))
    );
    assert!(!is_flat(FLATTEN, &branch("%varying", 20)));
    // The author asks for it, or against it.
    let asked =
        |hint: &str| branch("%uniform", 4).replace("if %uniform {", &format!("if %uniform {hint} {{"));
    assert!(is_flat(FLATTEN, &asked("flatten")));
    let against = branch("%varying", 4).replace("if %varying {", "if %varying dont_flatten {");
    assert!(!is_flat(FLATTEN, &against));
    // Who runs a sample with derivatives matters, whatever it costs.
    let derived = branch("%varying", 2).replace("fadd %a0, %x", "dfdx %a0");
    assert!(!is_flat(FLATTEN, &derived));
}

#[test]
fn a_loop_that_is_never_left_at_its_end_does_not_ask() {
    let with = |end: &str| {
        format!(
            "
fn &main() -> void {{
    %r: i32 = loop 0i32 (%i: i32) {{
        %x: f32 = load @in
        %c: bool = fgt %x, 1.0f32
        if %c {{
            break %i
        }} else {{
            merge
        }}
        continue %i
    }} continuing (%n: i32) {{
        %m: i32 = iadd %n, 1i32
        {end}
    }}
    %f: f32 = stof %r
    store @out, %f
    return
}}
"
        )
    };
    let expected = after(&[], &with("next %m"));
    for pass in ["fold_constants", "combine"] {
        assert_eq!(after(&[pass], &with("break_if false (%n) next %m")), expected);
    }
}

#[test]
fn what_was_made_within_a_branch_is_not_known_behind_it() {
    let text = "
fn &main() -> void {
    %x: f32 = load @in
    %c: bool = fgt %x, 1.0f32
    %d: bool = flt %x, 2.0f32
    %r: f32 = if %c {
        %s: f32 = if %d {
            merge 1.0f32
        } else {
            merge %x
        }
        merge %s
    } else {
        terminate
    }
    store @out, %r
    return
}
";
    let done = after(&["simplify_branches"], text);
    assert!(done.contains("select %d") && done.contains("store @out, %r"), "{done}");
}

#[test]
fn globals_of_other_functions_and_volatile_ones_stay() {
    let text = "global @own: f32 private

fn &main() -> void {
    call &next
    return
}
fn &next() -> void {
    %x: f32 = load @own
    %1: f32 = fadd %x, 1.0f32
    store @own, %1
    store @out, %1
    return
}
";
    assert_eq!(after(&["localize_globals"], text), after(&[], text));
    let volatile = "global @own: f32 private

fn &main() -> void {
    store.volatile @own, 1.0f32
    %x: f32 = load.volatile @own
    store @out, %x
    return
}
";
    assert_eq!(after(&["localize_globals"], volatile), after(&[], volatile));
    let stored = volatile.replace("load.volatile", "load");
    assert_eq!(after(&["localize_globals"], &stored), after(&[], &stored));
    let loaded = volatile.replace("store.volatile", "store");
    assert_eq!(after(&["localize_globals"], &loaded), after(&[], &loaded));
}

#[test]
fn volatile_variables_stay_whole() {
    for (store, load) in [("store.volatile", "load"), ("store", "load.volatile")] {
        stays(
            &["split_variables"],
            &format!(
                "    %v: ptr<function, array<f32, 2>> = var\n    {store} %v, null array<f32, 2>\n    \
                 %p: ptr<function, f32> = access %v, 0i32\n    store %p, 1.0f32\n    %a: array<f32, 2> = {load} %v\n    \
                 %x: f32 = extract.0 %a\n    store @out, %x\n"
            ),
        );
    }
}
