#version 450
// client: vulkan
// Struct constructors with conversions of arguments and nesting.
struct A { float x; ivec2 y; };
struct B { A a; vec3 c; float d[2]; };
layout(location = 0) flat in int k;
layout(location = 0) out vec4 o;

B make(float s) { return B(A(s, ivec2(k, 1)), vec3(s), float[2](s, 2.0)); }

void main()
{
    A a = A(k, ivec2(2));
    B b = B(a, vec3(1), float[](3, k));
    B c = make(4.0);
    o = vec4(b.a.x + c.a.x, vec2(b.a.y + c.a.y), b.d[1] * c.d[0] + b.c.x * c.c.z);
}
