#version 450
// passes: initialize_memory
// buffer Data: 1
// expect buffer Result: 0 4 0
// without: other
layout(std430, binding = 0) buffer Data { int x; };
layout(std430, binding = 1) buffer Result { int r[3]; };
void f(out int y[3]) { y[x] = 4; }
void main() {
    int v[3] = int[](9, 9, 9);
    f(v);
    r = v;
}
