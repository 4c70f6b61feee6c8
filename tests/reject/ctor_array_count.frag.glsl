#version 450
// client: vulkan
// An array's constructor has one argument for each element (5.4.4).
layout(location = 0) in float v;
layout(location = 0) out float o;
void main()
{
    float a[3] = float[3](v, 1.0); // error
    o = a[0];
}
