#version 450
// passes: initialize_memory
// buffer Data: 1 0
// expect buffer Result: 0 4
// without: other
layout(std430, binding = 0) buffer Data { int x[2]; };
layout(std430, binding = 1) buffer Result { int r[2]; };
void f(int k, out int y) {
    if (k > 0) return;
    y = 4;
}
void main() {
    for (int i = 0; i < 2; ++i) {
        int v = 9;
        f(x[i], v);
        r[i] = v;
    }
}
