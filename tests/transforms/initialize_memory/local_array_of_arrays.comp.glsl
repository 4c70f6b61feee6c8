#version 450
// passes: initialize_memory
// buffer Result: 7
// expect buffer Result: 0
// without: undefined
layout(std430, binding = 1) buffer Result { float r; };
void main() {
    float v[3][4];
    r = v[2][3] + v[0][0];
}
