#version 450
// client: vulkan
// An argument that is not used at all is an error (5.4.2).
layout(location = 0) in vec3 v;
layout(location = 0) out vec3 o;
void main()
{
    o = vec3(v, 1.0); // error
}
