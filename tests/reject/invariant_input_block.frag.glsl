#version 450
// Inputs cannot be invariant, blocks of them and their members neither (GLSL 4.60 section 4.8.1).
layout(location = 0) invariant in A { vec4 a; } x; // error: E0501
layout(location = 1) in B { invariant vec4 b; } y; // error: E0501
layout(location = 0) out vec4 o;
void main() { o = x.a + y.b; }
