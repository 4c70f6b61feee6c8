#version 450
// client: vulkan
// Common functions on integers.
layout(location = 0) flat in ivec4 i;
layout(location = 1) flat in uvec4 u;
layout(location = 0) out ivec4 a;
layout(location = 1) out uvec4 b;

void main()
{
    a = abs(i) * sign(i) + min(i, 3) - max(i, i.wzyx) + clamp(i, -4, 4);
    a += mix(i, i.yxwz, bvec4(true, false, true, false));
    b = min(u, u.x) + max(u, 7u) - clamp(u, uvec4(1u), uvec4(9u));
    b ^= mix(u, ~u, greaterThan(u, uvec4(4u)));
}
