#version 450
// client: vulkan
// Parameters and the function's body share a scope (4.2.2).
layout(location = 0) out float o;
float f(float x)
{
    float x = 1.0; // error
    return x;
}
void main() { o = f(2.0); }
