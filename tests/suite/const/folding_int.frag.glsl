#version 450
// client: vulkan
// Constant integer expressions with wrapping, division and shifts.
layout(location = 0) out ivec4 o;
layout(location = 1) out uvec4 u;

const int big = 2147483647;
const int wrapped = big + 1;
const int low = -big - 1;
const uint under = 0u - 1u;
const uint prod = 0x10001u * 0x10001u;

void main()
{
    const int q = -7 / 2, r = 7 % 3;
    const int sh = (1 << 31) >> 31;
    o = ivec4(wrapped, low * -1, q * 100 + r, sh);
    u = uvec4(under, prod, 0xFFFFFFFFu >> 4, ~0u ^ 0xF0F0u);
}
