#version 450
// passes: limit_resources
// options: set limit_resources.struct-nesting=1
// refused: 7 | struct B { A a; };
layout(location = 0) out vec4 color;
struct A { float x; };
struct B { A a; };
void main() { color = vec4(B(A(1.0)).a.x); }
