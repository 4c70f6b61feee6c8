#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Without GL_EXT_shader_64bit_indexing, indices have 32 bits.
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { float data[]; };

void main() {
    int64_t at = 1l;
    data[at] = 1.0; // error: E0516
}
