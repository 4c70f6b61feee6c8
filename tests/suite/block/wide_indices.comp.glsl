#version 450
#extension GL_EXT_shader_64bit_indexing : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// client: vulkan
// no glslang: Debian's does not know the extension
// Indices of 64 bits into arrays and vectors, lengths of 64 bits, and a module that computes addresses with 64 bits.
#pragma shader_64bit_indexing

layout(local_size_x = 4) in;
layout(binding = 0, std430) buffer Data {
    uint64_t first;
    uint data[];
};
layout(binding = 1, std430) buffer Result {
    uint result[8];
};

void main() {
    uint64_t at = first + gl_LocalInvocationIndex;
    int64_t length = data.length64();
    uint table[3] = uint[](5u, 7u, 11u);
    vec4 v = vec4(1.0, 2.0, 3.0, 4.0);
    v[at & 3ul] = 9.0;
    uint sum = data[at] + data[length - 1l] + table[at % 3ul] + uint(v[int64_t(at & 1ul)]);
    result[gl_LocalInvocationIndex] = sum + uint(table.length64());
    if (at < uint64_t(length)) {
        data[at] += uint(data.length());
    }
    result[4u + gl_LocalInvocationIndex] = uint(length);
}
