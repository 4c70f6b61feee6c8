#version 450
// client: vulkan
// A return from the middle of main.
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(0.0, 0.0, 0.0, 1.0);
    if (tint.a < 0.01)
        return;
    color.rgb = tint.rgb / tint.a;
    if (color.r > 1.0)
    {
        color.g = 0.0;
        return;
    }
    color.b += 0.1;
}
