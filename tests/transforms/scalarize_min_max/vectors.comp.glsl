#version 450
// passes: scalarize_min_max
// buffer F: 1.0 -2.0 3.0 4.0
// expect buffer F: 1.0 0.0 2.0 2.0
// without: same
layout(std430, binding = 0) buffer F { vec4 f; };
void main() { f = clamp(max(f, vec4(-1.0)), vec4(0.0), vec4(2.0)); }
