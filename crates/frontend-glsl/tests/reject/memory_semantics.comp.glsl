#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint x; } b;
layout(binding = 1, r32ui) uniform uimage2D image;

void main() {
    atomicStore(b.x, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); // error: E0710
    imageAtomicStore(image, ivec2(0), 1u, gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsAcquireRelease); // error: E0710
    uint a = atomicLoad(b.x, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease); // error: E0710
    a += imageAtomicLoad(image, ivec2(0), gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsAcquireRelease); // error: E0710
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed); // error: E0710
    memoryBarrier(gl_ScopeWorkgroup, 0, gl_SemanticsAcquire); // error: E0710
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsVolatile); // error: E0710
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, 0, gl_SemanticsAcquireRelease); // error: E0710
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, 0, gl_SemanticsRelaxed);
    atomicAdd(b.x, 1u, gl_ScopeDevice, gl_SemanticsAcquire, gl_SemanticsAcquire); // error: E0710
    atomicAdd(b.x, 1u, gl_ScopeDevice, 0, gl_StorageSemanticsBuffer); // error: E0710
    atomicAdd(b.x, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsRelease); // error: E0710
    atomicAdd(b.x, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeAvailable); // error: E0710
    atomicAdd(b.x, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeVisible); // error: E0710
    atomicCompSwap(b.x, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease, gl_StorageSemanticsBuffer, gl_SemanticsRelease); // error: E0710
    atomicCompSwap(b.x, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsVolatile, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); // error: E0710
    b.x = a;
}
