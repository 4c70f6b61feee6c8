#version 450
// client: vulkan
// Out parameters of built-ins written to members, elements and swizzles.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { vec4 v; ivec4 k; uint u[4]; } b;

void main()
{
    vec2 r = modf(b.v.xy, b.v.zw);
    b.v.x = frexp(r.x, b.k[2]);
    umulExtended(b.u[0], b.u[1], b.u[2], b.u[3]);
    vec2 s = frexp(r, b.k.xy);
    b.v.yx += s;
}
