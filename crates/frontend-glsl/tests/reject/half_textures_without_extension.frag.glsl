#version 450
// client: vulkan
#extension GL_AMD_gpu_shader_half_float : require
layout(binding = 0) uniform f16sampler2D picture; // error: E0300
void main() {}
