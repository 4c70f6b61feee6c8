// An integer input is not `flat`.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(location = 1) in int n;
void main() { colour = vec4(n); }
