#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
// passes: define_integer_arithmetic
// buffer Data: 100 8 9 2
// expect buffer Result: 100 50 25
// without: undefined
layout(std430, binding = 0) buffer Data { uint data[4]; };
layout(std430, binding = 1) buffer Result { uint result[3]; };
uint8_t at(int index) { return uint8_t(data[index]); }
void main() {
    result[0] = uint(at(0) >> at(1));
    result[1] = uint(at(0) >> at(2));
    result[2] = uint(at(0) >> at(3));
}
