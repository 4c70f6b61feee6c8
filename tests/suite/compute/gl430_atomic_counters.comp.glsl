#version 430
// client: opengl
// Atomic counters with offsets.
layout(local_size_x = 16) in;
layout(binding = 0, offset = 4) uniform atomic_uint made;
layout(binding = 0) uniform atomic_uint left[2];
layout(std430, binding = 1) buffer B { uint out_[]; };

void main()
{
    uint a = atomicCounterIncrement(made);
    uint b = atomicCounterDecrement(left[1]);
    out_[a] = b + atomicCounter(left[0]);
}
