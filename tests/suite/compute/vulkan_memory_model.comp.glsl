#version 450
#extension GL_KHR_memory_scope_semantics : require
// client: vulkan
// Semantics that only Vulkan's memory model has, in atomics, barriers and coherent images.
// expect spirv: OpMemoryModel Logical Vulkan
layout(local_size_x = 8) in;
layout(binding = 0) buffer B { uint a; uint b; } data;
layout(binding = 1, r32ui) uniform coherent uimage2D image;
shared uint s;

void main()
{
    uint x = atomicCompSwap(data.a, 10u, 2u, gl_ScopeDevice, 0, gl_SemanticsVolatile, 0, gl_SemanticsVolatile);
    x += atomicCompSwap(data.a, 10u, 2u, gl_ScopeQueueFamily, gl_StorageSemanticsBuffer,
        gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible, gl_StorageSemanticsBuffer,
        gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    atomicStore(data.b, x, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
        gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    imageStore(image, ivec2(0), imageLoad(image, ivec2(1)) + x);
}
