#version 450
// passes: define_integer_arithmetic
// buffer Data: 1 1 1 1  32 33 -1 4
// expect buffer Result: 1 2 0x80000000 16
// without: undefined
layout(std430, binding = 0) buffer Data { uvec4 x; ivec4 y; };
layout(std430, binding = 1) buffer Result { uvec4 r; };
void main() { r = x << y; }
