#version 450
// client: vulkan
// Arithmetic operators take no bool (5.9).
layout(location = 0) out vec4 o;
void main()
{
    bool b = true;
    o = vec4(b + true); // error
}
