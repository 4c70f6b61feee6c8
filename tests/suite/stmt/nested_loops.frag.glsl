#version 450
// client: vulkan
// Nested loops with continue in the inner and break in the outer.
layout(location = 0) in vec2 p;
layout(location = 0) out vec4 color;

void main()
{
    float acc = 0.0;
    for (int y = 0; y < 6; ++y)
    {
        for (int x = 0; x < 6; ++x)
        {
            if (x == y)
                continue;
            if (x > y + 3)
                break;
            acc += p.x * float(x) - p.y * float(y);
        }
        if (acc > 20.0)
            break;
        acc *= 0.9;
    }
    color = vec4(acc);
}
