#version 450
// passes: define_integer_arithmetic
// buffer Data: 8
// expect buffer Result: 8 0
// without: undefined
layout(std430, binding = 0) buffer Data { int x; };
layout(std430, binding = 1) buffer Result { int q, r; };
void main() {
    int zero = 4;
    zero -= 4;
    q = x / zero;
    r = x % zero;
}
