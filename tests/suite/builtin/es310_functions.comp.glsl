#version 310 es
// client: opengl
// The built-in functions ES 3.10 added.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { highp uint u; highp int i; highp vec4 v; };

void main() {
    highp uint hi, lo;
    umulExtended(u, 0x12345u, hi, lo);
    v += unpackUnorm4x8(packSnorm4x8(v)) + ldexp(v, ivec4(i));
    highp ivec4 e;
    v *= frexp(v, e);
    u = bitfieldReverse(hi) + bitfieldInsert(lo, u, 3, 5) + uint(bitCount(u));
    i = findLSB(u) + findMSB(i) + bitfieldExtract(i, 2, 6) + e.x;
}
