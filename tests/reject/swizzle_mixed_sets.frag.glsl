#version 450
// client: vulkan
// Names of different sets cannot be mixed (5.5).
layout(location = 0) in vec4 v;
layout(location = 0) out vec2 o;
void main()
{
    o = v.xg; // error
}
