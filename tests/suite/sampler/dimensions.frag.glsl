#version 450
// client: vulkan
// Floating point samplers of every dimension with texture().
layout(set = 0, binding = 0) uniform sampler1D s1;
layout(set = 0, binding = 1) uniform sampler2D s2;
layout(set = 0, binding = 2) uniform sampler3D s3;
layout(set = 0, binding = 3) uniform samplerCube sc;
layout(set = 0, binding = 4) uniform sampler1DArray s1a;
layout(set = 0, binding = 5) uniform sampler2DArray s2a;
layout(set = 0, binding = 6) uniform samplerCubeArray sca;
layout(location = 0) in vec4 p;
layout(location = 0) out vec4 o;

void main()
{
    o = texture(s1, p.x) + texture(s2, p.xy) + texture(s3, p.xyz) + texture(sc, p.xyz);
    o += texture(s1a, p.xy) + texture(s2a, p.xyz) + texture(sca, p);
    o += texture(s2, p.zw, -1.0) + texture(sc, p.zyx, 0.5);
}
