#version 150
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[]; };
out float gl_ClipDistance[4]; // error: E0301

void main() {}
