#version 450
// pipeline: robust
// buffer Data: 9 3
// expect buffer Result: 9
// without: undefined
layout(std430, binding = 0) buffer Data { int x, i; };
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    int y[5];
    y[i + 1] = 40;
    r = x << y[i];
}
