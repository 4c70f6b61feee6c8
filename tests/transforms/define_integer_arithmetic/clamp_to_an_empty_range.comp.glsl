#version 450
// passes: define_integer_arithmetic
// buffer Data: 5 9 2 3.0 9.0 2.0
// expect buffer Result: 2 2 2.0
// without: same
layout(std430, binding = 0) buffer Data { int x, low, high; float a, b, c; };
layout(std430, binding = 1) buffer Result { int r; uint u; float f; };
void main() {
    r = clamp(x, low, high);
    u = clamp(uint(x), uint(low), uint(high));
    f = clamp(a, b, c);
}
