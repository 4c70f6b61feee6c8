#version 450
// client: vulkan
// Names that begin with gl_ are reserved (3.7).
layout(location = 0) out float o;
void main()
{
    float gl_mine = 1.0; // error
    o = 1.0;
}
