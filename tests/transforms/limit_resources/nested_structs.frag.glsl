#version 450
// passes: limit_resources
// options: set limit_resources.preset=webgl1
// refused: structs nest 5 deep in `E`, at most 4 are allowed
layout(location = 0) out vec4 color;
struct A { float x; };
struct B { A a; };
struct C { B b[2]; };
struct D { C c; };
struct E { D d; };
void main() {
    E e;
    e.d.c.b[1].a.x = 1.0;
    color = vec4(e.d.c.b[1].a.x);
}
