#version 450
// client: vulkan
// The projective family.
layout(binding = 0) uniform sampler1D s1;
layout(binding = 1) uniform sampler2D s2;
layout(binding = 2) uniform sampler3D s3;
layout(location = 0) in vec4 p;
layout(location = 0) out vec4 o;

void main()
{
    o = textureProj(s1, p.xy) + textureProj(s1, p) + textureProj(s2, p.xyw) + textureProj(s2, p) + textureProj(s3, p);
    o += textureProj(s2, p.xyz, 0.5) + textureProjLod(s2, p, 1.0) + textureProjGrad(s3, p, p.xyz, p.yzw);
    o += textureProjOffset(s2, p.xyw, ivec2(1)) + textureProjLodOffset(s1, p.xw, 0.0, 2);
    o += textureProjGradOffset(s2, p, p.xy, p.zw, ivec2(0, 1));
}
