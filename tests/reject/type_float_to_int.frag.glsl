#version 450
// client: vulkan
// float never converts to int implicitly (4.1.10).
layout(location = 0) in float x;
layout(location = 0) out int o;
void main()
{
    o = x; // error
}
