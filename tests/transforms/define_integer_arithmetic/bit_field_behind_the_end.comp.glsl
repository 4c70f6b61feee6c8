#version 450
// passes: define_integer_arithmetic
// buffer Data: 0x12345678 28 8 32 -1
// expect buffer Result: 1 0 0x12345678 0
// without: undefined
layout(std430, binding = 0) buffer Data { uint x; int a, b, c, d; };
layout(std430, binding = 1) buffer Result { uint r[4]; };
void main() {
    r[0] = bitfieldExtract(x, a, b);
    r[1] = bitfieldExtract(x, c, b);
    r[2] = bitfieldExtract(x, 0, d);
    r[3] = bitfieldExtract(x, d, b);
}
