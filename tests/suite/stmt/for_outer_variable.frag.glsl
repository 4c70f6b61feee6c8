#version 450
// client: vulkan
// A for loop whose variable lives on after the loop.
layout(location = 0) flat in int limit;
layout(location = 0) out vec4 o;

void main()
{
    int i;
    int total = 0;
    for (i = 1; i < limit; i <<= 1)
        total += i;
    o = vec4(float(i), float(total), 0.0, 1.0) / 1024.0;
}
