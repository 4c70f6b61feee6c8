#version 450
// client: vulkan
// A writeonly buffer cannot be read (4.10).
layout(local_size_x = 1) in;
layout(binding = 0) writeonly buffer A { float a[]; };
layout(binding = 1) buffer B { float b[]; };
void main()
{
    b[0] = a[0]; // error
}
