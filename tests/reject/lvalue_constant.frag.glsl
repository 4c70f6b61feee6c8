#version 450
// client: vulkan
// A const is not an l-value (5.8).
layout(location = 0) out float o;
void main()
{
    const float k = 2.0;
    k = 3.0; // error
    o = k;
}
