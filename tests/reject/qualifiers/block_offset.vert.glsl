#version 430
// client: opengl
layout(std140) uniform U { layout(offset = 0) vec4 a; }; // error: E0516

void main() {}
