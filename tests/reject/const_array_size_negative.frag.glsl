#version 450
// client: vulkan
// An array's size is positive (4.1.9).
layout(location = 0) out float o;
void main()
{
    float a[2 - 3]; // error
    o = 1.0;
}
