#version 450
// client: vulkan
// Atomics work on shared and buffer memory (8.11).
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint b; };
void main()
{
    uint x = 1u;
    atomicAdd(x, 1u); // error
    b = x;
}
