#version 450
// passes: define_integer_arithmetic
// buffer Data: 0x60ad78ec 0xe0ad78ec 0x7fc00000 0x7f800000 0xff800000 0xbf000000 0x4f800000 0x40fccccd
// expect buffer Result: 0xffffff00 0 0 0xffffff00 0 0 0xffffff00 7
// without: undefined
// The greatest number of both types.
layout(std430, binding = 0) buffer Data { float x[8]; };
layout(std430, binding = 1) buffer Result { uint r[8]; };
void main() {
    for (int i = 0; i < 8; ++i) r[i] = uint(x[i]);
}
