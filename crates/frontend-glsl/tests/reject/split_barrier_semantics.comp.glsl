#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_split_barrier : require
layout(local_size_x = 4) in;
const int GROUP = gl_ScopeWorkgroup;
void main() {
    controlBarrierArrive(GROUP, GROUP, gl_StorageSemanticsShared, gl_SemanticsAcquire); // error: E0710
    controlBarrierWait(GROUP, GROUP, gl_StorageSemanticsShared, gl_SemanticsRelease); // error: E0710
    controlBarrierArrive(GROUP, GROUP, 0, 0);
    controlBarrierWait(GROUP, GROUP, 0, 0);
}
