#version 450
// client: vulkan
// A readonly buffer cannot be written (4.10).
layout(local_size_x = 1) in;
layout(binding = 0) readonly buffer B { float data[]; };
void main()
{
    data[0] = 1.0; // error
}
