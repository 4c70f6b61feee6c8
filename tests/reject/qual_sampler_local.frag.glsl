#version 450
// client: vulkan
// Opaque variables are uniforms or parameters (4.1.7).
layout(location = 0) out vec4 o;
void main()
{
    sampler2D s; // error
    o = vec4(1.0);
}
