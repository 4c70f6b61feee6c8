#version 450
// client: vulkan
// All atomic functions on buffer members and elements.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer C { uint hist[16]; int lo; int hi; uint bits; uint old[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint a = atomicAdd(hist[i & 15u], 1u);
    int b = atomicMin(lo, -int(i));
    int c = atomicMax(hi, int(i));
    uint d = atomicAnd(bits, 0xFFFFu);
    uint e = atomicOr(bits, 1u << (i & 31u));
    uint f = atomicXor(hist[0], i);
    uint g = atomicExchange(hist[1], d);
    uint h = atomicCompSwap(hist[2], 0u, e);
    old[i] = a + uint(b) + uint(c) + f + g + h;
}
