#version 450
// passes: bound_loops
// options: set bound_loops.limit=7
// expect buffer Result: 7
// without: limit
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    int n = 0;
    while (true) { n++; r = n; }
}
