//! Lowerings for SPIR-V and GLSL on IR text: before and after.

use vitrum_ir::{Module, print, verify};
use vitrum_ir_text::parse;
use vitrum_passes::legalize::{
    Config, bound_indices, for_spirv, glsl, has_indices_out_of_range, place_varyings,
};

/// Makes a fragment shader fit for Vulkan or OpenGL, verified before and after; gives its text.
#[track_caller]
fn legal(vulkan: bool, text: &str) -> String {
    let text = format!("stage fragment\nentry &main\n{text}");
    let mut module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify(&module).unwrap_or_else(|errors| panic!("before:\n{errors}"));
    for_spirv(&mut module, Config::new(vulkan));
    verify(&module).unwrap_or_else(|errors| panic!("after:\n{errors}\n{}", print(&module)));
    print(&module)
}

const STRUCTS: &str = "
declare #S
declare #T
struct #S {
    t: sampled<2d, f32>
    k: f32
}
struct #T {
    s: array<#S, 2>
    u: array<sampled<2d, f32>, 3>
}
global @one: #S opaque
global @many: array<#T, 4> opaque
global @i: i32 input location(0) flat
global @color: vec4<f32> output location(0)

fn &sample(%s: ptr<opaque, #S> in, %p: vec2<f32> in) -> vec4<f32> {
    %a: ptr<opaque, sampled<2d, f32>> = access %s, 0i32
    %t: sampled<2d, f32> = load %a
    %x: vec4<f32> = image_sample %t, %p
    return %x
}

fn &main() -> void {
    %i: i32 = load @i
    %k: ptr<opaque, f32> = access @one, 1i32
    %x: f32 = load %k
    %p: vec2<f32> = splat %x
    %m: ptr<opaque, #T> = access @many, %i
    %s: ptr<opaque, #S> = access %m, 0i32, 1i32
    %a: vec4<f32> = call &sample %s, %p
    %b: vec4<f32> = call &sample @one, %p
    %c: vec4<f32> = call &sample %s, %p
    %u: ptr<opaque, sampled<2d, f32>> = access %m, 1i32, %i
    %t: sampled<2d, f32> = load %u
    %d: vec4<f32> = image_sample %t, %p
    %n: ptr<opaque, f32> = access %s, 1i32
    %y: f32 = load %n
    %e: vec4<f32> = fadd %a, %b
    %f: vec4<f32> = fadd %c, %d
    %g: vec4<f32> = fadd %e, %f
    %h: vec4<f32> = vector_times_scalar %g, %y
    store @color, %h
    return
}
";

#[test]
fn structs_with_resources_are_split() {
    insta::assert_snapshot!(legal(false, STRUCTS));
}

#[test]
fn and_their_arrays_are_flat_for_vulkan() {
    insta::assert_snapshot!(legal(true, STRUCTS));
}

const COUNTERS: &str = "
global @a: atomic_counter atomic_counter binding(0) offset(8)
global @b: array<array<atomic_counter, 2>, 3> atomic_counter binding(0)
global @c: atomic_counter atomic_counter binding(2)
global @i: i32 input location(0) flat
global @color: vec4<u32> output location(0)

fn &next(%x: ptr<atomic_counter, atomic_counter> in) -> u32 {
    %0: u32 = atomic_iadd.scope1.semantics0 %x, 1u32
    return %0
}

fn &main() -> void {
    %i: i32 = load @i
    %p: ptr<atomic_counter, atomic_counter> = access @b, %i, 1i32
    %x: u32 = call &next %p
    %y: u32 = call &next @c
    %z: u32 = atomic_load.scope1.semantics0 @a
    %v: vec4<u32> = construct %x, %y, %z, 0u32
    store @color, %v
    return
}
";

#[test]
fn atomic_counters_lie_in_buffers() {
    insta::assert_snapshot!(legal(true, COUNTERS));
}

#[test]
fn atomic_counters_stay_for_opengl() {
    let text = legal(false, COUNTERS);
    assert!(text.contains("atomic_counter binding(2)") && !text.contains("buffer"), "{text}");
}

const RECTANGLES: &str = "
global @r: array<sampled<rect, f32>, 2> opaque binding(0)
global @s: sampled<rect, f32, shadow> opaque binding(1)
global @p: vec3<f32> input location(0)
global @color: vec4<f32> output location(0)

fn &main() -> void {
    %0: ptr<opaque, sampled<rect, f32>> = access @r, 1i32
    %t: sampled<rect, f32> = load %0
    %s: sampled<rect, f32, shadow> = load @s
    %p: vec3<f32> = load @p
    %q: vec2<f32> = swizzle.xy %p
    %x: vec4<f32> = image_sample.proj %t, %p
    %y: f32 = image_sample.dref %s, %q, 0.5f32
    %n: vec2<i32> = image_size %t
    %z: vec4<f32> = image_fetch %t, %n
    %w: vec4<f32> = image_sample.grad %t, %q, %q, %q
    %a: vec4<f32> = vector_times_scalar %x, %y
    %b: vec4<f32> = fadd %z, %w
    %c: vec4<f32> = fadd %a, %b
    store @color, %c
    return
}
";

#[test]
fn rectangles_are_2d_for_vulkan() {
    insta::assert_snapshot!(legal(true, RECTANGLES));
}

#[test]
fn what_the_target_has_stays() {
    let arrays =
        "global @b: array<sampler, 2> opaque set(0) binding(0)\nfn &main() -> void {\n    return\n}\n";
    for (vulkan, text) in [(false, RECTANGLES), (true, arrays)] {
        let after = legal(vulkan, text);
        let same = |text: &str| text.lines().filter(|line| !line.starts_with("global")).collect::<String>();
        let before = print(&parse(&format!("stage fragment\nentry &main\n{text}")).unwrap());
        assert_eq!(same(&after), same(&before));
    }
}

#[test]
fn members_that_nothing_reads_leave_their_block() {
    let text = "stage fragment
entry &main
struct #Push {
    a: vec4<f32>
    b: f32
    c: mat2x2<f32>
    d: f32
}
struct #Whole {
    a: f32
    b: f32
}
global @push: #Push push_constant block(std430)
global @whole: #Whole uniform block(std140) set(0) binding(0)
global @out: f32 output location(0)

fn &main() -> void {
    %1: ptr<push_constant, f32> = access @push, 3i32
    %2: f32 = load %1
    store @out, %2
    %3: ptr<push_constant, f32> = access @push, 2i32, 1i32, 0i32
    %4: f32 = load %3
    store @out, %4
    %5: #Whole = load @whole
    %6: f32 = extract.1 %5
    store @out, %6
    return
}
";
    let mut module = vitrum_ir_text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(vitrum_passes::legalize::trim_blocks(&mut module), 2);
    vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}"));
    insta::assert_snapshot!(vitrum_ir::print(&module));
}

#[test]
fn constant_indices_come_into_range() {
    let text = "stage fragment
declare #B
struct #B {
    rows: mat2x3<f32>
    tail: array<vec2<f32>>
}
entry &main
global @block: #B buffer block(std430) set(0) binding(0)
global @v: vec4<f32> input location(0)
global @out: f32 output location(0)

fn &main() -> void {
    %a: ptr<function, array<f32, 3>> = var
    %v: vec4<f32> = load @v
    %1: ptr<function, f32> = access %a, -1i32
    %2: ptr<function, f32> = access %a, 3u32
    %3: ptr<function, f32> = access %a, 2u32
    %4: ptr<buffer, f32> = access @block, 0i32, 2i32, -1i32
    %5: ptr<buffer, f32> = access @block, 1i32, -5i32, 1i32
    %6: ptr<buffer, f32> = access @block, 1i32, 70000i32, 2i32
    %7: f32 = extract_dynamic %v, 4i32
    %8: vec4<f32> = insert_dynamic %v, %7, 18446744073709551615u64
    %9: f32 = extract_dynamic %8, 3i32
    store @out, %9
    return
}
";
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(bound_indices(&mut module), 8);
    vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}"));
    assert!(!has_indices_out_of_range(&module));
    let printed = print(&module);
    let indices: Vec<&str> =
        printed.lines().filter(|line| line.contains("access") || line.contains("_dynamic")).collect();
    insta::assert_snapshot!(indices.join("\n"));
}

/// A product at `highp`, one at `mediump` of a `highp` value, a comparison and one that needs nothing.
const PRECISIONS: &str = "stage fragment
entry &main
global @x: f32 mediump input location(0)
global @w: f32 highp input location(1)
global @c: vec4<f32> highp output location(0)
fn &main() -> void {
    %x: f32 mediump = load @x
    %w: f32 highp = load @w
    %0: f32 highp = fmul %x, %x
    %1: f32 mediump = fmul %w, %w
    %2: bool highp = flt %x, 1.0001f32
    %3: f32 highp = select %2, %0, %1
    %4: f32 highp = fmul %x, %w
    %5: vec4<f32> highp = construct %0, %1, %3, %4
    store @c, %5
    return
}
";

#[test]
fn operations_keep_their_precision_by_variables() {
    let mut module = parse(PRECISIONS).unwrap_or_else(|error| panic!("{error}"));
    vitrum_passes::legalize::glsl::keep_precision(&mut module);
    verify(&module).unwrap_or_else(|errors| panic!("after:\n{errors}"));
    insta::assert_snapshot!(vitrum_ir::print(&module));
}

#[test]
fn addresses_of_arrays_of_counters_go() {
    let whole = "    %p: ptr<atomic_counter, atomic_counter> = access @b, %i, 1i32\n";
    let steps = "    %q: ptr<atomic_counter, array<atomic_counter, 2>> = access @b, %i
    %p: ptr<atomic_counter, atomic_counter> = access %q, 1i32\n";
    let printed = legal(true, &COUNTERS.replace(whole, steps));
    assert!(printed.contains("%p: ptr<buffer, u32>") && !printed.contains("%q"), "{printed}");
}

#[test]
fn arrays_of_more_elements_than_a_number_holds_stay_nested() {
    let text = "
global @t: array<array<sampled<2d, f32>, 65536>, 65536> opaque set(0) binding(0)
global @color: vec4<f32> output location(0)

fn &main() -> void {
    %p: ptr<opaque, sampled<2d, f32>> = access @t, 1i32, 2i32
    %t: sampled<2d, f32> = load %p
    %x: vec4<f32> = image_sample %t, null vec2<f32>
    store @color, %x
    return
}
";
    let printed = legal(true, text);
    assert!(printed.contains("array<array<sampled<2d, f32>, 65536>, 65536>"), "{printed}");
}

#[test]
fn functions_of_images_without_a_format_stay_if_no_image_has_one() {
    let text = "
global @nested: array<array<sampled<2d, f32>, 2>, 2> opaque set(0) binding(0)
global @image: image<2d, f32, storage> opaque set(0) binding(1)
global @color: vec4<f32> output location(0)

fn &f(%i: ptr<opaque, image<2d, f32, storage>> in) -> vec4<f32> {
    %t: image<2d, f32, storage> = load %i
    %x: vec4<f32> = image_read %t, null vec2<i32>
    return %x
}

fn &main() -> void {
    %x: vec4<f32> = call &f @image
    store @color, %x
    return
}
";
    let printed = legal(true, text);
    assert!(printed.contains("call &f @image") && !printed.contains("array<array"), "{printed}");
}

/// Makes a module fit for a version of GLSL, verified before and after; gives its text.
#[track_caller]
fn lowered<T>(text: &str, lower: impl FnOnce(&mut Module) -> T) -> String {
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify(&module).unwrap_or_else(|errors| panic!("before:\n{errors}"));
    lower(&mut module);
    verify(&module).unwrap_or_else(|errors| panic!("after:\n{errors}\n{}", print(&module)));
    print(&module)
}

#[test]
fn samplers_are_combined_in_functions_that_get_them() {
    let text = "stage fragment
entry &main
global @t: image<2d, f32> opaque
global @s: sampler opaque
global @i: image<2d, f32, storage, rgba8> opaque
global @color: vec4<f32> output location(0)

fn &f(%i: ptr<opaque, image<2d, f32>> in, %j: ptr<opaque, sampler> in) -> vec4<f32> {
    %t: image<2d, f32> = load %i
    %s: sampler = load %j
    %c: sampled<2d, f32> = combine_sampler %t, %s
    %x: vec4<f32> = image_sample %c, null vec2<f32>
    return %x
}

fn &main() -> void {
    %x: vec4<f32> = call &f @t, @s
    %y: vec4<f32> = call &g @i
    %z: vec4<f32> = fadd %x, %y
    store @color, %z
    return
}

fn &g(%i: ptr<opaque, image<2d, f32, storage, rgba8>> in) -> vec4<f32> {
    %t: image<2d, f32, storage, rgba8> = load %i
    %x: vec4<f32> = image_read %t, null vec2<i32>
    return %x
}
";
    let printed = lowered(text, glsl::combine_samplers);
    assert!(printed.contains("load @t_s") && !printed.contains("sampler"), "{printed}");
    assert!(printed.contains("call &g @i"), "{printed}");
}

#[test]
fn outputs_are_written_back_where_main_ends_only() {
    let text = "stage fragment
entry &main
global @color: vec2<f32> output location(0)

fn &f(%x: vec2<f32> in) -> void {
    store @color, %x
    return
}

fn &main() -> void {
    call &f null vec2<f32>
    return
}
";
    let printed = lowered(text, |module| glsl::lower_fragment_outputs(module, glsl::Outputs::Fixed));
    assert_eq!(printed.matches("store @gl_FragColor").count(), 1, "{printed}");
}

#[test]
fn matrices_that_are_specialised_stay() {
    let text = "stage fragment
spec $c: bool id(0) = true
const $m: mat2x3<f32> = select $c, null mat2x3<f32>, undef mat2x3<f32>
entry &main
global @color: vec3<f32> output location(0)

fn &main() -> void {
    %x: vec3<f32> = extract.0 $m
    store @color, %x
    return
}
";
    assert_eq!(lowered(text, glsl::lower_rectangular), lowered(text, |_| ()));
}

#[test]
fn what_follows_an_arm_that_may_break_is_guarded() {
    let text = "stage fragment
entry &main
global @n: i32 input location(0) flat
global @x: f32 input location(1)
global @out: f32 output location(0)

fn &main() -> void {
    %n: i32 = load @n
    %x: f32 = load @x
    %a: bool = flt %x, 1.0f32
    %b: bool = flt %x, 0.5f32
    switch %n {
        case 1i32 {
            if %a {
                if %b {
                    break
                } else {
                    merge
                }
                merge
            } else {
                break
            }
            store @out, 1.0f32
            break
        }
        case default {
            break
        }
    }
    return
}
";
    let printed = lowered(text, glsl::lower_switches);
    assert!(printed.contains("ptr<function, bool> = var"), "{printed}");
}

#[test]
fn only_addresses_in_the_block_are_redirected() {
    let text = "stage geometry
execution input(points) output(points) max_vertices(1)
entry &main
struct #gl_PerVertex {
    gl_Position: vec4<f32> builtin(position)
    gl_FrontColor: vec4<f32> builtin(compatibility)
}
struct #Other {
    a: vec4<f32>
    b: vec4<f32>
}
global @gl_in: array<#gl_PerVertex, 1> input block(std140)
global @other: array<#Other, 1> input location(0)
global @color: vec4<f32> output location(0)

fn &main() -> void {
    %0: ptr<input, vec4<f32>> = access @gl_in, 0i32, 1i32
    %1: vec4<f32> = load %0
    %2: ptr<input, vec4<f32>> = access @other, 0i32, 1i32
    %3: vec4<f32> = load %2
    %4: vec4<f32> = fadd %1, %3
    store @color, %4
    return
}
";
    let printed = lowered(text, place_varyings);
    assert!(printed.contains("access @gl_FrontColor, 0i32\n"), "{printed}");
    assert!(printed.contains("access @other, 0i32, 1i32\n"), "{printed}");
}

#[test]
fn of_both_names_of_a_color_the_used_one_is_an_output() {
    for (used, color, data) in [
        ("store @c", "location(0)", "builtin(frag_data)"),
        ("store %d", "builtin(frag_color)", "location(0)"),
    ] {
        let text = format!(
            "global @c: vec4<f32> output builtin(frag_color)\nglobal @d: array<vec4<f32>, 1> output builtin(frag_data)\n\n\
             fn &main() -> void {{\n    {}{used}, null vec4<f32>\n    return\n}}\n",
            if used.contains('%') { "%d: ptr<output, vec4<f32>> = access @d, 0i32\n    " } else { "" }
        );
        let printed = legal(false, &text);
        assert!(printed.contains(&format!("@c: vec4<f32> output {color}")), "{printed}");
        assert!(printed.contains(&format!("output {data}")), "{printed}");
    }
}

#[test]
fn declared_outputs_have_free_names_and_places() {
    let text = "stage fragment
entry &main
global @gl_FragColor: vec4<f32> output builtin(frag_color)
global @gl_SecondaryFragColor: vec4<f32> output builtin(secondary_frag_color)
global @fragColor: vec4<f32> input location(0)

fn &main() -> void {
    %0: vec4<f32> = load @fragColor
    store @gl_FragColor, %0
    store @gl_SecondaryFragColor, %0
    return
}
";
    let printed = lowered(text, |module| glsl::lower_fragment_outputs(module, glsl::Outputs::Declared));
    assert!(printed.contains("@fragColor_: vec4<f32> output location(0)\n"), "{printed}");
    assert!(printed.contains("@secondaryFragColor: vec4<f32> output location(0) index(1)"), "{printed}");
}

#[test]
fn fixed_outputs_are_read_and_written_whole_and_in_part() {
    let text = "stage fragment
entry &main
global @a: vec2<f32> output location(0)
global @b: vec4<f32> output location(1)

fn &main() -> void {
    store @a, null vec2<f32>
    %0: vec2<f32> = load @a
    %1: f32 = extract.0 %0
    store @b, null vec4<f32>
    %2: ptr<output, f32> = access @b, 1i32
    store %2, %1
    return
}
";
    let printed = lowered(text, |module| glsl::lower_fragment_outputs(module, glsl::Outputs::Fixed));
    assert!(printed.contains("load @a") && printed.contains("access @gl_FragData, 1i32, 1i32"), "{printed}");
}

#[test]
fn switches_that_give_values_stay_and_a_default_alone_goes() {
    let shader = |switch: &str| {
        format!(
            "stage fragment\nentry &main\nglobal @n: i32 input location(0) flat\nglobal @out: f32 output location(0)\n\n\
             fn &main() -> void {{\n    %n: i32 = load @n\n{switch}    return\n}}\n"
        )
    };
    let gives = shader(
        "    %r: f32 = switch %n {\n        case 1i32 {\n            break 1.0f32\n        }\n        case default {\n            \
         break 2.0f32\n        }\n    }\n    store @out, %r\n",
    );
    assert_eq!(lowered(&gives, glsl::lower_switches), lowered(&gives, |_| ()));
    let alone = shader(
        "    switch %n {\n        case default {\n            store @out, 1.0f32\n            break\n        }\n    }\n",
    );
    let printed = lowered(&alone, glsl::lower_switches);
    assert!(printed.contains("\n    store @out") && !printed.contains("if"), "{printed}");
}

#[test]
fn loose_structs_are_no_blocks() {
    let text = "stage fragment
entry &main
struct #S {
    a: f32
    b: f32
}
global @s: #S uniform
global @block: #S uniform block(std140) set(0) binding(0)
global @color: f32 output location(0)

fn &main() -> void {
    %0: ptr<uniform, f32> = access @s, 1i32
    %1: f32 = load %0
    %2: ptr<uniform, f32> = access @block, 1i32
    %3: f32 = load %2
    %4: f32 = fadd %1, %3
    store @color, %4
    return
}
";
    let blocks = glsl::Structs { uniform_blocks: true, ..Default::default() };
    let printed = lowered(text, |module| glsl::split_structs(module, blocks));
    assert!(printed.contains("access @s, 1i32") && !printed.contains("@block"), "{printed}");
}

#[test]
fn indices_of_any_width_choose_from_flat_arrays() {
    for (ty, from, op) in [("i64", "i32", "sconvert"), ("u64", "u32", "uconvert")] {
        let text = format!(
            "global @t: array<array<sampled<2d, f32>, 2>, 3> opaque set(0) binding(0)\nglobal @i: {from} input location(0) flat\n\
             global @color: vec4<f32> output location(0)\n\nfn &main() -> void {{\n    %0: {from} = load @i\n    %i: {ty} = {op} %0\n    \
             %p: ptr<opaque, sampled<2d, f32>> = access @t, %i, 1i32\n    %t: sampled<2d, f32> = load %p\n    \
             %x: vec4<f32> = image_sample %t, null vec2<f32>\n    store @color, %x\n    return\n}}\n"
        );
        let printed = legal(true, &text);
        assert!(printed.contains(&format!("i32 = {op} %i")), "{printed}");
    }
}

#[test]
fn other_images_than_rectangles_keep_their_shape() {
    let text = "
global @t: sampled<rect, f32> opaque set(0) binding(0)
global @u: image<3d, f32> opaque set(0) binding(1)
global @color: vec4<f32> output location(0)

fn &main() -> void {
    %t: sampled<rect, f32> = load @t
    %x: vec4<f32> = image_sample %t, null vec2<f32>
    %u: image<3d, f32> = load @u
    %y: vec4<f32> = image_fetch.lod %u, null vec3<i32>, 0i32
    %z: vec4<f32> = fadd %x, %y
    store @color, %z
    return
}
";
    let printed = legal(true, text);
    assert!(printed.contains("@u: image<3d, f32>") && printed.contains("@t: sampled<2d, f32>"), "{printed}");
}

#[test]
fn counters_of_arrays_at_the_start_are_numbered_by_all_indices() {
    let text = "
global @a: array<array<atomic_counter, 2>, 2> atomic_counter binding(0) offset(0)
global @i: i32 input location(0) flat
global @color: vec4<f32> output location(0)

fn &main() -> void {
    %i: i32 = load @i
    %p: ptr<atomic_counter, atomic_counter> = access @a, %i, 1i32
    %n: u32 = atomic_iadd.scope1.semantics0 %p, 1u32
    %f: f32 = utof %n
    %x: vec4<f32> = splat %f
    store @color, %x
    return
}
";
    let printed = legal(true, text);
    assert!(printed.contains("imul %i, 2i32") && printed.contains("= iadd "), "{printed}");
}

#[test]
fn resources_leave_structs_and_other_addresses_are_passed_on() {
    let whole = format!("stage fragment\nentry &main\n{STRUCTS}").replace(
        "    %i: i32 = load @i\n",
        "    %i: i32 = load @i\n    %v: ptr<function, f32> = var\n    call &set %v\n    \
         %w: ptr<function, #U> = var\n    call &put %w\n",
    );
    let whole = whole.replace("global @one", "struct #U {\n    a: f32\n}\nglobal @one")
        + "\nfn &set(%p: ptr<function, f32> out) -> void {\n    store %p, 1.0f32\n    return\n}\n\
           fn &put(%p: ptr<function, #U> out) -> void {\n    store %p, null #U\n    return\n}\n";
    let printed = lowered(&whole, vitrum_passes::legalize::split_resources);
    assert!(!printed.contains("#S opaque") && !printed.contains("#T, 4> opaque"), "{printed}");
    assert!(printed.contains("call &set %v") && printed.contains("call &put %w"), "{printed}");
}

#[test]
fn references_to_nowhere_alone_stay_undefined() {
    let text = "stage fragment
entry &main
global @color: f32 output location(0)

fn &main() -> void {
    %0: f32 = bitcast undef i32
    store @color, %0
    return
}
";
    let printed = lowered(text, glsl::settle_undefined);
    assert!(!printed.contains("bitcast undef"), "{printed}");
}

#[test]
fn constant_indices_before_dynamic_ones_count() {
    let text = "
global @a: array<array<atomic_counter, 1>, 4> atomic_counter binding(0) offset(0)
global @i: i32 input location(0) flat
global @color: vec4<f32> output location(0)

fn &main() -> void {
    %i: i32 = load @i
    %p: ptr<atomic_counter, atomic_counter> = access @a, 2i32, %i
    %n: u32 = atomic_iadd.scope1.semantics0 %p, 1u32
    %f: f32 = utof %n
    %x: vec4<f32> = splat %f
    store @color, %x
    return
}
";
    let printed = legal(true, text);
    assert!(printed.contains("= iadd 2i32, %i"), "{printed}");
}

#[test]
fn structs_of_resources_alone_leave_nothing_in_the_struct_around_them() {
    let text = "stage fragment
entry &main
declare #T
declare #S
struct #T {
    t: sampled<2d, f32>
}
struct #S {
    inner: #T
    k: f32
}
global @one: #S opaque
global @color: vec4<f32> output location(0)

fn &main() -> void {
    %k: ptr<opaque, f32> = access @one, 1i32
    %x: f32 = load %k
    %p: vec2<f32> = splat %x
    %a: ptr<opaque, sampled<2d, f32>> = access @one, 0i32, 0i32
    %t: sampled<2d, f32> = load %a
    %c: vec4<f32> = image_sample %t, %p
    store @color, %c
    return
}
";
    let printed = lowered(text, vitrum_passes::legalize::split_resources);
    assert!(printed.contains("struct #S.1 {\n    k: f32\n}"), "{printed}");
    assert!(printed.contains("access @one, 0i32\n"), "{printed}");
}

#[test]
fn blocks_that_share_a_struct_keep_their_members() {
    let text = "stage fragment
entry &main
struct #B {
    a: f32
    b: f32
}
global @one: #B uniform block(std140) set(0) binding(0)
global @two: #B uniform block(std140) set(0) binding(1)
global @out: f32 output location(0)

fn &main() -> void {
    %1: ptr<uniform, f32> = access @one, 0i32
    %2: f32 = load %1
    %3: ptr<uniform, f32> = access @two, 1i32
    %4: f32 = load %3
    %5: f32 = fadd %2, %4
    store @out, %5
    return
}
";
    let printed = lowered(text, vitrum_passes::legalize::trim_blocks);
    assert!(printed.contains("access @two, 1i32") && printed.contains("    b: f32"), "{printed}");
}

#[test]
fn large_constants_may_have_the_top_bit() {
    let text = "stage fragment
entry &main
global @n: u32 input location(0) flat
global @color: vec4<f32> output location(0)

fn &main() -> void {
    %n: u32 = load @n
    %0: u32 = umin %n, 4000000000u32
    %1: u32 = umin %n, 7u32
    %2: f32 = utof %0
    %3: f32 = utof %1
    %4: vec4<f32> = construct %2, %3, %2, %3
    store @color, %4
    return
}
";
    let printed = lowered(text, glsl::lower_unsigned);
    assert_eq!(printed.matches("4294967300.0f32").count(), 1, "{printed}");
}
