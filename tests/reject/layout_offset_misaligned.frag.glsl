#version 450
// client: vulkan
// An offset is a multiple of the base alignment (4.4.5).
layout(binding = 0, std140) uniform A
{
    layout(offset = 4) vec4 a; // error
};
layout(location = 0) out vec4 o;
void main() { o = a; }
