// A variable is initialised by parentheses, as in C++.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() { vec3 a(1.0, 0.0, 0.0); colour = vec4(a, 1.0); }
