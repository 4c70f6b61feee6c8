#version 450
// client: vulkan
// A switch selects by an integer (6.2).
layout(location = 0) in float v;
layout(location = 0) out float o;
void main()
{
    o = 0.0;
    switch (v) // error
    {
    case 1: o = 1.0;
    }
}
