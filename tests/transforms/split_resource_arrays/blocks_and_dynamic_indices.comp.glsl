#version 450
// passes: split_resource_arrays
// buffer B: 7 1 2 3
// buffer B_1: 8 4 5 6
// buffer U: 1.0 2.0 3.0 4.0
// buffer U_1: 5.0 6.0 7.0 8.0
// expect buffer B: 8 1 2 13
// expect buffer B_1: 9 4 5 16
// expect buffer Result: 7 8 3 3 1.0 5.0 8.0
// without: undefined
// Loads, stores, atomics and lengths of elements that constants and variables choose.
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer B { uint count; uint values[]; } blocks[2];
layout(std140, binding = 4) uniform U { vec4 v; } uniforms[2];
layout(std430, binding = 8) buffer Result { uint counts[2]; int lengths[2]; float parts[3]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    counts[i] = atomicAdd(blocks[i].count, 1u);
    lengths[i] = blocks[i].values.length();
    blocks[i].values[2] += 10u;
    parts[i] = uniforms[i].v.x;
    if (i == 1u) parts[2] = uniforms[1].v[3];
}
