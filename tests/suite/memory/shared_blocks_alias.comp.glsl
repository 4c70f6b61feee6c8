#version 450
// client: vulkan
// Shared blocks lie one on another: what is stored to one is read from the others, through all types.
#extension GL_EXT_shared_memory_block : require
// expect optimized ir: load
layout(local_size_x = 1) in;
shared X { uint x; uint more[3]; } first;
shared Y { float y; vec2 pair; } second;
shared Z { ivec4 z; };
layout(std430, binding = 0) buffer O { uint o[8]; };

void main()
{
    first.x = 1u;
    second.y = 2.0;
    o[0] = first.x;
    first.more[1] = 7u;
    z = ivec4(3, 4, 5, 6);
    o[1] = first.more[1];
    o[2] = floatBitsToUint(second.y);
    first.x = 9u;
    second.pair.x = 1.0;
    z.x = 8;
    o[3] = first.x + first.more[0];
}
