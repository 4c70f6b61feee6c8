#version 450
// passes: promote_variables, define_integer_arithmetic
// buffer Data: 0xffffffff
// expect buffer Result: 0xffffff00 0x7fffff80 0xffffff 0x2000000 -1 0
// without: undefined
// An integer of more bits than a float keeps becomes a float above it.
layout(std430, binding = 0) buffer Data { uint u; };
layout(std430, binding = 1) buffer Result { uint r[6]; };
void main() {
    r[0] = uint(float(u));
    r[1] = uint(int(float(u >> 1)));
    r[2] = uint(int(float(u >> 8)));
    r[3] = uint(int(float(u >> 7)));
    r[4] = uint(int(float(int(u))));
    r[5] = uint(float(int(u)));
}
