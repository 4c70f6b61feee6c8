#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) buffer B { int x; };
layout(constant_id = 0) const int s = 2;
void main() {
    controlBarrier(x, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease); // error: E0417
    memoryBarrier(gl_ScopeDevice, x, gl_SemanticsAcquire); // error: E0417
    controlBarrier(s, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease); // error: E0417
    memoryBarrier(gl_ScopeDevice, s * 32, gl_SemanticsAcquire); // error: E0417
    atomicAdd(x, 1, x, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed); // error: E0417
}
