#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// passes: define_integer_arithmetic
// buffer Data: 0x7149f2ca 0xf149f2ca 0x7fc00000 0x7f800000 0xff800000 0x40b00000
// expect buffer Result: 0x0 0x7fffff80 0x0 0x80000000 0x0 0x80000000 0x0 0x7fffff80 0x0 0x80000000 0x5 0x0
// without: undefined
layout(std430, binding = 0) buffer Data { float x[6]; };
layout(std430, binding = 1) buffer Result { int64_t r[6]; };
void main() {
    for (int i = 0; i < 6; ++i) r[i] = int64_t(x[i]);
}
