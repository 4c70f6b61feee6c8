#version 450
#extension GL_NV_geometry_shader_passthrough : require
layout(triangles) in;
layout(passthrough) in vec4 tint[];
layout(passthrough) in vec4 single; // error: E0510
layout(passthrough) out vec4 made; // error: E0501
void main() {}
