#version 450
// client: vulkan
// Elements of an array of blocks may be bound to the same memory, unless they are `restrict`.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer B { int x; int y; float f; } b[3];
layout(std430, binding = 4) restrict buffer R { int x; int y; } r[3];
layout(std430, binding = 8) buffer C { int member; restrict int alone; } c;
layout(std430, binding = 9) buffer O { int o[16]; };
layout(push_constant) uniform P { uint i; };

void main()
{
    b[0].x = 1;
    b[1].x = 2;
    o[0] = b[0].x;
    b[i & 1u].y = 3;
    b[2].y = 4;
    o[1] = b[i & 1u].y;
    c.member = 5;
    b[2].x = 6;
    o[2] = c.member;
    c.alone = 7;
    o[3] = c.alone;
    b[0].f = 1.5;
    b[1].f = 2.5;
    o[4] = int(b[0].f * 4.0);
    b[0].x = 8;
    int kept = b[1].x;
    b[0].x = 9;
    o[5] = kept;
    r[0].x = 10;
    r[1].x = 11;
    o[6] = r[0].x;
    for (int n = 0; n < 3; n++) {
        b[n].x = n;
        o[7 + n] = b[0].x + b[2 - n].x;
    }
}
