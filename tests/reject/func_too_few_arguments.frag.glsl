#version 450
// client: vulkan
// No built-in overload takes one argument here (8.3).
layout(location = 0) in float v;
layout(location = 0) out float o;
void main()
{
    o = mix(v, 1.0); // error
}
