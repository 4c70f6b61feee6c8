#version 450
// client: vulkan
// The same members in std140 and std430 buffers, copied member by member.
layout(local_size_x = 1) in;
struct S { float a; vec2 b[2]; bool c; };
layout(std140, binding = 0) buffer X { S s; float t[3]; } x;
layout(std430, binding = 1) buffer Y { S s; float t[3]; } y;

void main()
{
    y.s = x.s;
    y.t = x.t;
    x.s.c = !y.s.c;
    x.t[1] = y.s.b[1].y;
}
