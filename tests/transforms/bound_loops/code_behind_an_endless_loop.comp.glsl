#version 450
// passes: bound_loops
// options: set bound_loops.limit=5
// expect buffer Result: 5 3
// buffer Data: 1
// without: limit
layout(std430, binding = 0) buffer Data { int x; };
layout(std430, binding = 1) buffer Result { int r, s; };
void main() {
    while (x > 0) r += 1;
    s = 3;
}
