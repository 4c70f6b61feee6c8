#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
// passes: define_integer_arithmetic
// buffer Data: -32768 -1 5
// expect buffer Result: -32768 -5 0
// without: undefined
layout(std430, binding = 0) buffer Data { int data[3]; };
layout(std430, binding = 1) buffer Result { int result[3]; };
int16_t at(int index) { return int16_t(data[index]); }
void main() {
    result[0] = int(at(0) / at(1));
    result[1] = int(at(2) / at(1));
    result[2] = int(at(0) % at(1));
}
