// A space separates a macro from its parameters.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
#define ADD (a, b) (a + b)
void main() { colour = vec4(ADD(1.0, 2.0)); }
