#version 450
#extension GL_NV_geometry_shader_passthrough : require
layout(triangles_adjacency) in;
layout(passthrough) in vec4 tint[]; // error: E0505
void main() {}
