#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_64bit_indexing : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { float data[]; };

void main() {
    int length = data.length64(); // error: E0400
    int64_t given = data.length64(1); // error: E0700
    int64_t method = data.length64; // error: E0414
    data[-1l] = 1.0; // error: E0406
    float of_float = data[1.0]; // error: E0405
}
