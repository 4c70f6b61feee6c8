#version 450
// client: vulkan
// Dual source blending by index.
layout(location = 0) in vec4 c;
layout(location = 1) in vec3 mask;
layout(location = 0, index = 0) out vec4 colour;
layout(location = 0, index = 1) out vec4 blend;

void main()
{
    colour = c;
    blend = vec4(mask * c.a, c.a);
}
