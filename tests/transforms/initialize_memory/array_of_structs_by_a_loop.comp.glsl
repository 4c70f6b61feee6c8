#version 450
// passes: initialize_memory
// options: set initialize_memory.largest=2
// buffer Data: 2
// expect buffer Result: 0.0 0 5
// without: undefined
struct S { vec2 a; int b[3]; };
layout(std430, binding = 0) buffer Data { int i; };
layout(std430, binding = 1) buffer Result { float x; int y, z; };
void main() {
    S v[4];
    v[i].b[1] = 5;
    x = v[i].a.y;
    y = v[i].b[i];
    z = v[i].b[1];
}
