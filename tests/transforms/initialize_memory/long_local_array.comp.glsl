#version 450
// passes: initialize_memory
// buffer Data: 999 300
// expect buffer Result: 0 0 5
// without: undefined
layout(std430, binding = 0) buffer Data { int a, b; };
layout(std430, binding = 1) buffer Result { int r[3]; };
void main() {
    int v[1000];
    v[b + 1] = 5;
    r[0] = v[a];
    r[1] = v[b];
    r[2] = v[b + 1];
}
