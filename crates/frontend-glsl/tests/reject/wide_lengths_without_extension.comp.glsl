#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { float data[]; };

void main() {
    int64_t length = data.length64(); // error: E0516
}
