#version 450
// client: vulkan
// Hazard: continue in a do-while goes to the condition, which has effects.
layout(location = 0) flat in int n;
layout(location = 0) out ivec2 o;

void main()
{
    int i = 0, s = 0;
    do
    {
        if (i == 2 || i == 5)
            continue;
        s += i;
    } while (++i < n);
    o = ivec2(s, i);
}
