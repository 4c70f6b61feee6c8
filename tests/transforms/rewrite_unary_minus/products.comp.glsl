#version 450
// passes: rewrite_unary_minus
// options: set rewrite_unary_minus.floats=multiply, set rewrite_unary_minus.ints=complement, set rewrite_unary_minus.abs=on
// buffer F: 1.5 -2.0 0.0 4.0
// buffer I: 3 -7
// expect buffer F: -1.5 2.0 -0.0 4.0
// expect buffer I: -3 7
// without: same
layout(std430, binding = 0) buffer F { vec4 f; };
layout(std430, binding = 1) buffer I { ivec2 i; };
void main() { f = vec4(-f.xyz, abs(f.w)); i = ivec2(-i.x, abs(i.y)); }
