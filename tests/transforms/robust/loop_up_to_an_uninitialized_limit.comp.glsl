#version 450
// pipeline: robust
// buffer Result: 7
// expect buffer Result: 0
// without: undefined
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    int n;
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += 1;
    r = sum;
}
