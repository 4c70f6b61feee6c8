// A constant is `static`, as in C.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
static const float PI = 3.14;
void main() { colour = vec4(PI); }
