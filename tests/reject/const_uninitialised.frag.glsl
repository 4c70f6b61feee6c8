#version 450
// client: vulkan
// A const must be initialised (4.3.2).
layout(location = 0) out float o;
void main()
{
    const float k; // error
    o = k;
}
