#version 450
// client: vulkan
// Structs of the same shape are different types (4.1.8).
struct A { float x; };
struct B { float x; };
layout(location = 0) in float v;
layout(location = 0) out float o;
void main()
{
    A a = A(v);
    B b = a; // error
    o = b.x;
}
