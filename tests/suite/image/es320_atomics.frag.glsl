#version 320 es
// client: opengl
// Image atomics and buffers in ES 3.20.
precision highp float;
layout(binding = 0, r32ui) uniform highp uimage2D counts;
layout(binding = 1, r32i) uniform highp iimage2DArray sums;
layout(binding = 2, rgba32f) readonly uniform highp imageBuffer table;
in vec4 v;
out vec4 color;

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    uint n = imageAtomicAdd(counts, p, 1u);
    int s = imageAtomicMax(sums, ivec3(p, 1), int(v.x * 255.0));
    imageAtomicExchange(sums, ivec3(p, 0), s);
    color = imageLoad(table, int(n) % imageSize(table)) * float(s);
}
