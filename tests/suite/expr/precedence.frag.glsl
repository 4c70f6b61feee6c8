#version 450
// client: vulkan
// Expressions whose value depends on the table of precedence.
layout(location = 0) flat in ivec4 v;
layout(location = 0) out ivec4 o;

void main()
{
    int a = v.x, b = v.y, c = v.z, d = v.w;
    o.x = a + b * c - d;
    o.y = a << 1 + b & c;
    o.z = a & b | c ^ d;
    o.w = -a * b + ~c % 5;
    bool t = a < b == c > d;
    bool u = a == b && c != d || a > c ^^ b > d;
    o.x += t ? 1 : u ? 2 : 3;
    o.y -= a - b - c;
    o.z += 24 / 4 / (b | 1) * 2;
    o.w ^= !t && u ? a : b;
}
