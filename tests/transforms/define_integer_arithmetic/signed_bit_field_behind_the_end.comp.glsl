#version 450
// passes: define_integer_arithmetic
// buffer Data: 0xf2345678 28 8 40
// expect buffer Result: -1 0 -14
// without: undefined
layout(std430, binding = 0) buffer Data { int x; int a, b, c; };
layout(std430, binding = 1) buffer Result { int r[3]; };
void main() {
    r[0] = bitfieldExtract(x, a, b);
    r[1] = bitfieldExtract(x, c, b);
    r[2] = bitfieldExtract(x, 24, b + 20);
}
