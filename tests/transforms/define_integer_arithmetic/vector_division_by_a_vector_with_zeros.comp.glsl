#version 450
// passes: define_integer_arithmetic
// buffer Data: 8 9 10 11  2 0 -1 0
// expect buffer Result: 4 9 -10 11  0 0 0 0
// without: undefined
layout(std430, binding = 0) buffer Data { ivec4 x, y; };
layout(std430, binding = 1) buffer Result { ivec4 quotient, rest; };
void main() {
    quotient = x / y;
    rest = x % y;
}
