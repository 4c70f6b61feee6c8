#version 450
// client: vulkan
// main takes no parameters (6.1).
layout(location = 0) out float o;
void main(int x) // error
{
    o = 1.0;
}
