#version 450
// client: vulkan
// An opaque type has no constructor from a number (4.1.7).
layout(location = 0) out vec4 o;
void main()
{
    o = texture(sampler2D(1), vec2(0.0)); // error
}
