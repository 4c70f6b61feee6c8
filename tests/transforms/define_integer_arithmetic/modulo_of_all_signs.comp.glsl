#version 450
// passes: define_integer_arithmetic
// buffer Data: 7 3 7 -3 -7 3 -7 -3 6 -3 -6 3 0 -3 -2147483648 -1 -2147483648 3 5 0 -5 0 2147483647 -2147483648
// expect buffer Result: 1 -2 2 -1 0 0 0 0 1 0 0 -1
// without: undefined
// The modulo has the sign of the divisor; a divisor of 0 counts as 1.
layout(std430, binding = 0) buffer Data { ivec2 x[12]; };
layout(std430, binding = 1) buffer Result { int r[12]; };
void main() {
    for (int i = 0; i < 12; ++i) r[i] = x[i].x % x[i].y;
}
