#version 450
#extension GL_EXT_mesh_shader : require
#extension GL_KHR_compute_shader_derivatives : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Derivatives in a task shader.
layout(local_size_x = 8) in;
layout(derivative_group_linearKHR) in;
layout(binding = 0) buffer Out { float result; };

void main() {
    float step = dFdx(float(gl_LocalInvocationIndex));
    if (gl_LocalInvocationIndex == 0u)
        result = step;
    EmitMeshTasksEXT(1u, 1u, 1u);
}
