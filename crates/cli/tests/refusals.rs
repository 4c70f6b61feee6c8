//! Refusals of targets: errors at the place in the source of a construct that the target lacks.

mod common;

use common::Folder;

/// Options, a file name, its text with `^` in front of the fault, and a part of the message.
const REFUSALS: &[(&str, &str, &str, &str)] = &[
    // SPIR-V
    (
        "--target-env=vulkan1.1",
        "broadcast.frag",
        "#version 450\n#extension GL_KHR_shader_subgroup_ballot : require\nlayout(location = 0) out float o;\n\
         layout(location = 0) flat in uint i;\nvoid main() { o = ^subgroupBroadcast(1.0, i); }\n",
        "broadcasts from an invocation that is no constant; vulkan1.2 does",
    ),
    (
        "--target-env=vulkan1.0",
        "subgroup.frag",
        "#version 450\n#extension GL_KHR_shader_subgroup_ballot : require\nlayout(location = 0) out float o;\n\
         void main() { o = ^subgroupBroadcast(1.0, 2); }\n",
        "subgroup operations; vulkan1.1 does",
    ),
    (
        "",
        "offset.frag",
        "#version 450\n#extension GL_EXT_texture_offset_non_const : require\nlayout(location = 0) out vec4 o;\n\
         layout(location = 0) flat in ivec2 i;\nlayout(binding = 0) uniform sampler2D s;\n\
         void main() { o = ^textureOffset(s, vec2(0.0), i); }\n",
        "offsets of samples that are not constant",
    ),
    (
        "",
        "compared.frag",
        "#version 450\nlayout(constant_id = 0) const int n = 3;\nlayout(location = 0) out float o;\n\
         layout(binding = 0) uniform B { float b[n]; };\nlayout(binding = 1) uniform C { float c[n]; };\n\
         void main() { o = float(^b == c); }\n",
        "comparing arrays of specialised length",
    ),
    (
        "",
        "center.frag",
        "#version 150\nlayout(pixel_center_integer) in vec4 ^gl_FragCoord;\nout vec4 o;\n\
         void main() { o = gl_FragCoord; }\n",
        "pixel_center_integer",
    ),
    (
        "--client vulkan100 --target-env=opengl4.5",
        "ray.frag",
        "#version 460\n#extension GL_EXT_ray_query : require\n\
         layout(binding = 0) uniform accelerationStructureEXT ^a;\nvoid main() {\n    rayQueryEXT q;\n\
         rayQueryInitializeEXT(q, a, 0, 0, vec3(0.0), 0.0, vec3(1.0), 1.0);\n}\n",
        "acceleration structures and ray queries",
    ),
    // wgpu
    (
        "--target-env=wgpu",
        "ray.frag",
        "#version 460\n#extension GL_EXT_ray_query : require\n\
         layout(binding = 0) uniform accelerationStructureEXT ^a;\nvoid main() {\n    rayQueryEXT q;\n\
         rayQueryInitializeEXT(q, a, 0, 0, vec3(0.0), 0.0, vec3(1.0), 1.0);\n}\n",
        "the capability RayQueryKHR",
    ),
    (
        "--target-env=wgpu",
        "level.frag",
        "#version 450\nlayout(location = 0) out float o;\nlayout(binding = 0) uniform sampler2DShadow s;\n\
         void main() { o = ^textureLod(s, vec3(0.5), 2.0); }\n",
        "depth comparisons with a level other than 0",
    ),
    (
        "--target-env=wgpu",
        "layers.frag",
        "#version 450\nlayout(location = 0) out vec4 o;\nlayout(binding = 0) uniform sampler1DArray ^s;\n\
         void main() { o = texture(s, vec2(0.0)); }\n",
        "arrayed 1D textures",
    ),
    (
        "--target-env=wgpu",
        "samples.frag",
        "#version 450\nlayout(location = 0) out vec4 o;\nlayout(binding = 0) uniform sampler2DMSArray ^s;\n\
         void main() { o = texelFetch(s, ivec3(0), 0); }\n",
        "arrayed multisampled textures",
    ),
    (
        "--target-env=wgpu",
        "byte.frag",
        "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types : require\nlayout(location = 0) out float o;\n\
         void main() {\n    int8_t a = int8_t(^gl_FragCoord.x);\n    o = float(a + a);\n}\n",
        "the capability Int8",
    ),
    (
        "--target-env=wgpu",
        "shader.geom",
        "#version 450\nlayout(points) in;\nlayout(points, max_vertices = 1) out;\n\
         void ^main() { EmitVertex(); }\n",
        "the stage Geometry",
    ),
    // Limits of SPIR-V
    (
        "",
        "large.frag",
        "#version 450\nlayout(location = 0) out float o;\nlayout(binding = 0) uniform B { float b[70000]; };\n\
         layout(binding = 1) uniform C { float c[70000]; };\nvoid main() { o = float(^b == c); }\n",
        "too large for SPIR-V: composite that is compared",
    ),
    // GLSL
    (
        "--emit glsl --glsl-version 300es",
        "double.frag",
        "#version 450\nlayout(location = 0) out float o;\nvoid main() { o = float(1.0lf / ^gl_FragCoord.x); }\n",
        "ESSL 3.00 does not support double precision",
    ),
    (
        "--emit glsl --glsl-version 300es -G",
        "rectangle.frag",
        "#version 450\nlayout(location = 0) out vec4 o;\nlayout(binding = 0) uniform sampler2DRect ^r;\n\
         void main() { o = texture(r, vec2(0.0)); }\n",
        "rectangle textures; it requires GLSL 1.10",
    ),
    (
        "--emit glsl --glsl-version 330",
        "layer.vert",
        "#version 450\n#extension GL_ARB_shader_viewport_layer_array : require\n\
         void main() { gl_Position = vec4(0.0); ^gl_Layer = 1; }\n",
        "GLSL 3.30 does not support",
    ),
    (
        "--emit glsl --glsl-version 310es",
        "extension.frag",
        "#version 450\n#extension ^GL_AMD_vertex_shader_layer : enable\nlayout(location = 0) out float o;\n\
         void main() { o = 1.0; }\n",
        "does not support extension `GL_AMD_vertex_shader_layer`",
    ),
    (
        "--emit glsl --glsl-version 300es",
        "shader.geom",
        "#version 450\nlayout(points) in;\nlayout(points, max_vertices = 1) out;\n\
         void ^main() { EmitVertex(); }\n",
        "ESSL 3.00 does not support geometry shaders",
    ),
    (
        "--emit glsl --glsl-version 330",
        "member.frag",
        "#version 450\nlayout(location = 0) out float o;\n\
         layout(binding = 0) buffer ^B { float b; };\nvoid main() { o = b; }\n",
        "GLSL 3.30 does not support",
    ),
];

/// Options, a file name, its text with `^` in front of the fault, and a part of the message of a pass that refuses.
const TRANSFORMATIONS: &[(&str, &str, &str, &str)] = &[
    (
        "--transform specialize --set specialize.values=3:-1",
        "length.frag",
        "#version 450\nlayout(constant_id = 3) const int ^n = 4;\nlayout(location = 0) out float o;\n\
         void main() { float a[n]; a[0] = 1.0; o = a[0]; }\n",
        "an array has the length -1",
    ),
    (
        "--transform specialize --set specialize.values=2:0",
        "size.comp",
        "#version 450\nlayout(local_size_x_id = 2) in;\nlayout(binding = 0) buffer B { float b; };\n\
         void ^main() { b = 1.0; }\n",
        "a workgroup has the size 0",
    ),
    (
        "--transform emulate_blend",
        "blend.frag",
        "#version 450\n#extension GL_KHR_blend_equation_advanced : require\nlayout(blend_support_multiply) out;\n\
         layout(location = 1) out vec4 o;\nvoid ^main() { o = vec4(1.0); }\n",
        "needs an output `vec4` at location 0",
    ),
    (
        "--transform capture_feedback",
        "feedback.geom",
        "#version 450\nlayout(points) in;\nlayout(points, max_vertices = 1) out;\n\
         layout(xfb_buffer = 0, xfb_offset = 0, location = 0) out float x;\nvoid ^main() { x = 1.0; EmitVertex(); }\n",
        "expected a vertex shader",
    ),
    (
        "--transform size_from_uniform",
        "sizes.frag",
        "#version 450\n#extension GL_EXT_nonuniform_qualifier : require\nlayout(binding = 0) uniform sampler2D ^s[];\n\
         layout(location = 0) out ivec2 o;\nlayout(location = 0) flat in int i;\nvoid main() { o = textureSize(s[i], 0); }\n",
        "the array of resources `s` has no known length",
    ),
    (
        "--library --transform size_from_uniform",
        "parameter.frag",
        "#version 450\nivec2 f(sampler2D s) { return ^textureSize(s, 0); }\n",
        "the size of a texture is asked for that is not declared, but computed",
    ),
    (
        "--transform size_from_uniform --set size_from_uniform.buffers=true",
        "buffers.frag",
        "#version 450\n#extension GL_EXT_nonuniform_qualifier : require\nlayout(binding = 0) buffer B { float b[]; } ^x[];\n\
         layout(location = 0) out int o;\nlayout(location = 0) flat in int i;\nvoid main() { o = x[i].b.length(); }\n",
        "the array of resources `x` has no known length",
    ),
    (
        "--transform length_from_uniform",
        "lengths.frag",
        "#version 450\n#extension GL_EXT_nonuniform_qualifier : require\nlayout(binding = 0) buffer B { float b[]; } ^x[];\n\
         layout(location = 0) out int o;\nlayout(location = 0) flat in int i;\nvoid main() { o = x[i].b.length(); }\n",
        "the array of resources `x` has no known length",
    ),
];

/// Refusals of `rows` that are not at their place, with this code.
fn misplaced(folder: &str, rows: &[(&str, &str, &str, &str)], code: &str) -> String {
    let folder = Folder::new(folder);
    let mut wrong = Vec::new();
    for (options, name, marked, text) in rows {
        let (before, after) = marked.split_once('^').unwrap_or((marked, ""));
        folder.write(name, format!("{before}{after}"));
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let ran = folder.run(&format!("{name} {options} -w --error-format short -o out"));
        let expected = format!("{name}:{line}:{column}: error: ");
        if ran.code != Some(1)
            || !ran.stderr.starts_with(&expected)
            || ![text, code].iter().all(|it| ran.stderr.contains(it))
        {
            wrong.push(format!("{options} {name}: expected {expected}{text}\n{:?} {}", ran.code, ran.stderr));
        }
    }
    wrong.join("\n")
}

#[test]
fn what_a_target_lacks_is_an_error_at_its_place() {
    assert_eq!(misplaced("refusals", REFUSALS, "E0901"), "");
}

#[test]
fn what_a_pass_refuses_is_an_error_at_its_place() {
    assert_eq!(misplaced("refusals_of_passes", TRANSFORMATIONS, "E0900"), "");
}

#[test]
fn nesting_that_glsl_cannot_have_is_an_error_at_its_place() {
    // Inlining puts the branches of one function into those of the other.
    let branches = |count| "if (x > 0.5)\n".repeat(count);
    let marked = format!(
        "#version 450\nlayout(location = 0) in float y;\nlayout(location = 0) out float o;\n\
         void f(float x) {{\n{}if (^x > 0.5)\n{}o += x;\n}}\nvoid main() {{\nfloat x = y;\n{}f(o);\n}}\n",
        branches(6),
        branches(243),
        branches(250),
    );
    let options = "--transform inline_functions --emit glsl";
    let text = "control flow is nested more than 256 levels deep";
    assert_eq!(misplaced("refusals_of_nesting", &[(options, "a.frag", &marked, text)], "E0901"), "");
}

#[test]
fn programs_and_translations_have_places_too() {
    let folder = Folder::new("refusals_of_programs");
    folder.write("a.vert", "#version 450\nvoid main() { gl_Position = vec4(0.0); }\n");
    folder.write(
        "a.frag",
        "#version 450\nlayout(location = 0) out float o;\nvoid main() { o = float(1.0lf / gl_FragCoord.x); }\n",
    );
    let ran = folder.run("link a.vert a.frag --emit glsl --glsl-version 300es -w");
    assert!(ran.code == Some(1) && ran.stderr.contains("--> a.frag:3:33"), "{}", ran.stderr);
    folder.write(
        "b.frag",
        "#version 300 es\nprecision highp float;\nuniform highp isampler2D s;\nout vec4 o;\n\
         void main() { o = vec4(texture(s, vec2(0.0))); }\n",
    );
    let ran = folder.run("translate --webgl 2 b.frag --to essl100");
    assert!(ran.code == Some(1) && ran.stderr.contains("--> b.frag:3:"), "{:?} {}", ran.code, ran.stderr);
}
