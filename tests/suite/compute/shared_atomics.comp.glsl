#version 450
// client: vulkan
// Atomic functions on shared variables, signed and unsigned.
layout(local_size_x = 64) in;
shared uint bins[8];
shared int least, most;
shared uint owner;
layout(std430, binding = 0) buffer B { int data[]; };

void main()
{
    uint t = gl_LocalInvocationIndex;
    if (t < 8u) bins[t] = 0u;
    if (t == 0u) { least = 2147483647; most = -least; owner = 0u; }
    barrier();
    int v = data[gl_GlobalInvocationID.x];
    atomicMin(least, v);
    atomicMax(most, v);
    uint slot = atomicAdd(bins[v & 7], 1u);
    uint first = atomicCompSwap(owner, 0u, t + 1u);
    barrier();
    data[gl_GlobalInvocationID.x] = most - least + int(slot + bins[t & 7u] + first);
}
