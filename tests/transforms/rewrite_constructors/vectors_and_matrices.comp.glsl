#version 450
// passes: rewrite_constructors
// buffer F: 1.0 2.0 3.0 4.0
// expect buffer F: 13.0 8.0 14.0 5.0
// without: same
layout(std430, binding = 0) buffer F { vec4 f; };
void main() { mat2 m = mat2(f.zw, f.xy); vec4 v = vec4(f.wx, m[0]); mat4 n = mat4(f.x); f = vec4(m * f.xz, v.xw) * n + vec4(f.zzzx) + vec4(v.y) * 4.0 - vec4(0, 9, -3, 4); }
