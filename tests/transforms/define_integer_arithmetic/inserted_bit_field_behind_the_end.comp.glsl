#version 450
// passes: define_integer_arithmetic
// buffer Data: 0x00000000 28 8 40
// expect buffer Result: 0xf0000000 0 0xffffffff
// without: undefined
layout(std430, binding = 0) buffer Data { uint x; int a, b, c; };
layout(std430, binding = 1) buffer Result { uint r[3]; };
void main() {
    r[0] = bitfieldInsert(x, 0xffffffffu, a, b);
    r[1] = bitfieldInsert(x, 0xffffffffu, c, b);
    r[2] = bitfieldInsert(x, 0xffffffffu, 0, c);
}
