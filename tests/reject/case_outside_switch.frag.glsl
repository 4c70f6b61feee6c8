#version 450
// client: vulkan
// A label stands in a switch only (6.2).
layout(location = 0) out float o;
void main()
{
    case 1: o = 1.0; // error
}
