//! Sums and products of many, on IR text.

mod common;

use common::printed_after;

const DECLARATIONS: &str = "struct #U {\n    u: f32\n    w: f32\n    m: mat2x2<f32>\n}\n\
    global @in: f32 input location(0)\nglobal @a: vec3<f32> input location(1)\nglobal @b: vec3<f32> input location(2)\n\
    global @p: vec2<f32> input location(3)\nglobal @un: #U uniform block(std140) set(0) binding(0)\n";

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after_with(passes: &[&str], output: &str, body: &str) -> String {
    let text = format!(
        "stage fragment\nentry &main\n{DECLARATIONS}global @out: f32 output location(0){output}\n\
         global @pair: vec2<f32> output location(1)\n\nfn &main() -> void {{\n    %x: f32 = load @in\n    \
         %a: vec3<f32> = load @a\n    %b: vec3<f32> = load @b\n    %p: vec2<f32> = load @p\n    \
         %pu: ptr<uniform, f32> = access @un, 0i32\n    %u: f32 = load %pu\n    %pw: ptr<uniform, f32> = access @un, 1i32\n    \
         %w: f32 = load %pw\n    %pm: ptr<uniform, mat2x2<f32>> = access @un, 2i32\n    \
         %m: mat2x2<f32> = load %pm\n{body}    return\n}}\n"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("%m: mat").unwrap_or(0)..].to_string()
}

#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    after_with(passes, "", body)
}

#[track_caller]
fn stays(pass: &str, body: &str) {
    assert_eq!(after(&[pass], body), after(&[], body));
}

const SUM: &str = "    %1: f32 = fadd %x, %u\n    %2: f32 = fadd %1, 1.0f32\n    %3: f32 = fadd %2, %w\n    \
    %4: f32 = fadd %3, 2.0f32\n    store @out, %4\n";

#[test]
fn what_changes_least_comes_first() {
    insta::assert_snapshot!(after(&["reassociate"], SUM));
    let together = after(&["reassociate", "combine"], SUM);
    assert!(together.contains("3.0f32"), "{together}");
    assert_eq!(after(&["reassociate", "combine", "reassociate"], SUM), together);
}

#[test]
fn what_a_loop_does_not_change_can_leave_it() {
    insta::assert_snapshot!(after(
        &["reassociate", "hoist_code"],
        "    %y: f32 = sin %x
    loop 0.0f32 (%i: f32) {
        %1: f32 = fmul %i, %x
        %2: f32 = fmul %1, %y
        store @out, %2
        %3: bool = fgt %i, 9.0f32
        if %3 {
            break
        } else {
            merge
        }
        continue
    } continuing {
        %4: f32 = fadd %i, 1.0f32
        next %4
    }
"
    ));
}

#[test]
fn order_stays() {
    // The author asks for it.
    stays("reassociate", &SUM.replace("f32 = fadd", "f32 precise = fadd"));
    // Part of it is used otherwise; the rest is too short.
    stays(
        "reassociate",
        "    %1: f32 = fadd %x, %u\n    %2: f32 = fadd %1, 1.0f32\n    store @out, %1\n    store @out, %2\n",
    );
    // It is sorted.
    stays("reassociate", "    %1: f32 = fmul %u, %w\n    %2: f32 = fmul %1, %x\n    store @out, %2\n");
    // Another program must compute the same.
    let invariant = |passes: &[&str], body: &str| after_with(passes, " invariant", body);
    assert_eq!(invariant(&["reassociate"], SUM), invariant(&[], SUM));
    assert_eq!(invariant(&["form_products"], DOT), invariant(&[], DOT));
}

const DOT: &str = "    %a0: f32 = extract.0 %a\n    %a1: f32 = extract.1 %a\n    %a2: f32 = extract.2 %a\n    \
    %b0: f32 = extract.0 %b\n    %b1: f32 = extract.1 %b\n    %b2: f32 = extract.2 %b\n    %1: f32 = fmul %a0, %b0\n    \
    %2: f32 = fmul %b1, %a1\n    %3: f32 = fmul %a2, %b2\n    %4: f32 = fadd %1, %x\n    %5: f32 = fadd %4, %2\n    \
    %6: f32 = fadd %3, %5\n    store @out, %6\n";

#[test]
fn dot_products_are_found() {
    insta::assert_snapshot!(after(&["form_products", "eliminate_dead_code"], DOT));
}

#[test]
fn products_besides_a_dot_product_stay() {
    let more = DOT.replace(
        "    store @out, %6\n",
        "    %7: f32 = fmul %a2, %a2\n    %8: f32 = fadd %6, %7\n    store @out, %8\n",
    );
    let done = after(&["form_products", "eliminate_dead_code"], &more);
    assert!(done.contains("dot %a, %b") && done.contains("fmul %a2, %a2"), "{done}");
}

#[test]
fn constants_alone_keep_their_order() {
    stays(
        "reassociate",
        "    %1: f32 = fadd 1.0f32, 2.0f32\n    %2: f32 = fadd %1, 3.0f32\n    store @out, %2\n",
    );
}

#[test]
fn products_with_matrices_are_found() {
    insta::assert_snapshot!(after(
        &["form_products", "eliminate_dead_code"],
        "    %m0: vec2<f32> = extract.0 %m
    %m1: vec2<f32> = extract.1 %m
    %p0: f32 = extract.0 %p
    %p1: f32 = extract.1 %p
    %1: vec2<f32> = vector_times_scalar %m0, %p0
    %2: vec2<f32> = vector_times_scalar %m1, %p1
    %3: vec2<f32> = fadd %1, %2
    store @pair, %3
"
    ));
}

#[test]
fn sums_that_are_no_products() {
    // A component is missing.
    stays("form_products", &DOT.replace("%3: f32 = fmul %a2, %b2", "%3: f32 = fmul %a1, %b2"));
    stays("form_products", &DOT.replace("%3: f32 = fmul %a2, %b2", "%3: f32 = fmul %a1, %b1"));
    stays("form_products", &DOT.replace("%3: f32 = fmul %a2, %b2", "%3: f32 = fmul %a2, %a2"));
    // One product is less precise.
    stays("form_products", &DOT.replace("%3: f32 = fmul", "%3: f32 mediump = fmul"));
    // The author asks for this order.
    stays("form_products", &DOT.replace("f32 = fadd", "f32 precise = fadd"));
    // A product is used otherwise.
    stays("form_products", &format!("{DOT}    store @out, %3\n"));
}

#[test]
fn operations_on_all_components_are_found() {
    insta::assert_snapshot!(after(
        &["form_vectors", "eliminate_dead_code"],
        "    %p0: f32 = extract.0 %p
    %p1: f32 = extract.1 %p
    %1: f32 = fmul %p0, %x
    %2: f32 = fmul %p1, %x
    %3: vec2<f32> = construct %1, %2
    store @pair, %3
    %4: f32 = fmax %p0, 1.0f32
    %5: f32 = fmax %p1, 2.0f32
    %6: vec2<f32> = construct %4, %5
    store @pair, %6
    %7: f32 precise = sin %p0
    %8: f32 precise = sin %p1
    %9: vec2<f32> precise = construct %7, %8
    store @pair, %9
"
    ));
}

/// The sines of two components, with what they are components of, and what else is done.
fn sines(first: &str, second: &str, behind: &str) -> String {
    format!(
        "    %p0: f32 = extract.0 %p\n    %p1: f32 = extract.1 %p\n    %1: f32 = {first}\n    %2: f32 = {second}\n    \
         %3: vec2<f32> = construct %1, %2\n    store @pair, %3\n{behind}"
    )
}

#[test]
fn operations_rest_on_one_another() {
    insta::assert_snapshot!(after(
        &["form_vectors", "eliminate_dead_code"],
        "    %p0: f32 = extract.0 %p
    %p1: f32 = extract.1 %p
    %1: f32 = fmul %p1, %x
    %2: f32 = fmul %p0, %x
    %y: f32 = sin %x
    %3: f32 = fadd %1, %x
    %4: f32 = fadd %2, %y
    %5: f32 = fmax %3, 0.0f32
    %6: f32 = fmax %4, 1.0f32
    %7: vec2<f32> = construct %5, %6
    store @pair, %7
"
    ));
}

#[test]
fn operations_on_some_components_stay() {
    let stays = |text: &str| stays("form_vectors", text);
    assert!(after(&["form_vectors"], &sines("sin %p0", "sin %p1", "")).contains("sin %p\n"));
    // Different ones, or not by components.
    stays(&sines("sin %p0", "cos %p1", ""));
    stays(&sines("normalize %p0", "normalize %p1", ""));
    // One is used otherwise, or is marked.
    stays(&sines("sin %p0", "sin %p1", "    store @out, %2\n"));
    stays(&sines("sin %p0", "sin %p1", "").replace("%2: f32", "%2: f32 precise"));
    stays(&sines("sin %p0", "sin %p1", "").replace(": f32 = sin", ": f32 nonuniform = sin"));
    stays(&sines("fmul %x, %u", "fmul %x, %u", ""));
    // What they take is not of one vector, or marked.
    let apart = |text: String| assert!(!after(&["form_vectors"], &text).contains("sin %p\n"), "{text}");
    apart(sines("sin %p0", "sin %a1", "").replace("    %1:", "    %a1: f32 = extract.1 %a\n    %1:"));
    apart(sines("sin %p0", "sin %p1", "").replace("%p1: f32 =", "%p1: f32 nonuniform ="));
    let array = "    %p: array<f32, 2> = construct %x, %u\n";
    let done =
        after(&["form_vectors"], &format!("{array}{}", sines("sin %p0", "sin %p1", "")).replace("%p", "%q"));
    assert!(!done.contains("sin %q\n"), "{done}");
    // A number that both take is put into a vector, but for products.
    let done = after(&["form_vectors"], &sines("fmod %p0, %x", "fmod %p1, %x", ""));
    assert!(done.contains("splat %x"), "{done}");
    // What these are computed from is not of one precision.
    let inner = "    %c0: f32 mediump = cos %p0\n    %c1: f32 = cos %p1\n    %1:";
    let done = after(&["form_vectors"], &sines("sin %c0", "sin %c1", "").replace("    %1:", inner));
    assert!(!done.contains("cos %p\n"), "{done}");
    // To put the operands together costs what is saved.
    stays(&sines("fadd %p0, %x", "fadd %y, %p1", "").replace("    %1:", "    %y: f32 = sin %x\n    %1:"));
    // What is compared is not of one type.
    stays(
        "    %d: f64 = fconvert %x\n    %p0: f32 = extract.0 %p\n    %1: bool = flt %p0, 0.5f32\n    %2: bool = flt %d, 0.5f64\n    \
         %3: vec2<bool> = construct %1, %2\n    %4: bool = any %3\n    %5: f32 = btof %4\n    store @out, %5\n",
    );
    // They were done before the loop, once.
    let outside = "    %p0: f32 = extract.0 %p\n    %p1: f32 = extract.1 %p\n    %1: f32 = sin %p0\n    %2: f32 = sin %p1\n    \
         loop {\n        %c: bool = fgt %x, 1.0f32\n        if %c {\n            break\n        } else {\n            \
         merge\n        }\n        %3: vec2<f32> = construct %1, %2\n        store @pair, %3\n        continue\n    }\n";
    stays(outside);
}
