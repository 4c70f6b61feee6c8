#version 450
// client: vulkan
// Break leaves the switch and continue the loop around it.
layout(location = 0) flat in ivec4 ops;
layout(location = 0) out ivec2 o;

void main()
{
    int acc = 1;
    int skipped = 0;
    for (int i = 0; i < 4; ++i)
    {
        switch (ops[i])
        {
        case 0:
            skipped++;
            continue;
        case 1:
            acc += 2;
            break;
        case 2:
            acc *= 3;
            if (acc > 50)
                break;
            acc++;
        default:
            acc--;
        }
        acc ^= i;
    }
    o = ivec2(acc, skipped);
}
