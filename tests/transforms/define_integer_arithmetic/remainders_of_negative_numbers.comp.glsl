#version 450
// passes: define_integer_arithmetic
// buffer Data: -7 3 7 -3
// expect buffer Result: 2 -2 -1 0
// without: same
layout(std430, binding = 0) buffer Data { int a, b, c, d; };
layout(std430, binding = 1) buffer Result { int r[4]; };
void main() {
    r[0] = a % b;
    r[1] = c % d;
    r[2] = a % d;
    r[3] = (a + 1) % b;
}
