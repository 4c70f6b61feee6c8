#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
// passes: define_integer_arithmetic
// buffer Data: 100 16 17 2
// expect buffer Result: 100 50 25
// without: undefined
layout(std430, binding = 0) buffer Data { uint data[4]; };
layout(std430, binding = 1) buffer Result { uint result[3]; };
uint16_t at(int index) { return uint16_t(data[index]); }
void main() {
    result[0] = uint(at(0) >> at(1));
    result[1] = uint(at(0) >> at(2));
    result[2] = uint(at(0) >> at(3));
}
