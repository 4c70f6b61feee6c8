#version 450
// pipeline: robust
// buffer Data: 9
// expect buffer Result: 9
// without: undefined
layout(std430, binding = 0) buffer Data { int x; };
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    int y;
    r = x / y;
}
