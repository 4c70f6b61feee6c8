#version 450
// client: vulkan
// Arrays of different sizes are different types (4.1.9).
layout(location = 0) in float v;
layout(location = 0) out float o;
void main()
{
    float a[3] = float[](v, v, v);
    float b[2] = a; // error
    o = b[0];
}
