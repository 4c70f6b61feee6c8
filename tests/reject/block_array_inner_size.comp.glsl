#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(binding = 0) buffer B { int n; } b[2][]; // error: E0420
layout(binding = 1) buffer C { int x[2][]; }; // error: E0420
void main() {}
