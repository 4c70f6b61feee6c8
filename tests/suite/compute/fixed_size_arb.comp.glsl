#version 430
// client: opengl
// no glslang: it does not know the extension
// Of a workgroup of fixed size, the size of the extension is the constant (GL_ARB_compute_variable_group_size).
// expect spirv: LocalSize 4 2 1
#extension GL_ARB_compute_variable_group_size : require
layout(local_size_x = 4, local_size_y = 2) in;
layout(std430, binding = 0) buffer Out { uint counts[]; };

void main() {
    counts[gl_LocalInvocationIndex] = gl_LocalGroupSizeARB.x * gl_LocalGroupSizeARB.y;
}
