#version 450
// client: vulkan
// A constant index must lie within the vector (5.5).
layout(location = 0) in vec2 v;
layout(location = 0) out float o;
void main()
{
    o = v[2]; // error
}
