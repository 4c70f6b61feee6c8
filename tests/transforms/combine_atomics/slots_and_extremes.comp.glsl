#version 450
// passes: combine_atomics
// groups: 2 1 1
// buffer Counts: 0 100 9 0 0 0xffff
// expect buffer Counts: 18 76 -11 18 0x3ffff 0xfff0
// expect buffer Taken: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
// expect buffer Left: 0 0 0 0 0 0 0 0 0 0 0 0
// without: same
layout(local_size_x = 6) in;
layout(std430, binding = 0) buffer Counts { uint next; int left; int least; uint most; uint bits; uint common_bits; };
layout(std430, binding = 1) buffer Taken { uint taken[18]; };
layout(std430, binding = 2) buffer Left { uint seen[12]; };
shared uint within;
void main() {
    uint me = gl_LocalInvocationIndex + 6u * gl_WorkGroupID.x;
    if (gl_LocalInvocationIndex == 0u) within = 0u;
    barrier();
    // One slot for each, and another one for some of them: every number is given once.
    taken[atomicAdd(next, 1u)] = 1u;
    if (me % 5u < 2u) taken[atomicAdd(next, 1u)] = 1u;
    int before = atomicAdd(left, -2);
    seen[me] = uint(before > 100 || before < 78);
    atomicMin(least, -int(me));
    // In a loop that invocations leave at different times.
    for (uint i = 0u; i <= gl_LocalInvocationIndex; i++) atomicMax(most, me + i + 2u);
    atomicOr(bits, 1u << me | 0x3f000u);
    atomicAnd(common_bits, ~(me & 15u));
    // An even number of times.
    atomicXor(within, me);
    atomicXor(within, me);
    barrier();
    if (within != 0u) seen[me] = 9u;
}
