#version 450
#extension GL_KHR_compute_shader_derivatives : require
layout(local_size_x = 4) in;

void main() {} // error: E0525