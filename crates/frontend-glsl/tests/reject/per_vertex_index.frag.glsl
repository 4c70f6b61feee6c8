#version 460
#extension GL_EXT_fragment_shader_barycentric : require
layout(location = 0) pervertexEXT in vec4 a[]; // error: E0419
layout(location = 0) out vec4 color;
void main() { color = a[3]; }
