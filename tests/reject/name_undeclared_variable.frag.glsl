#version 450
// client: vulkan
// A name must be declared before its use (4.2).
layout(location = 0) out vec4 o;
void main()
{
    o = vec4(brightness); // error
}
