#version 450
// client: vulkan
// The else belongs to the nearest if.
layout(location = 0) in vec2 q;
layout(location = 0) out float o;

void main()
{
    o = 1.0;
    if (q.x > 0.0)
        if (q.y > 0.0)
            o = 2.0;
        else
            o = 3.0;
}
