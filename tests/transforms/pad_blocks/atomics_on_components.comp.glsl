#version 450
// passes: pad_blocks
// buffer Counts: 1 2 3 0 5 6 7 0
// expect buffer Counts: 1 2 103 0 5 10 7 0
// expect buffer Result: 3 0 9 106
// without: same
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Counts { uvec3 counts[]; };
layout(std430, binding = 1) buffer Result { uint result[4]; };
shared uvec2 both[2];
void main() {
    if (gl_LocalInvocationIndex == 0u) both[0] = both[1] = uvec2(0u);
    barrier();
    atomicMax(both[gl_LocalInvocationIndex % 2u].y, 7u + gl_LocalInvocationIndex);
    atomicAdd(both[0].x, gl_LocalInvocationIndex / 2u);
    atomicAdd(counts[0].z, 25u);
    atomicAdd(counts[1].y, 1u);
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        uvec2 first = both[0];
        result[0] = first.x + 1u; result[1] = both[1].x; result[2] = first.y;
        result[3] = counts[0].z + counts[0].x + counts[0].y;
    }
}
