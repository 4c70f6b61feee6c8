#version 310 es
// client: opengl
// Constants in ES, with built-in limits and global const arrays.
layout(local_size_x = 4, local_size_y = 2) in;
layout(std430, binding = 0) buffer B { uvec4 r[]; };

const int side = 4;
const ivec2 cells[side / 2] = ivec2[](ivec2(1, 2), ivec2(3, 4));
const uint mask = (1u << uint(side)) - 1u;

void main() {
    uint id = gl_LocalInvocationIndex;
    uvec4 v = uvec4(mask, gl_WorkGroupSize.x * gl_WorkGroupSize.y, cells[id & 1u]);
    if (gl_MaxComputeWorkGroupSize.x >= 128) v.x ^= id;
    r[id] = v;
}
