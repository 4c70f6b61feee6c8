// `unsigned int`, as in C.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
uniform unsigned int count;
void main() { colour = vec4(1.0); }
