#version 450
#extension GL_NV_geometry_shader_passthrough : require
layout(passthrough, location = 0) in vec4 tint; // error: E0504
void main() {}
