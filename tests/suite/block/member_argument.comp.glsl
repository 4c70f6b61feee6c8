#version 450
// client: vulkan
// Buffer members as out and inout arguments and swizzled targets.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { vec4 v; float a[8]; ivec2 k; mat3 m; } b;

void bump(inout float x) { x += 1.0; }
void swap_(inout float x, inout float y) { float t = x; x = y; y = t; }

void main()
{
    bump(b.v.z);
    bump(b.a[b.k.x]);
    swap_(b.a[0], b.m[1].y);
    b.v.wx = b.v.yz;
    b.v.xy *= 2.0;
    b.k.y++;
    b.a[b.k.x++] += 3.0;
}
