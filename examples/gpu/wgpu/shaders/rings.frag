#version 450
#include "palette.glsl"

layout(set = 0, binding = 0) uniform Frame
{
    vec2 resolution;
    float time;
} frame;

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main()
{
    vec2 p = (uv - 0.5) * vec2(frame.resolution.x / frame.resolution.y, 1.0);
    color = vec4(palette(4.0 * length(p) - frame.time), 1.0);
}
