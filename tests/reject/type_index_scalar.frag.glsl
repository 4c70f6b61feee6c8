#version 450
// client: vulkan
// A scalar cannot be indexed (5.7).
layout(location = 0) in float v;
layout(location = 0) out float o;
void main()
{
    o = v[0]; // error
}
