#version 450
// client: vulkan
// Component-wise arithmetic on integer vectors and vector-scalar forms.
layout(location = 0) flat in ivec3 p;
layout(location = 1) flat in uvec4 q;
layout(location = 0) out ivec3 so;
layout(location = 1) out uvec4 uo;

void main()
{
    so = p * ivec3(1, 2, 3) + 7;
    so = 100 - so / ivec3(2);
    so ^= p << 1;
    so |= ivec3(1, 0, 1) << p.yyx % 4;
    uo = q % 7u + (q >> uvec4(0u, 1u, 2u, 3u));
    uo &= 0xFFu;
    uo = ~uo;
}
