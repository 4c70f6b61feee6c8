#version 450
// client: vulkan
// A vec4 needs four components (5.4.2).
layout(location = 0) in vec3 v;
layout(location = 0) out vec4 o;
void main()
{
    o = vec4(v); // error
}
