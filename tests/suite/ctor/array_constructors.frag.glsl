#version 450
// client: vulkan
// Array constructors: sized, unsized, of arrays, of structs, used in place.
struct P { vec2 a; };
layout(location = 0) in vec2 v;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 o;

void main()
{
    float a[3] = float[3](v.x, v.y, 1);
    float x = float[](1.0, v.x, 3.0, 4.0)[k & 3];
    P p[2] = P[](P(v), P(v.yx));
    vec2 q[2][2] = vec2[][](vec2[](v, v + 1.0), vec2[](v * 2.0, v.yy));
    int n = int[](1, 2, 3).length();
    o = vec4(a[k % 3], x * float(n), p[k & 1].a + q[1][k & 1]);
}
