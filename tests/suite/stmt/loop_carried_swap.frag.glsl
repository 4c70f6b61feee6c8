#version 450
// client: vulkan
// Two variables that exchange values around a loop.
layout(location = 0) in vec2 s;
layout(location = 0) out vec2 o;

void main()
{
    float a = s.x, b = s.y;
    for (int i = 0; i < 5; i++)
    {
        float t = a;
        a = b;
        b = t + b;
    }
    o = vec2(a, b);
}
