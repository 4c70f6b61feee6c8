#version 450
// client: vulkan
// ~ takes integers (5.9).
layout(location = 0) in float v;
layout(location = 0) out float o;
void main()
{
    o = ~v; // error
}
