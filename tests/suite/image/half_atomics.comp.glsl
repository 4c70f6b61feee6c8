#version 450
// client: vulkan
// no glslang: Debian's does not know the extension
// Atomics on vectors of halves, in buffers, shared memory and images (GL_NV_shader_atomic_fp16_vector).
#extension GL_NV_shader_atomic_fp16_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 16) in;
layout(binding = 0, rg16f) coherent uniform image2D pairs;
layout(binding = 1, rgba16f) coherent uniform image3D colors;
layout(binding = 2) buffer Data { f16vec2 two; f16vec4 four; f16vec2 old[]; };
shared f16vec4 most;

void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) most = f16vec4(0.0);
    barrier();
    f16vec2 pair = f16vec2(float(i), 1.0);
    old[i] = atomicAdd(two, pair) + atomicMin(two, f16vec2(8.0)) + atomicMax(two, f16vec2(-8.0));
    atomicMax(most, pair.xyxy);
    barrier();
    f16vec4 color = atomicExchange(four, most) + atomicAdd(four, f16vec4(1.0));
    ivec2 at = ivec2(i, 0);
    old[i] += imageAtomicAdd(pairs, at, pair) + imageAtomicExchange(pairs, at, f16vec2(2.0));
    color += imageAtomicMin(colors, ivec3(at, 1), color) + imageAtomicMax(colors, ivec3(at, 2), color);
    imageAtomicAdd(colors, ivec3(0), color);
    old[i] += color.zw;
}
