#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// passes: define_integer_arithmetic
// buffer Data: 0x7149f2ca 0xf149f2ca 0x7fc00000 0x477fe000 0xc0600000
// expect buffer Result: 65504 -65504 -65504 65504 -3
// without: undefined
layout(std430, binding = 0) buffer Data { float x[5]; };
layout(std430, binding = 1) buffer Result { int r[5]; };
void main() {
    for (int i = 0; i < 5; ++i) r[i] = int(float16_t(x[i]));
}
