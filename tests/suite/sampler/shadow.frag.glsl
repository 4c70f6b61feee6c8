#version 450
// client: vulkan
// Shadow samplers of every dimension; result and reference value.
layout(binding = 0) uniform sampler1DShadow a;
layout(binding = 1) uniform sampler2DShadow b;
layout(binding = 2) uniform samplerCubeShadow c;
layout(binding = 3) uniform sampler1DArrayShadow d;
layout(binding = 4) uniform sampler2DArrayShadow e;
layout(binding = 5) uniform samplerCubeArrayShadow f;
layout(location = 0) in vec4 p;
layout(location = 0) out vec4 o;

void main()
{
    o.x = texture(a, p.xyz) + texture(b, p.xyz);
    o.y = texture(c, p) + texture(d, p.xyz);
    o.z = texture(e, p) + texture(f, p, 0.5);
    o.w = textureProj(b, p) + textureLod(b, p.zyx, 0.0) + textureOffset(b, p.xyz, ivec2(1, -1));
}
