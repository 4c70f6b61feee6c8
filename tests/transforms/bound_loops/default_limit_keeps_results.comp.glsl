#version 450
// passes: bound_loops
// buffer Data: 1000
// expect buffer Result: 499500
// without: same
layout(std430, binding = 0) buffer Data { int n; };
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    int sum = 0;
    int i = 0;
    while (i != n) { sum += i; i++; }
    r = sum;
}
