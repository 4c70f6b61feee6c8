#version 450
// client: vulkan
// An array's size is a constant expression (4.1.9).
layout(location = 0) flat in int n;
layout(location = 0) out float o;
void main()
{
    float a[n]; // error
    o = 1.0;
}
