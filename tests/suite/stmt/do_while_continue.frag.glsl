#version 450
// client: vulkan
// Continue in a do-while must still evaluate the condition.
layout(location = 0) flat in int bound;
layout(location = 0) out vec4 color;

void main()
{
    int i = 0;
    int odd = 0;
    do
    {
        i++;
        if ((i & 1) == 0)
            continue;
        odd += i;
    } while (i < bound);
    color = vec4(float(odd), float(i), 0.0, 1.0);
}
