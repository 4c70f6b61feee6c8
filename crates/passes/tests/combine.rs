//! `combine` on IR text: before and after.

mod common;

use common::{printed_after, printed_by};
use vitrum_passes::FloatLaws;

const HEAD: &str = "stage fragment\nentry &main\n\
    global @x: f32 input location(0)\nglobal @y: f32 input location(1)\nglobal @n: i32 input location(2) flat\n\
    global @v: vec4<f32> input location(3)\nglobal @helper: bool input builtin(helper_invocation)\n\
    global @o: f32 output location(0)\nglobal @p: vec4<f32> output location(1)\nglobal @q: i32 output location(2)\n";

/// Runs passes on the body of a fragment shader's `main` with the laws of real numbers, verifying each; gives the body.
#[track_caller]
fn after_with(passes: &[&str], head: &str, body: &str) -> String {
    body_of(&printed_after(passes, &format!("{head}\nfn &main() -> void {{\n{body}}}\n")))
}

#[track_caller]
fn after_by(floats: FloatLaws, passes: &[&str], head: &str, body: &str) -> String {
    body_of(&printed_by(floats, passes, &format!("{head}\nfn &main() -> void {{\n{body}}}\n")))
}

fn body_of(printed: &str) -> String {
    let start = printed.find("-> void {\n").map_or(0, |at| at + 10);
    printed[start..printed.rfind('}').unwrap_or(printed.len())].to_string()
}

#[track_caller]
fn after(body: &str) -> String {
    after_with(&["combine", "eliminate_dead_code"], HEAD, body)
}

/// A body that reads `x` and `y`, computes, and writes `%r` to `o`.
fn floats(computation: &str) -> String {
    format!("    %x: f32 = load @x\n    %y: f32 = load @y\n{computation}    store @o, %r\n    return\n")
}

#[test]
fn constants_meet_and_equal_operations_are_shared() {
    insta::assert_snapshot!(after(&floats(
        "    %1: f32 = fmul %x, 2.0f32
    %2: f32 = fmul %1, 3.0f32
    %3: f32 = fmul 6.0f32, %x
    %r: f32 = fsub %2, %3
"
    )));
}

#[test]
fn exact_laws_alone_are_used_unless_asked() {
    let body = floats(
        "    %1: f32 = fadd %x, 0.0f32
    %2: f32 = fadd %1, 1.0f32
    %3: f32 = fadd %2, 2.0f32
    %4: f32 = fsub %x, %y
    %5: f32 = fsub %y, %x
    %6: f32 = fmul %4, %5
    %7: f32 = sqrt %3
    %8: f32 = fdiv 1.0f32, %7
    %9: f32 = sin 0.5f32
    %10: f32 = fmin %x, 1.0f32
    %11: f32 = fmin %10, 2.0f32
    %12: f32 = fmul %6, %8
    %13: f32 = fmul %9, %11
    %r: f32 = fadd %12, %13
",
    );
    let passes = ["fold_constants", "combine", "propagate_constants", "eliminate_dead_code"];
    let plain = after_by(FloatLaws::Exact, &["eliminate_dead_code"], HEAD, &body);
    assert_eq!(after_by(FloatLaws::Exact, &passes, HEAD, &body), plain);
    let fast = after_by(FloatLaws::Real, &passes, HEAD, &body);
    assert!(
        fast.contains("inverse_sqrt") && !fast.contains("sin") && fast.matches("fsub").count() == 1,
        "{fast}"
    );
    // What is exact is done all the same.
    let exact = floats(
        "    %1: f32 = fdiv %x, 4.0f32
    %2: f32 = fneg %1
    %3: f32 = fneg %2
    %4: f32 = fmul %3, 1.0f32
    %5: f32 = fdiv 1.0f32, 3.0f32
    %r: f32 = fadd %4, %5
",
    );
    let after = after_by(FloatLaws::Exact, &passes, HEAD, &exact);
    assert!(
        after.contains("fmul %x, 0.25f32") && !after.contains("fneg") && !after.contains("fdiv"),
        "{after}"
    );
}

#[test]
fn a_quotient_by_a_root_may_be_negative() {
    // The root of -0 is -0.
    let body = floats(
        "    %1: f32 = sqrt %x
    %2: f32 = fdiv 1.0f32, %1
    %3: bool = flt %2, 0.0f32
    %r: f32 = btof %3
",
    );
    let text = after_by(FloatLaws::Exact, &["combine", "eliminate_dead_code"], HEAD, &body);
    assert!(text.contains("flt"), "{text}");
    assert!(after(&body).contains("flt"), "{}", after(&body));
}

#[test]
fn no_law_loses_range() {
    for [first, whole] in
        [["log", "fadd"], ["log2", "fsub"], ["sqrt", "fmul"], ["sqrt", "fdiv"], ["exp", "fmul"]]
    {
        let body = floats(&format!(
            "    %1: f32 = {first} %x\n    %2: f32 = {first} %y\n    %r: f32 = {whole} %1, %2\n"
        ));
        // A quotient by a root is a product with the inverse root, which is one more function.
        let text = after(&body);
        assert_eq!(text.matches(&format!("{first} %")).count(), 2, "{text}");
    }
}

#[test]
fn a_difference_the_other_way_around_is_a_negation() {
    let text = after(&floats(
        "    %1: f32 = fsub %x, %y
    %2: f32 = fsub %y, %x
    %r: f32 = fmul %1, %2
",
    ));
    assert!(text.contains("fneg") && text.matches("fsub").count() == 1, "{text}");
    // A zero would have the other sign.
    let text = after(&floats(
        "    %1: f32 precise = fsub %x, %y
    %2: f32 precise = fsub %y, %x
    %r: f32 = fmul %1, %2
",
    ));
    assert!(!text.contains("fneg"), "{text}");
}

#[test]
fn differences_of_other_precision_are_not_negations() {
    for other in ["f32 mediump", "f32 precise"] {
        let text = after(&floats(&format!(
            "    %1: f32 = fsub %x, %y\n    %2: {other} = fsub %y, %x\n    %r: f32 = fmul %1, %2\n"
        )));
        assert!(!text.contains("fneg"), "{text}");
        let text = after(&floats(&format!(
            "    %1: {other} = fsub %x, %y\n    %2: f32 = fsub %y, %x\n    %r: f32 = fmul %1, %2\n"
        )));
        assert!(!text.contains("fneg"), "{text}");
    }
}

#[test]
fn what_a_step_lets_through_passes_for_what_is_no_number() {
    // `step` is 0 where `x` is less than the edge, and else 1.
    let text = after(&floats(
        "    %1: f32 = step %y, %x
    %r: f32 = fmul %x, %1
",
    ));
    assert!(text.contains("flt %x, %y"), "{text}");
}

#[test]
fn precise_values_follow_exact_rules_alone() {
    insta::assert_snapshot!(after(&floats(
        "    %1: f32 precise = fadd %x, 0.0f32
    %2: f32 precise = fmul %1, 1.0f32
    %3: f32 precise = fmul %2, 2.0f32
    %4: f32 precise = fmul %3, 3.0f32
    %5: f32 precise = fneg %y
    %6: f32 precise = fneg %5
    %r: f32 precise = fsub %4, %6
"
    )));
}

#[test]
fn what_precise_values_are_made_of_may_be_rewritten_by_others() {
    // The product is not precise, and does not become so by being used.
    insta::assert_snapshot!(after(&floats(
        "    %1: f32 = fmul %x, 2.0f32
    %2: f32 = fmul %1, 3.0f32
    %r: f32 precise = fadd %2, %y
"
    )));
}

#[test]
fn invariant_outputs_keep_the_module_exact() {
    let head =
        HEAD.replace("global @o: f32 output location(0)", "global @o: f32 output location(0) invariant");
    let body = floats(
        "    %1: f32 = fadd %x, 0.0f32
    %2: f32 = fmul %1, 2.0f32
    %r: f32 = fmul %2, 3.0f32
",
    );
    let passes = &["combine", "eliminate_dead_code"];
    let exact = after_with(passes, &head, &body);
    // So does a member of an output.
    let member = HEAD.replace("entry &main\n", "entry &main\nstruct #V {\n    a: vec4<f32> invariant\n}\n");
    let member = format!("{member}global @v2: #V output block(std140) location(5)\n");
    assert_eq!(after_with(passes, &member, &body), exact);
    insta::assert_snapshot!(exact);
}

#[test]
fn essl_has_fewer_laws() {
    let body = floats(
        "    %1: f32 = fmul %x, 2.0f32
    %2: f32 = fmul %1, 3.0f32
    %3: f32 = sqrt %y
    %4: f32 = fdiv 1.0f32, %3
    %r: f32 = fadd %2, %4
",
    );
    let passes = &["combine", "eliminate_dead_code"];
    let essl = after_with(passes, &HEAD.replace("entry &main", "source essl 310\nentry &main"), &body);
    insta::assert_snapshot!(format!("{essl}// desktop\n{}", after(&body)));
}

#[test]
fn comparisons_know_of_nan() {
    insta::assert_snapshot!(after(&floats(
        "    %1: bool = flt %x, %y
    %2: bool = not %1
    %3: bool = is_nan %x
    %4: bool = or %2, %3
    %5: bool = feq %x, %x
    %6: bool = and %4, %5
    %r: f32 = select %6, 1.0f32, %y
"
    )));
}

#[test]
fn arms_share_with_what_dominates_them_only() {
    insta::assert_snapshot!(after(
        "    %n: i32 = load @n
    %c: bool = sgt %n, 3i32
    %0: i32 = imul %n, %n
    if %c {
        %1: i32 = imul %n, %n
        %2: i32 = iadd %1, 7i32
        store @q, %2
        merge
    } else {
        %3: i32 = iadd %0, 7i32
        store @q, %3
        merge
    }
    %4: i32 = load @n
    %5: i32 = iadd %0, 7i32
    %6: i32 = isub %5, %4
    store @q, %6
    return
"
    ));
}

#[test]
fn only_loads_of_what_nobody_writes_are_shared() {
    insta::assert_snapshot!(after(
        "    %1: f32 = load @x
    store @o, %1
    %2: f32 = load @x
    store @o, %2
    %3: f32 = load @o
    store @o, 1.0f32
    %4: f32 = load @o
    %5: f32 = fadd %3, %4
    store @o, %5
    %6: bool = load @helper
    intrinsic.demote
    %7: bool = load @helper
    %8: bool = and %6, %7
    %9: f32 = select %8, %1, %5
    store @o, %9
    return
"
    ));
}

#[test]
fn images_that_others_see_are_read_each_time() {
    let head = format!("{HEAD}global @t: image<2d, f32> opaque set(0) binding(0)\n");
    let fetches = |flag: &str| {
        let fetch =
            |name: &str| format!("    %{name}: vec4<f32> = image_fetch.{flag}lod %t, null vec2<i32>, 0i32\n");
        let body = format!(
            "    %t: image<2d, f32> = load @t\n{}{}    %3: vec4<f32> = fadd %1, %2\n    store @p, %3\n    return\n",
            fetch("1"),
            fetch("2")
        );
        after_with(&["combine", "eliminate_dead_code"], &head, &body).matches("image_fetch").count()
    };
    assert_eq!([fetches(""), fetches("volatile.")], [1, 2]);
}

#[test]
fn the_shared_operation_has_the_greater_precision() {
    insta::assert_snapshot!(after(
        "    %x: f32 highp = load @x
    %1: f32 mediump = fmul %x, %x
    %2: f32 highp = fmul %x, %x
    %3: f32 highp = fdiv %2, %1
    %4: f32 mediump = sin %x
    %5: f32 highp precise = sin %x
    %6: f32 highp = pow %5, %4
    store @o, %6
    return
"
    ));
}

#[test]
fn nonuniform_values_are_others() {
    insta::assert_snapshot!(after(
        "    %n: i32 = load @n
    %1: i32 = iadd %n, 1i32
    %2: i32 nonuniform = iadd %n, 1i32
    %3: i32 nonuniform = iadd %2, 0i32
    %4: i32 = imul %1, %3
    store @q, %4
    return
"
    ));
}

#[test]
fn operations_used_otherwise_are_not_done_twice() {
    // The product would be made again, and stays, since it is stored.
    insta::assert_snapshot!(after(
        "    %x: f32 = load @x
    %y: f32 = load @y
    %1: f32 = fmul %x, 2.5f32
    %2: f32 = fmul %x, %y
    store @o, %1
    store @o, %2
    %3: f32 = fadd %1, %2
    store @o, %3
    return
"
    ));
}

#[test]
fn parts_come_from_where_they_were_put_together() {
    insta::assert_snapshot!(after(
        "    %v: vec4<f32> = load @v
    %x: f32 = load @x
    %1: f32 = extract.0 %v
    %2: f32 = extract.1 %v
    %3: f32 = extract.2 %v
    %4: f32 = extract.3 %v
    %5: vec4<f32> = construct %1, %2, %3, %4
    store @p, %5
    %6: vec4<f32> = construct %4, %2, %3, %1
    store @p, %6
    %7: vec3<f32> = swizzle.zyx %6
    %8: f32 = extract.2 %7
    store @o, %8
    %9: vec4<f32> = insert.0 undef vec4<f32>, %x
    %10: vec4<f32> = insert.1 %9, %2
    %11: vec4<f32> = insert.2 %10, %x
    %12: vec4<f32> = insert.3 %11, 1.0f32
    store @p, %12
    %13: vec4<f32> = construct %1, %2, %3, 1.0f32
    store @p, %13
    return
"
    ));
}

#[test]
fn a_component_of_an_operation_is_computed_alone() {
    let text = after(&floats(
        "    %1: vec2<f32> = construct %x, %y\n    %2: vec2<f32> = fmul %1, vec2<f32>(2.0f32, 3.0f32)\n    %r: f32 = extract.1 %2\n",
    ));
    assert!(text.contains("fmul %y, 3.0f32") && !text.contains("vec2"), "{text}");
    let text = after(&floats("    %1: f32 = swizzle.x %x\n    %r: f32 = fadd %1, %y\n"));
    assert!(text.contains("fadd %x, %y"), "{text}");
}

#[test]
fn arrays_that_were_taken_apart_are_whole() {
    let head = format!(
        "{HEAD}global @a: array<f32, 2> input location(4)\nglobal @b: array<f32, 2> input location(6)\n\
         global @long: array<f32, 17> input location(8)\nglobal @c: array<f32, 2> output location(4)\n\
         global @d: array<f32, 17> output location(6)\n"
    );
    let after = |body: &str| {
        let body =
            format!("    %a: array<f32, 2> = load @a\n    %b: array<f32, 2> = load @b\n{body}    return\n");
        after_with(&["combine", "eliminate_dead_code"], &head, &body)
    };
    let parts = "    %0: f32 = extract.0 %a\n    %1: f32 = extract.1 %a\n    %2: f32 = extract.1 %b\n";
    let text = after(&format!("{parts}    %w: array<f32, 2> = construct %0, %1\n    store @c, %w\n"));
    assert!(text.contains("store @c, %a"), "{text}");
    let text = after(&format!("{parts}    %w: array<f32, 2> = construct %0, %2\n    store @c, %w\n"));
    assert!(text.contains("= construct"), "{text}");
    let text = after(&format!("{parts}    %w: array<f32, 2> = insert.1 %a, %1\n    store @c, %w\n"));
    assert!(text.contains("store @c, %a"), "{text}");
    let text = after(&format!("{parts}    %w: array<f32, 2> = insert.0 %a, %1\n    store @c, %w\n"));
    assert!(text.contains("insert.0 %a"), "{text}");
    // More parts than are looked at: the last one stays what it was.
    let mut long = "    %x: f32 = load @x\n    %w0: array<f32, 17> = load @long\n".to_owned();
    for at in 0..16 {
        long += &format!("    %w{}: array<f32, 17> = insert.{at} %w{at}, %x\n", at + 1);
    }
    let text = after(&format!("{long}    store @d, %w16\n"));
    assert!(text.contains("insert.15") && !text.contains("construct"), "{text}");
}

#[test]
fn long_vectors_are_put_together_as_written() {
    let head = format!("{HEAD}global @eight: vec8<f32> private\n");
    let stays = |body: &str| {
        let body = format!("    %x: f32 = load @x\n    %e: vec8<f32> = load @eight\n{body}    return\n");
        assert_eq!(after_with(&["combine"], &head, &body), after_with(&[], &head, &body));
    };
    stays("    %1: vec8<f32> = insert.0 %e, %x\n    %2: vec8<f32> = insert.5 %1, %x\n    store @eight, %2\n");
    stays(
        "    %1: f32 = extract.0 %e\n    %2: f32 = extract.1 %e\n    %3: vec4<f32> = construct %1, %2, %x, %x\n    store @p, %3\n",
    );
}

#[test]
fn constant_indices_are_brought_into_range() {
    insta::assert_snapshot!(after(
        "    %v: vec4<f32> = load @v
    %r: f32 = extract_dynamic %v, 4i32
    %w: vec4<f32> = insert_dynamic %v, %r, -1i32
    store @o, %r
    store @p, %w
    return
"
    ));
}

#[test]
fn vectors_of_one_number_are_made_last() {
    insta::assert_snapshot!(after(
        "    %v: vec4<f32> = load @v
    %x: f32 = load @x
    %y: f32 = load @y
    %1: vec4<f32> = splat %x
    %2: vec4<f32> = splat %y
    %3: vec4<f32> = fadd %1, %2
    %4: vec4<f32> = fmul %v, %3
    store @p, %4
    return
"
    ));
}

/// A body that reads `n`, computes, and writes `%r` to `q`.
fn integers(computation: &str) -> String {
    format!("    %n: i32 = load @n\n{computation}    store @q, %r\n    return\n")
}

#[test]
fn ranges_make_operations_needless() {
    insta::assert_snapshot!(after(&integers(
        "    %low: i32 = iand %n, 15i32
    %1: i32 = smin %low, 20i32
    %2: i32 = smax %1, 0i32
    %3: i32 = sabs %2
    %4: i32 = iand %3, 31i32
    %5: i32 = srem %4, 16i32
    %6: i32 = sdiv %5, 4i32
    %7: bool = slt %6, 4i32
    %8: bool = sge %low, 0i32
    %9: bool = and %7, %8
    %r: i32 = select %9, %6, %n
"
    )));
}

#[test]
fn ranges_that_are_too_wide_change_nothing() {
    let body = "    %low: i32 = iand %n, 15i32
    %1: i32 = smin %low, 14i32
    %2: i32 = sdiv %n, 4i32
    %3: i32 = srem %n, 4i32
    %4: i32 = sabs %n
    %5: i32 = iand %low, 7i32
    %6: bool = slt %low, 15i32
    %7: i32 = iadd %low, 2147483640i32
    %8: i32 = smax %7, 0i32
    %9: i32 = ixor %1, %2
    %10: i32 = ixor %9, %3
    %11: i32 = imul %10, %4
    %12: i32 = ixor %11, %5
    %13: i32 = imul %12, %8
    %r: i32 = select %6, %13, %n
";
    assert_eq!(after(&integers(body)), after_with(&[], HEAD, &integers(body)));
    // What is marked stays.
    let marked = body.replace("%1: i32 = smin %low, 14i32", "%1: i32 nonuniform = smin %low, 20i32");
    assert!(after(&integers(&marked)).contains("nonuniform = smin"));
}

#[test]
fn operations_with_two_results_are_folded() {
    insta::assert_snapshot!(after(
        "    (%1: f32, %2: f32) = modf 5.5f32
    %r: f32 = fadd %1, %2
    store @o, %2
    return
"
    ));
}

#[test]
fn what_a_rule_makes_is_rewritten_as_if_the_old_was_gone() {
    let body = after(&floats(
        "    %1: f32 = fneg %x
    %2: bool = flt 2.0f32, %1
    %r: f32 = btof %2
",
    ));
    assert!(body.contains("flt %x, -2.0f32") && !body.contains("fneg"), "{body}");
}
