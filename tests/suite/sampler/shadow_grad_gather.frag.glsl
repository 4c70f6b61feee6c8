#version 450
// client: vulkan
// Gradients and gathers on shadow samplers.
layout(binding = 0) uniform sampler2DShadow s;
layout(binding = 1) uniform sampler2DArrayShadow sa;
layout(binding = 2) uniform samplerCubeShadow sc;
layout(location = 0) in vec4 p;
layout(location = 0) out vec4 o;

void main()
{
    float g = textureGrad(s, p.xyz, dFdx(p.xy), dFdy(p.xy));
    g += textureGrad(sa, p, vec2(0.1), vec2(0.2));
    o = textureGather(s, p.xy, p.z) + textureGather(sa, p.xyz, p.w) + textureGather(sc, p.xyz, 0.5);
    o += textureGatherOffset(s, p.xy, 0.25, ivec2(1)) * g;
}
