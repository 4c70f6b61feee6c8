#version 450
// passes: lower_blocks_to_words
// buffer B: 0 0 0
// expect buffer B: 0x3f800000 0x40000000 7
// expect buffer Result: 0x3f800000 0x40000000 3
// without: undefined
// A write through one block is read through the other.
layout(std430, binding = 0) buffer A { vec2 a; };
layout(std430, binding = 0) buffer B { uint b[]; };
layout(std430, binding = 1) buffer Result { uint r[3]; };
void main() {
    a = vec2(1.0, 2.0);
    r[0] = b[0];
    r[1] = b[1];
    r[2] = uint(b.length());
    b[2] = 7u;
}
