#version 450
// client: vulkan
// interpolateAtCentroid takes an input (8.13.2).
layout(location = 0) in vec2 v;
layout(location = 0) out vec2 o;
void main()
{
    vec2 x = v;
    o = interpolateAtCentroid(x); // error
}
