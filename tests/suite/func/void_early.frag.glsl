#version 450
// client: vulkan
// A void function with returns inside loops and switch.
layout(location = 0) flat in int k;
layout(location = 0) out ivec2 o;

void find(int x, out int at, inout int tries)
{
    at = -1;
    for (int i = 0; i < 9; ++i)
    {
        tries++;
        switch (i * i - x)
        {
        case 0:
            at = i;
            return;
        case 1:
            at = -i;
            break;
        default:
            if (i * i > x) return;
        }
    }
    at = 99;
}

void main()
{
    int at, tries = 0;
    find(k, at, tries);
    find(k + 1, o.x, tries);
    o = ivec2(at + o.x, tries);
}
