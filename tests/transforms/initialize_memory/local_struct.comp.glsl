#version 450
// passes: initialize_memory
// expect buffer Result: 0.0
// buffer Result: 7.0
// without: undefined
struct S { vec3 a; int b[3]; mat2 c; };
layout(std430, binding = 1) buffer Result { float r; };
void main() {
    S v;
    r = v.a.z + float(v.b[2]) + v.c[1][1];
}
