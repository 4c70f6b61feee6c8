#version 450
// passes: initialize_shared_memory
// groups: 2 1 1
// buffer Result: 7 7
// expect buffer Result: 0 0
// without: undefined
layout(local_size_x = 2, local_size_y = 2, local_size_z = 2) in;
shared int s[40];
layout(std430, binding = 1) buffer Result { int r[2]; };
void main() {
    int v = s[39] + s[31];
    barrier();
    if (gl_LocalInvocationIndex == 0u) r[gl_WorkGroupID.x] = v;
}
