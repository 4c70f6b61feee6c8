#version 450
// client: vulkan
// A uniform cannot be written (4.3.5).
layout(binding = 0) uniform U { vec4 tint; } u;
void main()
{
    u.tint *= 2.0; // error
    gl_Position = u.tint;
}
