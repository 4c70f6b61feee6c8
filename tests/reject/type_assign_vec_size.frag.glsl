#version 450
// client: vulkan
// A vec3 cannot initialise a vec4 (section 4.1.10).
layout(location = 0) in vec3 v;
layout(location = 0) out vec4 o;
void main()
{
    vec4 a = v; // error: no implicit conversion between sizes
    o = a;
}
