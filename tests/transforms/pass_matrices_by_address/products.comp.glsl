#version 450
// passes: pass_matrices_by_address
// buffer F: 1.0 2.0 3.0 4.0
// expect buffer F: 9.0 14.0 3.0 4.0
// without: same
layout(std430, binding = 0) buffer F { vec4 f; };
vec2 g(mat2 m, vec2 v) { m[0] += vec2(1.0); return m * v; }
vec2 h(mat2 m) { vec2 r = g(m, m[0]); return r + m[1] - vec2(4.0); }
void main() { f.xy = h(mat2(f.x, f.y, f.z, f.w)) + vec2(2.0, 3.0) - f.xx * 0.0; }
