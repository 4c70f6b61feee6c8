#version 450
// passes: initialize_shared_memory
// buffer Result: 7
// expect buffer Result: 0
// without: undefined
layout(local_size_x = 4) in;
layout(constant_id = 0) const int SIZE = 9;
shared int s[SIZE];
layout(std430, binding = 1) buffer Result { int r; };
void main() { r = s[SIZE - 1] + s[0]; }
