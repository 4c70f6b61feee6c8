// A function is called before its definition.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() { colour = vec4(f(uv.x)); }
float f(float x) { return x; }
