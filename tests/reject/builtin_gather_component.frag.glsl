#version 450
// client: vulkan
// The component of textureGather is a constant of 0 to 3 (8.9).
layout(binding = 0) uniform sampler2D s;
layout(location = 0) flat in int k;
layout(location = 0) out vec4 o;
void main()
{
    o = textureGather(s, vec2(0.5), k); // error
}
