#version 450
// passes: define_integer_arithmetic
// buffer Data: 3 -32 1
// expect buffer Result: 3 6
// without: undefined
layout(std430, binding = 0) buffer Data { int data[3]; };
layout(std430, binding = 1) buffer Result { int result[2]; };
int at(int index) { return int(data[index]); }
void main() {
    result[0] = int(at(0) << at(1));
    result[1] = int(at(0) << at(2));
}
