#version 450
// passes: promote_variables, define_integer_arithmetic
// buffer Data: 2 1 5
// expect buffer Result: -2147483643
// without: same
// The upper end is negative, though its bits are more than those of the lower one.
layout(std430, binding = 0) buffer Data { int x, low, high; };
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    r = clamp(x, low & 3, high | (1 << 31));
}
