#version 450
// client: vulkan
// textureLod and textureGrad, with offsets.
layout(binding = 0) uniform sampler2D s2;
layout(binding = 1) uniform sampler3D s3;
layout(binding = 2) uniform samplerCube sc;
layout(location = 0) in vec3 p;
layout(location = 0) out vec4 o;

void main()
{
    vec2 dx = dFdx(p.xy), dy = dFdy(p.xy);
    o = textureLod(s2, p.xy, 2.0) + textureLod(sc, p, p.z);
    o += textureGrad(s2, p.xy, dx, dy) + textureGrad(s3, p, dFdx(p), dFdy(p));
    o += textureLodOffset(s3, p, 1.0, ivec3(1, 0, -1));
    o += textureGradOffset(s2, p.xy, dx * 2.0, dy * 2.0, ivec2(-2, 3));
}
