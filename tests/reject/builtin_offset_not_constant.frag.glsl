#version 450
// client: vulkan
// A texel offset is a constant expression (8.9).
layout(binding = 0) uniform sampler2D s;
layout(location = 0) flat in ivec2 k;
layout(location = 0) out vec4 o;
void main()
{
    o = textureOffset(s, vec2(0.5), k); // error
}
