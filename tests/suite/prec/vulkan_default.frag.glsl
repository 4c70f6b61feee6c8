#version 450
// client: vulkan
// Vulkan respects default precisions outside of ESSL, too. A converted bool has the precision of what it is used with.
// expect spirv: OpDecorate %5 RelaxedPrecision
precision mediump float;
layout(location = 0) in vec3 tint;
layout(location = 1) in highp vec3 place;
layout(location = 2) flat in int kind;
layout(location = 0) out vec4 color;

void main()
{
    bool is_lit = kind > 3;
    float k = tint.x * tint.y;
    color = vec4(tint.xy * k, float(is_lit), 1.0) + vec4(place * place, 0.0);
}
