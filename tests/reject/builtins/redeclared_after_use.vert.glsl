#version 150
void f() { gl_PointSize = 1.0; }
out gl_PerVertex { vec4 gl_Position; }; // error: E0301

void main() {}
