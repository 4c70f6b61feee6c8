#version 450
// passes: initialize_memory
// expect buffer Result: 0.0
// buffer Result: 7.0
// without: other
layout(std430, binding = 1) buffer Result { float r; };
void f(out float y) { }
void main() {
    float v = 3.0;
    f(v);
    r = v;
}
