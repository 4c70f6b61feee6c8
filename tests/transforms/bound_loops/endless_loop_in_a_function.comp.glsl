#version 450
// passes: bound_loops
// options: set bound_loops.limit=5
// buffer Result: 9 9
// expect buffer Result: 0 4
// without: limit
layout(std430, binding = 1) buffer Result { int r, s; };
int f() { for (;;) { s = 4; } }
void main() { r = f(); }
