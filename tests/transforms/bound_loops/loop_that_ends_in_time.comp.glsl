#version 450
// passes: bound_loops
// options: set bound_loops.limit=5
// buffer Data: 3
// expect buffer Result: 3
// without: same
layout(std430, binding = 0) buffer Data { int n; };
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    for (int i = 0; i < n; ++i) r += 1;
}
