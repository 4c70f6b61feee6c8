#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
// passes: define_integer_arithmetic
// buffer Data: 3 -8 1
// expect buffer Result: 3 6
// without: undefined
layout(std430, binding = 0) buffer Data { int data[3]; };
layout(std430, binding = 1) buffer Result { int result[2]; };
int8_t at(int index) { return int8_t(data[index]); }
void main() {
    result[0] = int(at(0) << at(1));
    result[1] = int(at(0) << at(2));
}
