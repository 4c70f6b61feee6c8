#version 450
// client: vulkan
// A struct's constructor has one argument for each member (5.4.3).
struct S { float a; vec2 b; };
layout(location = 0) out vec2 o;
void main()
{
    S s = S(1.0); // error
    o = s.b;
}
