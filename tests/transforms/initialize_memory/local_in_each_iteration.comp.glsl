#version 450
// passes: initialize_memory
// buffer Data: 3
// expect buffer Result: 1 1 1
// without: undefined
layout(std430, binding = 0) buffer Data { int n; };
layout(std430, binding = 1) buffer Result { int r[3]; };
void main() {
    for (int i = 0; i < n; ++i) {
        int v;
        v += 1;
        r[i] = v;
    }
}
