#version 450
// pipeline: robust
// buffer Data: 5 2
// expect buffer Result: 2 1 20 30
// without: same
layout(std430, binding = 0) buffer Data { int a, b; };
layout(std430, binding = 1) buffer Result { int q, r, s, t; };
void main() {
    q = a / b;
    r = a % b;
    s = a << b;
    int sum = 0;
    for (int i = 0; i < a; ++i) sum += i * 3;
    t = sum;
}
