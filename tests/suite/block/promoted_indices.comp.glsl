#version 450
#extension GL_EXT_shader_64bit_indexing : require
// client: vulkan
// no glslang: Debian's does not know the extension
// Indices without sign into arrays in storage buffers get 64 bits; others, and those of blocks, stay.
#pragma promote_uint32_indices

layout(local_size_x = 4) in;
layout(binding = 0, std430) buffer Data {
    float table[16];
    float data[];
} blocks[2];
shared float tile[4];

void main() {
    uint at = gl_LocalInvocationIndex;
    tile[at] = blocks[at & 1u].data[at];
    blocks[0].table[at] = blocks[1].data[int(at) + 1] + tile[at];
    blocks[0].data[at + 4u] = tile[at];
    if (at > 4u) {
        blocks[1].data[4000000000u] = 1.0;
    }
}
