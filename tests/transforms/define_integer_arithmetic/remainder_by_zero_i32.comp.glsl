#version 450
// passes: define_integer_arithmetic
// buffer Data: 7 0 9 4
// expect buffer Result: 0 0 3
// without: undefined
layout(std430, binding = 0) buffer Data { int data[4]; };
layout(std430, binding = 1) buffer Result { int result[3]; };
int at(int index) { return int(data[index]); }
void main() {
    result[0] = int(at(0) % at(1));
    result[1] = int(at(2) % at(1));
    result[2] = int(at(0) % at(3));
}
