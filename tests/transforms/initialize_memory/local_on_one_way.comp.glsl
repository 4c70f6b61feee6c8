#version 450
// passes: initialize_memory
// buffer Data: 3 -3
// expect buffer Result: 5 0
// without: undefined
layout(std430, binding = 0) buffer Data { int x[2]; };
layout(std430, binding = 1) buffer Result { int r[2]; };
void main() {
    for (int i = 0; i < 2; ++i) {
        int v;
        if (x[i] > 0) v = 5;
        r[i] = v;
    }
}
