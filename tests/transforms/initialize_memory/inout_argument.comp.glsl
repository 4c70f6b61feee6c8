#version 450
// passes: initialize_memory
// buffer Result: 7
// expect buffer Result: 1
// without: undefined
layout(std430, binding = 1) buffer Result { int r; };
void f(inout int y) { y += 1; }
void main() {
    int v;
    f(v);
    r = v;
}
