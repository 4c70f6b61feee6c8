#version 450
// client: vulkan
// A vec2 has no z (5.5).
layout(location = 0) in vec2 v;
layout(location = 0) out float o;
void main()
{
    o = v.z; // error
}
