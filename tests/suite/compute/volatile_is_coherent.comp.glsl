#version 450
// client: vulkan
// target: vulkan1.3
// Volatile memory is coherent as well, for each of its accesses.
// expect spirv: Coherent
layout(local_size_x = 1) in;
layout(std430, binding = 0) volatile buffer Flags { uint flag; uint other; };
layout(binding = 1, r32ui) uniform volatile uimage2D image;

void main()
{
    other = flag + imageLoad(image, ivec2(0)).x;
}
