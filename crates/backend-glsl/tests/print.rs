//! Printed GLSL of modules in text form.

use vitrum_backend_glsl::{Error, Options, emit};
use vitrum_glsl::version::Version;

fn printed(text: &str) -> String {
    let module = vitrum_ir_text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    emit(&module, &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn angle_document() {
    insta::assert_snapshot!(printed(include_str!("modules/angle_document.vir")));
}

#[test]
fn loop_is_recovered_after_promotion() {
    insta::assert_snapshot!(printed(include_str!("modules/angle_document_promoted.vir")));
}

#[test]
fn gathers_of_rectangles_ask_for_their_extension() {
    let text = "vir 1\nstage fragment\nsource glsl 330 core\nentry &main\n\
         global @image: sampled<rect, f32> opaque\nglobal @place: vec2<f32> input\nglobal @color: vec4<f32> output\n\n\
         fn &main() -> void {\n    %0: sampled<rect, f32> = load @image\n    %1: vec2<f32> = load @place\n    \
         %2: vec4<f32> = image_gather.component %0, %1, 0i32\n    store @color, %2\n    return\n}\n";
    let module = vitrum_ir_text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let options = Options { target: Version::from_name("330"), ..Options::default() };
    let text = emit(&module, &options).unwrap_or_else(|error| panic!("{error}"));
    assert!(text.contains("#extension GL_ARB_gpu_shader5 : require"), "{text}");
}

#[test]
fn blocks_of_one_struct_have_names_of_their_own() {
    let text = printed(
        "vir 1\nstage compute\nentry &main\nexecution local_size(1u32, 1u32, 1u32)\nstruct #S {\n    a: i32\n}\n\
         global @x: #S buffer block(std430) set(0) binding(0)\nglobal @y: #S buffer block(std430) set(0) binding(1)\n\n\
         fn &main() -> void {\n    %0: ptr<buffer, i32> = access @x, 0i32\n    %1: i32 = load %0\n    \
         %2: ptr<buffer, i32> = access @y, 0i32\n    store %2, %1\n    return\n}\n",
    );
    assert!(text.contains("buffer S {") && text.contains("buffer S_1 {"), "{text}");
}

#[test]
fn members_named_like_their_block_are_not_in_scope() {
    let text = printed(
        "vir 1\nstage fragment\nentry &main\nstruct #B {\n    B: f32\n}\nglobal @\"\": #B uniform block(std140) set(0) binding(0)\n\
         global @o: f32 output location(0)\n\nfn &main() -> void {\n    %0: ptr<uniform, f32> = access @\"\", 0i32\n    \
         %1: f32 = load %0\n    store @o, %1\n    return\n}\n",
    );
    assert!(text.contains("} g;") && text.contains("o = g.B;"), "{text}");
}

#[test]
fn members_of_other_languages_get_names_that_are_not_reserved() {
    let text = printed(
        "vir 1\nstage fragment\nentry &main\nstruct #B {\n    length: f32\n    a__b: f32\n    a_b: f32\n}\nglobal @b: #B uniform block(std140) set(0) binding(0)\n\
         global @o: f32 output location(0)\n\nfn &main() -> void {\n    %0: ptr<uniform, f32> = access @b, 0i32\n    \
         %1: f32 = load %0\n    store @o, %1\n    return\n}\n",
    );
    assert!(text.contains("o = b.length_;") && text.contains("float a_b_1;\n    float a_b;"), "{text}");
}

#[test]
fn a_texture_is_not_looked_into_with_and_without_comparison() {
    let module = vitrum_ir_text::parse(
        "vir 1\nstage fragment\nentry &main\nglobal @t: sampled<2d, f32, shadow> opaque binding(0)\n\
         global @o: vec4<f32> output location(0)\n\nfn &main() -> void {\n    \
         %0: sampled<2d, f32, shadow> = load @t\n    %1: image<2d, f32, shadow> = image_of %0\n    \
         %2: vec4<f32> = image_fetch.lod %1, null vec2<i32>, 0i32\n    store @o, %2\n    return\n}\n",
    );
    let error =
        emit(&module.unwrap(), &Options { vulkan: true, ..Options::default() }).unwrap_err().to_string();
    assert!(error.contains("a look into it that does not compare"), "{error}");
}

#[test]
fn columns_from_an_array_are_no_matrix() {
    let text = printed(
        "vir 1\nstage fragment\nentry &main\nglobal @a: array<vec2<i32>, 2> input location(0) flat\n\
         global @o: mat2x2<f32> output location(0)\n\nfn &main() -> void {\n    %0: array<vec2<i32>, 2> = load @a\n    \
         %1: vec2<i32> = extract.0 %0\n    %2: vec2<f32> = stof %1\n    %3: vec2<i32> = extract.1 %0\n    \
         %4: vec2<f32> = stof %3\n    %5: mat2x2<f32> = construct %2, %4\n    store @o, %5\n    return\n}\n",
    );
    assert!(text.contains("mat2(vec2(a[0]), vec2(a[1]))"), "{text}");
    let text = printed(
        "vir 1\nstage fragment\ndeclare #S\nentry &main\nstruct #S {\n    a: array<vec2<i32>, 2>\n}\n\
         global @s: #S input location(0) flat\nglobal @o: mat2x2<f32> output location(0)\n\nfn &main() -> void {\n    \
         %0: #S = load @s\n    %6: array<vec2<i32>, 2> = extract.0 %0\n    \
         %1: vec2<i32> = extract.0 %6\n    %2: vec2<f32> = stof %1\n    %3: vec2<i32> = extract.1 %6\n    \
         %4: vec2<f32> = stof %3\n    %5: mat2x2<f32> = construct %2, %4\n    \
         store @o, %5\n    return\n}\n",
    );
    assert!(text.contains("mat2(vec2(s.a[0]), vec2(s.a[1]))"), "{text}");
}

#[test]
fn float_atomics_of_images_ask_for_their_extension() {
    let text = printed(
        "vir 1\nstage compute\nexecution local_size(1u32, 1u32, 1u32)\nentry &main\n\
         global @t: image<2d, f32, storage, r32f> opaque set(0) binding(0)\n\nfn &main() -> void {\n    \
         %0: ptr<texel, f32> = texel_pointer @t, vec2<i32>(1i32, 0i32), 0i32\n    \
         %1: f32 = atomic_fadd.scope1.semantics0 %0, 1.0f32\n    return\n}\n",
    );
    assert!(text.contains("#extension GL_EXT_shader_atomic_float : require"), "{text}");
}

#[test]
fn bits_of_floats_of_different_widths_are_cast_by_words() {
    let text = printed(
        "vir 1\nstage fragment\nentry &main\nglobal @h: vec4<f16> input location(0)\nglobal @x: f32 input location(1)\n\
         global @o: f32 output location(0)\nglobal @p: vec2<f32> output location(1)\nglobal @q: vec2<f16> output location(2)\n\n\
         fn &main() -> void {\n    %0: vec4<f16> = load @h\n    %1: vec2<f32> = bitcast %0\n    store @p, %1\n    \
         %2: vec2<f16> = swizzle.xy %0\n    %3: f32 = bitcast %2\n    store @o, %3\n    %4: f32 = load @x\n    \
         %5: vec2<f16> = bitcast %4\n    store @q, %5\n    return\n}\n",
    );
    for cast in [
        "p = uintBitsToFloat(unpackUint2x32(packUint4x16(float16BitsToUint16(h))));",
        "o = uintBitsToFloat(packFloat2x16(h.xy));",
        "q = unpackFloat2x16(floatBitsToUint(x));",
    ] {
        assert!(text.contains(cast), "{text}");
    }
}

#[test]
fn bytes_are_packed_with_their_sign() {
    let text = printed(
        "vir 1\nstage fragment\nentry &main\nglobal @i: i32 input location(0) flat\nglobal @u: u32 input location(1) flat\n\
         global @o: u32 output location(0)\n\nfn &main() -> void {\n    %0: i32 = load @i\n    %1: vec4<i8> = bitcast %0\n    \
         %2: u32 = bitcast %1\n    %3: u32 = load @u\n    %4: vec4<i8> = bitcast %3\n    %5: i32 = bitcast %4\n    \
         %6: u32 = bitcast %5\n    %7: u32 = iadd %2, %6\n    store @o, %7\n    return\n}\n",
    );
    assert!(text.contains("pack32(u8vec4(unpack8(i)))"), "{text}");
    assert!(text.contains("pack32(i8vec4(unpack8(u)))"), "{text}");
}

#[test]
fn shared_memory_without_workgroups_is_refused() {
    let module = vitrum_ir_text::parse(
        "vir 1\nstage tess_control\nentry &main\n\nglobal @temp: i32 shared\n\nfn &main() -> void {\n    store @temp, 1i32\n    return\n}\n",
    );
    let error = emit(&module.unwrap_or_else(|error| panic!("{error}")), &Options::default());
    let message = error.expect_err("shared memory").to_string();
    assert!(
        message.contains("the `shared` variable `temp` in stage `tess_control`, which has no workgroups"),
        "{message}"
    );
}

#[test]
fn specialisation_constants_of_one_id_are_refused() {
    let module = vitrum_ir_text::parse(
        "vir 1\nstage compute\nentry &main\nspec $a: i32 id(2) = 1i32\nspec $b: i32 id(2) = 3i32\n\n\
         fn &main() -> void {\n    return\n}\n",
    );
    let error = emit(&module.unwrap_or_else(|error| panic!("{error}")), &Options::default());
    let message = error.expect_err("two constants of one id").to_string();
    assert!(message.contains("several specialisation constants of the id 2"), "{message}");
}

#[test]
fn constant_indices_stay_within_bounds() {
    let text = printed(
        "vir 1\nstage fragment\nsource glsl 330 core\nentry &main\nglobal @a: array<f32, 4> private\n\
         global @c: f32 output location(0)\n\nfn &main() -> void {\n    %0: ptr<private, f32> = access @a, -20i32\n    \
         %1: f32 = load %0\n    %2: ptr<private, f32> = access @a, 7i32\n    store %2, %1\n    store @c, %1\n    return\n}\n",
    );
    assert!(text.contains("a[0]") && text.contains("a[3]"), "{text}");
    assert!(!text.contains("a[7]") && !text.contains("a[-20]"), "{text}");
}

#[test]
fn constant_indices_of_values_stay_within_bounds() {
    let text = printed(
        "vir 1\nstage fragment\nsource glsl 330 core\nentry &main\nglobal @v: vec4<f32> input location(0)\n\
         global @c: vec4<f32> output location(0)\n\nfn &main() -> void {\n    %0: vec4<f32> = load @v\n    \
         %1: f32 = extract_dynamic %0, 4i32\n    %2: vec4<f32> = insert_dynamic %0, %1, -1i32\n    \
         store @c, %2\n    return\n}\n",
    );
    assert!(text.contains("[3]") && text.contains("[0] = "), "{text}");
}

#[test]
fn calls_are_not_skipped_by_short_circuits() {
    let text = printed(
        "vir 1\nstage fragment\nsource glsl 330 core\nentry &main\nglobal @n: i32 private = 0i32\n\
         global @c: i32 output location(0)\n\nfn &next() -> i32 {\n    %0: i32 = load @n\n    %1: i32 = iadd %0, 1i32\n    \
         store @n, %1\n    return %1\n}\n\nfn &main() -> void {\n    %0: i32 = load @n\n    %1: bool = ieq %0, 0i32\n    \
         %2: i32 = call &next\n    %3: bool = ieq %2, 1i32\n    %4: bool = or %1, %3\n    if %4 {\n        \
         store @c, 1i32\n        merge\n    } else {\n        merge\n    }\n    return\n}\n",
    );
    assert!(!text.contains("|| next()"), "{text}");
    assert!(text.contains("= next();") || text.contains("= next() == 1;"), "{text}");
}

#[test]
fn equal_columns_do_not_become_a_scalar() {
    let text = printed(
        "vir 1\nstage fragment\nsource glsl 330 core\nentry &main\nglobal @v: vec2<f32> input location(0)\n\
         global @c: vec2<f32> output location(0)\n\nfn &main() -> void {\n    %0: vec2<f32> = load @v\n    \
         %1: mat2x2<f32> = construct %0, %0\n    %2: mat2x2<f32> = fadd null mat2x2<f32>, %1\n    \
         %3: vec2<f32> = extract.1 %2\n    store @c, %3\n    return\n}\n",
    );
    assert!(text.contains("mat2(v, v)"), "{text}");
}

/// A module with nested regions.
fn nested(open: &str, close: &str, depth: usize) -> vitrum_ir::Module {
    let text = format!(
        "vir 1\nstage fragment\nentry &main\nglobal @n: i32 input location(0) flat\nglobal @c: i32 output location(0)\n\n\
         fn &main() -> void {{\n    %0: i32 = load @n\n    %1: bool = ieq %0, 0i32\n{}store @c, 1i32\n{}return\n}}\n",
        open.repeat(depth),
        close.repeat(depth)
    );
    vitrum_ir_text::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn deep_nesting_is_an_error() {
    let shapes = [
        ("if %1 {\n", "merge\n} else {\nmerge\n}\n"),
        ("if %1 {\nmerge\n} else {\n", "merge\n}\n"),
        ("loop {\n", "break\n}\n"),
        ("switch %0 {\ncase 1i32 {\n", "break\n}\ncase default {\nbreak\n}\n}\n"),
    ];
    for (open, close) in shapes {
        let text = emit(&nested(open, close, 256), &Options::default());
        assert!(text.as_ref().is_ok_and(|text| text.contains("c = 1;")), "{open}: {text:?}");
        for depth in [257, 20_000] {
            let refused = emit(&nested(open, close, depth), &Options::default());
            assert_eq!(refused, Err(Error::Nesting { limit: 256, span: None }), "{open}");
        }
    }
}

/// Optimised IR in GLSL 1.10, which has neither integer functions nor bit operators.
#[test]
fn old_versions_need_no_bit_operators() {
    let shader = |extension: &str| {
        printed(&format!(
            "vir 1\nstage fragment\nsource glsl 110\n{extension}entry &main\nglobal @a: i32 uniform\nglobal @b: i32 uniform\n\
             global @gl_FragColor: vec4<f32> output builtin(frag_color)\n\nfn &main() -> void {{\n    %a: i32 = load @a\n    \
             %b: i32 = load @b\n    %0: i32 = ior %a, %b\n    %1: bool = ieq %0, 0i32\n    %2: i32 = smin %a, %b\n    \
             %3: i32 = inot %2\n    %4: f32 = stof %3\n    %5: f32 = select %1, 1.0f32, %4\n    \
             %6: vec4<f32> = construct %5, %5, %5, %5\n    store @gl_FragColor, %6\n    return\n}}\n"
        ))
    };
    let text = shader("");
    assert!(text.contains("a == 0 && b == 0") && text.contains("-1 - "), "{text}");
    assert!(!text.contains('|') && !text.contains("min(") && !text.contains('~'), "{text}");
    let text = shader("extension GL_EXT_gpu_shader4\n");
    assert!(text.contains("(a | b) == 0") && text.contains("~min(a, b)"), "{text}");
}

#[test]
fn clock_function_follows_scope_and_result_type() {
    let read = |scope: u32, ty: &str| {
        printed(&format!(
            "vir 1\nstage compute\nsource glsl 450 core\nextension GL_EXT_shader_realtime_clock\nextension GL_ARB_shader_clock\n\
             execution local_size(1u32, 1u32, 1u32)\nentry &main\nglobal @c: {ty} private\n\nfn &main() -> void {{\n    \
             %0: {ty} = intrinsic.read_clock {scope}u32\n    store @c, %0\n    return\n}}\n"
        ))
    };
    for (scope, ty, call) in [
        (3, "u64", "clockARB()"),
        (3, "vec2<u32>", "clock2x32ARB()"),
        (1, "u64", "clockRealtimeEXT()"),
        (1, "vec2<u32>", "clockRealtime2x32EXT()"),
    ] {
        let text = read(scope, ty);
        assert!(text.contains(call), "{text}");
    }
}

#[test]
fn old_versions_round_without_a_function() {
    let text = printed(
        "vir 1\nstage fragment\nsource glsl 110\nentry &main\nglobal @a: f32 uniform\n\
         global @gl_FragColor: vec4<f32> output builtin(frag_color)\n\nfn &main() -> void {\n    %a: f32 = load @a\n    \
         %0: f32 = trunc %a\n    %1: vec4<f32> = construct %0, %0, %0, %0\n    store @gl_FragColor, %1\n    return\n}\n",
    );
    assert!(text.contains("floor(abs(") && !text.contains("trunc("), "{text}");
}

#[test]
fn nothing_else_has_the_name_of_a_block() {
    let text = printed(
        "vir 1\nstage fragment\nsource glsl 450 core\nentry &main\nstruct #B {\n    f: f32\n}\n\
         struct #C {\n    f: f32\n}\nglobal @B: #B buffer block(std430) binding(0)\n\
         global @C: f32 private\nglobal @0: #C uniform block(std140) binding(1)\nglobal @o: f32 output location(0)\n\n\
         fn &main() -> void {\n    %0: ptr<buffer, f32> = access @B, 0i32\n    %1: f32 = load %0\n    store @C, %1\n    \
         store @o, %1\n    return\n}\n",
    );
    assert!(text.contains("buffer B {\n    float f;\n} B_1;"), "{text}");
    assert!(text.contains("uniform C {") && text.contains("float C_1;"), "{text}");
}

#[test]
fn blocks_that_compilers_make_get_names() {
    let text = printed(
        "vir 1\nstage fragment\nstruct #gl_DefaultUniformBlock {\n    gl_k: f32\n}\nentry &main\n\
         global @0: #gl_DefaultUniformBlock uniform block(std140) set(0) binding(0)\n\
         global @o: f32 output location(0)\n\nfn &main() -> void {\n    %0: ptr<uniform, f32> = access @0, 0i32\n    \
         %1: f32 = load %0\n    store @o, %1\n    return\n}\n",
    );
    assert!(text.contains("uniform my_DefaultUniformBlock {\n    float my_k;\n};"), "{text}");
    assert!(text.contains("o = my_k;"), "{text}");
}

#[test]
fn the_layout_of_direct3d_becomes_words() {
    let print = |ty: &str, path: &str| {
        let text = format!(
            "vir 1\nstage fragment\nentry &main\nstruct #Block {{\n    values: array<f32, 2>\n    last: f32\n}}\n\
             global @b: {ty} uniform block(direct3d) set(0) binding(0)\nglobal @o: f32 output location(0)\n\n\
             fn &main() -> void {{\n    %0: ptr<uniform, f32> = access @b, {path}\n    %1: f32 = load %0\n    \
             store @o, %1\n    return\n}}\n"
        );
        let module = vitrum_ir_text::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        emit(&module, &Options::default())
    };
    let text = print("#Block", "1i32").unwrap();
    assert!(text.contains("uvec4 words[2];") && text.contains("uintBitsToFloat(b.words[1].y)"), "{text}");
    // An array of blocks has no words.
    let error = print("array<#Block, 2>", "0i32, 1i32").expect_err("GLSL has no word for it");
    assert_eq!(error.to_string(), "GLSL does not support the layout of the block `b`, that of Direct3D");
}

#[test]
fn generic_functions_are_refused_at_the_first_of_them() {
    let text = "vir 1\nstage fragment\nsource glsl 450\n\n\
        fn &plain(%a: f32 in) -> f32 {\n    return %a\n}\n\n\
        fn &twice<$T: float>(%a: $T in) -> $T export \"twice($T)\" {\n    %r: $T = fadd %a, %a\n    return %r\n}\n";
    let mut module = vitrum_ir_text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    // A front end says where its functions are.
    for (start, function) in (10..).step_by(10).zip(module.functions.values_mut()) {
        function.origin.span = vitrum_ir::Span::new(start, start + 5);
    }
    let error = emit(&module, &Options::default()).expect_err("it is not specialised");
    assert_eq!(error.to_string(), "module has generic functions and must be specialised: `twice`");
    assert_eq!(error.span(), Some(vitrum_ir::Span::new(20, 25)));
}

#[test]
fn modules_without_a_source_get_extensions_by_their_words() {
    let text = "vir 1\nstage compute\nentry &main\nexecution local_size(64u32, 1u32, 1u32)\n\
         struct #B {\n    n: u64\n}\nglobal @b: #B buffer block(std430) binding(0)\n\
         global @gl_SubgroupInvocationID: u32 input builtin(subgroup_invocation_id)\n\nfn &main() -> void {\n    \
         %0: u32 = load @gl_SubgroupInvocationID\n    %1: u32 = intrinsic.subgroup_iadd 3u32, 0u32, %0\n    \
         %2: u64 = uconvert %1\n    %3: ptr<buffer, u64> = access @b, 0i32\n    %4: u64 = atomic_iadd.scope0.semantics0 %3, %2\n    return\n}\n";
    let module = vitrum_ir_text::parse(text).unwrap();
    let options = vitrum_backend_glsl::Options { vulkan: true, ..Default::default() };
    let printed = vitrum_backend_glsl::print(&module, &options, None).unwrap().text;
    let lines: Vec<&str> = printed.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(
        lines,
        [
            "#version 460",
            "#extension GL_ARB_gpu_shader_int64 : require",
            "#extension GL_EXT_shader_atomic_int64 : require",
            "#extension GL_KHR_shader_subgroup_arithmetic : require",
            "#extension GL_KHR_shader_subgroup_basic : require",
        ],
        "{printed}"
    );
}

/// The lines of extensions of a module without a source.
fn extensions(text: &str) -> Vec<String> {
    let module = vitrum_ir_text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let options = vitrum_backend_glsl::Options { vulkan: true, ..Default::default() };
    let printed = vitrum_backend_glsl::print(&module, &options, None).unwrap().text;
    printed.lines().filter_map(|line| line.strip_prefix("#extension ")).map(str::to_owned).collect()
}

#[test]
fn votes_need_the_extension_of_what_they_compare() {
    let lines = extensions(
        "vir 1\nstage vertex\nentry &main\nglobal @a: f16 input location(0)\nglobal @c: i32 output location(0)\n\n\
         fn &main() -> void {\n%0: f16 = load @a\n%1: bool = intrinsic.subgroup_all_equal 3u32, %0\n\
         %2: i32 = select %1, 1i32, 2i32\nstore @c, %2\nreturn\n}\n",
    );
    let wanted = "GL_EXT_shader_subgroup_extended_types_float16 : require".to_owned();
    assert!(lines.contains(&wanted), "{lines:?}");
    let again = lines.windows(2).any(|pair| pair[0] == pair[1]);
    assert!(!again, "{lines:?}");
}

#[test]
fn members_and_strides_need_extensions() {
    let members = extensions(
        "vir 1\nstage tess_control\nexecution max_vertices(3)\nentry &main\nstruct #gl_PerVertex {\n\
         gl_ViewportMaskPerViewNV: array<i32, 1> builtin(viewport_mask_per_view)\n}\n\
         global @gl_out: array<#gl_PerVertex, 3> output block(std140)\n\n\
         fn &main() -> void {\n%0: ptr<output, i32> = access @gl_out, 0i32, 0i32, 0i32\nstore %0, 1i32\nreturn\n}\n",
    );
    assert_eq!(members, ["GL_NVX_multiview_per_view_attributes : require"]);
    let strides = extensions(
        "vir 1\nstage vertex\nentry &main\nexecution xfb\nglobal @h: vec3<f16> output location(0) \
         xfb_buffer(0) xfb_stride(6) xfb_offset(0)\n\nfn &main() -> void {\nstore @h, null vec3<f16>\nreturn\n}\n",
    );
    assert!(strides.contains(&"GL_AMD_gpu_shader_half_float : require".to_owned()), "{strides:?}");
}

#[test]
fn constants_out_of_proportion_are_refused() {
    let module = vitrum_ir_text::parse(
        "vir 1\nstage fragment\nsource glsl 450\nentry &main\nglobal @a: array<f32, 4000000000> private = null array<f32, 4000000000>\n\n\
         fn &main() -> void {\n    return\n}\n",
    );
    let error = vitrum_backend_glsl::emit(&module.unwrap(), &vitrum_backend_glsl::Options::default());
    assert!(error.unwrap_err().to_string().contains("constants of more than"));
}

/// A module whose body is this, with an integer input `n` and output `c`.
fn body(text: &str) -> String {
    printed(&format!(
        "vir 1\nstage fragment\nsource glsl 460 core\nentry &main\nglobal @n: i32 input location(0) flat\n\
         global @c: i32 output location(0)\nglobal @v: vec4<f32> input location(1)\nglobal @o: vec4<f32> output location(1)\n\n\
         fn &main() -> void {{\n%n: i32 = load @n\n{text}return\n}}\n"
    ))
}

/// Optimisers of SPIR-V move a body behind `continue`, where GLSL has the step of a `for` only.
#[test]
fn bodies_behind_continue_are_moved_back() {
    let text = body(
        "loop 0i32 (%i: i32) {\n%0: bool = slt %i, %n\nif %0 {\ncontinue\n} else {\nmerge\n}\nbreak\n} continuing {\n\
         %1: i32 = load @c\n%2: i32 = iadd %1, %i\nstore @c, %2\n%3: i32 = imul %i, %i\nstore @c, %3\n\
         %4: i32 = iadd %i, 1i32\nnext %4\n}\n",
    );
    assert!(
        text.contains("for (int i = 0; i < n; i++) {\n        c += i;\n        c = i * i;\n    }"),
        "{text}"
    );
}

#[test]
fn a_body_of_one_iteration_is_no_loop() {
    let text = body("loop {\nstore @c, %n\ncontinue\n} continuing {\nbreak_if true () next\n}\n");
    assert!(text.contains("c = n;") && !text.contains("while") && !text.contains("for"), "{text}");
    let left = body(
        "switch 0u32 {\ncase default {\n%0: bool = slt %n, 0i32\nif %0 {\nbreak\n} else {\nmerge\n}\nstore @c, %n\nbreak\n}\n}\nstore @c, 1i32\n",
    );
    assert!(left.contains("do {") && left.contains("} while (false);") && !left.contains("switch"), "{left}");
}

/// Statements that run once and end a function: `break` out of them returns.
#[test]
fn the_last_break_of_a_function_is_a_return() {
    let once = "switch 0u32 {\ncase default {\n%0: bool = slt %n, 0i32\nif %0 {\nbreak\n} else {\nmerge\n}\nstore @c, %n\n\
                break\n}\n}\n";
    let text = body(once);
    assert!(text.contains("    if (n < 0) {\n        return;\n    }\n    c = n;\n}\n"), "{text}");
    // The same at the end of a loop body.
    let text = body(&format!(
        "loop 0i32 (%i: i32) {{\n%1: bool = slt %i, %n\nif %1 {{\nmerge\n}} else {{\nbreak\n}}\n{once}continue\n\
         }} continuing {{\n%2: i32 = iadd %i, 1i32\nnext %2\n}}\n"
    ));
    assert!(
        text.contains(
            "i++) {\n        if (n < 0) {\n            continue;\n        }\n        c = n;\n    }"
        ),
        "{text}"
    );
}

/// The value of statements that run once is returned where it is known.
#[test]
fn the_value_of_a_last_break_is_returned() {
    let function = |end: &str| {
        printed(&format!(
            "vir 1\nstage fragment\nsource glsl 460 core\nentry &main\nglobal @n: i32 input location(0) flat\n\
             global @c: i32 output location(0)\n\nfn &main() -> void {{\n%n: i32 = load @n\n%0: i32 = call &f %n\n\
             store @c, %0\nreturn\n}}\n\nfn &f(%n: i32 in) -> i32 {{\n%r: i32 = switch 0u32 {{\ncase default {{\n\
             %0: bool = slt %n, 0i32\nif %0 {{\nbreak 7i32\n}} else {{\nmerge\n}}\n%1: i32 = imul %n, %n\n\
             break %1\n}}\n}}\n{end}}}\n"
        ))
    };
    let text = function("return %r\n");
    assert!(
        text.contains("int f(int n) {\n    if (n < 0) {\n        return 7;\n    }\n    return n * n;\n}"),
        "{text}"
    );
    // Another use of the value after them.
    let text = function("store @c, %r\nreturn %r\n");
    assert!(text.contains("} while (false);\n    c = r;\n    return r;\n}"), "{text}");
}

/// Compilers demand a value of a function whose end is not reached.
#[test]
fn functions_without_return_get_one() {
    let text = printed(
        "vir 1\nstage fragment\nsource glsl 460 core\nentry &main\nglobal @c: vec2<f32> output location(0)\n\n\
         fn &main() -> void {\n%0: vec2<f32> = call &f\nstore @c, %0\nreturn\n}\n\n\
         fn &f() -> vec2<f32> {\nterminate\n}\n",
    );
    assert!(text.contains("vec2 f() {\n    discard;\n    return vec2(0.0);\n}"), "{text}");
}

#[test]
fn split_vectors_are_one_expression() {
    let text = body(
        "%v: vec4<f32> = load @v\n%0: vec4<f32> = sqrt %v\n%1: f32 = extract.0 %0\n%2: f32 = extract.1 %0\n\
         %3: f32 = extract.2 %0\n%4: vec4<f32> = construct %1, %2, %3, 1.0f32\nstore @o, %4\n",
    );
    assert!(text.contains("o = vec4(sqrt(v).xyz, 1.0);"), "{text}");
    // Another use in between keeps the name.
    let text = body(
        "%v: vec4<f32> = load @v\n%0: vec4<f32> = sqrt %v\n%1: f32 = extract.0 %0\n%2: f32 = extract.1 %0\n\
         %3: vec4<f32> = construct %1, 1.0f32, %2, 1.0f32\nstore @o, %3\n",
    );
    assert!(text.contains("= sqrt(v);") && text.matches("sqrt").count() == 1, "{text}");
}

#[test]
fn types_with_names_of_functions_need_no_extension() {
    let lines = extensions(
        "vir 1\nstage fragment\nentry &main\nglobal @t: image<2d, f32, arrayed> opaque set(0) binding(0)\n\
         global @s: sampler opaque set(0) binding(1)\nglobal @o: vec4<f32> output location(0)\n\n\
         fn &main() -> void {\n%0: image<2d, f32, arrayed> = load @t\n%1: sampler = load @s\n\
         %2: sampled<2d, f32, arrayed> = combine_sampler %0, %1\n\
         %3: vec4<f32> = image_sample %2, null vec3<f32>\nstore @o, %3\nreturn\n}\n",
    );
    assert!(lines.is_empty(), "{lines:?}");
}

#[test]
fn names_hide_no_built_in_function_that_is_called() {
    let head = "vir 1\nstage fragment\nentry &main\nglobal @max: f32 input location(0)\nglobal @min: f32 input location(1)\n\
                global @o: f32 output location(0)\n\nfn &main() -> void {\n    %0: f32 = load @max\n    %1: f32 = load @min\n    ";
    let tail = "    store @o, %2\n    return\n}\n";
    let text = printed(&format!("{head}%2: f32 = fmax %0, %1\n{tail}"));
    assert!(text.contains("in float max_1;") && text.contains("in float min;"), "{text}");
    assert!(text.contains("o = max(max_1, min);"), "{text}");
    let text = printed(&format!("{head}%2: f32 = fadd %0, %1\n{tail}"));
    assert!(text.contains("o = max + min;"), "{text}");
}

/// A GLSL source keeps what it declares.
#[test]
fn structs_that_nothing_uses_are_not_printed() {
    let body = "entry &main\nstruct #Unused {\n    a: f32\n}\nstruct #Inner {\n    a: f32\n}\nstruct #Outer {\n    a: #Inner\n}\n\
                global @p: #Outer private\nglobal @o: f32 output location(0)\n\nfn &main() -> void {\n    \
                %0: ptr<private, f32> = access @p, 0i32, 0i32\n    %1: f32 = load %0\n    store @o, %1\n    return\n}\n";
    let text = printed(&format!("vir 1\nstage fragment\n{body}"));
    assert!(!text.contains("Unused"), "{text}");
    assert!(text.contains("struct Inner {") && text.contains("struct Outer {"), "{text}");
    let text = printed(&format!("vir 1\nstage fragment\nsource glsl 460 core\n{body}"));
    assert!(text.contains("struct Unused {"), "{text}");
}

#[test]
fn images_without_format_need_an_extension_to_be_read() {
    let image = |qualifiers: &str| {
        extensions(&format!(
            "vir 1\nstage fragment\nentry &main\nglobal @i: image<2d, f32, storage> opaque set(0) binding(0){qualifiers}\n\
             global @o: f32 output location(0)\n\nfn &main() -> void {{\n    store @o, 1.0f32\n    return\n}}\n"
        ))
    };
    assert_eq!(image(""), ["GL_EXT_shader_image_load_formatted : require"]);
    assert!(image(" writeonly").is_empty());
}

#[test]
fn matrices_of_the_columns_of_another_are_one_call() {
    let text = printed(
        "vir 1\nstage fragment\nentry &main\nstruct #B {\n    m: mat4x4<f32>\n}\n\
         global @b: #B uniform block(std140) set(0) binding(0)\nglobal @o: mat3x3<f32> output location(0)\n\n\
         fn &main() -> void {\n    %0: ptr<uniform, mat4x4<f32>> = access @b, 0i32\n    %1: mat4x4<f32> = load %0\n    \
         %2: vec4<f32> = extract.0 %1\n    %3: vec3<f32> = swizzle.xyz %2\n    %4: vec4<f32> = extract.1 %1\n    \
         %5: vec3<f32> = swizzle.xyz %4\n    %6: vec4<f32> = extract.2 %1\n    %7: vec3<f32> = swizzle.xyz %6\n    \
         %8: mat3x3<f32> = construct %3, %5, %7\n    store @o, %8\n    return\n}\n",
    );
    assert!(text.contains("o = mat3(b.m);"), "{text}");
}

/// The order of a module that comes from no GLSL is that of its compiler.
#[test]
fn globals_stand_in_the_order_of_their_numbers() {
    let body = "entry &main\nglobal @o: f32 output location(0)\nglobal @b: f32 input location(1)\nglobal @a: f32 input location(0)\n\
                global @s: image<2d, f32, storage> opaque set(0) binding(0) writeonly\n\nfn &main() -> void {\n    %0: f32 = load @a\n    \
                %1: f32 = load @b\n    %2: f32 = fadd %0, %1\n    store @o, %2\n    return\n}\n";
    let places = |text: &str| [" s;", " a;", " b;", " o;"].map(|name| text.find(name));
    let text = printed(&format!("vir 1\nstage fragment\n{body}"));
    assert!(places(&text).is_sorted() && places(&text)[0].is_some(), "{text}");
    let text = printed(&format!("vir 1\nstage fragment\nsource glsl 460 core\n{body}"));
    let [s, a, b, o] = places(&text);
    assert!(o < b && b < a && a < s, "{text}");
}
