#version 310 es
// client: opengl
// Shared memory and atomics in ES 3.10.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer B { int total; int item[]; } b;
shared int row[32];
shared uint hits;

void main() {
    uint t = gl_LocalInvocationIndex;
    row[t] = b.item[t];
    if (t == 0u) hits = 0u;
    memoryBarrierShared();
    barrier();
    if (row[t] > row[31u - t]) atomicAdd(hits, 1u);
    groupMemoryBarrier();
    barrier();
    if (t == 0u) atomicAdd(b.total, int(hits));
}
