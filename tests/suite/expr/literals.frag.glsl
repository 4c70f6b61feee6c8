#version 450
// client: vulkan
// Every form of literal.
layout(location = 0) in float x;
layout(location = 0) out vec4 f;
layout(location = 1) out ivec4 i;
layout(location = 2) out uvec4 u;

void main()
{
    f = vec4(1., .5, 1e3, 2.5E-2f) + vec4(1.0F, 3e+2, 0.0, 00.5) * x;
    i = ivec4(0, 017, 0x1F, 0XabC) + ivec4(2147483647, -1, 0xFFFFFFFF, 1);
    u = uvec4(0u, 017U, 0x1Fu, 4294967295u);
    bvec2 b = bvec2(true, false);
    if (b.x && !b.y) f.x += 1.0;
}
