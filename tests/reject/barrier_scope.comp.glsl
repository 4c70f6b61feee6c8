#version 450
// client: vulkan
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) buffer B { int x; };
void main() {
    atomicAdd(x, 1, 450, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed); // error: E0710
    memoryBarrier(0, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); // error: E0710
    controlBarrier(gl_ScopeDevice, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); // error: E0710
    controlBarrier(gl_ScopeSubgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
}
