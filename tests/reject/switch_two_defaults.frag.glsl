#version 450
// client: vulkan
// A switch has one default at most (6.2).
layout(location = 0) flat in int k;
layout(location = 0) out float o;
void main()
{
    o = 0.0;
    switch (k)
    {
    default: o = 1.0; break;
    default: o = 2.0; break; // error
    }
}
