#version 450
// client: vulkan
// A const parameter cannot be written (6.1.1).
layout(location = 0) out float o;
float f(const float x)
{
    x += 1.0; // error
    return x;
}
void main() { o = f(1.0); }
