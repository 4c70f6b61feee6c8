//! What no pipeline may do, whatever it finds: each test breaks if one of its passes does it.

use vitrum_ir::print;
use vitrum_ir_text::parse;
use vitrum_passes::{FloatLaws, LOOSE, PASSES, PIPELINES, RunOptions, run, run_pipeline};

/// Runs every pipeline on a module, each pass by itself, and all passes together, verifying it after each pass; gives
/// the texts. Without fuel, no pass changes anything.
#[track_caller]
fn optimised(text: &str) -> Vec<String> {
    let options = || RunOptions { verify: true, ..Default::default() };
    let module = || parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let pipelines = PIPELINES.iter().map(|pipeline| {
        let mut module = module();
        run_pipeline(&mut module, pipeline, options()).unwrap_or_else(|failure| panic!("{failure}"));
        print(&module)
    });
    // Precision is what some passes are about.
    let wanted = |name: &&str| *name != "lower_block_parameters" && !LOOSE.contains(name);
    let all: Vec<&str> = PASSES.iter().map(|pass| pass.name).filter(wanted).collect();
    let before = print(&module());
    for name in &all {
        let mut module = module();
        let starved = RunOptions { fuel: Some(0), ..options() };
        run(&mut module, &[name], starved).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(print(&module), before, "{name} without fuel");
    }
    // What was inlined is there once more until then.
    let alone = all.iter().map(|&name| vec![name, "eliminate_dead_functions"]);
    let lists = alone.chain([[&*all, &*all].concat()]).map(|names| {
        let mut module = module();
        run(&mut module, &names, options()).unwrap_or_else(|failure| panic!("{failure}"));
        print(&module)
    });
    pipelines.chain(lists).collect()
}

/// A fragment shader with declarations and a body of `main`.
fn fragment(declarations: &str, body: &str) -> String {
    let (first, declarations): (Vec<&str>, Vec<&str>) =
        declarations.lines().partition(|line| line.starts_with("spec ") || line.starts_with("declare "));
    let (first, declarations) = (first.join("\n"), declarations.join("\n"));
    format!(
        "stage fragment\n{first}\nentry &main\nglobal @in: f32 input location(0)\nglobal @n: i32 input location(1) flat\n\
         global @out: f32 output location(0)\nglobal @more: f32 output location(1)\n{declarations}\n\
         fn &main() -> void {{\n    %x: f32 = load @in\n    %n: i32 = load @n\n    %c: bool = fgt %x, 1.0f32\n{body}    \
         return\n}}\n"
    )
}

/// Checks that every pipeline leaves so many of each text.
#[track_caller]
fn keeps(text: &str, counts: &[(&str, usize)]) {
    for printed in optimised(text) {
        for &(what, count) in counts {
            assert_eq!(printed.matches(what).count(), count, "`{what}` in:\n{printed}");
        }
    }
}

#[test]
fn precise_operations_stay_as_written_behind_calls() {
    let text = "fn &f(%a: f32 in, %b: f32 in) -> f32 {
    %0: f32 precise = fmul %a, %b
    %1: f32 precise = fadd %0, %a
    %2: f32 precise = fsub %1, %a
    return %2
}";
    let text = fragment(text, "    %0: f32 = call &f %x, 0.1f32\n    store @out, %0\n");
    keeps(&text, &[("precise = fmul", 1), ("precise = fadd", 1), ("precise = fsub", 1)]);
}

#[test]
fn what_is_not_precise_does_not_become_so() {
    let body = "    %0: f32 precise = fmul %x, 3.0f32
    %1: f32 = fadd %x, 5.0f32
    %2: f32 = if %c {
        merge %0
    } else {
        merge %1
    }
    store @out, %2
";
    keeps(&fragment("", body), &[("precise", 1)]);
}

#[test]
fn precision_stays_with_its_operation() {
    let text = "fn &f(%a: f32 in) -> f32 {
    %0: f32 mediump = fmul %a, 3.0f32
    %v: ptr<function, f32> = var
    store %v, %0
    %1: f32 = load %v
    %2: f32 = fadd %1, 0.5f32
    return %2
}";
    let body = "    %0: f32 = call &f %x\n    %1: f32 = sin %0\n    store @out, %1\n";
    keeps(
        &fragment(text, body),
        &[("mediump = fmul", 1), ("f32 = fadd", 1), ("f32 = sin", 1), ("mediump", 1)],
    );
}

#[test]
fn what_varies_within_a_group_is_still_said_to() {
    let declarations = "global @s: array<sampled<2d, f32>, 4> opaque set(0) binding(0)
fn &f(%i: i32 in) -> vec4<f32> {
    %0: i32 nonuniform = iadd %i, 1i32
    %1: ptr<opaque, sampled<2d, f32>> nonuniform = access @s, %0
    %2: sampled<2d, f32> nonuniform = load %1
    %3: vec4<f32> = image_sample %2, null vec2<f32>
    return %3
}";
    let body = "    %0: vec4<f32> = call &f %n\n    %1: f32 = extract.0 %0\n    store @out, %1\n";
    keeps(
        &fragment(declarations, body),
        &[("nonuniform = iadd", 1), ("nonuniform = access", 1), ("nonuniform = load", 1)],
    );
}

#[test]
fn nan_is_found() {
    let body = "    %0: f32 = sqrt %x
    %1: bool = is_nan %0
    %2: bool = is_inf %x
    %3: bool = or %1, %2
    if %3 {
        store @out, 1.0f32
        merge
    } else {
        merge
    }
";
    keeps(&fragment("", body), &[("is_nan", 1), ("is_inf", 1)]);
}

#[test]
fn derivatives_stay_where_they_are() {
    let body = "    %0: f32 = dfdx %x
    %1: f32 = if %c {
        merge %0
    } else {
        %2: f32 = dfdy %x
        merge %2
    }
    store @out, %1
";
    for printed in optimised(&fragment("", body)) {
        let (dfdx, branch, dfdy) = (printed.find("dfdx"), printed.find("= if"), printed.find("dfdy"));
        assert!(dfdx.is_some() && dfdx < branch && branch < dfdy, "{printed}");
    }
}

#[test]
fn derivatives_of_vectors_are_not_taken_where_a_component_is() {
    let body = "    %0: f32 = sin %x
    %1: vec2<f32> = construct %0, %x
    %2: vec2<f32> = dfdx %1
    if %c {
        %3: f32 = extract.0 %2
        store @out, %3
        merge
    } else {
        merge
    }
";
    for printed in optimised(&fragment("", body)) {
        assert!(
            printed.matches("dfdx").count() == 1 && printed.find("dfdx") < printed.find("if %"),
            "{printed}"
        );
    }
}

#[test]
fn what_matrices_are_converted_from_is_not_their_element() {
    let text = "stage compute
execution local_size(32u32, 1u32, 1u32)
entry &main
global @in: f16 shared
global @out: f32 shared

fn &main() -> void {
    %0: f16 = load @in
    %1: cooperative_matrix<f16, 3u32, 16u32, 16u32, accumulator> = construct %0
    %2: cooperative_matrix<f32, 3u32, 16u32, 16u32, accumulator> = construct %1
    %3: f32 = extract.0 %2
    store @out, %3
    return
}
";
    keeps(text, &[("= extract.0", 1)]);
}

#[test]
fn votes_of_other_groups_are_other_votes() {
    let body = "    %0: vec4<u32> = intrinsic.ballot_khr %c
    %1: u32 = extract.0 %0
    if %c {
        %2: vec4<u32> = intrinsic.ballot_khr %c
        %3: u32 = extract.0 %2
        %4: u32 = iadd %1, %3
        %5: f32 = utof %4
        store @out, %5
        merge
    } else {
        %6: vec4<u32> = intrinsic.ballot_khr %c
        %7: u32 = extract.0 %6
        %8: u32 = iadd %1, %7
        %9: f32 = utof %8
        store @out, %9
        merge
    }
";
    keeps(&fragment("", body), &[("ballot", 3), ("if %", 1)]);
}

#[test]
fn volatile_accesses_happen_as_written() {
    let declarations = "declare #B\nstruct #B {\n    a: f32\n}\nglobal @b: #B buffer block(std430) set(0) binding(0) volatile";
    let body = "    %p: ptr<buffer, f32> = access @b, 0i32
    %0: f32 = load.volatile %p
    %1: f32 = load.volatile %p
    store.volatile %p, %1
    store.volatile %p, %1
";
    keeps(&fragment(declarations, body), &[("load.volatile", 2), ("store.volatile", 2)]);
}

#[test]
fn spec_constants_stay_open() {
    let declarations = "spec $k: i32 id(0) = 4i32\nspec $b: bool id(1) = false";
    let body = "    %0: i32 = imul %n, $k
    %1: f32 = stof %0
    if $b {
        store @out, %1
        merge
    } else {
        store @out, %x
        merge
    }
";
    for printed in optimised(&fragment(declarations, body)) {
        let open =
            printed.contains("= imul %n, $k") && (printed.contains("if $b") || printed.contains("select $b"));
        assert!(open, "{printed}");
    }
}

#[test]
fn what_was_written_before_an_end_stays_written() {
    let declarations = "declare #B\nstruct #B {\n    a: f32\n}\nglobal @b: #B buffer block(std430) set(0) binding(0) restrict";
    let body = "    %p: ptr<buffer, f32> = access @b, 0i32
    store %p, 1.0f32
    if %c {
        terminate
    } else {
        merge
    }
    store %p, 2.0f32
";
    let text = fragment(declarations, body);
    keeps(&text, &[("1.0f32\n", 2), ("2.0f32\n", 1)]);
    // One pass lets them go on, and stores of theirs come to nothing then.
    let ends = |printed: &String| printed.matches("terminate").count() + printed.matches("demote").count();
    assert!(optimised(&text).iter().all(|printed| ends(printed) == 1));
}

#[test]
fn helpers_are_asked_again_behind_demote() {
    let declarations = "global @helper: bool input builtin(helper_invocation)";
    let body = "    %0: bool = load.volatile @helper
    if %c {
        intrinsic.demote
        merge
    } else {
        merge
    }
    %1: bool = load.volatile @helper
    %2: bool = beq %0, %1
    %3: f32 = btof %2
    store @out, %3
";
    keeps(&fragment(declarations, body), &[("@helper\n", 2), ("demote", 1)]);
}

#[test]
fn every_vertex_has_its_outputs() {
    let text = "stage geometry
execution input(points) output(points) max_vertices(2)
entry &main
global @out: f32 output location(0)

fn &main() -> void {
    store @out, 1.0f32
    intrinsic.emit_vertex
    store @out, 1.0f32
    intrinsic.emit_vertex
    return
}
";
    keeps(text, &[("store @out", 2), ("emit_vertex", 2)]);
}

#[test]
fn what_others_may_write_is_read_again() {
    let text = "stage compute
declare #B
execution local_size(64u32, 1u32, 1u32)
entry &main
struct #B {
    a: array<i32>
}
global @b: #B buffer block(std430) set(0) binding(0)
global @s: i32 shared
global @t: u32 input builtin(local_invocation_index)

fn &main() -> void {
    %t: u32 = load @t
    %first: bool = ieq %t, 0u32
    if %first {
        store @s, 3i32
        merge
    } else {
        merge
    }
    %0: i32 = load @s
    intrinsic.control_barrier 2u32, 2u32, 264u32
    %1: i32 = load @s
    %2: i32 = iadd %0, %1
    %p: ptr<buffer, i32> = access @b, 0i32, %t
    store %p, %2
    return
}
";
    keeps(text, &[("load @s", 2), ("control_barrier", 1)]);
}

#[test]
fn divisions_and_buffers_wait_for_their_guards() {
    let declarations = "declare #B\nstruct #B {\n    a: array<f32>\n}\nglobal @b: #B buffer block(std430) set(0) binding(0) readonly";
    let body = "    %0: bool = ine %n, 0i32
    %1: f32 = if %0 {
        %2: i32 = sdiv 100i32, %n
        %3: ptr<buffer, f32> = access @b, 0i32, %2
        %4: f32 = load %3
        merge %4
    } else {
        merge 0.0f32
    }
    store @out, %1
";
    for printed in optimised(&fragment(declarations, body)) {
        let (branch, division, load) = (printed.find("= if"), printed.find("sdiv"), printed.rfind("= load"));
        assert!(branch.is_some() && branch < division && division < load, "{printed}");
    }
}

#[test]
fn what_is_defined_stays_so() {
    let declarations = "global @most: f32 output location(2)";
    let body = "    %0: bool = and undef bool, false
    %1: f32 = select %0, 1.0f32, 2.0f32
    store @out, %1
    %2: f32 = select undef bool, 3.0f32, 3.0f32
    store @more, %2
    %v: ptr<function, f32> = var
    if %c {
        store %v, 4.0f32
        merge
    } else {
        merge
    }
    %3: f32 = load %v
    %4: f32 = select %c, %3, 5.0f32
    store @most, %4
";
    for printed in optimised(&fragment(declarations, body)) {
        let left = |output: &str| {
            let store = printed.lines().find(|line| line.contains(&format!("store {output}, undef")));
            assert!(store.is_none(), "{printed}");
        };
        ["@out", "@more", "@most"].into_iter().for_each(left);
        assert!(printed.contains("4.0f32") && printed.contains("5.0f32"), "{printed}");
    }
}

/// The number of spaces in front of each line that contains a text.
fn indents(printed: &str, what: &str) -> Vec<usize> {
    let lines = printed.lines().filter(|line| line.contains(what));
    lines.map(|line| line.len() - line.trim_start().len()).collect()
}

#[test]
fn who_left_a_loop_does_not_vote_in_it_and_votes_again_behind_it() {
    let declarations = "execution maximal_reconvergence";
    let body = "    %r: u32 = loop {
        if %c {
            break 7u32
        } else {
            merge
        }
        %0: vec4<u32> = intrinsic.ballot_khr true
        %1: u32 = extract.0 %0
        break %1
    }
    %2: vec4<u32> = intrinsic.ballot_khr true
    %3: u32 = extract.0 %2
    %4: u32 = iadd %r, %3
    %5: f32 = utof %4
    store @out, %5
";
    let text = fragment("", body).replace("\nentry", &format!("\n{declarations}\nentry"));
    for printed in optimised(&text) {
        assert!(printed.contains(declarations), "{printed}");
        let votes = indents(&printed, "ballot");
        assert!(votes.len() == 2 && votes[0] > 4 && votes[1] == 4, "{printed}");
    }
}

#[test]
fn every_iteration_votes_for_itself() {
    let body = "    %r: u32 = loop 0i32, 0u32 (%i: i32, %s: u32) {
        %0: bool = slt %i, 2i32
        if %0 {
            merge
        } else {
            break %s
        }
        %1: bool = ieq %i, %n
        %2: vec4<u32> = intrinsic.ballot_khr %1
        %3: u32 = extract.0 %2
        %4: u32 = iadd %s, %3
        continue
    } continuing {
        %5: i32 = iadd %i, 1i32
        next %5, %4
    }
    %6: f32 = utof %r
    store @out, %6
";
    for printed in optimised(&fragment("", body)) {
        let votes = indents(&printed, "ballot");
        // Once in a loop, or once in the place of each iteration.
        let whole = printed.contains("loop") && votes.len() == 1 && votes[0] > 4;
        assert!(whole || !printed.contains("loop") && votes == [4, 4], "{printed}");
    }
}

#[test]
fn a_constant_switch_keeps_its_votes_together() {
    let body = "    switch 1i32 {
        case default {
            %0: vec4<u32> = intrinsic.ballot_khr true
            %1: u32 = extract.0 %0
            %2: f32 = utof %1
            store @more, %2
            break
        }
        case 1i32 {
            if %c {
                store @more, 1.0f32
                break
            } else {
                merge
            }
            %3: vec4<u32> = intrinsic.ballot_khr true
            %4: u32 = extract.0 %3
            %5: f32 = utof %4
            store @more, %5
            break
        }
    }
    %6: vec4<u32> = intrinsic.ballot_khr true
    %7: u32 = extract.0 %6
    %8: f32 = utof %7
    store @out, %8
";
    for printed in optimised(&fragment("", body)) {
        // The vote of the case is one of those who stay in it, and the last one that of all.
        let votes = indents(&printed, "ballot");
        let taken = votes.len().checked_sub(2).and_then(|at| votes.get(at));
        assert!(taken.is_some_and(|&indent| indent > 4) && votes.last() == Some(&4), "{printed}");
    }
}

#[test]
fn outputs_of_a_patch_are_read_again_behind_a_barrier() {
    let text = "stage tess_control
execution max_vertices(3)
entry &main
global @id: i32 input builtin(invocation_id)
global @on: array<f32, 3> output location(0)
global @patch: f32 output location(1) patch

fn &main() -> void {
    %id: i32 = load @id
    %p: ptr<output, f32> = access @on, %id
    store %p, 1.0f32
    store @patch, 2.0f32
    intrinsic.control_barrier 2u32, 4u32, 0u32
    %q: ptr<output, f32> = access @on, 0i32
    %0: f32 = load %q
    %1: f32 = load @patch
    %2: f32 = fadd %0, %1
    intrinsic.control_barrier 2u32, 4u32, 0u32
    store %p, %2
    store @patch, %2
    return
}
";
    keeps(
        text,
        &[("store %", 2), ("store @patch", 2), ("load @patch", 1), ("control_barrier", 2), ("= load", 3)],
    );
}

#[test]
fn operations_with_a_greater_precision_are_not_merged_into_lesser_ones() {
    let body = "    if %c {
        %1: f32 mediump = sin %x
        store @out, %1
        merge
    } else {
        %2: f32 highp = sin %x
        store @more, %2
        merge
    }
";
    for printed in optimised(&fragment("", body)) {
        let count = printed.matches("sin").count();
        assert!(count == 2 || printed.contains("highp = sin"), "{printed}");
    }
}

#[test]
fn what_a_loop_may_not_come_to_is_not_done_before_it() {
    let declarations = "declare #B\nstruct #B {\n    a: array<f32>\n}\nglobal @b: #B buffer block(std430) set(0) binding(0) readonly";
    let body = "    loop 0i32 (%i: i32) {
        %0: bool = slt %i, %n
        if %0 {
            merge
        } else {
            break
        }
        %1: i32 = sdiv 100i32, %n
        %2: ptr<buffer, f32> = access @b, 0i32, %1
        %3: f32 = load %2
        store @out, %3
        continue
    } continuing {
        %4: i32 = iadd %i, 1i32
        next %4
    }
";
    for printed in optimised(&fragment(declarations, body)) {
        let (start, division, load) =
            (printed.find("    loop"), printed.find("sdiv"), printed.rfind("= load"));
        assert!(start.is_some() && start < division && division < load, "{printed}");
    }
}

#[test]
fn samples_stay_in_the_flow_of_their_neighbours() {
    let declarations =
        "global @s: sampled<2d, f32> opaque set(0) binding(0)\nglobal @uv: vec2<f32> input location(3)";
    let body = "    %uv: vec2<f32> = load @uv
    %s: sampled<2d, f32> = load @s
    loop 0i32 (%i: i32) {
        %0: bool = slt %i, %n
        if %0 {
            merge
        } else {
            break
        }
        %1: vec4<f32> = image_sample %s, %uv
        %2: f32 = extract.0 %1
        store @out, %2
        continue
    } continuing {
        %3: i32 = iadd %i, 1i32
        next %3
    }
    %4: vec4<f32> = image_sample %s, %uv
    if %c {
        %5: f32 = extract.1 %4
        store @more, %5
        merge
    } else {
        merge
    }
";
    for printed in optimised(&fragment(declarations, body)) {
        let indents = indents(&printed, "image_sample");
        assert!(indents == [8, 4], "{indents:?}\n{printed}");
    }
}

#[test]
fn sums_keep_their_order_where_it_counts() {
    let body = "    %1: f32 precise = fadd %x, 1.0f32
    %2: f32 precise = fadd %1, %x
    %3: f32 precise = fadd %2, -1.0f32
    store @out, %3
    %4: f32 precise = fmul %x, %x
    %5: f32 precise = fadd %4, %x
    store @more, %5
";
    for printed in optimised(&fragment("", body)) {
        let first = printed.find("precise = fadd %x, 1.0f32");
        let last = printed.find(", -1.0f32").or_else(|| printed.find(", 1.0f32\n    store @out"));
        assert!(first.is_some() && last.is_some() && first < last, "{printed}");
    }
}

#[test]
fn plain_helper_loads_stay_on_their_side_of_demote() {
    let text = "stage fragment
entry &main
global @in: f32 input location(0)
global @helper: bool input builtin(helper_invocation)
global @out: f32 output location(0)

fn &main() -> void {
    %x: f32 = load @in
    %a: bool = load @helper
    %c: bool = flt %x, 0.5f32
    if %c {
        intrinsic.demote
        merge
    } else {
        merge
    }
    %b: bool = load @helper
    %1: bool = and %a, %b
    %2: f32 = btof %1
    store @out, %2
    return
}
";
    let all: Vec<&str> = PASSES.iter().map(|pass| pass.name).collect();
    for passes in all.iter().map(|&pass| vec![pass]).chain([all.clone()]) {
        let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
        let options = RunOptions { verify: true, floats: FloatLaws::Real, ..RunOptions::default() };
        run(&mut module, &passes, options).unwrap_or_else(|failure| panic!("{failure}"));
        let printed = print(&module);
        let first = printed.find("load @helper");
        let (demote, last) = (printed.find("intrinsic.demote"), printed.rfind("load @helper"));
        assert!(first.is_some() && first < demote && demote < last, "{passes:?}: {printed}");
    }
}

/// The limit of a ray is a built-in input that `report_intersection` changes.
#[test]
fn built_in_inputs_of_rays_are_read_again_in_a_loop() {
    let text = "stage intersection
entry &main
global @gl_RayTmaxEXT: f32 input builtin(ray_tmax)
fn &main() -> void {
    loop 0i32 (%i: i32) {
        %1: f32 = load @gl_RayTmaxEXT
        %2: bool = intrinsic.report_intersection %1, 0u32
        if %2 {
            break
        } else {
            merge
        }
        %3: i32 = iadd %i, 1i32
        continue %3
    }
    return
}
";
    for printed in optimised(text) {
        let (_, body) = printed.split_once("loop").unwrap_or_else(|| panic!("{printed}"));
        assert!(body.contains("load @gl_RayTmaxEXT"), "{printed}");
    }
}

#[test]
fn components_in_another_order_are_not_the_whole_vector() {
    let body = "    %p: vec2<f32> = load @p
    %0: f32 = extract.1 %p
    %1: f32 = extract.0 %p
    %2: vec3<f32> = construct %0, %1, %x
    store @v, %2
";
    let declarations = "global @p: vec2<f32> input location(2)\nglobal @v: vec3<f32> output location(2)\n";
    keeps(&fragment(declarations, body), &[("construct %p, %x", 0)]);
}

#[test]
fn a_normalized_vector_of_equal_components_is_not_a_vector_of_normalized_numbers() {
    let body = "    %0: vec3<f32> = splat %x
    %1: vec3<f32> = normalize %0
    store @v, %1
";
    let declarations = "global @v: vec3<f32> output location(2)\n";
    keeps(&fragment(declarations, body), &[("vec3<f32> = normalize", 1)]);
}
