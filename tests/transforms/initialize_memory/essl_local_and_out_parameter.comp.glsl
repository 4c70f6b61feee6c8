#version 310 es
// passes: initialize_memory
// buffer Result: 7.0 7.0
// expect buffer Result: 0.0 0.0
// without: undefined
precision mediump float;
layout(local_size_x = 1) in;
layout(std430, binding = 1) buffer Result { float r, s; };
void f(out float y) { }
void main() {
    float v;
    float w;
    f(w);
    r = v;
    s = w;
}
