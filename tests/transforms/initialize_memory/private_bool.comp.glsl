#version 450
// passes: initialize_memory
// buffer Result: 7
// expect buffer Result: 0
// without: undefined
bool p;
layout(std430, binding = 1) buffer Result { int r; };
void main() { r = p ? 7 : 0; }
