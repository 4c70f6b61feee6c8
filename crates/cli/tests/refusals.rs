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

/// The code of each.
const CODE: &str = "E0901";

#[test]
fn what_a_target_lacks_is_an_error_at_its_place() {
    let folder = Folder::new("refusals");
    let mut wrong = Vec::new();
    for (options, name, marked, text) in REFUSALS {
        let (before, after) = marked.split_once('^').unwrap_or((marked, ""));
        folder.write(name, format!("{before}{after}"));
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let ran = folder.run(&format!("{name} {options} -w --error-format short -o out"));
        let expected = format!("{name}:{line}:{column}: error: ");
        if ran.code != Some(1)
            || !ran.stderr.starts_with(&expected)
            || ![text, CODE].iter().all(|it| ran.stderr.contains(it))
        {
            wrong.push(format!("{options} {name}: expected {expected}{text}\n{:?} {}", ran.code, ran.stderr));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
