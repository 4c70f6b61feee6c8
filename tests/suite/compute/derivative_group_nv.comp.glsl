#version 450
// client: vulkan
// Derivatives in a compute shader, in the spelling of GL_NV_compute_shader_derivatives.
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 4, local_size_y = 2, derivative_group_quadsNV) in;
layout(std430, binding = 0) buffer Results { vec2 results[]; };
void main() {
    float value = float(gl_LocalInvocationID.x * gl_LocalInvocationID.y);
    results[gl_LocalInvocationIndex] = vec2(dFdx(value), dFdyFine(value));
}
