#version 450
// passes: define_integer_arithmetic
// buffer Data: 1e30lf -1e30lf 5.5lf 4294967295.5lf
// expect buffer Result: 2147483647 -2147483648 5 2147483647
// without: undefined
layout(std430, binding = 0) buffer Data { double x[4]; };
layout(std430, binding = 1) buffer Result { int r[4]; };
void main() {
    for (int i = 0; i < 4; ++i) r[i] = int(x[i]);
}
