#version 450
// client: vulkan
// Interpolation qualifiers belong to inputs and outputs (4.5).
layout(location = 0) out float o;
void main()
{
    flat float x = 1.0; // error
    o = x;
}
