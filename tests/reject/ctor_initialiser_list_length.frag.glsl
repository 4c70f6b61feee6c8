#version 450
// client: vulkan
// An initialiser list has as many elements as the type (4.1.11).
layout(location = 0) out vec3 o;
void main()
{
    vec3 a = { 1.0, 2.0 }; // error
    o = a;
}
