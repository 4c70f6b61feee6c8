#version 450
// client: vulkan
// The derivative group comes before the first derivative.
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results { float results[]; };
void main() {
    results[gl_LocalInvocationIndex] = dFdx(results[0]); // error
}
layout(derivative_group_linearNV) in;
