#version 450
// client: vulkan
// break stands in a loop or switch only (6.4).
layout(location = 0) out float o;
void main()
{
    o = 1.0;
    if (o > 0.5)
        break; // error
}
