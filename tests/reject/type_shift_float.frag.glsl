#version 450
// client: vulkan
// Shifts take integers only (5.9).
layout(location = 0) in float x;
layout(location = 0) out float o;
void main()
{
    o = x << 1; // error
}
