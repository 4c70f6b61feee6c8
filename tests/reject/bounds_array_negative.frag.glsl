#version 450
// client: vulkan
// A constant index cannot be negative (5.7).
layout(location = 0) in float v;
layout(location = 0) out float o;
void main()
{
    float a[2] = float[](v, v);
    o = a[-1]; // error
}
