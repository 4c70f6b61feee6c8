#version 450
#extension GL_EXT_buffer_reference : require
// client: vulkan
// A coherent variable that holds an address asks for the memory model in which accesses say so.
// expect spirv: OpMemoryModel PhysicalStorageBuffer64 Vulkan
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint w[]; };
layout(push_constant) uniform Constants { Words words; };

void add(coherent Words to, uint index) { to.w[index] += 1u; }

void main()
{
    coherent Words others = words;
    others.w[0] = 2u;
    words.w[1] = 3u;
    add(others, 2u);
}
