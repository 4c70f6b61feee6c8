#version 450
// client: vulkan
// Compound assignments and increments through swizzles.
layout(location = 0) in vec4 v;
layout(location = 1) flat in ivec4 k;
layout(location = 0) out vec4 o;

void main()
{
    vec4 a = v;
    a.yx += vec2(1.0, 2.0);
    a.zw *= a.wz;
    a.xw++;
    --a.y;
    a.xy -= 0.5;
    ivec3 b = k.xyz;
    b.zx <<= 2;
    b.yz ^= b.zy;
    b.x--;
    a.zx *= mat2(1.0, 2.0, 3.0, 4.0);
    o = a + vec4(b, 1);
}
