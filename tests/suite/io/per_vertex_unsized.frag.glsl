#version 460
#extension GL_EXT_fragment_shader_barycentric : require
// An array of vertices has three elements, whatever is indexed.
// expect ir: array<vec4<f32>, 3> input
layout(location = 0) pervertexEXT in vec4 a[];
layout(location = 1) pervertexEXT in vec4 b[];
layout(location = 2) flat in int i;
layout(location = 0) out vec4 color;
void main() { color = a[i] + b[1] * float(a.length()); }
