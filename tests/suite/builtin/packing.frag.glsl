#version 450
// client: vulkan
// All pack and unpack functions of 32 bits.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;
layout(location = 1) out uvec4 p;

void main()
{
    p = uvec4(packUnorm2x16(v.xy), packSnorm2x16(v.zw), packUnorm4x8(v), packSnorm4x8(v.wzyx));
    uint h = packHalf2x16(v.yz);
    o = unpackUnorm4x8(p.z) + unpackSnorm4x8(p.w);
    o.xy += unpackUnorm2x16(p.x) + unpackHalf2x16(h);
    o.zw -= unpackSnorm2x16(p.y ^ h);
}
