#version 450
// pipeline: robust
// buffer Data: 0 12 3
// expect buffer Result: 12 0
// without: undefined
layout(std430, binding = 0) buffer Data { int way, x, z; };
layout(std430, binding = 1) buffer Result { int q, m; };
void main() {
    int y;
    if (way == 1) y = z;
    q = x / y;
    m = x % y;
}
