#version 450
// client: vulkan
// no glslang: Debian's does not know the extension
// Barriers in two halves (GL_EXT_split_barrier).
#extension GL_EXT_split_barrier : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Results { uint results[8]; };
shared uint values[8];
void main() {
    uint me = gl_LocalInvocationIndex;
    values[me] = me * me;
    controlBarrierArrive();
    uint own = me + 1u;
    controlBarrierWait();
    results[me] = values[7u - me] + own;
    controlBarrierArrive(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    controlBarrierWait(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
    results[me] += results[(me + 1u) & 7u];
}
