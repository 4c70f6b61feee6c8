#version 450
// client: vulkan
// A texel buffer that is combined with a sampler, which it has no use for.
layout(binding = 0) uniform textureBuffer t;
layout(binding = 1) uniform sampler s;
layout(location = 0) out vec4 o;

void main()
{
    o = texelFetch(samplerBuffer(t, s), 3) + float(textureSize(samplerBuffer(t, s)));
}
