#version 450
// client: vulkan
// The `align` of a block is that of each member that says none (GLSL 4.60 section 4.4.5).
// expect spirv: 1 Offset 64
layout(std430, align = 64, binding = 0) buffer B { int a; int b; layout(align = 16) int c; layout(offset = 256) int d[]; };
layout(std140, align = 32, binding = 1) uniform U { int e; vec2 f; };
void main() { a = b + c + d[1] + e + int(f.x); }
