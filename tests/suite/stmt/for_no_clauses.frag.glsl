#version 450
// client: vulkan
// A for loop without init, condition and step, left by break.
layout(location = 0) in float start;
layout(location = 0) out vec4 color;

void main()
{
    float x = start;
    int steps = 0;
    for (;;)
    {
        x = x * 0.5 + 0.1;
        if (x < 0.25 || steps > 40)
            break;
        steps++;
    }
    color = vec4(x, float(steps) / 40.0, 0.0, 1.0);
}
