#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(passthrough) in vec4 tint[]; // error: E0516
void main() {}
