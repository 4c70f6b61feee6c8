#version 450
// passes: bound_loops
// options: set bound_loops.limit=5
// buffer Data: 2
// expect buffer Result: 5
// without: limit
layout(std430, binding = 0) buffer Data { int x; };
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    for (;;) {
        switch (x) {
        case 1: return;
        case 2: r += 1; break;
        default: r = 100;
        }
    }
}
