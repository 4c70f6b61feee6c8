#version 450
// client: vulkan
// A name is declared once in a scope (4.2.2).
layout(location = 0) in float v;
layout(location = 0) out float o;
void main()
{
    float a = v;
    int a = 2; // error
    o = float(a);
}
