#version 450
// client: vulkan
// A default label between cases, fallen into and out of.
layout(location = 0) flat in int s;
layout(location = 0) out ivec2 o;

void main()
{
    int r = 10;
    switch (s)
    {
    case 1:
        r += 1;
    default:
        r *= 2;
    case 2:
        r -= 3;
        break;
    case 3:
        r = 0;
        break;
    }
    o = ivec2(r, s);
}
