#version 450
// passes: initialize_memory
// buffer Data: 1
// expect buffer Result: 0 1 0
// without: undefined
layout(std430, binding = 0) buffer Data { int x; };
layout(std430, binding = 1) buffer Result { int r[3]; };
int f(int k) {
    int v;
    if (k > 0) v += k;
    return v;
}
void main() {
    r[0] = f(0);
    r[1] = f(x);
    r[2] = f(-x);
}
