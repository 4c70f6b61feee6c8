#version 450
// client: vulkan
// A conditional discard.
layout(location = 0) in vec4 c;
layout(location = 0) out vec4 color;

void main()
{
    if (c.a < 0.5)
        discard;
    color = c;
}
