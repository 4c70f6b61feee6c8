#version 450
// passes: initialize_memory
// buffer Result: 7
// expect buffer Result: 0
// without: undefined
mat4 p;
layout(std430, binding = 1) buffer Result { float r; };
void main() { r = p[3][3]; }
