#version 450
// passes: initialize_memory
// buffer Result: 7lf
// expect buffer Result: 0lf
// without: undefined
layout(std430, binding = 1) buffer Result { double r; };
void main() {
    double v;
    r = v;
}
