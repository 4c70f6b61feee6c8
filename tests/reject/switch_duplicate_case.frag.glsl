#version 450
// client: vulkan
// Two labels of a switch cannot be equal (6.2).
layout(location = 0) flat in int k;
layout(location = 0) out float o;
void main()
{
    o = 0.0;
    switch (k)
    {
    case 1: o = 1.0; break;
    case 2 - 1: o = 2.0; break; // error
    }
}
