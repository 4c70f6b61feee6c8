#version 450
// client: vulkan
// Relational and equality operators on scalars.
layout(location = 0) in vec2 f;
layout(location = 1) flat in ivec2 i;
layout(location = 3) flat in uvec2 u;
layout(location = 0) out vec4 o;

void main()
{
    int bits = 0;
    if (f.x < f.y) bits |= 1;
    if (f.x <= f.y) bits |= 2;
    if (i.x > i.y) bits |= 4;
    if (i.x >= i.y) bits |= 8;
    if (u.x == u.y) bits |= 16;
    if (u.x != u.y) bits |= 32;
    if (u.x < u.y) bits |= 64;
    bool p = f.x == f.y, q = i.x != 3;
    if (p == q) bits |= 128;
    if (p != q) bits |= 256;
    o = vec4(float(bits) / 511.0);
}
