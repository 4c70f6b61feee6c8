#version 450
// client: vulkan
// Doubles and double matrices in blocks.
layout(local_size_x = 1) in;
layout(std140, binding = 0) uniform D { double a; dvec3 b; dmat2x3 m; float f; } d;
layout(std430, binding = 1) buffer E { dvec2 r[]; };

void main()
{
    r[0] = dvec2(d.a, d.b.y) * double(d.f);
    r[1] = d.b * d.m;
}
