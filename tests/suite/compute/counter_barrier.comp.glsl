#version 450
// client: vulkan
// no glslang: it has no atomic counters for Vulkan
// Atomic counters are buffers in Vulkan, and so is the memory that a barrier for them orders.
layout(local_size_x = 8) in;
layout(binding = 0) uniform atomic_uint count;

void main()
{
    atomicCounterIncrement(count);
    memoryBarrierAtomicCounter();
}
