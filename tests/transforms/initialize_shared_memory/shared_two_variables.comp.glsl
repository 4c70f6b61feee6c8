#version 450
// passes: initialize_shared_memory
// groups: 2 1 1
// buffer Result: 7 7
// expect buffer Result: 0 0
// without: undefined
layout(local_size_x = 4) in;
shared int s[5];
shared float t;
layout(std430, binding = 1) buffer Result { int r[2]; };
void main() {
    int v = s[4] + int(t);
    barrier();
    if (gl_LocalInvocationIndex == 0u) r[gl_WorkGroupID.x] = v;
}
