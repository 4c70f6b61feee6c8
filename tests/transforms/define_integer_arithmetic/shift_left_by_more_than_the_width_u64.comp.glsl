#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// passes: define_integer_arithmetic
// buffer Data: 3l 66l 1l
// expect buffer Result: 12l 6l
// without: undefined
layout(std430, binding = 0) buffer Data { uint64_t data[3]; };
layout(std430, binding = 1) buffer Result { uint64_t result[2]; };
uint64_t at(int index) { return uint64_t(data[index]); }
void main() {
    result[0] = uint64_t(at(0) << at(1));
    result[1] = uint64_t(at(0) << at(2));
}
