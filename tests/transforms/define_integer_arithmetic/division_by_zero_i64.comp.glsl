#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// passes: define_integer_arithmetic
// buffer Data: 7l 0l -9l 2l
// expect buffer Result: 7l -9l 3l
// without: undefined
layout(std430, binding = 0) buffer Data { int64_t data[4]; };
layout(std430, binding = 1) buffer Result { int64_t result[3]; };
int64_t at(int index) { return int64_t(data[index]); }
void main() {
    result[0] = int64_t(at(0) / at(1));
    result[1] = int64_t(at(2) / at(1));
    result[2] = int64_t(at(0) / at(3));
}
