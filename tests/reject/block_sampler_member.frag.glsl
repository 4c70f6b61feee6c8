#version 450
// client: vulkan
// A block has no opaque members (4.3.9).
layout(binding = 0) uniform B
{
    vec4 a;
    sampler2D s; // error
};
layout(location = 0) out vec4 o;
void main() { o = a; }
