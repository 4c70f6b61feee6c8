#version 450
#extension GL_KHR_compute_shader_derivatives : require
layout(local_size_x = 3, local_size_y = 2) in;
layout(derivative_group_quadsKHR) in;

void main() {} // error: E0505