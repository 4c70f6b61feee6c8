// A macro ends with `;`.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
#define COUNT 4;
void main() { float a[COUNT]; colour = vec4(1.0); }
