#version 450
// client: vulkan
// A while in a do-while in a for, each with its own exit.
layout(location = 0) flat in ivec3 counts;
layout(location = 0) out ivec4 result;

void main()
{
    int total = 0;
    for (int i = 0; i < counts.x; i++)
    {
        int j = counts.y;
        do
        {
            int k = 0;
            while (true)
            {
                if (k >= counts.z) break;
                k += 2;
                if (k == 4) continue;
                total += i * j - k;
            }
            if (total > 1000) break;
            --j;
        } while (j > 0);
    }
    result = ivec4(total, counts);
}
