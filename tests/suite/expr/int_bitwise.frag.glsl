#version 450
// client: vulkan
// Bitwise operators and shifts on int and uint, mixed shift amounts.
layout(location = 0) flat in int s;
layout(location = 1) flat in uint u;
layout(location = 0) out ivec4 so;
layout(location = 1) out uvec4 uo;

void main()
{
    so = ivec4(s & 0xff, s | 0x100, s ^ -1, ~s);
    so.x += s >> 2;
    so.y += s << (u & 7u);
    uo = uvec4(u & 0xF0F0u, u | 1u, u ^ 0xFFFFFFFFu, ~u);
    uo.z += u >> (s & 15);
    uo.w += u << 3;
}
