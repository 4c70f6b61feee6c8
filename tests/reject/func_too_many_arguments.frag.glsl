#version 450
// client: vulkan
// No overload takes this many arguments (6.1).
layout(location = 0) out float o;
float f(float a) { return a; }
void main()
{
    o = f(1.0, 2.0); // error
}
