#version 450
// Structs have members that exist, once, and hold no themselves.
layout(location = 0) out vec4 color;
struct A { float x; float x; }; // error
struct B { B inner; }; // error
struct C { };  // error
struct D { float y; };

void main()
{
    D d = D(1.0);
    float z = d.z; // error
    float w = d.y.x.x;
    undeclared e; // error
    color = vec4(w, d.y, 0.0, 1.0);
}
