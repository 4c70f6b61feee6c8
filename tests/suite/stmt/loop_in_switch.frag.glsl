#version 450
// client: vulkan
// A loop in a case: break leaves the loop only.
layout(location = 0) flat in int mode;
layout(location = 1) in float x;
layout(location = 0) out float o;

void main()
{
    float y = x;
    switch (mode & 3)
    {
    case 0:
        for (int i = 0; i < 10; ++i)
        {
            y *= 1.1;
            if (y > 2.0) break;
        }
        y += 1.0;
        break;
    case 1:
        while (y > 1.0)
            y -= 1.0;
    default:
        y = -y;
    }
    o = y;
}
