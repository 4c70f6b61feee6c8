//! Constructs that GLSL has and SPIR-V lacks: they are printed back, and refused for SPIR-V by name.

use vitrum::{Options, Stage, Target, compile};

/// A stage and a shader, a part of what is printed, and why there is no SPIR-V.
const ROWS: &[(Stage, &str, &str, &str)] = &[
    (
        Stage::Compute,
        "#version 430
#extension GL_ARB_compute_variable_group_size : require
layout(local_size_variable) in;
layout(std430, binding = 0) buffer Out { uint counts[]; };
void main() {
    counts[gl_LocalInvocationIndex] = gl_LocalGroupSizeARB.x * gl_LocalGroupSizeARB.y;
}
",
        "layout(local_size_variable) in;",
        "workgroups of variable size",
    ),
    (
        Stage::Compute,
        "#version 430
#extension GL_ARB_compute_variable_group_size : require
layout(std430, binding = 0) buffer Out { uint count; };
void main() { count = gl_LocalGroupSizeARB.x; }
layout(local_size_x = 4) in;
",
        "count = gl_LocalGroupSizeARB.x;",
        "the size of the workgroup as an input, before it is declared",
    ),
    (
        Stage::Fragment,
        "#version 450
#extension GL_INTEL_conservative_rasterization : require
layout(inner_coverage) in;
out vec4 color;
void main() { color = vec4(gl_SampleMaskIn[0]); }
",
        "layout(inner_coverage) in;",
        "sample masks of inner coverage",
    ),
    (
        Stage::Compute,
        "#version 430
#extension GL_INTEL_shader_atomic_float_minmax : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { float last; float old; };
void main() { old = atomicCompSwap(last, 1.5, 2.5); }
",
        "old = atomicCompSwap(last, 1.5, 2.5);",
        "atomics that compare floats",
    ),
    (
        Stage::Fragment,
        "#version 450
#extension GL_ARB_bindless_texture : require
layout(bindless_sampler) uniform;
uniform sampler2D picture;
out vec4 color;
void main() { color = texture(picture, vec2(0.0)); }
",
        "layout(bindless_sampler) uniform sampler2D picture;",
        "handles of textures and images",
    ),
    (
        Stage::Fragment,
        "#version 450
#extension GL_ARB_bindless_texture : require
uniform uvec2 words;
out vec4 color;
void main() { color = texture(sampler2D(words + 1u), vec2(0.0)); }
",
        "color = texture(sampler2D(words + 1u), vec2(0.0));",
        "handles of textures and images",
    ),
    (
        Stage::Fragment,
        "#version 450
#extension GL_ARB_bindless_texture : require
layout(rgba8) uniform image2D stored;
uniform Handles { samplerCube sky; sampler2D all[4]; };
flat in sampler2D given;
uniform int index;
out vec4 color;
sampler2D choose(bool first) { return first ? all[index] : given; }
void main() {
    coherent image2D held = stored;
    imageStore(held, ivec2(0), vec4(1.0));
    color = texture(choose(index > 2), vec2(0.0)) + texture(sky, vec3(1.0)) + vec4(uvec2(given), 0.0, 0.0);
}
",
        "    image2D held = stored;
    volatile image2D t = held;
    imageStore(t, ivec2(0), vec4(1.0));
    color = texture(choose(index > 2), vec2(0.0)) + texture(sky, vec3(1.0))
        + vec4(vec2(uvec2(given)), 0.0, 0.0);
",
        "handles of textures and images",
    ),
];

#[test]
fn it_is_printed_back_and_refused_for_spirv() {
    for &(stage, source, part, why) in ROWS {
        let options = Options::new(stage).target(Target::OpenGl4_5);
        let compilation = compile(source, &options).unwrap();
        let printed = compilation.glsl().unwrap();
        assert!(printed.contains(part), "{printed}");
        compile(&printed, &options).unwrap();
        let error = compilation.spirv().unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
