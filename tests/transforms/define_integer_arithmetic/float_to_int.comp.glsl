#version 450
// passes: define_integer_arithmetic
// buffer Data: 0x60ad78ec 0xe0ad78ec 0x7fc00000 0x7f800000 0xff800000 0xbfc00000 0x4f000000 0xcf000000 0x40fccccd
// expect buffer Result: 2147483520 -2147483648 -2147483648 2147483520 -2147483648 -1 2147483520 -2147483648 7
// without: undefined
// The greatest number of both types.
layout(std430, binding = 0) buffer Data { float x[9]; };
layout(std430, binding = 1) buffer Result { int r[9]; };
void main() {
    for (int i = 0; i < 9; ++i) r[i] = int(x[i]);
}
