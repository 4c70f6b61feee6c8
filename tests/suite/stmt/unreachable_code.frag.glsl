#version 450
// client: vulkan
// Statements after return, break, continue and discard.
layout(location = 0) in float v;
layout(location = 0) out vec4 color;

float after(float x)
{
    return x * 2.0;
    x = 3.0;
}

void main()
{
    float s = 0.0;
    for (int i = 0; i < 4; ++i)
    {
        if (i == 1)
        {
            continue;
            s += 100.0;
        }
        if (i == 3)
        {
            break;
            s -= 100.0;
        }
        s += after(v);
    }
    if (s < 0.0)
    {
        discard;
        s = 1.0;
    }
    color = vec4(s);
}
