#version 450
// client: vulkan
// A shader input cannot be written (4.3.4).
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;
void main()
{
    v.x = 1.0; // error
    o = v;
}
