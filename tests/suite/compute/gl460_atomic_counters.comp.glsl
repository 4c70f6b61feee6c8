#version 460
// client: opengl
// Atomic counters at offsets, in arrays, as arguments, with every operation.
layout(local_size_x = 4) in;
layout(binding = 0, offset = 4) uniform atomic_uint first;
layout(binding = 0) uniform atomic_uint rows[2][3];
layout(binding = 0) uniform atomic_uint other;
layout(std430, binding = 0) buffer Results { uint results[]; };
uniform int row;

uint take(atomic_uint counter) { return atomicCounterIncrement(counter); }

void main()
{
    uint sum = take(rows[row][2]) + take(other) + atomicCounterDecrement(rows[1][row]) + atomicCounter(first);
    sum += atomicCounterAdd(first, 2u) + atomicCounterSubtract(first, 1u) + atomicCounterMin(first, 3u);
    sum += atomicCounterMax(first, 2u) + atomicCounterAnd(first, 7u) + atomicCounterOr(first, 3u);
    sum += atomicCounterXor(first, 1u) + atomicCounterExchange(first, 1u);
    sum += atomicCounterCompSwap(other, 1u, 2u);
    results[gl_LocalInvocationIndex] = sum;
}
