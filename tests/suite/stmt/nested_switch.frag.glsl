#version 450
// client: vulkan
// A switch in a switch with breaks on both levels.
layout(location = 0) flat in ivec2 k;
layout(location = 0) out vec4 o;

void main()
{
    vec4 r = vec4(0.1);
    switch (k.x)
    {
    case 0:
        switch (k.y)
        {
        case 0: r.x = 1.0; break;
        case 1: r.y = 1.0;
        default: r.z = 1.0; break;
        }
        r.w = 1.0;
        break;
    default:
        r *= 2.0;
    }
    o = r;
}
