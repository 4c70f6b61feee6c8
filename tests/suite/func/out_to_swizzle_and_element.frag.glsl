#version 450
// client: vulkan
// Out and inout arguments that are swizzles, elements and members.
struct S { vec4 a; float b[3]; };
layout(location = 0) in vec4 v;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 o;

void twice(inout vec2 x) { x *= 2.0; }
void fill(out float x, float y) { x = y * y; }

void main()
{
    S s = S(v, float[](1.0, 2.0, 3.0));
    twice(s.a.wy);
    fill(s.a.x, v.z);
    fill(s.b[k % 3], v.w);
    mat2 m = mat2(v);
    twice(m[1]);
    fill(m[0][k & 1], 3.0);
    o = s.a + vec4(s.b[0], s.b[2], m[0].x, m[1].y);
}
