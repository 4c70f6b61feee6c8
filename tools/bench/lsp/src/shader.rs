//! A shader with many functions, of any length, in which everything is used.

use std::fmt::Write;

const HEAD: &str = "\
#version 450
struct Material {
    vec3 colour;
    float roughness;
};
layout(set = 0, binding = 0) uniform Scene {
    mat4 view;
    vec3 eye;
    float time;
    Material materials[16];
} scene;
layout(set = 0, binding = 1) uniform sampler2D albedo;
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 uv;
layout(location = 0) out vec4 color;
const int STEPS = 8;
";

/// A function with a loop, branches, members, swizzles and calls. `#` stands for its number.
const FUNCTION: &str = "
// The light of layer #.
vec3 layer_#(vec3 point, Material material) {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < STEPS; i++) {
        float angle = scene.time + float(i) * 0.25;
        vec2 offset = vec2(cos(angle), sin(angle)) * material.roughness;
        vec4 texel = textureLod(albedo, uv + offset, 0.0);
        if (texel.a > 0.5) {
            sum += texel.rgb * material.colour;
        } else {
            sum.x += max(dot(point, scene.eye), 0.0) / (1.0 + length(point.xz));
        }
    }
    mat3 turn = mat3(scene.view);
    return turn * sum + mix(point, material.colour, clamp(point.y, 0.0, 1.0));
}
";

/// The text of a shader with about so many lines.
pub(crate) fn text(lines: usize) -> String {
    let each = FUNCTION.lines().count() + 1;
    let count = lines.saturating_sub(HEAD.lines().count() + 4) / each;
    let mut text = HEAD.to_owned();
    for number in 0..count {
        text.push_str(&FUNCTION.replace('#', &number.to_string()));
    }
    text.push_str("\nvoid main() {\n    vec3 sum = vec3(0.0);\n");
    for number in 0..count {
        let _ = writeln!(text, "    sum += layer_{number}(position, scene.materials[{}]);", number % 16);
    }
    text.push_str("    color = vec4(sum, 1.0);\n}\n");
    text
}
