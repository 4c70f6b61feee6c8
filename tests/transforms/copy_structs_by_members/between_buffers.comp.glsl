#version 450
// passes: copy_structs_by_members
// buffer A: 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0
// expect buffer B: 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0
// without: same
struct T { vec2 v; float w[2]; };
struct S { T t; vec3 u; float x; };
layout(std430, binding = 0) buffer A { S a; };
layout(std430, binding = 1) buffer B { S b; };
void main() { S s = a; b = s; }
