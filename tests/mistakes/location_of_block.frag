// A uniform block has a location.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(location = 1) uniform U { float a; } u;
void main() { colour = vec4(u.a); }
