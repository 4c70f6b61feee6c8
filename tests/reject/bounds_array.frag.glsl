#version 450
// client: vulkan
// A constant index must lie within the array (5.7).
layout(location = 0) in float v;
layout(location = 0) out float o;
void main()
{
    float a[3] = float[](v, v, v);
    o = a[3]; // error
}
