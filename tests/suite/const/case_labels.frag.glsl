#version 450
// client: vulkan
// Case labels that are constant expressions.
layout(location = 0) flat in int k;
layout(location = 0) out float o;

const int RED = 1 << 0;
const int GREEN = 1 << 1;
const int BLUE = RED | GREEN | 4;

void main()
{
    switch (k)
    {
    case RED: o = 0.1; break;
    case GREEN + 1: o = 0.2; break;
    case BLUE & 0xC: o = 0.3; break;
    case -RED: o = 0.4; break;
    default: o = float(GREEN);
    }
}
