#version 450
// passes: define_integer_arithmetic
// buffer Data: 8 9 0 0
// expect buffer Result: 8 9 0 0
// without: undefined
layout(std430, binding = 0) buffer Data { uvec2 x; uint y, z; };
layout(std430, binding = 1) buffer Result { uvec2 quotient, rest; };
void main() {
    quotient = x / y;
    rest = x % z;
}
