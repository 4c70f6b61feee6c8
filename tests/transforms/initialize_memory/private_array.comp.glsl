#version 450
// passes: initialize_memory
// buffer Result: 7
// expect buffer Result: 0
// without: undefined
int p[6];
layout(std430, binding = 1) buffer Result { int r; };
void main() { r = p[0] + p[5]; }
