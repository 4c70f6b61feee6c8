#version 450
// passes: define_integer_arithmetic
// buffer Data: 7 0 100 2
// expect buffer Result: 7 100 3
// without: undefined
layout(std430, binding = 0) buffer Data { uint data[4]; };
layout(std430, binding = 1) buffer Result { uint result[3]; };
uint at(int index) { return uint(data[index]); }
void main() {
    result[0] = uint(at(0) / at(1));
    result[1] = uint(at(2) / at(1));
    result[2] = uint(at(0) / at(3));
}
