#version 450
// client: vulkan
// Atomic functions on 64 bits by GL_NV_shader_atomic_int64.
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_NV_shader_atomic_int64 : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results { uint64_t sum; int64_t least; };
void main() {
    atomicAdd(sum, uint64_t(gl_LocalInvocationIndex) << 33);
    atomicMin(least, -int64_t(gl_LocalInvocationIndex));
}
