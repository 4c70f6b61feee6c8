#version 450
// client: vulkan
// A function that is called must be defined (6.1).
layout(location = 0) out float o;
float f(float x);
void main()
{
    o = f(1.0); // error
}
