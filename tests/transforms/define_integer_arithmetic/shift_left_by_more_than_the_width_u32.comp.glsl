#version 450
// passes: define_integer_arithmetic
// buffer Data: 3 34 1
// expect buffer Result: 12 6
// without: undefined
layout(std430, binding = 0) buffer Data { uint data[3]; };
layout(std430, binding = 1) buffer Result { uint result[2]; };
uint at(int index) { return uint(data[index]); }
void main() {
    result[0] = uint(at(0) << at(1));
    result[1] = uint(at(0) << at(2));
}
