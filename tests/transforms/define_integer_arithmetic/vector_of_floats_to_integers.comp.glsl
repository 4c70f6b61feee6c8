#version 450
// passes: define_integer_arithmetic
// buffer Data: 0x60ad78ec 0xe0ad78ec 0x7fc00000 0x40200000
// expect buffer Result: 2147483520 -2147483648 -2147483648 2  0xffffff00 0 0 2
// without: undefined
layout(std430, binding = 0) buffer Data { vec4 x; };
layout(std430, binding = 1) buffer Result { ivec4 r; uvec4 u; };
void main() {
    r = ivec4(x);
    u = uvec4(x);
}
