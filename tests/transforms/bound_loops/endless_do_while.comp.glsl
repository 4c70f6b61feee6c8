#version 450
// passes: bound_loops
// options: set bound_loops.limit=5
// expect buffer Result: 5
// without: limit
layout(std430, binding = 1) buffer Result { int r; };
void main() {
    do { r += 1; } while (true);
}
