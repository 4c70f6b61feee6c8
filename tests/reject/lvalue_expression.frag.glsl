#version 450
// client: vulkan
// A sum is not an l-value (5.8).
layout(location = 0) in float a;
layout(location = 0) out float o;
void main()
{
    float b = a;
    (a + b) = 2.0; // error
    o = b;
}
