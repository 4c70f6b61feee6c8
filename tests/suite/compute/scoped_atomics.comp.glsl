#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// client: vulkan
// Scopes and semantics that a barrier or an atomic without them does not have; a volatile read that nothing uses.
layout(local_size_x = 8) in;
shared int count;
shared uint64_t wide;
layout(binding = 0) volatile buffer B { uint x; uint y; } b;

void main()
{
    int old = atomicAdd(count, 3, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
    wide = atomicMax(wide, uint64_t(7), gl_ScopeDevice, 0, 0);
    b.x = atomicCompSwap(b.y, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease,
                         gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquire);
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsRelease);
    memoryBarrierBuffer();
    uint unused = b.x;
    atomicStore(count, old, gl_ScopeDevice, gl_StorageSemanticsShared, gl_SemanticsRelease);
}
