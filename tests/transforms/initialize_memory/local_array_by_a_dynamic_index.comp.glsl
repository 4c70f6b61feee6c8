#version 450
// passes: initialize_memory
// buffer Data: 2
// expect buffer Result: 0 0 9 0
// without: undefined
layout(std430, binding = 0) buffer Data { int i; };
layout(std430, binding = 1) buffer Result { int r[4]; };
void main() {
    int v[4];
    v[i] = 9;
    for (int k = 0; k < 4; ++k) r[k] = v[k];
}
