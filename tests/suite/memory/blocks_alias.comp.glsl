#version 450
// client: vulkan
// Blocks of one type and of different types that may be bound to the same memory, one of them only read.
layout(local_size_x = 2) in;
struct Pair { float a; uint b; };
layout(std430, binding = 0) buffer A { vec4 v[4]; uint n; } a;
layout(std430, binding = 1) buffer B { vec4 v[4]; uint n; } b;
layout(std430, binding = 2) readonly buffer C { Pair pairs[8]; uint n; } c;
layout(std430, binding = 3) restrict buffer D { vec4 v[4]; uint n; } d;
layout(std430, binding = 4) buffer E { mat2 m; uvec4 words; } e;

float sum(uint i) { return a.v[i].x + c.pairs[i].a; }

void add(inout uint n) { n += b.n; }

void main()
{
    uint i = gl_LocalInvocationIndex;
    float before = sum(i);
    b.v[i] = vec4(before, 1.0, 2.0, 3.0);
    float after = sum(i);
    a.v[i + 2u].y = after - before;
    a.n = 5u;
    b.n = 6u;
    add(a.n);
    d.n = a.n;
    b.n = 7u;
    d.n += d.n;
    e.m = mat2(1.0, 2.0, 3.0, 4.0);
    a.v[0] = vec4(9.0);
    e.words.x = uint(e.m[0][0]);
    if (c.n > 1u) {
        b.v[3].zw = c.n > 2u ? vec2(1.0) : vec2(0.5);
        e.words.y = c.n;
    }
    e.words.z = c.n;
}
