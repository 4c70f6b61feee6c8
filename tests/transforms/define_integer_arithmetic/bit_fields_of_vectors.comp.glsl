#version 450
// passes: define_integer_arithmetic
// buffer Data: 0x12345678 0x9abcdef0 20 30
// expect buffer Result: 0x123 0x9ab 0x12300000 0x9ab00000
// without: undefined
layout(std430, binding = 0) buffer Data { uvec2 x; int a, b; };
layout(std430, binding = 1) buffer Result { uvec2 r, s; };
void main() {
    r = bitfieldExtract(x, a, b);
    s = bitfieldInsert(uvec2(0), r, a, b);
}
