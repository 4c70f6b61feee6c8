#version 450
// passes: define_integer_arithmetic
// buffer Data: 8 0 40
// expect buffer Result: 8 0 2048
// without: undefined
layout(std430, binding = 0) buffer Data { int x, zero, by; };
layout(std430, binding = 1) buffer Result { int q, r, s; };
void main() {
    int a = x, b = x, c = x;
    a /= zero;
    b %= zero;
    c <<= by;
    q = a;
    r = b;
    s = c;
}
