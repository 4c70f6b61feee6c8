#version 450
// passes: define_integer_arithmetic
// buffer Data: 100 3
// expect buffer Result: 283
// without: undefined
layout(std430, binding = 0) buffer Data { int x, n; };
layout(std430, binding = 1) buffer Result { int r; };
int share(int whole, int parts) { return whole / parts; }
void main() {
    int sum = 0;
    for (int i = 0; i <= n; ++i) sum += share(x, i);
    r = sum;
}
