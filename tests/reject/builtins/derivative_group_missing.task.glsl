#version 450
#extension GL_EXT_mesh_shader : require
#extension GL_KHR_compute_shader_derivatives : require
// target: vulkan1.3
layout(binding = 0) buffer Out { float result; };
void main() {
    result = dFdx(float(gl_LocalInvocationIndex));
    EmitMeshTasksEXT(1u, 1u, 1u);
} // error: E0525