#version 450
// passes: initialize_memory
// buffer Result: 7
// expect buffer Result: 0
// without: undefined
layout(std430, binding = 1) buffer Result { float r; };
void main() {
    mat3 v;
    r = v[1][2] + v[2][0];
}
