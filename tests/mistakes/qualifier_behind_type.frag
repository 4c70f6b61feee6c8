// A qualifier follows its type.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
vec2 in st;
void main() { colour = vec4(st, uv); }
