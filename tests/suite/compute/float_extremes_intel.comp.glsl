#version 430
// client: opengl
// no glslang: it does not know the extension
// Least and greatest floats, and exchanges of them, in memory (GL_INTEL_shader_atomic_float_minmax).
// expect spirv: OpAtomicFMinEXT
#extension GL_INTEL_shader_atomic_float_minmax : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { float least; float most; float last[8]; };
shared float peak;

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) peak = -1.0;
    barrier();
    atomicMin(least, float(i) - 3.5);
    atomicMax(peak, float(i));
    barrier();
    if (i == 7u) atomicMax(most, peak);
    last[i] = atomicExchange(last[i], float(i));
}
