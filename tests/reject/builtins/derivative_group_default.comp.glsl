#version 450
#extension GL_KHR_compute_shader_derivatives : require
// client: vulkan
layout(derivative_group_quadsKHR) in;

void main() {} // error: E0505