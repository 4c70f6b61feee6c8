#version 450
// client: vulkan
// Integer functions: carries, wide products and bit fields.
layout(location = 0) flat in uvec2 u;
layout(location = 1) flat in ivec2 i;
layout(location = 0) out uvec4 a;
layout(location = 1) out ivec4 b;

void main()
{
    uvec2 carry, borrow, hi, lo;
    uvec2 sum = uaddCarry(u, u.yx, carry);
    uvec2 dif = usubBorrow(u, u.yx, borrow);
    umulExtended(u, u.yx, hi, lo);
    ivec2 sh, sl;
    imulExtended(i, i.yx, sh, sl);
    a = uvec4(sum ^ carry, dif ^ borrow) + uvec4(hi, lo);
    b = ivec4(sh, sl);
}
