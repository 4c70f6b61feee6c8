#version 450
// client: vulkan
// A struct has only its members (5.7).
struct S { float a; };
layout(location = 0) out float o;
void main()
{
    S s = S(1.0);
    o = s.b; // error
}
