#version 450
// client: vulkan
// textureSize, textureQueryLevels, textureQueryLod and textureSamples.
layout(binding = 0) uniform sampler2D a;
layout(binding = 1) uniform samplerCubeArray b;
layout(binding = 2) uniform sampler2DMS m;
layout(binding = 3) uniform usamplerBuffer t;
layout(binding = 4) uniform sampler2DShadow s;
layout(binding = 5) uniform sampler3D v;
layout(location = 0) in vec3 p;
layout(location = 0) out vec4 o;

void main()
{
    ivec2 i = textureSize(a, 1) + textureSize(m) + textureSize(s, 0);
    ivec3 k = textureSize(b, 0) + textureSize(v, 2);
    int n = textureSize(t) + textureQueryLevels(a) + textureQueryLevels(b) + textureSamples(m);
    vec2 l = textureQueryLod(a, p.xy) + textureQueryLod(v, p);
    o = vec4(i, n, k.x + k.z) + l.xyxy;
}
