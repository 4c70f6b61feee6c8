#version 450
// client: vulkan
// A switch with fall through between cases.
layout(location = 0) flat in uint level;
layout(location = 0) out vec4 color;

void main()
{
    float v = 0.0;
    switch (level)
    {
    case 3u:
        v += 0.25;
    case 2u:
        v += 0.125;
    case 1u:
        v += 0.0625;
        break;
    case 0u:
        v = 1.0;
    }
    color = vec4(v);
}
