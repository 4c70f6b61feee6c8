#version 460
layout(triangles) in;
layout(points, max_vertices = 3) out;
in gl_PerVertex { vec4 gl_Position; } gl_in[3][6]; // error: E0301

void main() {}
