#version 450
#extension GL_EXT_nonuniform_qualifier : require
// passes: split_resource_arrays
// options: set bound_indices.resources=2
// buffer B: 7 1
// buffer B_1: 8 4
// buffer U: 1.0 2.0 3.0 4.0
// buffer U_1: 5.0 6.0 7.0 8.0
// expect buffer B: 7 11
// expect buffer B_1: 8 14
// expect buffer Result: 7 8 1 1 1.0 5.0
// without: other
// Arrays of blocks that have no length, but for the number that an option gives.
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer B { uint count; uint values[]; } blocks[];
layout(std140, binding = 4) uniform U { vec4 v; } uniforms[];
layout(std430, binding = 8) buffer Result { uint counts[2]; int lengths[2]; float parts[2]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    counts[i] = blocks[i].count;
    lengths[i] = blocks[i].values.length();
    blocks[i].values[0] += 10u;
    parts[i] = uniforms[i].v.x;
}
