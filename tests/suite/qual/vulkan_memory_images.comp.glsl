// Texels are made available and visible as their image is declared, also where it is a parameter; atomics on volatile
// memory are volatile.
// target: vulkan1.2
// no glslang: Debian's wants arguments to have the format of parameters without one
#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 1) in;

layout(binding = 0, rgba32f) uniform coherent image2D seen;
layout(binding = 1, rgba32f) uniform workgroupcoherent image2D group;
layout(binding = 2, r32ui) uniform nonprivate uimage2D open;
layout(binding = 3, r32ui) uniform volatile uimage2D counts;
layout(binding = 4, rgba32f) uniform image2D plain;
layout(std430, binding = 5) buffer B { volatile uint count; uint other; };

vec4 read(coherent image2D image) {
    return imageLoad(image, ivec2(1));
}

void main() {
    imageStore(group, ivec2(0), read(seen));
    imageStore(open, ivec2(0), imageLoad(open, ivec2(1)));
    imageStore(plain, ivec2(0), imageLoad(plain, ivec2(1)));
    imageAtomicAdd(counts, ivec2(0), 1u);
    atomicAdd(count, imageAtomicCompSwap(counts, ivec2(0), 1u, 2u));
    atomicAdd(other, 1u);
}
