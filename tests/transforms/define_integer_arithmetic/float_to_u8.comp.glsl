#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
// passes: define_integer_arithmetic
// buffer Data: 0x4788b800 0xc788b800 0x7fc00000 0x7f800000 0xff800000 0x40b00000
// expect buffer Result: 255 0 0 255 0 5
// without: undefined
layout(std430, binding = 0) buffer Data { float x[6]; };
layout(std430, binding = 1) buffer Result { uint r[6]; };
void main() {
    for (int i = 0; i < 6; ++i) r[i] = uint(uint8_t(x[i]));
}
