#version 450
// client: vulkan
// Signed and unsigned integer samplers.
layout(binding = 0) uniform isampler2D si;
layout(binding = 1) uniform usampler3D su;
layout(binding = 2) uniform usamplerCube sc;
layout(binding = 3) uniform isampler2DArray sa;
layout(location = 0) in vec3 p;
layout(location = 0) out ivec4 a;
layout(location = 1) out uvec4 b;

void main()
{
    a = texture(si, p.xy) + textureLod(sa, p, 0.0);
    b = texture(su, p) ^ texture(sc, p.zxy);
}
