#version 450
// client: vulkan
// An index is an integer (5.7).
layout(location = 0) in vec4 v;
layout(location = 0) out float o;
void main()
{
    o = v[1.0]; // error
}
