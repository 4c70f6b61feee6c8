#version 450
#define A(x) x##x
layout(location = 0) out vec4 c;
void main() { float A(y) = 1.; c = vec4(yy); }
