#version 450
// client: vulkan
// A function must be declared before its call (6.1).
layout(location = 0) out vec4 o;
void main()
{
    o = shade(1.0); // error
}
vec4 shade(float x) { return vec4(x); }
