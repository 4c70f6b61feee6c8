#version 450
// passes: define_integer_arithmetic
// buffer Data: 9
// expect buffer Result: 7 0 9 18
// without: undefined
layout(constant_id = 0) const int ZERO = 0;
layout(constant_id = 1) const int WIDTH = 33;
const int QUOTIENT = 7 / ZERO;
layout(std430, binding = 0) buffer Data { int x; };
layout(std430, binding = 1) buffer Result { int a, b, c, d; };
void main() {
    a = QUOTIENT;
    b = 7 % ZERO;
    c = x / ZERO;
    d = x << WIDTH;
}
