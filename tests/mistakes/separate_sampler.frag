// A texture and a sampler are two arguments.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(binding=0) uniform texture2D a;
layout(binding=1) uniform sampler s;
void main() { colour = texture(a, s, uv); }
