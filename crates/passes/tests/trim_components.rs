//! Components that nothing wants, on IR text.

mod common;

use common::printed_after;

/// Runs passes on the body of a fragment shader, verifying each; gives the body.
#[track_caller]
fn after(passes: &[&str], body: &str) -> String {
    let text = format!(
        "stage fragment\nspec $0: f32 id(0) = 2.0f32\nentry &main\nglobal @in: f32 input location(0)\nglobal @vec: vec3<f32> input location(1)\n\
         global @out: f32 output location(0)\nglobal @all: vec3<f32> output location(1)\n\nfn &main() -> void {{\n    \
         %x: f32 = load @in\n    %v: vec3<f32> = load @vec\n{body}    return\n}}\n"
    );
    let printed = printed_after(passes, &text);
    printed[printed.find("fn &main").unwrap_or(0)..].to_string()
}

/// Checks that a body stays as it is.
#[track_caller]
fn stays(body: &str) {
    assert_eq!(after(&["trim_components"], body), after(&[], body));
}

/// A loop that multiplies a vector, of which some components are read behind.
fn product(behind: &str) -> String {
    format!(
        "    %s: f32 = sin %x
    %start: vec3<f32> = construct %x, %x, %s
    %end: vec3<f32> = loop %start (%p: vec3<f32>) {{
        %1: f32 = extract.0 %p
        %2: bool = flt %1, 0.0f32
        if %2 {{
            break %p
        }} else {{
            merge
        }}
        %3: f32 = cos %x
        %put: vec3<f32> = insert.2 %p, %3
        continue
    }} continuing {{
        %next: vec3<f32> = fmul %put, %v
        next %next
    }}
{behind}"
    )
}

#[test]
fn components_that_only_keep_themselves_go() {
    insta::assert_snapshot!(after(
        &["trim_components", "eliminate_dead_code"],
        &product("    %y: f32 = extract.1 %end\n    store @out, %y\n")
    ));
}

#[test]
fn one_component_of_a_shuffle_comes_from_a_vector_that_keeps_two() {
    insta::assert_snapshot!(after(
        &["trim_components"],
        "    %start: vec3<f32> = construct %x, %x, %x
    %end: vec3<f32> = loop %start (%p: vec3<f32>) {
        %1: f32 = extract.0 %p
        %2: bool = flt %1, 0.0f32
        if %2 {
            break %p
        } else {
            merge
        }
        continue
    } continuing {
        %next: vec3<f32> = vector_times_scalar %p, %x
        next %next
    }
    %w: vec2<f32> = shuffle.bd %end, %v
    %0: f32 = extract.0 %w
    %y: f32 = extract.0 %end
    %z: f32 = fadd %0, %y
    store @out, %z
"
    ));
}

#[test]
fn what_stays() {
    // All are wanted.
    stays(&product("    store @all, %end\n"));
    // Which one is not known before.
    stays(&product("    %n: i32 = ftos %x\n    %y: f32 = extract_dynamic %end, %n\n    store @out, %y\n"));
    // The length is that of all components.
    stays(&product("    %w: vec3<f32> = normalize %end\n    %y: f32 = extract.1 %w\n    store @out, %y\n"));
}

/// A loop that carries a vector, of which some components are read behind.
fn scaled(work: &str, behind: &str) -> String {
    format!(
        "    %y: f32 = sin %x
    %z: f32 = cos %x
    %start: vec3<f32> = construct %x, %y, %z
    %end: vec3<f32> = loop %start (%p: vec3<f32>) {{
        %1: f32 = extract.0 %p
        %2: bool = flt %1, 0.0f32
        if %2 {{
            break %p
        }} else {{
            merge
        }}
        continue
    }} continuing {{
{work}        next %next
    }}
{behind}"
    )
}

const WORK: &str = "        %3: vec3<f32> = vector_times_scalar %p, %x
        %4: vec3<f32> = swizzle.zyx %v
        %5: vec3<f32> = fadd %3, %4
        %next: vec3<f32> = fmax %5, vec3<f32>(1.0f32, 2.0f32, 3.0f32)
";

#[test]
fn vectors_become_narrower_around_loops() {
    let behind = "    %w: f32 = extract.2 %end\n    store @out, %w\n";
    insta::assert_snapshot!(after(&["trim_components", "eliminate_dead_code"], &scaled(WORK, behind)));
}

#[test]
fn vectors_become_numbers() {
    insta::assert_snapshot!(after(
        &["trim_components", "eliminate_dead_code"],
        "    %y: f32 = sin %x
    %c: bool = flt %x, 0.0f32
    %1: vec3<f32> = construct %x, %x, %y
    %2: vec3<f32> = if %c {
        %3: vec3<f32> = vector_times_scalar %1, %x
        merge %3
    } else {
        %4: vec3<f32> = shuffle.afb %v, %1
        merge %4
    }
    %5: f32 = extract.2 %2
    store @out, %5
"
    ));
}

#[test]
fn vectors_that_stay_as_wide() {
    let behind = "    %w: f32 = extract.2 %end\n    store @out, %w\n";
    let wide = |body: &str| assert!(after(&["trim_components"], body).contains("%p: vec3<f32>"), "{body}");
    // All components are wanted, or one that is not known before.
    stays(&scaled(WORK, "    store @all, %end\n"));
    // Something that is not put together would have to be taken apart, each time.
    wide(&scaled("        %next: vec3<f32> = fmul %p, %v\n", behind));
    // It is marked.
    wide(&scaled(WORK, behind).replace("(%p: vec3<f32>)", "(%p: vec3<f32> nonuniform)"));
    // What is not known yet cannot be taken apart.
    wide(&scaled("        %next: vec3<f32> = fmul %p, vec3<f32>($0, 1.0f32, 1.0f32)\n", behind));
}

#[test]
fn a_swizzle_that_is_joined_with_more_components_takes_what_is_there() {
    let left = after(
        &["trim_components"],
        "    %y: f32 = sin %x
    %a: vec4<f32> = construct %x, %y, %x, %y
    %b: vec4<f32> = swizzle.wyxy %a
    %c: vec4<f32> = fsub %a, %b
    %z: f32 = extract.0 %c
    %w: f32 = extract.2 %c
    %1: f32 = fadd %z, %w
    store @out, %1
",
    );
    assert!(left.contains("%a: vec4<f32>"), "{left}");
}

#[test]
fn a_swizzle_of_a_scalar_becomes_the_scalar() {
    let left = after(
        &["trim_components"],
        "    %w: vec2<f32> = swizzle.xx %x
    %1: f32 = extract.0 %w
    store @out, %1
",
    );
    assert!(left.contains("store @out, %x"), "{left}");
}

#[test]
fn loops_that_start_from_what_is_not_known_stay_as_wide() {
    let behind = "    %y: f32 = extract.1 %end\n    store @out, %y\n";
    for start in ["undef vec3<f32>", "vec3<f32>($0, 1.0f32, 1.0f32)"] {
        let body = product(behind).replace("loop %start", &format!("loop {start}"));
        let done = after(&["trim_components"], &body);
        assert!(done.contains("(%p: vec3<f32>)"), "{done}");
    }
    // What one arm gives is used whole elsewhere.
    stays(
        "    %c: bool = flt %x, 0.0f32\n    %w: vec3<f32> = fadd %v, %v\n    %r: vec3<f32> = if %c {\n        \
         store @all, %v\n        merge %v\n    } else {\n        store @all, %w\n        merge %w\n    }\n    \
         %y: f32 = extract.1 %r\n    store @out, %y\n",
    );
}
